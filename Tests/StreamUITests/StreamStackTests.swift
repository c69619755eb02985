import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Streams that open over others, and the way back.
struct StreamStackTests {
  /// Two streams over one library: all of three feeds, and the second of them.
  private struct Scene {
    let library = Library()
    let numbers: [Int]
    var stage: ReadingStage
    /// The subscriptions that are told when a page lists them.
    var entries = FeedsPageTests.entries

    init(posts: Int = 30, isAnswered: Bool = false) throws {
      let feeds = ["a", "b", "c"].enumerated().map { index, name in
        let lines = (1...posts).map { number in
          #"{"id":"https://\#(name).example/\#(number)","url":"https://\#(name).example/\#(number)","#
            + #""author":{"name":"Olga","url":"https://\#(name).example/@o"},"#
            + #""published":"2026-01-\#(31 - number % 20)T\#(10 + index):00:00Z","#
            + #""body_html":"<p>\#(name) says \#(number) <a href=\"https://x.example/\#(number)\">here</a> "#
            + #"<a href=\"https://x.example/tags/tea\" class=\"mention hashtag\">#tea</a></p>","#
            + (isAnswered
              ? #""comments":[{"id":"\#(name)\#(number)","body_text":"a comment"}],"# : "")
            + #""attachments":[{"type":"image","url":"\#(number).png","alt":"lake"}],"#
            + #""likes":[{"name":"Ben","url":"https://b.example/@b"}]}"#
        }
        // The post above the one on which pages are opened was edited.
        let edit = #"{"type":"update","post":"https://c.example/20","title":"edited"}"#
        let all = name == "c" ? lines + [edit] : lines
        let bytes = Array((all.joined(separator: "\n") + "\n").utf8)
        return Feed(source: MemoryBytes(name: name, bytes: bytes), hint: .ndjson)
      }
      let library = library
      numbers = feeds.compactMap { library.add($0) }
      stage = try ReadingStage(Timeline(numbers, of: library, order: .newest))
      stage.work()
    }

    mutating func open(
      _ indexes: Int...,
      place: SavedPlace? = nil,
      _ change: (inout StreamOptions) -> Void = { _ in }
    ) throws {
      let timeline = Timeline(indexes.map { numbers[$0] }, of: library, order: .newest)
      while try timeline.advance(bytes: 1 << 20) == .more {}
      var options = ReadingStage.options
      options.stream.place = place
      change(&options.stream)
      stage.handle(.opened(StreamOpening(timeline, options: options, keymap: .standard)))
      stage.viewer.work()
    }

    mutating func press(_ keys: String) {
      for key in keys.unicodeScalars {
        let key = key == "\n" ? Key(.enter) : key == "\t" ? Key(.tab) : .character(key)
        for effect in stage.viewer.press(key) { answer(effect) }
        stage.viewer.app.frameShown(stage.viewer.app.frameAck)
        stage.viewer.rest()
      }
      stage.work()
    }

    private mutating func answer(_ effect: Effect) {
      switch effect {
      case .ask(let request):
        if let answer = answer(to: request.wish) {
          stage.handle(.answer(answer, to: request.token))
        }
      case .listFeeds: stage.handle(.feeds(entries))
      default: break
      }
    }

    private func answer(to wish: Request.Wish) -> Answer? {
      switch wish {
      case .article:
        .article(.article(title: "A", html: "<p>b</p>", address: "https://a.example/"))
      case .output: .output(CommandOutput(bytes: Array("out".utf8), outcome: "done"))
      case .visits: .visits(VisitedPageTests.links(in: stage.feed))
      case .discussion, .keptDiscussions: nil
      }
    }

    var text: String { stage.viewer.app.draw().textPlane() }
    /// The status line of the page, whatever message stands over it.
    var status: String { stage.viewer.app.view.status }
    var list: List { stage.viewer.app.view.list }
    var pageCount: Int { stage.viewer.app.view.pages.count }
  }

