import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The web page of a post, read in the viewer.
struct ArticlePageTests {
  private static let address = "https://lakes.example/ice"
  private static let json =
    #"{"version":1,"posts":[{"id":"p1","url":"\#(address)","body_text":"Ice on the lakes"},"#
    + #"{"id":"p2","body_html":"<p>see <a href=\"https://host.example/2\">this</a></p>"},"#
    + #"{"id":"p3","body_text":"no link"},{"id":"p4","url":"mailto:olga@lakes.example"},"#
    + #"{"id":"p5","url":"javascript:alert(1)"}]}"#
  private static let text = ArticleText.article(
    title: "Ice\u{1B}[31m on the lakes",
    html: "<p>The <b>ice</b> is thick. <a href=\"/map\">Map</a></p>",
    address: "https://www.lakes.example/ice-2026"
  )

  private func viewer(
    _ keys: Key...,
    size: Size = Size(columns: 80, lines: 24)
  ) throws -> (viewer: Viewer, effects: [Effect]) {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)), size: size)
    let effects = keys.flatMap { viewer.press($0) }
    return (viewer, effects)
  }

  /// Law 12: an address that no frame has shown is asked about.
  @Test func anAddressThatWasNotShownIsAskedAbout() throws {
    var (viewer, effects) = try viewer("J", "X")
    #expect(effects.isEmpty)
    let question = viewer.app.draw().textPlane()
    #expect(question.contains("y fetches https://host.example/2"))
    // No key answers a question that no frame has shown.
    viewer.press("y")
    #expect(viewer.app.view.pages.count == 1)
    (viewer, effects) = try self.viewer("J", "X")
    let answered = viewer.press(onceSeen: "y")
    #expect(answered.last == .ask(try article(at: "https://host.example/2", token: 2)))
    #expect(viewer.page[0].contains("Fetching host.example …"))
    (viewer, _) = try self.viewer("J", "X")
    #expect(viewer.press(onceSeen: "n").isEmpty)
    #expect(viewer.status.contains("Not fetched") && viewer.app.view.pages.count == 1)
  }

  @Test func thePostsAddressIsFetchedOnceItWasShown() throws {
    var (viewer, _) = try viewer(Key(.enter))
    viewer.rest()
    #expect(viewer.press(onceSeen: "X") == [.ask(try article(at: Self.address, token: 3))])
    #expect(viewer.status.contains("fetching lakes.example …"))
  }

  @Test func aSourceWithFullTextsFetchesWhatIsOpened() throws {
    let feed = Feeds.feed(Self.json)
    var viewer = try Viewer(Timeline(feed)) { $0.stream.fullTextSlots = [0] }
    #expect(viewer.press(Key(.enter)) == [.ask(try article(at: Self.address, token: 3))])
    #expect(viewer.page[0].contains("Fetching lakes.example …"))
    #expect(viewer.press("q") == [.cancel(3)])
    #expect(viewer.page.joined().contains("Ice on the lakes"))
    viewer.press("q")
    // No address, and addresses that are no pages of the web, fetch nothing.
    for _ in 0..<4 {
      #expect(viewer.type("J\r").isEmpty)
      viewer.press("q")
    }
    for (slot, isSecure) in [(0, true), (1, false)] {
      viewer = try Viewer(Timeline(feed)) { options in
        options.stream.fullTextSlots = [slot]
        options.isSecure = isSecure
      }
      #expect(viewer.press(Key(.enter)).isEmpty, "slot \(slot)")
    }
  }

  @Test func fullTextsThatAreNotFetchedSayWhy() throws {
    let json = """
      {"version":1,"posts":[\
      {"id":"a","url":"http://192.168.7.2/a","body_html":"<p>first text</p>"},\
      {"id":"b","url":"mailto:olga@lakes.example","body_html":"<p>second</p>"},\
      {"id":"c","url":"gopher://lakes.example/c","body_html":"<p>third</p>"}]}
      """
    for (number, reason) in [
      "the host is inside your own network (X asks)", "the post's address is a mail address",
      "not an http, https or mailto address",
    ].enumerated() {
      var viewer = try Viewer(Timeline(Feeds.feed(json))) { $0.stream.fullTextSlots = [0] }
      for _ in 0..<number { viewer.press("J") }
      #expect(viewer.press(Key(.enter)).isEmpty)
      #expect(viewer.status.contains("Full text not fetched: \(reason)"), "\(viewer.status)")
      #expect(viewer.app.view.page.content.name == "detail")
    }
  }

  @Test func theNextPostIsReachedFromThePageOfOne() throws {
    let posts = (1...3).map {
      #"{"id":"\#($0)","url":"https://lakes.example/\#($0)","body_html":"<p>ice \#($0)</p>"}"#
    }
    let json = #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
    let feed = Timeline(Feeds.feed(json))
    var viewer = try ReadingStage(feed) { $0.stream.fullTextSlots = [0] }.viewer
    viewer.work()
    viewer.press(Key(.enter))
    viewer.handle(.answer(.article(Self.text), to: 3))
    #expect(
      viewer.page.joined().contains("Ice on the lakes")
        || viewer.app.view.page.content.keyPage == .article
    )
    let effects = viewer.press("n")
    #expect(
      effects.contains(.ask(try article(at: "https://lakes.example/2", token: 6))),
      "\(effects) \(viewer.status)"
    )
    #expect(viewer.app.view.page.content.keyPage == .article)
    viewer.type("qq")
    #expect(viewer.status.contains("post 2 of 3"))
  }

  @Test(arguments: [("", 80, 24), ("-narrow", 40, 10)])
  func aPostWhosePageFailsShowsItsOwnText(_ suffix: String, _ columns: Int, _ lines: Int) throws {
    let json =
      #"{"version":1,"posts":[{"id":"p1","url":"\#(Self.address)","title":"Ice","#
      + #""author":{"name":"Olga"},"published":"2026-01-30T08:15:00Z","#
      + #""body_html":"<p>Ice on the <a href=\"https://map.example/\">lakes</a></p>"}]}"#
    let size = Size(columns: columns, lines: lines)
    let timeline = Timeline(Feeds.feed(json))
    var viewer = try Viewer(timeline, size: size) { $0.stream.fullTextSlots = [0] }
    #expect(viewer.press(Key(.enter)) == [.ask(try article(at: Self.address, token: 3))])
    viewer.handle(.answer(.article(.failure("The host lakes.example was not found.")), to: 3))
    viewer.rest()
    try expectGolden(viewer.outcome, "article-failed-own\(suffix)")
    // Its links are those of the post.
    #expect(viewer.type("1y") == [.copy("https://map.example/")])
    viewer.press("q")
    #expect(viewer.app.view.page.content.name == "detail")
  }

  @Test func aPostWithoutAWebPageSaysSo() throws {
    let steps: [(Int, String)] = [
      (2, "no address and no link"), (3, "mail address"), (4, "not an"),
    ]
    for (count, words) in steps {
      var (viewer, _) = try viewer()
      for _ in 0..<count { viewer.press("J") }
      #expect(viewer.press("X").isEmpty)
      #expect(viewer.status.contains("Not fetched") && viewer.status.contains(words), "\(words)")
    }
    var secure = try Viewer(Timeline(Feeds.feed(Self.json))) { $0.isSecure = true }
    #expect(secure.press("X").isEmpty)
    #expect(secure.status.contains("secure mode"))
  }

  private func article(at address: String, token: Int) throws -> Request {
    let target = try #require(LinkGate.judge(address, label: "").target)
    return Request(token: token, wish: .article(target))
  }

  private func fetching(_ size: Size = Size(columns: 80, lines: 24)) throws -> Viewer {
    var (viewer, _) = try viewer("X", size: size)
    viewer.press(onceSeen: "y")
    viewer.rest()
    return viewer
  }

  @Test(arguments: [("", 80, 24), ("-narrow", 40, 10), ("-wide", 120, 40)])
  func looksLikeItsPicture(_ suffix: String, _ columns: Int, _ lines: Int) throws {
    let size = Size(columns: columns, lines: lines)
    var viewer = try fetching(size)
    try expectGolden(viewer.outcome, "article-fetching\(suffix)")
    viewer.handle(.answer(.article(Self.text), to: 2))
    viewer.rest()
    try expectGolden(viewer.outcome, "article\(suffix)")
    var other = try fetching(size)
    other.handle(.answer(.article(.failure("The host lakes.example was not found.")), to: 2))
    other.rest()
    try expectGolden(other.outcome, "article-failed\(suffix)")
  }

  @Test func linksOfTheTextAreLive() throws {
    var viewer = try fetching()
    viewer.handle(.answer(.article(Self.text), to: 2))
    viewer.rest()
    viewer.rest(after: Key(.tab))
    #expect(viewer.status.contains("https://www.lakes.example/map"))
  }

  @Test func theRestOfThePageIsOneKeyAway() throws {
    var viewer = try fetching()
    let whole = WholePage(html: "<nav>Home, News</nav><p>The ice is thick.</p>", leftOut: 2)
    let text = ArticleText.article(
      title: "Ice",
      html: "<p>The ice is thick.</p>",
      address: "https://a.example/",
      page: whole
    )
    viewer.handle(.answer(.article(text), to: 2))
    viewer.rest()
    #expect(viewer.status.contains("2 words left out, X shows them"))
    #expect(!viewer.page.joined().contains("Home, News"))
    #expect(viewer.press("X").isEmpty)
    viewer.rest()
    #expect(viewer.page.joined().contains("Home, News"))
    #expect(viewer.status.contains("X shows the article alone"))
    viewer.rest(after: "X")
    #expect(!viewer.page.joined().contains("Home, News"))
  }

  @Test func onlyItsOwnAnswerIsTaken() throws {
    var viewer = try fetching()
    viewer.handle(.answer(.article(Self.text), to: 3))
    #expect(viewer.page[0].contains("Fetching"))
    viewer.handle(.answer(.article(Self.text), to: 2))
    viewer.handle(.answer(.article(.failure("late")), to: 2))
    #expect(viewer.page[0].contains("on the lakes") && !viewer.page[0].contains("\u{1B}"))
    #expect(viewer.press("q").isEmpty)
  }

  @Test func leavingThePageStopsTheFetch() throws {
    for key in [Key.character("q"), Key(.escape), Key(.backspace)] {
      var viewer = try fetching()
      #expect(viewer.press(key) == [.cancel(2)])
      viewer.handle(.answer(.article(Self.text), to: 2))
      #expect(viewer.page[0].contains("Ice on the lakes") || viewer.app.view.pages.count == 1)
    }
    // A page above it stops nothing.
    var viewer = try fetching()
    #expect(viewer.press("?").isEmpty)
    viewer.handle(.answer(.article(Self.text), to: 2))
    viewer.press("q")
    #expect(viewer.page[0].contains("on the lakes"))
  }
}
