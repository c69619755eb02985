import Addresses
import CellGrid
package import StreamModel

/// The reader for screen readers and terminals that cannot place the cursor: takes a line of input,
/// answers with lines of text, and never repaints anything.
///
/// A command that takes longer than a slice is under way until ``work()`` answers it.
package struct LinearReader {
  private let timeline: Timeline
  private let isSecure: Bool
  private var page: LinearPage
  private var pending: LinearWork
  /// The action that waits for "y".
  private var question: Effect?
  private var lastSearch: String?
  /// Whether the prompt has named the commands: it does so once.
  private var hasExplained = false

  /// Creates a reader that is busy until it has a first post to show; ages such as "3h ago" are counted from `now`.
  package init(_ timeline: Timeline, options: LinearOptions, now: Timestamp) {
    self.timeline = timeline
    isSecure = options.isSecure
    page = LinearPage(timeline, options: options, now: now)
    let begin = LinearWork.Task.row(options.beginsAtEnd ? .max : 0, .start)
    let place = options.beginsAtEnd ? nil : options.place
    let task = place.map { LinearWork.Task.place(Relocation(of: $0, for: .start)) } ?? begin
    pending = LinearWork(timeline, options.isWanted == nil ? task : .list(from: 0))
  }

  /// Whether a command is under way, or the first post has not been shown.
  package var isBusy: Bool { pending.task != nil }
  /// Whether the command under way waits for bytes: ``work()`` does nothing before they come.
  package var isStalled: Bool { pending.isStalled }
  /// Whether the sources have no further bytes now, but may get some.
  package var isWaiting: Bool { pending.isWaiting }
  package var hasIdleWork: Bool { !timeline.isIndexed && !isWaiting }

  /// Goes on with the command that is under way for one slice; its answer if that is done.
  package mutating func work() throws(FeedError) -> LinearReply? { try pending.advance(&page) }

  /// Scans a slice, for the number of posts in the prompt.
  package mutating func workIdly() throws(FeedError) { try pending.scan() }
  package mutating func noteBytes() { pending.isWaiting = false }

  package mutating func cancel() -> LinearReply {
    pending.task = nil
    return LinearReply(sentence: "Stopped.")
  }

  /// The place of the reader for the next run; nil where no post was shown.
  package var place: SavedPlace? { page.place }

  /// The text that asks for the next line, without a newline.
  package var prompt: String {
    if question != nil { return "Open it? y or n: " }
    guard let position = page.position else { return "n next, q quit ? " }
    let total = "\(page.rowCount)" + (timeline.isIndexed ? "" : " so far")
    let place = "[\(position + 1) of \(total)]"
    guard !hasExplained else { return "\(place) ? " }
    let order = timeline.order == timeline.usualOrder ? "" : " \(timeline.order.name),"
    return
      "\(place)\(order) n next, p previous, o open, c comments, / search, h help, q quit, a number opens "
      + "its link ? "
  }

  package mutating func take(_ line: String) -> LinearReply {
    hasExplained = page.position != nil
    if let effect = question {
      question = nil
      let isYes = ["y", "yes"].contains(line.lowercased())
      return isYes ? LinearReply("", effect) : LinearReply(sentence: "Not opened.")
    }
    switch LinearCommand(line) {
    case .quit: return LinearReply("", .quit)
    case .help: return LinearReply(LinearCommand.listing)
    case .unknown(let text):
      return LinearReply(sentence: "Unknown command: \(text). Type h for the list of commands.")
    case .again: return page.current.map { page.show($0) } ?? go(to: 0, .next)
    case .uncover: return page.uncover()
    case .next: return go(to: (page.position ?? -1) + 1, .next)
    case .previous:
      guard let position = page.position, position > 0 else {
        return LinearReply(sentence: "This is the first post.")
      }
      return go(to: position - 1, .jump)
    case .go(let number):
      guard number > 0 else { return LinearReply(sentence: "Posts are numbered from 1.") }
      return go(to: number - 1, .jump)
    case .last: return go(to: .max, .jump)
    case .link(let number): return open(link: number)
    case .open: return openPost()
    case .comments: return readComments()
    case .search(let text): return search(text)
    }
  }

  private mutating func go(to row: Int, _ purpose: LinearWork.Purpose) -> LinearReply {
    if let id = page.id(at: row) { return page.show(id) }
    pending.task = .row(row, purpose)
    return LinearReply()
  }

  private mutating func readComments() -> LinearReply {
    if page.hasComments { return page.showMoreComments() }
    guard let current = page.current, let post = page.post else {
      return LinearReply(sentence: "There is no post to comment on.")
    }
    let search = ConversationSearch(below: post, record: current, in: timeline, reach: .page)
    pending.task = .comments(search)
    return LinearReply()
  }

  private mutating func search(_ text: String?) -> LinearReply {
    guard let text = text ?? lastSearch else {
      return LinearReply(sentence: "Type a text after the slash, such as /lake.")
    }
    lastSearch = text
    pending.task = .search(
      LinearSearch(text, after: page.current.flatMap { timeline.row(of: $0) } ?? -1, in: timeline)
    )
    return LinearReply()
  }

  private mutating func open(link number: Int) -> LinearReply {
    guard number > 0, number <= page.links.count else {
      let count = page.links.count
      let links = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
      return LinearReply(sentence: "This post has \(links). Type g \(number) for a post.")
    }
    let source = page.current.flatMap { timeline.sourceName(of: $0) }
    return carryOut(LinearOpening(page.links[number - 1], of: source))
  }

  private mutating func openPost() -> LinearReply {
    guard let address = page.post?.url else {
      return LinearReply(sentence: "This post has no address.")
    }
    return carryOut(LinearOpening(address, label: ""))
  }

  private mutating func carryOut(_ opening: LinearOpening) -> LinearReply {
    guard !isSecure else {
      return LinearReply(sentence: "Not opened: secure mode is on (STREAMTUI_SECURE)")
    }
    switch opening {
    case .open(let effect, let sentence): return LinearReply(sentence: sentence, effect)
    case .ask(let effect, let sentence):
      question = effect
      return LinearReply(sentence: sentence)
    case .refuse(let reason): return LinearReply(sentence: reason)
    }
  }
}

/// The answer of ``LinearReader`` to a line: text to print, and an action outside.
package struct LinearReply: Equatable {
  /// Sanitized lines, each with a newline at its end; empty for none.
  package let text: String
  /// The action after the text is printed; nil for none.
  package let effect: Effect?

  init(_ text: String = "", _ effect: Effect? = nil) {
    self.text = text
    self.effect = effect
  }

  /// Makes a reply of one line, which is sanitized.
  init(sentence: String, _ effect: Effect? = nil) {
    self.init(SafeText(sanitizing: sentence).string + "\n", effect)
  }
}

/// The choices of a ``LinearReader`` that hold from start to end.
package struct LinearOptions {
  package var columns = 80
  package var zone = TimeZoneRules.utc
  package var isSecure = false
  /// The place where an earlier run ended; nil to begin at the first post.
  package var place: SavedPlace?
  package var beginsAtEnd = false
  package var isWanted: ((Post, RecordID) -> Bool)?

  package init() {}
}
