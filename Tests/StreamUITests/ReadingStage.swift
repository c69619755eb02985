import CellGrid
import StreamModel
import TestSupport

@testable import StreamUI

/// A viewer that tells read posts from unread ones, and what it wants to be kept.
struct ReadingStage {
  var viewer: Viewer
  private(set) var effects: [Effect] = []

  static let options: App.Options = {
    var options = App.Options()
    options.stream.tracksReading = true
    options.stream.remembersPosts = true
    return options
  }()

  /// - Parameter recalled: the states that were kept; nil where they have not come yet.
  init(
    _ timeline: Timeline,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = Self.options,
    recalled: [PostState]? = [],
    _ change: (inout App.Options) -> Void = { _ in }
  ) throws {
    viewer = try Viewer(timeline, size: size, options: options, change)
    guard let recalled else { return }
    if !recalled.isEmpty { handle(.recalled(recalled)) }
    handle(.recalled([]))
  }

  /// A feed of short posts with the ids p1, p2, ….
  init(
    posts count: Int,
    size: Size = Size(columns: 80, lines: 24),
    _ change: (inout App.Options) -> Void = { _ in }
  ) throws {
    let bodies = (1...count).map { "<p>text \($0)</p>" }
    try self.init(Timeline(Feeds.feed(Feeds.posts(bodies))), size: size, change)
  }

  /// Short posts, and the viewer after keys of a script.
  init(posts count: Int = 40, after keys: String) throws {
    try self.init(posts: count)
    try play(keys)
  }

  var feed: Timeline { viewer.app.feed }

  mutating func press(_ keys: Key...) { effects += keys.flatMap { viewer.press($0) } }

  mutating func handle(_ event: Event) { effects += viewer.handle(event) }

  mutating func wait(_ milliseconds: Int) { effects += viewer.wait(milliseconds: milliseconds) }

  /// Presses the keys of a text, of which `\r` is Enter.
  mutating func type(_ text: String) { effects += viewer.type(text) }

  /// Presses the keys of a script, and does all work after each.
  mutating func play(_ keys: String) throws {
    for step in try KeyScript(keys).steps {
      if case .input(.key(let key)) = step { press(key) }
      work()
    }
  }

  /// Presses keys, and does all work that they leave.
  mutating func work(after key: Key, _ more: Key...) {
    for key in [key] + more { press(key) }
    work()
  }

  /// Does all work between keys.
  mutating func work() {
    while viewer.app.isJobWanted { effects += viewer.app.advanceMode(at: viewer.now).effects }
    while viewer.app.hasBackgroundWork { _ = viewer.app.workInBackground(at: viewer.now) }
  }

  func positions(of flag: PostFlags, recalled: [PostState] = []) -> [Int] {
    var known: [Timeline.SourceKey: PostFlags] = [:]
    for state in recalled + effects.remembered { known[state.key] = state.flags }
    return (0..<feed.recordCount).filter { position in
      guard let id = feed.id(at: position) else { return false }
      return feed.keys(of: id).contains { known[$0]?.contains(flag) == true }
    }
  }

  var read: [Int] { positions(of: .read) }

  /// The positions of the rows that have a sign on the screen.
  func signed(_ sign: String) -> [Int] {
    viewer.app.view.list.visible(in: viewer.app.view.rows).filter { seen in
      seen.firstLine == 0 && viewer.page[seen.top].prefix(2).contains(sign)
    }.map(\.row)
  }

  /// The positions of the rows of which all is on the screen.
  var whole: [Int] {
    viewer.app.view.list.visible(in: viewer.app.view.rows).filter(\.isWhole).map(\.row)
  }

  func state(_ position: Int, _ flags: PostFlags, changed: PostFlags = []) throws -> PostState {
    let id = feed.id(at: position)
    guard let id, let key = feed.key(of: id) else { throw Missing() }
    return PostState(key: key, flags: flags, changed: changed)
  }

  struct Missing: Error {}
}