  @Test(arguments: [false, true]) func aStreamOpensWithItsUnreadPosts(hasPlace: Bool) throws {
    var scene = try Scene()
    scene.press("J")
    let place = hasPlace ? scene.stage.viewer.app.place : nil
    try scene.open(0, place: place) { $0.firstPage = .unread }
    #expect(scene.status.contains("unread 1 of 30"))
    #expect(scene.pageCount == 3)
    scene.press("qq")
    #expect(scene.pageCount == 1)
  }

  @Test func theListStandsOnTheFeedThatIsRead() throws {
    var scene = try Scene()
    let (library, numbers) = (scene.library, scene.numbers)
    let entries = { (shown: Set<Int>) in
      ["a", "b", "c"].enumerated().map { index, name in
        let count = shown.contains(index) ? 30 : nil
        let slot = shown.contains(index) ? library.slot(of: numbers[index]) : nil
        return FeedEntry(
          key: name,
          name: "Feed \(name)",
          unread: count,
          posts: count,
          shownSource: slot
        )
      }
    }
    let selected = { (scene: Scene) in
      String(scene.text.split(separator: "\n").first { $0.hasPrefix("▌") } ?? "")
    }
    scene.entries = entries([0, 1, 2])
    scene.press("B")
    #expect(selected(scene).contains("All feeds"))
    scene.press("JJ")
    try scene.open(1)
    scene.entries = entries([1])
    scene.press("B")
    #expect(selected(scene).contains("Feed b"))
    #expect(scene.text.contains("Feed a · 30 unread · 30 posts"))
    // The list was left on another line.
    scene.press("KKqB")
    #expect(selected(scene).contains("Feed b"))
    scene.press("qq")
    #expect(selected(scene).contains("Feed b"))
    scene.press("J")
    try scene.open(2)
    scene.entries = entries([2])
    scene.press("B")
    #expect(selected(scene).contains("Feed c"))
    // In a stream of several feeds it stands where it was left.
    scene.press("qqqB")
    #expect(selected(scene).contains("Feed c"))
  }

  /// Law 8 across streams: feed, post, account, another feed, over and over, and the whole way back.
  @Test func theWayBackThroughStreamsShowsEachPageAsItWas() throws {
    var scene = try Scene()
    var left: [(text: String, list: List)] = []
    for step in 0..<7 {
      scene.press(["jjj", "J J", "jjjjjjj", "G"][step % 4])
      left.append((scene.text, scene.list))
      switch step % 3 {
      case 0: try scene.open(step % 2, 2)
      case 1: scene.press("\n")
      default: scene.press("a")
      }
    }
    #expect(scene.stage.viewer.app.view.pages.streams.count == 4)
    #expect(scene.pageCount == 8)
    while let page = left.popLast() {
      let effects = scene.stage.viewer.press("q")
      scene.stage.viewer.work()
      #expect(!effects.contains(.quit))
      #expect(scene.list.anchor == page.list.anchor)
      #expect(scene.list.selection == page.list.selection)
      #expect(scene.list.focus == page.list.focus)
      // Opening a post reads it, which its sign shows.
      #expect(Self.words(scene.text) == Self.words(page.text))
    }
    #expect(scene.pageCount == 1)
  }

