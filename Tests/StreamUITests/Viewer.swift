import Addresses
import CellGrid
import StreamModel
import TestSupport

@testable import StreamUI

/// A viewer without a run loop: each event, each slice of growth and each frame is the test's.
struct Viewer {
  var app: App
  private(set) var now = Moment(nanoseconds: 0)
  /// The wishes of pages, the last one last.
  private(set) var requests: [Request] = []

  /// - Parameter change: what is different from `options`.
  init(
    _ timeline: Timeline,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = App.Options(),
    _ change: (inout App.Options) -> Void = { _ in }
  ) throws {
    while try timeline.advance(bytes: 1 << 20) == .more {}
    app = App(timeline, size: size, options: options.changed(by: change))
    app.begin(at: now)
    rest()
  }

  /// The page's lines as text, without the status line.
  var page: [String] {
    app.draw().textPlane().split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(app.view.pageLines).map { String($0) }
  }

  /// The first line of the page that has `text`.
  func line(with text: String) -> Int? { page.firstIndex { $0.contains(text) } }

  var status: String {
    let screen = app.draw()
    let lines = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(app.view.pageLines) else { return "" }
    // A long message takes lines above its last one.
    let isLong = app.mode.message.map { !$0.leavesPlace } ?? false
    let before = screen.lines.prefix(app.view.pageLines).reversed().prefix {
      isLong && $0.isMessage
    }
    return lines[(app.view.pageLines - before.count)...app.view.pageLines].joined(separator: "\n")
  }

  /// Whether rows reach to the last line of the page.
  var isFull: Bool {
    let visible = app.view.list.visible(in: app.view.rows)
    return visible.reduce(0) { $0 + $1.lines } == app.view.pageLines
  }

  var topPosition: Int? { app.view.rows.position(of: app.view.list.anchor.row) }

  var seen: Set<RecordID> {
    let rows = app.view.rows
    let ids = app.view.list.visible(in: rows).compactMap { seen -> RecordID? in
      if case .record(let id)? = rows.row(at: seen.row) { id } else { nil }
    }
    return Set(ids)
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] {
    let effects = keys.flatMap { app.handle(.input(.key($0)), at: now, wall: Stage.wall) }
    requests += effects.requests
    return effects
  }

  /// Presses a key once the frame was shown: no key answers a question that nobody has seen.
  @discardableResult
  mutating func press(onceSeen key: Key) -> [Effect] {
    app.frameShown(app.frameAck)
    return press(key)
  }

  /// Answers the last request, or for a discussion the last one that asks its place.
  mutating func answer(_ answer: Answer) {
    let asked = requests.last { request in
      guard case .discussion(let place, _) = answer else { return true }
      return if case .discussion(place, _) = request.wish { true } else { false }
    }
    handle(.answer(answer, to: asked?.token ?? 0))
  }

  /// Hands in the copy of a discussion that an earlier run has kept, as the open page asks for it at rest.
  mutating func recall(_ copy: Discussion, of place: DiscussionPlace, from time: Timestamp) {
    for request in app.rest().requests {
      handle(.answer(.keptDiscussions([(place, .copy(copy, of: time))]), to: request.token))
    }
  }

  /// Lets an event arrive that is no key.
  @discardableResult
  mutating func handle(_ event: Event) -> [Effect] { app.handle(event, at: now, wall: Stage.wall) }

  /// Lets time pass, and everything happen that is due meanwhile.
  @discardableResult
  mutating func wait(milliseconds: Int) -> [Effect] {
    let end = now.advanced(byMilliseconds: milliseconds)
    var effects: [Effect] = []
    while let deadline = app.deadline(at: now), deadline <= end {
      now = max(now, deadline)
      effects += app.handle(.due, at: now, wall: Stage.wall)
    }
    now = end
    return effects
  }

  /// The frame now, for comparison with a picture.
  var outcome: Stage.Outcome {
    Stage.Outcome(screen: app.draw(), app: app, frames: [], effects: [])
  }

  mutating func resize(to size: Size) { _ = app.handle(.resized(size), at: now, wall: Stage.wall) }

