import ArgumentParser
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Reads a feed to its end and reports its format and problems.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the format, the contents and every problem of a feed.",
    discussion: "The exit status is 1 if anything in it could not be read."
  )

  @OptionGroup var feedOptions: FeedOptions

  @OptionGroup var filterOptions: FilterOptions

  @Flag(help: "Report the times of the scan and of decoding.")
  var timing = false

  @OptionGroup var sources: SourceArguments

  func run() throws {
    let reading = try sources.opened(filterOptions, feedOptions)
    let (opened, view) = (reading.feeds, reading.view)
    var isWhole = opened.areAll
    let timeline = Timeline(opened.list.map(\.feed), order: .document)
    let asksFlags = CommandFilter.asksFlags(view)
    let states = asksFlags ? try DumpStates(of: opened.list, kept: reading.kept) : nil
    // Every record is checked, so none is left out by its bytes.
    var filter = try view.map { try CommandFilter($0, opened.list, scannedIn: nil) }
    for (number, opened) in opened.list.enumerated() {
      do throws(FeedError) {
        let isChecked = try check(opened, number, of: timeline) { post, row in
          let id = RecordID(source: number, number: row)
          return filter?.passes(post, id, states?.flags(of: post, id)) ?? true
        }
        if !isChecked { isWhole = false }
      } catch {
        Diagnostics.print(error)
        isWhole = false
      }
    }
    filter?.report { body in
      for (number, opened) in opened.list.enumerated() {
        for row in 0..<opened.feed.recordCount {
          let id = RecordID(source: number, number: row)
          if case .post(let post) = timeline.uncounted(id) {
            body(post, id, states?.flags(of: post, id))
          }
        }
      }
    }
    guard isWhole, filter?.isUndecided != true else { throw ExitCode(1) }
  }

  /// Checks one feed and returns whether all of it could be read.
  private func check(
    _ opened: OpenedFeed,
    _ number: Int,
    of timeline: Timeline,
    _ isWanted: (Post, Int) -> Bool
  ) throws(FeedError) -> Bool {
    let feed = opened.feed
    let clock = SystemTime()
    let start = clock.now
    try opened.source.scan(feed)
    let scanned = clock.now
    var tally = Contents(isPublicOnly: feedOptions.publicOnly)
    for row in 0..<feed.recordCount {
      let record = feed.inspect(at: row)
      if case .post(let post) = record, !isWanted(post, row) { continue }
      tally.add(record)
      for problem in tally.takeProblems() { say(problem.description) }
    }
    let decoded = clock.now
    if !tally.references.isEmpty {
      // Those that are posts of the sources so far are counted as posts.
      let reader = ReplyReader(timeline)
      tally.elsewhere = tally.elsewhere.addingClamped(
        reader.missingCount(of: tally.references, near: number)
      )
    }
    // Malformed records are in the log too, but were reported above.
    let documents = feed.problems.filter { !tally.said.contains($0.description) }
    for problem in documents { say(problem.description) }
    let problems = documents.count + tally.problemCount
    // The format of saved posts is this program's, and says nothing about the feed.
    let kind = opened.subscription == nil ? feed.formatName ?? "unknown" : "subscription"
    let format = ([kind] + opened.source.notes).joined(separator: ", ")
    say("\(feed.name): \(format), \(tally.text(problems: problems))")
    if timing {
      say(Self.timing("scan", opened.source.bytes.count, scanned.nanoseconds(since: start)))
      say(Self.timing("decode", opened.source.bytes.count, decoded.nanoseconds(since: scanned)))
    }
    return problems == 0
  }

  private func say(_ line: String) {
    Diagnostics.write(Diagnostics.safe(line) + "\n", to: STDOUT_FILENO)
  }

  private static func timing(_ what: String, _ bytes: Int, _ nanoseconds: Int64) -> String {
    // Bytes per microsecond equal megabytes per second.
    let microseconds = max(1, nanoseconds / 1000)
    return "\(what): \(nanoseconds / 1000) us, \(Int64(clamping: bytes) / microseconds) MB/s"
  }
}

private struct Contents {
  let isPublicOnly: Bool
  private var kinds: [Activity.Kind: Int] = [:]
  private var comments = 0
  /// The ids and addresses of comments that the feed only names.
  private(set) var references: [String] = []
  /// The number of comments that the feed lacks, as far as it counts them.
  var elsewhere = 0
  private var leftOut = 0
  private var broken = 0
  private var pending: [FeedProblem] = []
  private(set) var problemCount = 0
  /// The problems of malformed records as they were printed.
  private(set) var said: Set<String> = []

  init(isPublicOnly: Bool) { self.isPublicOnly = isPublicOnly }

  mutating func add(_ record: Feed.Record) {
    switch record {
    case .problem(let problem):
      broken += 1
      pending.append(problem)
      said.insert(problem.description)
    case .post(let post):
      guard !isPublicOnly || post.isPublic else {
        leftOut += 1
        return
      }
      kinds[post.activity.kind, default: 0] += 1
      for comment in post.comments {
        switch comment.kind {
        case .written: comments += 1
        case .reference: references.append(comment.id.rawValue)
        case .stub: elsewhere = elsewhere.addingClamped(comment.listedCount)
        }
      }
      pending += post.problems
    }
  }

  mutating func takeProblems() -> [FeedProblem] {
    problemCount += pending.count
    defer { pending = [] }
    return pending
  }

  func text(problems: Int) -> String {
    var parts = Activity.Kind.allCases.compactMap { kind in
      kinds[kind].map { count in
        kind == .other
          ? "\(count) other \(count == 1 ? "activity" : "activities")"
          : Self.count(count, kind.rawValue)
      }
    }
    if parts.isEmpty { parts = [Self.count(0, "post")] }
    if comments > 0 { parts.append(Self.count(comments, "comment")) }
    if elsewhere > 0 { parts.append(Self.count(elsewhere, "comment") + " elsewhere") }
    if leftOut > 0 { parts.append("\(leftOut) not public, left out") }
    if broken > 0 { parts.append(Self.count(broken, "malformed record")) }
    parts.append(Self.count(problems, "problem"))
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
