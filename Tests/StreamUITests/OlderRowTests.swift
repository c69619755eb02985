import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The line below the last post of a stream, which stands for older ones.
struct OlderRowTests {
  private static let json: String = {
    let posts = (0..<60).map { #"{"id":"p\#($0)","body_text":"post number \#($0)"}"# }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
  }()

  /// A viewer of 20 posts at its end, whose source can bring further ones.
  private func viewer(
    _ state: OlderPosts.State?,
    sources: Int = 1,
    _ fetching: OlderFetching = .ask,
    size: Size = Size(columns: 80, lines: 12),
    atEnd: Bool = true,
    isSecure: Bool = false
  ) throws -> (viewer: Viewer, source: ScriptedSource) {
    let source = try ScriptedSource(Feeds.feed(Self.json), records: 20)
    var options = App.Options()
    options.older = fetching
    options.isSecure = isSecure
    options.stream.older = state.map { OlderPosts($0, sources: sources) }
    let timeline = Timeline(sources: [source], order: .document)
    var viewer = try Viewer(timeline, size: size, options: options)
    // The source goes on, so that its end is not known: the way there is given up.
    if atEnd { viewer.type("GKJ") }
    viewer.rest()
    return (viewer, source)
  }

  @Test func enterAsksAndThePostsComeInWhereTheLineWas() throws {
    var (viewer, source) = try self.viewer(.more)
    let line = try #require(viewer.line(with: "▌ older posts · Enter fetches them"))
    #expect(viewer.app.view.list.selection == .older)
    #expect(viewer.status.contains("post 20 of 20"))
    let above = viewer.page[..<line]
    #expect(viewer.press(Key(.enter)) == [.fetchOlder(nil)])
    viewer.handle(.older(OlderPosts(.fetching)))
    #expect(viewer.line(with: "fetching older posts …") == line)
    #expect(viewer.press(Key(.enter)).isEmpty)
    source.append(7)
    try viewer.grow()
    viewer.handle(.older(OlderPosts(.more)))
    viewer.rest()
    #expect(Array(viewer.page[..<line]) == Array(above))
    #expect(viewer.page[line + 1].contains("post number 20"))
    #expect(viewer.app.view.list.selection == .record(20))
    viewer.press("G")
    #expect(viewer.app.view.list.selection == .older)
    #expect(viewer.status.contains("post 27 of 27"))
  }

  @Test func aReaderWhoHasMovedStays() throws {
    var (viewer, source) = try self.viewer(.more)
    viewer.press(Key(.enter))
    viewer.handle(.older(OlderPosts(.fetching)))
    viewer.rest(after: "K", "K")
    let (page, selection) = (viewer.page, viewer.app.view.list.selection)
    source.append(30)
    try viewer.grow()
    viewer.handle(.older(OlderPosts(.first)))
    viewer.rest()
    let end = try #require(page.firstIndex { $0.contains("older posts") })
    #expect(Array(viewer.page[..<end]) == Array(page[..<end]))
    #expect(viewer.app.view.list.selection == selection)
  }

  @Test func aFaultStandsInTheLineAndEnterAsksAgain() throws {
    var (viewer, _) = try self.viewer(.more)
    let above = viewer.page
    let text = SafeText(sanitizing: "a.example refuses access to older posts (403).")
    viewer.handle(.older(OlderPosts(.failed(text, at: Stage.wall.advanced(by: -3_600)))))
    viewer.rest()
    let line = try #require(viewer.line(with: "older posts not fetched: a.example refuses access"))
    #expect(Array(viewer.page[..<line]) == Array(above[..<line]))
    #expect(viewer.page[line...].joined().contains("1h ·  Enter asks again"))
    #expect(viewer.press(Key(.enter)) == [.fetchOlder(nil)])
    viewer.handle(.older(OlderPosts(.first)))
    #expect(viewer.line(with: "the first post is here") == line)
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("The first post is here"))
  }

  @Test func theEndKeyShowsAllOfAFailure() throws {
    // The message of a key that leads nowhere takes lines from the page, and a title makes it longer.
    var (viewer, source) = try self.viewer(.more, size: Size(columns: 40, lines: 10))
    source.title = "Reports from the lakes and rivers of the whole long north"
    source.end()
    try viewer.grow()
    let text = SafeText(sanitizing: "social.example does not have the next page (404).")
    viewer.handle(.older(OlderPosts(.failed(text, at: Stage.wall))))
    viewer.rest()
    for message in ["", "Already here"] {
      viewer.rest(after: "G")
      #expect(viewer.status.contains(message))
      #expect(viewer.page.joined(separator: " ").contains("Enter asks again"), "\(viewer.page)")
    }
  }