  /// Law 8 over every kind of page: another stream opens over it, is read, and is left again.
  @Test func everyKindOfPageIsAsItWasWhenAStreamOverItIsLeft() throws {
    var scene = try Scene(isAnswered: true)
    scene.stage.viewer.app.view.options.rules = [try PostRule("talk", "says", [.read])]
    let recent = [
      RecentSource(key: "k", name: "lakes", place: 2, posts: 9, unread: nil, seen: Stage.wall)
    ]
    var kinds: Set<KeyPage> = []
    let openers = [
      "", "\n", "a", "l", "w", "i", "B", "!", "?", "V", "|cat\n", "\nX", "#", "\n&-zzz\n",
      "&lake\n",
      ":count author\n",
      ":rules\n", "K:changes\n",
      "start", "picture",
    ]
    for opener in openers {
      scene.press("gJ")
      switch opener {
      // The post was open before, so the selection is where it was left.
      case "#": scene.press("\ng\t\t\n")
      case "picture":
        scene.stage.viewer.app.view.options.pictures = PictureRowTests.grid
        scene.stage.viewer.app.view.options.stream.opensFiles = true
        scene.press("\t\t\t\n")
      case "start": try scene.open(0) { $0.recent = recent }
      default: scene.press(opener)
      }
      kinds.insert(scene.stage.viewer.app.view.page.content.keyPage)
      scene.press("j")
      let before = (scene.text, scene.list, scene.pageCount)
      try scene.open(1)
      scene.press("JJJ\nq")
      scene.stage.press("q")
      scene.stage.viewer.work()
      #expect(scene.pageCount == before.2, "\(opener)")
      #expect(scene.list.anchor == before.1.anchor, "\(opener)")
      #expect(scene.list.selection == before.1.selection, "\(opener)")
      #expect(Self.words(scene.text) == Self.words(before.0), "\(opener)")
      while scene.pageCount > 1 { scene.press("q") }
    }
    #expect(kinds == Set(KeyPage.allCases))
  }

  @Test func aMarkThatWasReadThreeStreamsAgoIsUndone() throws {
    var scene = try Scene()
    try scene.open(1)
    scene.press("jjjR")
    #expect(scene.status.hasSuffix("29 unread"))
    scene.press("q")
    try scene.open(0)
    try scene.open(2)
    scene.press("u")
    scene.press("qq")
    #expect(scene.status.hasSuffix("90 unread"))
    try scene.open(1)
    #expect(scene.status.hasSuffix("30 unread"))
  }

  @Test func whatIsReadInOneStreamIsReadInTheOthers() throws {
    var scene = try Scene()
    try scene.open(1)
    scene.press("A")
    #expect(!scene.status.contains("unread"), "\(scene.status)")
    scene.press("q")
    #expect(scene.status.hasSuffix("60 unread"))
  }

  @Test func theCountIsThatOfTheRowsWhateverWasReadWhere() throws {
    var scene = try Scene()
    var random = SplitMix(seed: 7)
    for _ in 0..<60 {
      let indexes = [0, 1, 2].filter { _ in random.below(2) == 0 }
      switch random.below(5) {
      case 0: try scene.open(indexes.first ?? 0, 2)
      case 1: try scene.open(indexes.first ?? 1)
      case 2 where scene.pageCount > 1: scene.press("q")
      case 3: scene.press("u")
      default: scene.press(["jR", "JR", "M", "kkR", "GR"][random.below(5)])
      }
      let shown = scene.status
      let view = scene.stage.viewer.app.view
      let unread = (0..<view.feed.recordCount).compactMap(view.feed.id).filter {
        view.memory.isUnread($0, in: view.feed)
      }
      #expect(shown.hasSuffix(" · \(unread.count) unread"), "\(shown)")
    }
  }

  @Test func searchesAndTypedTextsGoOnInAnotherStream() throws {
    var scene = try Scene()
    scene.press("/says 7\n")
    try scene.open(2)
    scene.press("n")
    #expect(scene.text.contains("c says 7"))
  }

  @Test func escapeAtTheFirstPageOfAStreamGoesBackToo() throws {
    var scene = try Scene()
    let before = scene.text
    try scene.open(1)
    scene.stage.press(Key(.escape))
    #expect(scene.text == before)
    scene.stage.press(Key(.escape))
    #expect(scene.text.contains("q quits"))
  }

  @Test func leavingAStreamTellsItsPlaceAndItsCounts() throws {
    var scene = try Scene()
    try scene.open(1)
    scene.press("jjj")
    let place = try #require(scene.stage.viewer.app.place)
    let effects = scene.stage.viewer.press("q")
    let ending = StreamEnding(place: place, tallies: [SourceTally(slot: 1, posts: 30, unread: 30)])
    #expect(effects.contains(.closeStream(ending)))
    try scene.open(1, place: place)
    #expect(scene.stage.viewer.app.place?.top == place.top)
    #expect(scene.stage.viewer.app.place?.selection == place.selection)
    #expect(scene.stage.viewer.app.endings.count == 2)
  }

