import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Changes of the list of subscriptions by key.
struct FeedEditingTests {
  private static let entries = FeedsPageTests.entries
  private static let ferry = "https://ferry.example/feed.xml"
  private static let bread = "https://bread.example/rss"

  private func play(
    _ keys: String,
    _ entries: [FeedEntry] = Self.entries,
    columns: Int = 80,
    lines: Int = 24,
    isSecure: Bool = false
  ) throws -> Stage.Outcome {
    let size = Size(columns: columns, lines: lines)
    return try Stage(size: size, isSecure: isSecure, feeds: entries).play(keys, FeedsPageTests.json)
  }

  /// A viewer on the list of subscriptions, with every folder open.
  private func viewer(_ entries: [FeedEntry] = Self.entries) throws -> Viewer {
    var viewer = try Viewer(Timeline(Feeds.feed(FeedsPageTests.json)))
    viewer.press("B")
    viewer.handle(.feeds(entries))
    viewer.press("Z")
    return viewer
  }

  private func selected(_ viewer: Viewer) -> String? {
    guard let page = viewer.app.view.page.content as? FeedsPage else { return nil }
    return page.entry(of: viewer.app.view.list.selection).0?.key
  }

  private func subscribe(_ viewer: inout Viewer) -> [Effect] {
    ":subscribe".unicodeScalars.flatMap { viewer.press(.character($0)) } + viewer.press(Key(.enter))
  }

  // MARK: Pictures

  @Test(arguments: [
    ("feeds-remove", "BGD<wait 400>"), ("feeds-rename", "BGE"), ("feeds-tags", "B/lake<CR>#"),
    ("feeds-add", "Ba"),
  ])
  func looksLikeItsPicture(_ name: String, _ keys: String) throws {
    try expectGolden(play(keys), name)
    try expectGolden(play(keys, columns: 40, lines: 10), "\(name)-narrow")
  }

  // MARK: Removing

  @Test func removingAsksOnce() throws {
    #expect(try play("BGD<wait 400>y").wishes == [.changeFeeds(.remove(Self.bread))])
    let kept = try play("BGD<wait 400>n")
    #expect(kept.wishes.isEmpty && kept.statusLine.contains("Not removed"))
    #expect(try play("BG:unsubscribe<CR><wait 400>y").wishes == [.changeFeeds(.remove(Self.bread))])
  }

  @Test func lineOfSeveralFeedsIsNoSubscription() throws {
    for keys in ["BD", "BE", "B#", "BJD", "BJE", "BJ#"] {
      let outcome = try play(keys)
      #expect(outcome.wishes.isEmpty && outcome.statusLine.contains("Select one feed"), "\(keys)")
    }
    try play("BD").shows(status: "this line is all feeds (J goes on to them)")
    // The key that the message names leads to the feed.
    try play("BJD").shows(status: "Select one feed: this line is the tag ", "(Space shows ")
    try play("BJ<Space>D").shows(status: "(J goes on to ")
    #expect(try !play("BJ<Space>JD<wait 400>y").wishes.isEmpty)
    for keys in ["BD", "BE", "B#"] {
      #expect(try play(keys, []).statusLine.contains("No subscriptions yet"), "\(keys)")
      #expect(try play("\(keys.dropFirst())", []).wishes.isEmpty)
    }
    #expect(try play("B/zzz<CR>D").statusLine.contains("No feed has zzz"))
  }

  @Test func elsewhereTheKeysNameTheList() throws {
    for name in ["unsubscribe", "rename-feed", "tag-feed"] {
      let outcome = try play(":\(name)<CR>")
      #expect(outcome.statusLine.contains("Works in the list of subscriptions only (B)"), "\(name)")
    }
  }