  @Test func anotherHostIsAskedAbout() throws {
    let address = "https://old.example/2"
    var (viewer, _) = try self.viewer(.elsewhere(address, host: "old.example"))
    #expect(viewer.line(with: "older posts on old.example · Enter asks whether") != nil)
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.app.draw().textPlane().contains("y fetches https://old.example/2"))
    let target = try #require(LinkGate.judge(address, label: "").target)
    viewer.press(onceSeen: "n")
    #expect(viewer.status.contains("Not fetched"))
    viewer.press(Key(.enter))
    #expect(viewer.press(onceSeen: "y") == [.fetchOlder(target)])
  }

  @Test func secureModeRefuses() throws {
    var (viewer, _) = try self.viewer(.more, isSecure: true)
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("Not fetched: secure mode is on"))
  }

  @Test func theLineIsThereOnlyWhereSomethingIsKnownAndWanted() throws {
    let (other, _) = try self.viewer(nil)
    #expect(other.line(with: "older posts") == nil)
    let (never, _) = try self.viewer(.more, .never)
    #expect(never.line(with: "older posts") == nil)
  }

  @Test func olderPostsFurtherUpAreNoNews() throws {
    let hours = (0..<30).map { 200 - $0 * 5 } + [193, 188, 183]
    let posts = hours.enumerated().map { number, hour in
      let time = Timestamp.january(1, hour: hour)
      return #"{"id":"p\#(number)","published":"\#(time)","body_text":"post number \#(number)"}"#
    }
    let feed = #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
    let source = try ScriptedSource(Feeds.feed(feed), records: 30)
    var options = App.Options()
    options.stream.older = OlderPosts(.more, sources: 2)
    let timeline = Timeline(sources: [source], order: .newest)
    var viewer = try Viewer(timeline, size: Size(columns: 80, lines: 12), options: options)
    viewer.rest(after: "G", "K", "J")
    let page = viewer.page
    viewer.press(Key(.enter))
    viewer.handle(.older(OlderPosts(.fetching, sources: 2)))
    // The process ends before its posts are scanned.
    source.append(3)
    viewer.handle(.older(OlderPosts(.more, sources: 2)))
    try viewer.grow()
    viewer.rest()
    #expect(viewer.page == page)
    #expect(viewer.app.feed.recordCount == 33)
    #expect(!viewer.status.contains("new above"), "\(viewer.status)")
    #expect(viewer.app.view.list.selection == .older)
  }

  @Test func missedPostsAreSaid() throws {
    var (viewer, _) = try self.viewer(.missed)
    #expect(viewer.line(with: "some newer posts are not loaded · Enter fetches them") != nil)
    #expect(viewer.press(Key(.enter)) == [.fetchOlder(nil)])
  }

  @Test func severalSourcesAreCounted() throws {
    let (viewer, _) = try self.viewer(.more, sources: 3)
    #expect(viewer.line(with: "older posts of 3 sources · Enter fetches them") != nil)
  }

  @Test func scrollingAsksAtTheLastScreenful() throws {
    var (viewer, _) = try self.viewer(.more, .scroll, atEnd: false)
    #expect(viewer.press("j").isEmpty)
    var keys = 0
    while viewer.press("J").isEmpty, keys < 30 { keys += 1 }
    #expect((8..<20).contains(keys), "\(keys)")
    // A fetch that goes on, has failed or is over asks for nothing.
    viewer.handle(.older(OlderPosts(.fetching)))
    #expect(viewer.press("J").isEmpty)
    viewer.handle(.older(OlderPosts(.failed("x", at: Stage.wall))))
    #expect(viewer.press("J").isEmpty)
    viewer.handle(.older(OlderPosts(.first)))
    #expect(viewer.press("J").isEmpty)
  }

  @Test func theLineGoesWithItsState() throws {
    var (viewer, _) = try self.viewer(.more)
    viewer.handle(.older(nil))
    viewer.rest()
    #expect(viewer.line(with: "older posts") == nil)
    #expect(viewer.app.view.selectedRow == .record(19))
    viewer.type("kG")
    #expect(viewer.app.view.selectedRow == .record(19))
  }

  @Test(arguments: [40, 80]) func looksLikeThis(columns: Int) throws {
    var (viewer, _) = try self.viewer(.more, size: Size(columns: columns, lines: 10))
    try expectGolden(viewer.outcome, "older-more-\(columns)")
    viewer.handle(.older(OlderPosts(.fetching)))
    try expectGolden(viewer.outcome, "older-fetching-\(columns)")
    let text = SafeText(sanitizing: "a.example is too slow: the time for the transfer is over.")
    viewer.handle(.older(OlderPosts(.failed(text, at: Stage.wall.advanced(by: -300)))))
    viewer.rest()
    try expectGolden(viewer.outcome, "older-failed-\(columns)")
    viewer.handle(.older(OlderPosts(.elsewhere("https://old.example/2", host: "old.example"))))
    viewer.rest()
    try expectGolden(viewer.outcome, "older-elsewhere-\(columns)")
    viewer.handle(.older(OlderPosts(.first)))
    viewer.rest()
    try expectGolden(viewer.outcome, "older-first-\(columns)")
  }

  @Test func theLineIsNoPost() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json))) { $0.stream.older = OlderPosts(.more) }
    viewer.rest(after: Key(.enter))
    #expect(viewer.status.contains("post 1 of 60"), "\(viewer.status)")
  }

  @Test(arguments: [
    (Timeline.Order.oldest, "above the first post"), (.likes, "among the others"),
    (.comments, "among the others"),
  ])
  func otherOrdersSayWhereOlderPostsComeIn(_ order: Timeline.Order, _ place: String) throws {
    var options = App.Options()
    options.older = .scroll
    options.stream.older = OlderPosts(.more)
    let timeline = Timeline([Feeds.feed(Self.json)], order: order)
    var viewer = try Viewer(timeline, size: Size(columns: 80, lines: 12), options: options)
    viewer.work()
    #expect(viewer.press("G").isEmpty)
    viewer.rest()
    let line = try #require(viewer.line(with: "older posts · Enter fetches them, \(place)"))
    #expect(viewer.app.view.list.selection == .older)
    #expect(viewer.press(Key(.enter)) == [.fetchOlder(nil)])
    viewer.handle(.older(OlderPosts(.fetching)))
    #expect(viewer.line(with: "fetching older posts …") == line)
    // The first post is at the other end, or anywhere.
    viewer.handle(.older(OlderPosts(.first)))
    viewer.rest()
    #expect(viewer.line(with: "the first post is here") == nil)
    #expect(viewer.app.view.list.selection != .older)
  }
}