  @Test func aStreamThatGrewBelowAnotherShowsItsRowsOnTheWayBack() throws {
    let first = #"{"id":"https://a.example/1","body_text":"first"}"# + "\n"
    let bytes = MemoryBytes(name: "pipe", text: first, isComplete: false)
    let library = Library()
    let number = try #require(library.add(Feed(source: bytes, hint: .ndjson)))
    let other = try #require(library.add(Feeds.feed(Feeds.linked(3))))
    var stage = try ReadingStage(Timeline([number], of: library, order: .document))
    let timeline = try Timeline([other], of: library, order: .document).scanned()
    stage.handle(.opened(StreamOpening(timeline, options: ReadingStage.options, keymap: .standard)))
    bytes.append((#"{"id":"https://a.example/2","body_text":"second"}"# + "\n").utf8)
    stage.press("q")
    #expect(!stage.viewer.page.joined().contains("second"))
    _ = stage.feed.resume()
    try stage.viewer.grow()
    #expect(stage.viewer.page.joined().contains("second"))
  }

  /// A table of the configuration holds for its source alone; what a key chose goes along.
  @Test func theConfigurationOfASourceHoldsWhileItsStreamIsSeen() throws {
    var scene = try Scene()
    scene.press("Sj")
    let before = (scene.text, scene.list.anchor, scene.stage.viewer.app.view.options)
    let timeline = try Timeline([scene.numbers[0]], of: scene.library, order: .newest).scanned()
    var options = ReadingStage.options
    options.density = .compact
    scene.stage.handle(.opened(StreamOpening(timeline, options: options, keymap: .standard)))
    scene.stage.viewer.work()
    #expect(scene.stage.viewer.app.view.options.density == .compact)
    #expect(scene.stage.viewer.app.view.options.strategy == before.2.strategy)
    #expect(scene.stage.viewer.page.prefix(20).allSatisfy { $0.contains("a says") })
    scene.stage.press("q")
    scene.stage.viewer.work()
    #expect(scene.text == before.0)
    #expect(scene.list.anchor == before.1)
    #expect(scene.stage.viewer.app.view.options == before.2)
  }

  @Test func aStreamMayTakeThePlaceOfAnother() throws {
    var scene = try Scene()
    try scene.open(1)
    let timeline = try Timeline([scene.numbers[0]], of: scene.library, order: .newest).scanned()
    let options = ReadingStage.options
    let opening = StreamOpening(timeline, options: options, keymap: .standard, replaces: true)
    scene.stage.handle(.opened(opening))
    #expect(scene.stage.viewer.app.view.pages.streams.count == 2)
    scene.press("q")
    #expect(scene.stage.viewer.app.view.feed.numbers == scene.numbers)
  }

  @Test(
    arguments: [false, true],
    [("]", "@olga@social.example"), ("[", "https://ferry.example/feed.xml")]
  )
  func keysLeadToTheNeighbouringFeeds(ofUnread: Bool, _ step: (key: Unicode.Scalar, to: String))
    throws
  {
    var scene = try Scene()
    // On the second of the four feeds; the third and the first have unread posts.
    scene.press("BJ JJ")
    try scene.open(1) { $0.firstPage = ofUnread ? .unread : .timeline }
    scene.stage.work()
    #expect(
      scene.stage.viewer.app.view.page.content.name == (ofUnread ? "unread-list" : "timeline")
    )
    let effects = scene.stage.viewer.press(.character(step.key))
    let next = FeedChoice.feeds([step.to])
    let choice = StreamChoice.subscriptions(next, ofUnread ? .unread : .timeline)
    #expect(effects.contains(.openStream(choice)))
    #expect(scene.stage.viewer.app.view.page.content.name == "feed-list")
  }

  @Test(arguments: [false, true])
  func nAtTheEndOfAFeedOpensAPostOfTheNextOne(ofUnread: Bool) throws {
    var scene = try Scene(posts: 3)
    scene.press("BJ JJ")
    try scene.open(1) { $0.firstPage = ofUnread ? .unread : .timeline }
    scene.press("G\n")
    #expect(scene.text.contains("b says") && scene.stage.viewer.app.view.page.content.opened != nil)
    let effects = scene.stage.viewer.press("n")
    let next = FeedChoice.feeds(["@olga@social.example"])
    let choice = StreamChoice.subscriptions(next, ofUnread ? .unread : .timeline)
    #expect(effects.contains(.openStream(choice)))
    try scene.open(2) { $0.firstPage = ofUnread ? .unread : .timeline }
    scene.stage.work()
    #expect(scene.stage.viewer.app.view.page.content.opened != nil)
    #expect(scene.text.contains("c says"))
    scene.press("q")
    #expect(
      scene.stage.viewer.app.view.page.content.name == (ofUnread ? "unread-list" : "timeline")
    )
    scene.press("q")
    #expect(scene.stage.viewer.app.view.page.content.name == "feed-list")
    // A stream that is opened by another key begins as ever.
    try scene.open(0)
    #expect(scene.stage.viewer.app.view.page.content.name == "timeline")
  }

