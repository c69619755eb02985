import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The page of followed links.
struct VisitedPageTests {
  private static let json = Feeds.linked(40)

  /// Links that were followed: of posts of the feed, of another source, of none.
  static func links(in feed: Timeline) -> [VisitedLink] {
    let own = "/home/olga/feed.json"
    let post = feed.id(at: 30).flatMap { feed.key(of: $0) }
    let gone = Timeline.SourceKey(source: 0, identity: PostIdentity(id: 1, fallback: 2))
    return [
      link("https://host.example/31", 300, .focus, own, post),
      link("https://lakes.example/tide?a=1#b", 7_300, .hint, "/home/olga/lakes.xml"),
      link("mailto:olga@lakes.example", 900_000, .click, nil),
      link("https://host.example/gone", 1_000_000, .queue, own, gone),
    ]
  }

  /// A link that was followed some seconds ago.
  private static func link(
    _ address: String,
    _ seconds: Int64,
    _ manner: LinkManner,
    _ source: String?,
    _ post: Timeline.SourceKey? = nil
  ) -> VisitedLink {
    let time = Stage.wall.advanced(by: -seconds)
    return VisitedLink(address: address, time: time, manner: manner, source: source, post: post)
  }

  private func play(
    _ keys: String,
    size: Size = Size(columns: 80, lines: 24),
    links: @escaping (Timeline) -> [VisitedLink] = Self.links
  ) throws -> Stage.Outcome {
    try Stage(size: size, remembersPosts: true, visits: links).play(keys, Self.json)
  }

  @Test(arguments: [
    ("visited-links", "V", 80, 24), ("visited-links-narrow", "V", 40, 10),
    ("visited-links-narrowed", "V/lakes", 80, 24),
    ("visited-links-narrowed-narrow", "V/lakes", 40, 10),
  ])
  func looksLikeItsPicture(_ name: String, _ keys: String, _ columns: Int, _ lines: Int) throws {
    try expectGolden(try play(keys, size: Size(columns: columns, lines: lines)), name)
  }

