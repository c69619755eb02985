import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A feed that is read anew: where the reader is then, and what the status line says.
struct ReloadTests {
  private static let dates = (0..<60).map { Timestamp.january($0 / 2 + 1, hour: 12) }

  private func feed(_ ids: some Sequence<Int>) -> Feed {
    let posts = ids.map { id in
      #"{"id":"p\#(id)","author":{"name":"Olga"},"published":"\#(Self.dates[id % 60])","#
        + #""body_text":"post \#(id)"}"#
    }
    return Feeds.feed(#"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#)
  }

  /// Presses r, and answers as the session does.
  private func reload(_ viewer: inout Viewer, _ feed: Feed) throws {
    #expect(viewer.press("r") == [.reload])
    try viewer.reload(feed)
    viewer.work()
  }

  @Test(arguments: Timeline.Order.allCases)
  func thePlaceIsKeptByTheIdOfThePost(order: Timeline.Order) throws {
    var viewer = try Viewer(Timeline([feed(0..<60)], order: order, usualOrder: order))
    viewer.rest(after: "2", "0", "J", "j")
    let (page, status) = (viewer.page, viewer.status)
    // Posts above, below and among the others; the ids of records are all others.
    try reload(&viewer, feed(Array(60..<70) + Array(0..<60) + [119]))
    #expect(viewer.status.contains("Reloaded"))
    #expect(viewer.page.prefix(10) == page.prefix(10))
    #expect(status.contains("of 60"))
    #expect(viewer.app.view.status.contains("of 71"))
    #expect(viewer.app.feed.order == order)
  }

  @Test func aPostThatIsGoneStandsForTheNearestInTime() throws {
    var viewer = try Viewer(Timeline(feed(0..<60)))
    viewer.type("30g")
    #expect(viewer.page[1].contains("post 29"))
    try reload(&viewer, feed((0..<60).filter { !(20..<37).contains($0) }))
    #expect(viewer.status.contains("post gone, nearest in time"))
    #expect(viewer.page[1].contains("post 37"))
  }

  @Test func whatHasNothingInCommonBeginsAnew() throws {
    var viewer = try Viewer(Timeline(feed(0..<60)))
    viewer.type("30g")
    try reload(&viewer, Feeds.feed(#"{"posts":[{"id":"x","body_text":"other"}]}"#))
    #expect(viewer.status.contains("Reloaded; the post is gone"))
    #expect(viewer.page[1].contains("other"))
    try reload(&viewer, Feeds.feed(#"{"posts":[]}"#))
    #expect(viewer.app.view.status.contains("no posts"))
    try reload(&viewer, feed(0..<60))
    #expect(viewer.page[1].contains("post 0"))
  }

  @Test func aFailureLeavesEverythingAsItWas() throws {
    var viewer = try Viewer(Timeline(feed(0..<60)))
    viewer.type("30g")
    let page = viewer.page
    viewer.press("r")
    viewer.handle(.reloaded(.failed("feed.json: No such file or directory")))
    #expect(viewer.status.contains("Not reloaded: feed.json: No such file or directory"))
    #expect(viewer.page == page)
    viewer.press("k")
    #expect(!viewer.status.contains("Not reloaded"))
  }

  @Test func onOtherPagesNothingIsReloaded() throws {
    var viewer = try Viewer(Timeline(feed(0..<60)))
    let words = "Only the timeline and posts opened from it can be reloaded (q goes back)"
    viewer.press("a")
    #expect(viewer.press("r") == [])
    #expect(viewer.status.contains(words))
    viewer.press(Key(.enter))
    #expect(viewer.press("r") == [])
  }

  // MARK: An open post

  /// A post with comments between two others.
  private func discussed(_ comments: Int, ids: [String] = ["a", "p", "z"]) -> Feed {
    let listed = (0..<comments).map {
      #"{"id":"c\#($0)","author":{"name":"Mia"},"body_text":"comment \#($0)"}"#
    }
    let posts = ids.map { id in
      #"{"id":"\#(id)","author":{"name":"Olga"},"body_text":"post \#(id)""#
        + (id == "p" ? #","comments":[\#(listed.joined(separator: ","))]}"# : "}")
    }
    return Feeds.feed(#"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#)
  }

  @Test func anOpenPostShowsTheFileAsItIsNow() throws {
    var viewer = try Viewer(Timeline(discussed(8)))
    viewer.type("J\rJJJ")
    viewer.handle(.outdated("feed.json was rewritten"))
    #expect(viewer.status.contains("feed.json was rewritten; r reloads"))
    viewer.press("K")
    #expect(viewer.status.contains("comment 2 of 8 · source changed (r)"), "\(viewer.status)")
    let page = viewer.page
    try reload(&viewer, discussed(10, ids: ["new", "a", "p", "z"]))
    #expect(viewer.status.contains("Reloaded"))
    // The number of comments is another; nothing else is, and nothing has moved.
    #expect(viewer.page == page.map { $0.replacing("8 comments", with: "10 comments") })
    viewer.press("t")
    #expect(viewer.status.contains("comment 9 of 10 · 2 new"), "\(viewer.status)")
    #expect(!viewer.status.contains("source changed"))
    // The way back leads to the post in its list.
    viewer.press("q")
    #expect(viewer.app.view.pages.isFirst && viewer.status.contains("post 3 of 4"))
  }

  @Test func anOpenPostThatIsGoneLeavesTheTimeline() throws {
    var viewer = try Viewer(Timeline(discussed(8)))
    viewer.type("J\rJ")
    try reload(&viewer, discussed(8, ids: ["a", "z"]))
    #expect(viewer.app.view.pages.isFirst)
    #expect(viewer.status.contains("Reloaded; post gone, nearest in time"), "\(viewer.status)")
  }

  @Test func theSearchForThePlaceGoesOnInSlices() throws {
    let times = (0..<6_000).map { "2026-01-01T0\($0 / 1_000):\(10 + $0 % 50):00Z" }
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.datedPosts(times))))
    viewer.type("Gr")
    // The same posts backwards: the place is as far away as can be.
    let reversed = Feeds.datedPosts(times.reversed()).replacing("\"id\":\"p", with: "\"id\":\"q")
    try viewer.reload(Feeds.feed(reversed))
    #expect(viewer.app.isJobWanted)
    let before = viewer.app.feed.decodeCount
    _ = viewer.app.advanceMode(at: viewer.now)
    #expect(viewer.app.feed.decodeCount - before <= 128)
    viewer.press("j")
    #expect(!viewer.app.isJobWanted)
  }

  @Test func aVersionThatAKeyAskedForIsShownAtOnce() throws {
    var viewer = try Viewer(Timeline(feed(0..<60)))
    #expect(viewer.handle(.outdated("a.example has a newer version", isAsked: true)) == [.reload])
    try viewer.reload(feed(0..<61))
    viewer.work()
    #expect(viewer.status.contains("Reloaded"))
    viewer.press(Key(.enter))
    #expect(viewer.handle(.outdated("a.example has a newer version", isAsked: true)) == [])
    #expect(viewer.status.contains("a.example has a newer version; r reloads"))
    viewer.type("q/")
    #expect(viewer.handle(.outdated("a.example has a newer version", isAsked: true)) == [])
  }

  @Test(arguments: [(80, 24), (40, 10)])
  func theNoticeLooksLikeItsPicture(columns: Int, lines: Int) throws {
    var viewer = try Viewer(Timeline(feed(0..<60)), size: Size(columns: columns, lines: lines))
    viewer.handle(.outdated("feed.json was replaced"))
    try expectGolden(viewer.outcome, "reload-notice-\(columns)")
    viewer.rest(after: "j")
    try expectGolden(viewer.outcome, "reload-outdated-\(columns)")
    try reload(&viewer, feed(5..<60))
    try expectGolden(viewer.outcome, "reload-done-\(columns)")
  }

  @Test func theEndOfAFileThatGrowsIsFollowed() throws {
    let text = Feeds.datedPosts(Self.dates).dropFirst(#"{"version":1,"posts":["#.count).dropLast(2)
    let lines = MemoryBytes(name: "a", text: String(text.replacing("},\n", with: "}\n")) + "\n")
    let timeline = Timeline(Feed(source: lines))
    timeline.mayGrow = true
    var viewer = try Viewer(timeline)
    func append(_ id: String, _ viewer: inout Viewer) throws {
      lines.append("{\"id\":\"\(id)\",\"body_text\":\"\(id)\"}\n".utf8)
      #expect(timeline.resume())
      try viewer.grow()
    }
    try append("unseen", &viewer)
    #expect(viewer.topPosition == 0)
    viewer.press("G")
    try append("followed", &viewer)
    #expect(viewer.page.contains { $0.contains("followed") })
    viewer.press("k")
    try append("later", &viewer)
    #expect(!viewer.page.contains { $0.contains("later") })
  }
}