  @Test func nAtTheEndOfATagOpensAPostOfTheNextFeedOutsideOfIt() throws {
    var scene = try Scene(posts: 3)
    scene.press("BJ")
    #expect(scene.stage.viewer.page.contains { $0.hasPrefix("▌") && $0.contains("travel") })
    try scene.open(1)
    scene.press("G\n")
    let effects = scene.stage.viewer.press("n")
    let next = FeedChoice.feeds(["@olga@social.example"])
    #expect(effects.contains(.openStream(.subscriptions(next))))
  }

  @Test func aFeedWhosePostsAreBeingCountedIsNotPassedOver() throws {
    var scene = try Scene(posts: 3)
    scene.press("BJ JJ")
    try scene.open(1)
    let uncounted = FeedsPageTests.entries.map {
      FeedEntry(key: $0.key, name: $0.name, tags: $0.tags, unread: $0.name == "Lake" ? 1 : nil)
    }
    scene.stage.handle(.feeds(uncounted))
    let next = FeedChoice.feeds(["@olga@social.example"])
    #expect(scene.stage.viewer.press("]").contains(.openStream(.subscriptions(next))))
  }

  @Test func nWhereNoFeedHasUnreadPostsStays() throws {
    var scene = try Scene(posts: 3)
    scene.press("BJ JJ")
    let read = FeedsPageTests.entries.map {
      FeedEntry(key: $0.key, name: $0.name, tags: $0.tags, unread: 0)
    }
    scene.stage.handle(.feeds(read))
    try scene.open(1)
    scene.press("G\n")
    let page = scene.stage.viewer.page
    #expect(
      !scene.stage.viewer.press("n").contains {
        if case .openStream(.subscriptions) = $0 { true } else { false }
      }
    )
    #expect(scene.stage.viewer.status.contains("No unread posts below"))
    #expect(scene.stage.viewer.page == page)
    // So does a post of all feeds.
    scene = try Scene(posts: 3)
    scene.press("G\n")
    scene.stage.viewer.press("n")
    #expect(scene.stage.viewer.status.contains("No unread posts below"))
  }

  @Test(arguments: [("]", "@olga@social.example"), ("[", "https://ferry.example/feed.xml")])
  func bracketsInAPostWithoutCommentsLeadToOtherFeeds(_ key: Unicode.Scalar, _ to: String) throws {
    var scene = try Scene(posts: 3)
    scene.press("BJ JJ")
    try scene.open(1)
    scene.press("\n")
    let choice = StreamChoice.subscriptions(.feeds([to]))
    #expect(scene.stage.viewer.press(.character(key)).contains(.openStream(choice)))
    #expect(scene.stage.viewer.app.view.page.content.name == "feed-list")
    scene = try Scene(posts: 3)
    scene.press("\n\(key)")
    #expect(
      scene.stage.viewer.status.contains("No comments here; in a feed that B lists, this key")
    )
  }

  /// The text without the column of signs.
  private static func words(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map {
      String($0.dropFirst(2))
    }
  }
}