  @Test func opensAtOnceAndFillsWhenTheAnswerComes() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Self.json)))
    stage.press("V")
    #expect(stage.effects == [.ask(Request(token: 2, wish: .visits(limit: 1_000)))])
    #expect(stage.viewer.page[0].contains("Reading the list of followed links"))
    // Another page may lie above when the answer comes.
    stage.press("?")
    let help = stage.viewer.page
    stage.viewer.answer(.visits(Self.links(in: stage.feed)))
    #expect(stage.viewer.page == help)
    stage.press("q")
    #expect(stage.viewer.page[0].contains("https://host.example/31"))
    #expect(stage.viewer.page[1].contains("5m · by key · /home/olga/feed.json"))
    #expect(stage.viewer.status.contains("followed link 1 of 4"))
    stage.press("V")
    #expect(stage.effects.count == 1)
  }

  @Test func saysThatNothingWasFollowed() throws {
    #expect(try play("V", links: { _ in [] }).lines[0].contains("No links were followed yet"))
    for keys in ["V<CR>", "Vo", "Vy", "Vp", "V/x<CR>p"] {
      let effects = try play(keys, links: { _ in [] }).effects
      #expect(effects == [.ask(Request(token: 2, wish: .visits(limit: 1_000)))], "\(keys)")
    }
  }

  @Test func aTrustedHostIsRemovedWithAKeyAndBroughtBack() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Self.json)))
    let host = TrustedHost(name: "lakes.example", time: Stage.wall)
    stage.handle(.recalledHosts([host]))
    stage.press("V")
    stage.viewer.answer(.visits(Self.links(in: stage.feed)))
    #expect(stage.viewer.status.contains("followed link 1 of 4"))
    stage.press("G")
    #expect(stage.viewer.page[8].contains("lakes.example"))
    #expect(stage.viewer.page[9].contains("trusted host · opens without a question"))
    #expect(
      stage.viewer.app.view.status.contains("trusted host lakes.example · D asks about it again")
    )
    stage.press("D")
    #expect(stage.effects.last == .distrust("lakes.example"))
    #expect(stage.viewer.page[9].contains("asked about again"))
    stage.press("D")
    #expect(stage.effects.count { $0 == .distrust("lakes.example") } == 1)
    stage.press("u")
    #expect(stage.effects.last == .trust(host))
    #expect(stage.viewer.page[9].contains("trusted host"))
    stage.type("DqV")
    stage.viewer.answer(.visits(Self.links(in: stage.feed)))
    #expect(!stage.viewer.page.joined().contains("asked about again"))
    #expect(!stage.viewer.page.joined().contains("trusted host"))
  }

  @Test func aHostIsFoundByTypingAndALinkIsNoHost() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Self.json)))
    stage.handle(.recalledHosts([TrustedHost(name: "bank.example", time: Stage.wall)]))
    stage.press("V")
    stage.viewer.answer(.visits(Self.links(in: stage.feed)))
    stage.press("D")
    #expect(stage.viewer.status.contains("Select a trusted host first"))
    stage.type("/bank")
    #expect(stage.viewer.page[0].contains("bank.example"))
  }

  @Test func withoutStateTheHostsOfThisRunAreListed() throws {
    let line = #"{"id":"a","body_html":"<a href=\"https://lakes.example/1\">here</a>"}"#
    func play(_ keys: String) throws -> Stage.Outcome {
      let feed = Feed(source: MemoryBytes(name: "f", text: line), hint: .ndjson)
      return try Stage().play(keys, feed)
    }
    #expect(try play("1oy<wait 10>V").lines[0].contains("lakes.example"))
    #expect(try play("1oy<wait 10>VDq1o").text.contains("y opens"))
    #expect(try !play("1oy<wait 10>VDuq1o").text.contains("y opens"))
  }

  @Test func withoutStateTheKeySaysWhy() throws {
    let outcome = try Stage().play("V", Self.json)
    #expect(outcome.statusLine.contains("remember nothing"))
    #expect(outcome.effects.isEmpty && outcome.app.view.pages.count == 1)
  }

  @Test func narrowsWhileTypingAndEscapeShowsAll() throws {
    #expect(try play("V/LAKES").statusLine.contains("/LAKES▏  0 of 4"))
    try play("V/lakes").shows(status: "/lakes▏  2 of 4", hides: "host.example/31")
    #expect(try play("V/lakes<CR>J").statusLine.contains("followed link 2 · 2 of 4 · lakes"))
    let back = try play("V/lakes<CR><Esc>")
    #expect(back.statusLine.contains("of 4"))
    #expect(back.app.view.pages.count == 2)
    // The source is a word of a link, too.
    #expect(try play("V/feed.json").statusLine.contains("2 of 4"))
  }

  @Test func aLinkOpensAgainThroughTheGate() throws {
    let tide = "https://lakes.example/tide?a=1#b"
    let opened = try play("VJ<wait 400><CR>")
    #expect(opened.effects.opened == [tide])
    #expect(opened.app.view.page.content.name == "visit-list")
    let followed = FollowedLink(address: tide, post: nil, manner: .focus)
    #expect(opened.effects.contains(.visit(followed)))
    // The post of the link stays known.
    let again = try play("V<wait 400><CR>")
    let post = Self.links(in: again.app.feed)[0].post
    let known = FollowedLink(address: "https://host.example/31", post: post, manner: .focus)
    #expect(again.effects.contains(.visit(known)))
    let hinted = try play("Vf<wait 400>a<wait 400>")
    #expect(
      hinted.effects.contains {
        if case .visit(let link) = $0 { link.manner == .hint } else { false }
      }
    )
    #expect(hinted.app.view.page.content.name == "visit-list")
    #expect(try play("VJy").effects.last == .copy(tide))
  }

  /// Keys may come faster than frames: a target that none has shown needs a question.
  @Test func aTargetThatNoFrameHasShownIsAskedAbout() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Self.json)))
    stage.press("V")
    stage.viewer.answer(.visits(Self.links(in: stage.feed)))
    stage.work(after: "J", Key(.enter))
    #expect(stage.effects == [.ask(Request(token: 2, wish: .visits(limit: 1_000)))])
    #expect(stage.viewer.app.mode.question != nil)
  }

  @Test func aKeyLeadsBackToThePost() throws {
    let found = try play("Vp<wait 400>")
    #expect(found.app.view.pages.count == 1)
    #expect(found.statusLine.contains("post 31 of 40"))
    #expect(try play("Vp''<wait 400>").statusLine.contains("post 1 of 40"))
    let elsewhere = try play("VJp")
    #expect(elsewhere.statusLine.contains("The post is in another source: /home/olga/lakes.xml"))
    #expect(elsewhere.app.view.pages.count == 2)
    #expect(try play("VJJp").statusLine.contains("It is not known which post has this link"))
    let gone = try play("VJJJp<wait 400>")
    #expect(gone.statusLine.contains("The post is gone from its source: /home/olga/feed.json"))
  }

  /// Property: whatever post a link is from, the key goes to it, in any order of rows.
  @Test func anyPostIsFound() throws {
    var random = SplitMix(seed: 5)
    let feeds = [
      Feeds.feed(Feeds.scattered(700, seed: 1)),
      Feeds.feed(Feeds.scattered(300, seed: 2, prefix: "q"), name: "second.json"),
    ]
    let timeline = Timeline(sources: feeds, order: .newest)
    var stage = try ReadingStage(timeline)
    stage.work()
    for _ in 0..<40 {
      let position = random.below(timeline.recordCount)
      let id = try #require(timeline.id(at: position))
      let link = Self.link("https://a.example/", 0, .focus, "x", timeline.key(of: id))
      stage.press("V")
      stage.viewer.answer(.visits([link]))
      stage.work(after: "p")
      #expect(stage.viewer.app.view.pages.count == 1)
      #expect(stage.viewer.app.view.list.selection == .record(id))
    }
  }

  @Test func anotherKeyStopsTheSearch() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Feeds.linked(3_000))))
    stage.press("V")
    stage.viewer.answer(.visits([Self.links(in: stage.feed)[3]]))
    stage.press("p")
    #expect(stage.viewer.app.isJobWanted)
    stage.press(Key(.escape))
    #expect(!stage.viewer.app.isJobWanted)
    #expect(stage.viewer.app.view.page.content.name == "visit-list")
  }
}