  /// The next row is selected, and Up in the prompt has the address.
  @Test func anEndedSubscriptionCanBeBroughtBack() throws {
    var viewer = try viewer()
    while selected(viewer) != "https://new.example/" { viewer.press("J") }
    viewer.press("D")
    #expect(viewer.press(onceSeen: "y") == [.changeFeeds(.remove("https://new.example/"))])
    viewer.handle(.feeds(Self.entries.filter { $0.key != "https://new.example/" }))
    viewer.handle(.feedChanged("Removed https://new.example/.", undoneBy: .subscribe))
    // The message takes two lines.
    let words = viewer.status.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Removed https://new.example/. · a, Up brings it back"))
    #expect(words.contains("until you quit, then: streamtui add https://new.example/"), "\(words)")
    #expect(selected(viewer) == Self.bread)
    // No key undoes it, and u says which one subscribes again.
    viewer.press("u")
    let undo = viewer.status.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      undo.contains("Nothing to undo. Type a, then Up, to subscribe to https://new.example/ again"),
      "\(undo)"
    )
    viewer.press("a")
    #expect(!viewer.page.joined().contains("new.example"))
    viewer.press(Key(.up))
    #expect(viewer.status.contains("subscribe to: https://new.example/"))
    #expect(
      viewer.press(Key(.enter)) == [.changeFeeds(.add("https://new.example/", agreedTo: nil))]
    )
    viewer.handle(.feedChanged("Added https://new.example/.", undoneBy: nil))
    viewer.press("u")
    #expect(viewer.status.hasPrefix(" Nothing to undo "))
  }

  @Test func theAddressOfADeletedLineIsOffered() throws {
    var viewer = try viewer()
    viewer.handle(.feeds(Self.entries.filter { $0.key != "https://new.example/" }))
    viewer.press("a", Key(.up))
    #expect(viewer.status.contains("subscribe to: https://new.example/"), "\(viewer.status)")
  }

  @Test func aSubscriptionThatIsGoneMeanwhileDoesNoHarm() throws {
    let rest = Self.entries.filter { $0.key != Self.bread }
    for keys in [[], ["D"], ["E"], ["#"]] as [[Key]] {
      var viewer = try viewer()
      viewer.press("G")
      for key in keys { viewer.press(key) }
      viewer.app.frameShown(viewer.app.frameAck)
      viewer.handle(.feeds(rest))
      // The question itself names the subscription.
      #expect(keys == ["D"] || !viewer.page.joined().contains("Bread"))
      // The answer is about the subscription that was asked about, never about the row that took its place.
      let effects = keys == ["D"] ? viewer.press("y") : viewer.press(Key(.enter))
      for case .changeFeeds(let change) in effects {
        switch change {
        case .remove(let key), .rename(let key, _), .tag(let key, _): #expect(key == Self.bread)
        default: Issue.record("\(change)")
        }
      }
      #expect(keys.isEmpty || !effects.isEmpty)
    }
  }

  // MARK: Adding

  /// Esc ends what is running before it leaves a page.
  @Test func aSlowAddressCanBeCancelled() throws {
    var viewer = try viewer()
    viewer.handle(.subscribing("slow.example"))
    #expect(viewer.status.contains("Subscribing to slow.example … Esc cancels"))
    // Other keys do what they always do.
    #expect(viewer.press("J").isEmpty)
    #expect(viewer.press(Key(.escape)) == [.changeFeeds(.stopAdding)])
    viewer.handle(.subscribing(nil))
    viewer.handle(.message("Cancelled: not subscribed to slow.example", isWarning: false))
    #expect(viewer.status.contains("Cancelled"))
    #expect(viewer.app.view.page.content is FeedsPage)
    // Nothing runs any more.
    #expect(!viewer.press(Key(.escape)).contains(.changeFeeds(.stopAdding)))
    #expect(!(viewer.app.view.page.content is FeedsPage))
  }

  @Test func anAddedSubscriptionIsSelectedUnlessTheReaderHasMovedOn() throws {
    let elm = FeedEntry(key: "https://elm.example/", name: "Elm", tags: ["trees"])
    for hasMoved in [false, true] {
      var viewer = try viewer()
      viewer.type("Gaelm.example")
      #expect(viewer.press(Key(.enter)) == [.changeFeeds(.add("elm.example", agreedTo: nil))])
      if hasMoved { viewer.press("K") }
      let before = selected(viewer)
      viewer.handle(.feeds(Self.entries + [elm]))
      viewer.handle(.feedAdded(elm.key))
      #expect(selected(viewer) == (hasMoved ? before : elm.key))
    }
    // One that another process has added moves nothing.
    var viewer = try viewer()
    viewer.press("G")
    viewer.handle(.feeds(Self.entries + [elm]))
    viewer.handle(.feedAdded(elm.key))
    #expect(selected(viewer) == Self.bread)
  }

  // MARK: Names and tags

  @Test func renamingBeginsWithTheName() throws {
    #expect(try play("BGE<C-u>Rye<CR>").wishes == [.changeFeeds(.rename(Self.bread, to: "Rye"))])
    #expect(try play("BGEs<CR>").wishes == [.changeFeeds(.rename(Self.bread, to: "Breads"))])
    #expect(try play("BGE<C-u>").statusLine.contains("the feed's own title"))
    #expect(try play("BGE<C-u><CR>").wishes == [.changeFeeds(.rename(Self.bread, to: ""))])
    #expect(try play("BGE<Esc>").wishes.isEmpty)
    // The former name is at hand.
    #expect(try play("BGE<C-u>Rye<CR>E<C-u><Up>").statusLine.contains("name: Bread"))
  }

  @Test func taggingBeginsWithTheTags() throws {
    let keys = "B/lake<Esc>#"
    #expect(try play(keys).statusLine.contains("tags: water,travel"))
    let lakes = "https://lakes.example/atom"
    #expect(
      try play("\(keys), ice fishing<CR>").wishes == [
        .changeFeeds(.tag(lakes, as: "water,travel, ice fishing"))
      ]
    )
    #expect(try play("\(keys)<C-u><CR>").wishes == [.changeFeeds(.tag(lakes, as: ""))])
    let odd = FeedEntry(
      key: "a",
      name: "A",
      tagLine: "news,\"World, Asia\"",
      tags: ["news", "World, Asia"]
    )
    #expect(try play("B/a<CR>#", [odd]).statusLine.contains("tags: news,\"World, Asia\""))
  }

  @Test func theSelectionStaysByTheEntry() throws {
    var viewer = try viewer()
    while selected(viewer) != Self.ferry { viewer.press("J") }
    var entries = Self.entries
    let ferry = entries.removeFirst()
    // It moves to another folder under another name.
    entries.append(FeedEntry(key: ferry.key, name: "Ships", tags: ["sea"]))
    viewer.handle(.feeds(entries))
    #expect(selected(viewer) == Self.ferry)
    #expect(viewer.page.joined().contains("Ships"))
  }

  /// Names come from strangers' feeds, and texts from the clipboard.
  @Test func noControlCharacterReachesTheScreen() throws {
    let name = "B\u{1B}[31mread\u{7}\u{202E}\u{9B}1m\nx 👩‍🚀"
    let entry = FeedEntry(key: "k", name: name, address: "k", tagLine: name, tags: [name])
    for keys in ["BZGD<wait 400>", "BZGE", "BZG#", "BZGE\u{1F35E}<CR>"] {
      let outcome = try play(keys, [entry])
      let allowed = outcome.text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}"
      }
      #expect(allowed, "\(keys)")
    }
    var viewer = try viewer()
    viewer.press("a")
    viewer.handle(.input(.paste(Array("x\u{1B}[2J\u{7}\ny".utf8))))
    for case .changeFeeds(.add(let text, _)) in viewer.press(Key(.enter)) {
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  // MARK: Subscribing

  @Test func aKeyOfTheListAsksForAnAddress() throws {
    #expect(
      try play("Bablog.example/feed<CR>").wishes == [
        .changeFeeds(.add("blog.example/feed", agreedTo: nil))
      ]
    )
    #expect(try play("Ba<CR>").statusLine.contains("no address given"))
    #expect(try play("Ba  <CR>").wishes.isEmpty)
    // Without subscriptions there is nothing else to do on the page.
    #expect(try play("Bax.example<CR>", []).wishes.count == 1)
  }

  @Test func elsewhereTheFeedThatIsReadIsSubscribedTo() throws {
    let wish = Effect.changeFeeds(.addSource(slot: 0))
    for keys in [":subscribe<CR>", "<CR>:subscribe<CR>", "l:subscribe<CR>", "?:subscribe<CR>"] {
      #expect(try play(keys).wishes == [wish], "\(keys)")
    }
  }

  @Test func ofSeveralFeedsThatOfTheSelectedPostIsMeant() throws {
    let feeds = ["a", "b"].map { Feeds.feed(Feeds.linked(2), name: "\($0).json") }
    var viewer = try Viewer(Timeline(feeds, order: .document, now: Stage.wall))
    let first = subscribe(&viewer)
    #expect(first == [.changeFeeds(.addSource(slot: 0))])
    viewer.press("G")
    let second = subscribe(&viewer)
    #expect(second == [.changeFeeds(.addSource(slot: 1))])
    viewer.press("?")
    let none = subscribe(&viewer)
    #expect(none.isEmpty && viewer.status.contains("Select a post"))
  }

  @Test func anAddressOfTheOwnNetworkIsAskedAbout() throws {
    var viewer = try viewer()
    let doubt = FeedDoubt(
      .address,
      typed: "http://o:secret@192.168.0.1/feed",
      shown: "http://192.168.0.1/feed",
      reason: "the host is inside your own network"
    )
    viewer.handle(.feedDoubted(doubt))
    #expect(
      viewer.status.contains("y subscribes to http://192.168.0.1/feed")
        || viewer.page.joined().contains("y subscribes to http://192.168.0.1/feed")
    )
    // No key answers a question that has not been seen.
    #expect(viewer.press("y").isEmpty)
    #expect(viewer.press(onceSeen: "y") == [.changeFeeds(.add(doubt.typed, agreedTo: doubt.kind))])
    viewer.handle(.feedDoubted(doubt))
    #expect(viewer.press(onceSeen: "n").isEmpty && viewer.status.contains("Not subscribed"))
  }

  @Test func aLateQuestionTakesNoPromptAway() throws {
    var viewer = try viewer()
    viewer.type(":x")
    let doubt = FeedDoubt(
      .answer,
      typed: "a.example",
      shown: "https://a.example",
      reason: "it is gone"
    )
    viewer.handle(.feedDoubted(doubt))
    #expect(viewer.status.contains(":x"))
    viewer.press(Key(.escape))
    #expect(
      viewer.status.contains("Not subscribed to https://a.example: it is gone. a, Up tries again"),
      "\(viewer.status)"
    )
  }

  @Test func ofAPageWithSeveralFeedsTheReaderChooses() throws {
    var viewer = try viewer()
    let feeds = ["https://a.example/rss", "https://a.example/comments"]
    viewer.handle(.feedsOffered(feeds, by: "https://a.example/"))
    #expect(viewer.status.contains("2 feeds to choose from: type a, then Up for each of them"))
    viewer.press("a", Key(.up))
    #expect(viewer.status.contains(feeds[0]))
    viewer.press(Key(.up))
    #expect(viewer.press(Key(.enter)) == [.changeFeeds(.add(feeds[1], agreedTo: nil))])
  }

  @Test func secureModeChangesNothing() throws {
    for keys in ["BGD", "BGE", "BG#", "Ba", ":subscribe<CR>"] {
      let outcome = try play(keys, isSecure: true)
      #expect(outcome.wishes.isEmpty && outcome.statusLine.contains("secure mode"), "\(keys)")
    }
  }
}
