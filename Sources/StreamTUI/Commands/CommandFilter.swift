import ArgumentParser
import StreamHost
import StreamModel

struct FilterOptions: ParsableArguments {
  // A filter may begin with "-".
  @Option(
    name: .customLong("filter"),
    parsing: .unconditional,
    help: .value(
      "filter",
      "Only the posts that pass a filter, such as \"water is:unread likes>3\"."
    )
  )
  var text: String?

  /// The posts that are wanted; nil for all.
  var filter: View? { text.flatMap { try? View.parsed($0) } }

  /// A transform would say the same after the whole text, which may be long.
  func validate() throws {
    do {
      _ = try text.map(View.parsed)
    } catch let error as ValidationError {
      throw ValidationError("--filter, \(error.message)")
    }
  }
}

extension View {
  /// Returns the view that an argument states, with the filters of the user's saved views in place of their names.
  ///
  /// - Throws: `ValidationError` with the column and what is expected there.
  static func parsed(_ argument: String) throws -> View {
    do throws(ViewError) {
      let view = try View(argument)
      // The configuration is read only where the filter needs it.
      guard !view.viewNames.isEmpty else { return view }
      let run = RunConfiguration(.usual, given: [])
      do throws(ViewError) {
        return try run.views.view(argument)
      } catch {
        // One of them may be the reason.
        for line in run.lines { Diagnostics.print(line) }
        throw error
      }
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// The filter of a command without a screen, over the feeds that it opened.
struct CommandFilter {
  let view: View
  private let condition: Filter?
  private let literals: RequiredLiterals?
  private var facts: StreamFacts
  /// The stream of the feeds, where all of it is scanned; nil where less is known of them.
  private let timeline: Timeline?
  private(set) var count = 0
  /// Posts that were looked at, also those whose bytes alone told that they do not pass.
  private var looked = 0
  private var problems: [String: Int] = [:]

  static func asksFlags(_ view: View?) -> Bool { view?.condition?.asksFlags ?? false }

  /// - Parameters:
  ///   - timeline: the stream of the feeds, all scanned; nil to decode every record.
  /// - Throws: `ValidationError` if the filter asks for what no command knows.
  init(_ view: View, _ feeds: [OpenedFeed], scannedIn timeline: Timeline?) throws {
    self.view = view
    condition = view.condition
    var known: FilterNeeds = [.post, .flags, .clock, .feed]
    if !feeds.isEmpty, feeds.allSatisfy({ $0.subscription != nil }) { known.insert(.feedTags) }
    if let timeline {
      known.insert(.volume)
      if timeline.findsCopies { known.insert(.duplicate) }
    }
    if let missing = condition?.unmet(by: known) { throw ValidationError("--filter: \(missing)") }
    let now = SystemTime().wall
    let told = feeds.enumerated().map {
      ($0, FilterFacts(of: $1, title: $1.feed.title, at: now))
    }
    facts = StreamFacts(Dictionary(uniqueKeysWithValues: told), at: now).asked(by: condition)
    self.timeline = timeline
    if let timeline, let condition {
      literals = RequiredLiterals(condition, besides: timeline.namesBesideRecords)
    } else {
      literals = nil
    }
  }

  var asksBodies: Bool { condition?.asksBodies == true }

  var isFull: Bool { view.limit.map { count >= $0 } ?? false }

  /// Whether the bytes of a record may be those of a post that passes; if so, it is to be decoded.
  mutating func mayPass(_ id: RecordID, in timeline: Timeline) -> Bool {
    guard !isFull else { return false }
    let mayPass = literals?.mayMatch { timeline.mayShow($0, id) } ?? true
    if !mayPass { looked += 1 }
    return mayPass
  }

  mutating func passes(_ post: Post, _ id: RecordID, _ flags: PostFlags?) -> Bool {
    guard !isFull else { return false }
    looked += 1
    var problem: FilterProblem?
    let passes = condition?.matches(post, facts(of: id, flags), &problem) ?? true
    if let problem { problems[problem.description, default: 0] += 1 }
    if passes { count += 1 }
    return passes
  }

  /// Whether a post passes, for a reader who asks for one after the other; the order and limit are not asked.
  func wants(_ post: Post, _ id: RecordID, _ flags: PostFlags?) -> Bool {
    var facts = facts
    return condition?.matches(post, facts.about(id, in: timeline, flags ?? [])) ?? true
  }

  mutating func facts(of id: RecordID, _ flags: PostFlags?) -> FilterFacts {
    facts.about(id, in: timeline, flags ?? [])
  }

  /// Whether there are posts of which it could not be told whether they pass.
  var isUndecided: Bool { !problems.isEmpty }

  /// Says on standard error what was not found, and what kept the filter from an answer.
  ///
  /// - Parameters:
  ///   - isNarrowed: whether other conditions hold besides, such as that a post is unread: those that the bytes alone
  ///     excluded are no count of posts then.
  ///   - visit: calls its argument with each post once more, and its flags.
  func report(isNarrowed: Bool = false, _ visit: ((Post, RecordID, PostFlags?) -> Void) -> Void) {
    for (problem, count) in problems.sorted(by: { $0.key < $1.key }) {
      let posts = count == 1 ? "1 post" : "\(count.grouped) posts"
      Diagnostics.print("\(problem): \(posts) not decided")
    }
    guard count == 0, let condition else { return }
    var (counts, known) = (TermCounts(condition), facts)
    var total = looked
    if counts.saysMore || isNarrowed {
      total = 0
      visit { post, id, flags in
        total += 1
        counts.add(post, known.about(id, in: timeline, flags ?? []))
      }
    }
    let hints = view.hints(feedTags: facts.feedTags)
    let sentences = [counts.sentence(of: total, \.grouped)] + hints
    Diagnostics.print(sentences.joined(separator: " "))
  }
}