  /// Presses the keys of a text, of which `\r` is Enter.
  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.unicodeScalars.flatMap { press($0 == "\r" ? Key(.enter) : .character($0)) }
  }

  /// Presses keys, and lets everything happen that is due after the last one.
  mutating func rest(after key: Key, _ more: Key...) {
    for key in [key] + more { press(key) }
    rest()
  }

  /// Presses keys, and does all work that they leave.
  mutating func work(after key: Key, _ more: Key...) {
    for key in [key] + more { press(key) }
    work()
  }

  /// Lets everything happen that is due.
  mutating func rest() {
    while let deadline = app.deadline(at: now) {
      now = max(now, deadline)
      _ = app.handle(.due, at: now, wall: Stage.wall)
    }
  }

  /// Does all work between keys.
  mutating func work() {
    rest()
    while app.isJobWanted {
      _ = app.advanceMode(at: now)
      rest()
    }
    while app.hasBackgroundWork { _ = app.workInBackground(at: now) }
    rest()
  }

  /// The outcome of a job on the page; `eachSlice` is called after each of its slices.
  func outcome(of goal: Job.Goal, _ eachSlice: () -> Void = {}) -> Job.Outcome {
    var list = app.view.list
    let rows = app.view.rows
    var job = Job(goal, in: rows, from: list.selection, at: now)
    while job.hasWork(list, in: rows) {
      var budget = SliceBudget()
      let outcome = job.slice(&list, in: rows, isEnd: false, &budget) { _ in true }
      eachSlice()
      guard outcome == .goesOn else { return outcome }
    }
    return .goesOn
  }

  /// Reads the source again, as the run loop does after its request.
  mutating func reload(_ source: any RecordSource) throws {
    app.feed.reload([source])
    while try app.feed.advance(bytes: 1 << 16) == .more {}
    handle(.reloaded(.shown))
  }

  /// Lets the feed's sources go on as far as they can, as the run loop does.
  mutating func grow() throws {
    var progress = Feed.Progress.more
    while progress == .more {
      app.holdVisibleRows()
      progress = try app.feed.advance(bytes: 1 << 16)
      _ = app.takeInGrowth()
    }
  }
}

extension App {
  /// An app at the time of tests.
  init(
    _ timeline: Timeline,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = App.Options()
  ) {
    self.init(timeline: timeline, size: size, wall: Stage.wall, options: options)
  }
}

extension App.Options {
  /// Options of which some are others than the usual ones.
  init(_ change: (inout Self) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }

  /// The same but for what is changed.
  func changed(by change: (inout Self) throws -> Void) rethrows -> Self {
    var options = self
    try change(&options)
    return options
  }
}

extension Feeds {
  /// A native feed of posts at random times, of one to six lines, some with links.
  static func scattered(_ count: Int, seed: UInt64, prefix: String = "p") -> String {
    var random = SplitMix(seed: seed)
    let posts = (0..<count).map { number -> String in
      let minute = random.below(60)
      let hour = random.below(24)
      let day = 1 + random.below(28)
      let time = Timestamp.january(day, hour: hour, minute: minute)
      let lines = (0...random.below(6)).map { "<p>\(prefix) \(number) line \($0)</p>" }.joined()
      let link =
        number % 3 == 0 ? "<p><a href=\\\"https://host.example/\(number)\\\">x</a></p>" : ""
      return #"{"id":"\#(prefix)\#(number)","author":{"name":"Olga"},"#
        + #""published":"\#(time)","body_html":"\#(lines)\#(link)"}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#
  }
}

extension CellLine {
  /// Whether the line belongs to a message, which may lie over rows.
  var isMessage: Bool { cells.allSatisfy { $0.role == .status || $0.role == .statusWarning } }
}

extension [Effect] {
  /// The targets that are opened.
  var opened: [String] {
    compactMap { if case .open(let target) = $0 { target.text } else { nil } }
  }
  var requests: [Request] { compactMap { if case .ask(let request) = $0 { request } else { nil } } }
  var wishes: [Request.Wish] { requests.map(\.wish) }
  /// The states of posts and comments that are to be kept, in order.
  var remembered: [PostState] {
    flatMap { effect -> [PostState] in
      if case .remember(let states) = effect { states } else { [] }
    }
  }

  var savedPosts: [(path: String, text: String, thing: SavedThing)] {
    compactMap { effect in
      guard case .savePost(let path, let text, let thing) = effect else { return nil }
      return (path: path, text: text, thing: thing)
    }
  }

  var savedLinks: [(path: String, text: String)] {
    compactMap { if case .save(let path, let text) = $0 { (path: path, text: text) } else { nil } }
  }

  /// The place that a letter is to name in all sources.
  func mark(_ letter: Unicode.Scalar) -> SavedPlace? {
    compactMap { if case .setMark(letter, let place) = $0 { place } else { nil } }.first
  }
}
