import CellGrid
import Configuration
import StreamModel
import Testing

@testable import StreamUI

/// The page of subscriptions, as a reader sees and uses it.
struct FeedsPageTests {
  static let json = Feeds.linked(12)

  private static func ago(_ seconds: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: Stage.wall.secondsSinceEpoch - seconds)
  }

  static let entries = [
    FeedEntry(
      key: "https://ferry.example/feed.xml",
      name: "Ferry Timetables",
      tags: ["travel"],
      unread: 12,
      posts: 340,
      lastSuccess: ago(300),
      nextFetch: ago(-1_500)
    ),
    FeedEntry(
      key: "https://lakes.example/atom",
      name: "Lake Levels of the Northern Districts, with Ice Reports in Winter",
      tags: ["water", "travel"],
      unread: 0,
      posts: 1,
      lastSuccess: ago(3 * 86_400),
      failure: "The host lakes.example was not found."
    ),
    FeedEntry(
      key: "@olga@social.example",
      name: "Olga Hansen",
      tags: ["people"],
      unread: 1_060,
      posts: 5_000,
      lastSuccess: ago(10),
      nextFetch: ago(-90_000)
    ),
    FeedEntry(key: "https://new.example/", name: "https://new.example/"),
    FeedEntry(
      key: "https://bread.example/rss",
      name: "Bread",
      unread: 0,
      posts: 40,
      lastSuccess: ago(40 * 86_400),
      nextFetch: ago(5),
      failure: "The server answered 410: the feed is gone, and its address will not come back."
    ),
  ]

  private func play(
    _ keys: String,
    _ entries: [FeedEntry]? = Self.entries,
    columns: Int = 80,
    lines: Int = 24
  ) throws -> Stage.Outcome {
    let stage = Stage(size: Size(columns: columns, lines: lines), feeds: entries)
    return try stage.play(keys, Self.json)
  }

  // MARK: Pictures

  @Test(arguments: [
    ("feeds", "B", 80, 24), ("feeds-wide", "BZJJ<wait 400>", 120, 40),
    ("feeds-narrow", "BJ<Space>J<wait 400>", 40, 10),
    ("feeds-folder", "BJ<Space>J<wait 400>", 80, 24),
    ("feeds-narrowed", "B/travel", 80, 24), ("feeds-narrowed-narrow", "B/travel", 40, 10),
    ("feeds-hidden", "Bl", 80, 24), ("feeds-narrowed-name", "B/lakes", 80, 24),
  ])
  func looksLikeItsPicture(_ name: String, _ keys: String, _ columns: Int, _ lines: Int) throws {
    try expectGolden(play(keys, columns: columns, lines: lines), name)
  }

  @Test func feedsOfOneNameSayWhatTellsThemApart() throws {
    let feeds = [
      ("https://ash.example/feed", "Notes from the Garden"),
      ("https://birch.example/feed", "Notes from the Garden"), ("https://oak.example/a", "News"),
      ("https://oak.example/b", "News"), ("https://pine.example/rss", "Pine"),
    ]
    let entries = feeds.map { FeedEntry(key: $0.0, name: $0.1, unread: 1_203, posts: 2_000) }
    try expectGolden(play("B", entries), "feeds-one-name")
    try expectGolden(play("B", entries, columns: 40, lines: 10), "feeds-one-name-narrow")
  }

  @Test func withoutSubscriptionsThePageSaysHowToBegin() throws {
    try expectGolden(play("B", []), "feeds-none")
    try expectGolden(play("B", [], columns: 40, lines: 10), "feeds-none-narrow")
    for keys in ["B<CR>", "Br", "BR", "B<Space>", "Bl", "BZ"] {
      let outcome = try play(keys, [])
      #expect(outcome.statusLine.contains("streamtui add ADDRESS"), "\(keys)")
      #expect(outcome.wishes.isEmpty && !outcome.effects.isEmpty, "\(keys)")
    }
  }

  @Test func aViewThatIsNotThereIsSaidWithThoseThatAre() throws {
    let views = try ["milk", "tea"].map { try SavedView($0, $0) }
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.linked(3)))) { $0.views = views }
    viewer.type(":view nope\r")
    #expect(viewer.status.contains(#"No view "nope". Views: milk, tea"#))
  }

  @Test func aSavedViewIsReplacedAfterAQuestion() throws {
    let wet = try SavedView("wet", "milk")
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.linked(3)))) { $0.views = [wet] }
    func save(_ filter: String, _ name: String) -> [Effect] {
      viewer.press("&", .control("u"))
      viewer.type("\(filter)\r:view save \(name)")
      return viewer.press(Key(.enter))
    }
    let replacement = Effect.saveView(name: "wet", filter: "page", inPlaceOf: "milk")
    for (answer, wanted) in [(Key.character("n"), []), (.character("y"), [replacement])] {
      #expect(save("page", "wet").isEmpty)
      #expect(viewer.app.draw().textPlane().contains("There is a view wet: milk. y replaces it"))
      #expect(viewer.press(onceSeen: answer) == wanted)
      #expect(viewer.status.contains("Not saved") == wanted.isEmpty)
    }
    #expect(save("milk", "wet").isEmpty && viewer.status.contains("has this filter already"))
    #expect(save("page", "dry") == [.saveView(name: "dry", filter: "page")])
  }

  @Test(arguments: [
    ("view:wet page", "wet", "View wet is not saved: view \"wet\" names itself", "wet-3"),
    ("view:wet-2", "wet", "the views name each other: wet, wet-2, wet", "wet-3"),
  ])
  func aViewThatWouldNameItselfIsNotAskedAbout(
    _ filter: String,
    _ name: String,
    _ reason: String,
    _ free: String
  ) throws {
    var options = App.Options()
    options.views = [try SavedView("wet", "milk")]
    let named = try options.views.view("view:wet")
    options.views.append(try SavedView("wet-2", "view:wet", named))
    let timeline = Timeline(Feeds.feed(Feeds.linked(3)))
    let size = Size(columns: 160, lines: 24)
    var viewer = try Viewer(timeline, size: size, options: options)
    viewer.type("&\(filter)\r:view save \(name)")
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains(reason) && viewer.status.contains(":view save \(free) saves"))
    #expect(
      viewer.press("y").allSatisfy { effect in
        if case .saveView = effect { false } else { true }
      }
    )
    viewer.type(":view save \(free)")
    #expect(viewer.press(Key(.enter)) == [.saveView(name: free, filter: filter)])
    viewer.press("&", .control("u"))
    viewer.type("view:wet\r:view save wet")
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("has this filter already"))
  }

  @Test func savedViewsFollowTheConfiguration() throws {
    let wet = try ["milk", "water"].map { try SavedView("wet", $0) }
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json))) { $0.views = [wet[0]] }
    viewer.press("B")
    viewer.handle(.feeds(Self.entries))
    #expect(viewer.page.contains { $0.contains("& wet · milk") })
    viewer.handle(.configured(App.Options { $0.views = [wet[1]] }, .standard))
    #expect(viewer.page.contains { $0.contains("& wet · water") })
    viewer.press("J")
    viewer.handle(.configured(App.Options(), .standard))
    #expect(!viewer.page.joined().contains("& wet"))
    // A row that is there is selected in its place.
    #expect(viewer.page.contains { $0.hasPrefix("▌") })
  }

  // MARK: Keys

  @Test func enterOpensAFeedATagOrAll() throws {
    #expect(try play("B<CR>").wishes == [.openStream(.subscriptions(.all))])
    #expect(try play("BJ<CR>").wishes == [.openStream(.subscriptions(.tag("travel")))])
    let ferry = FeedChoice.feeds(["https://ferry.example/feed.xml"])
    #expect(try play("BJ<Space>J<CR>").wishes == [.openStream(.subscriptions(ferry))])
    let bread = FeedChoice.feeds(["https://bread.example/rss"])
    #expect(try play("BG<CR>").wishes == [.openStream(.subscriptions(bread))])
    #expect(try play(":feeds<CR>").wishes.isEmpty)
    // The page opens from every other page, and once.
    #expect(try play("<CR>B").app.view.page.content.name == "feed-list")
    #expect(try play("BB").statusLine.contains("This page is open"))
  }

  @Test func aKeyCopiesTheAddressOfAFeed() throws {
    #expect(try play("BGy").wishes == [.copy("https://bread.example/rss")])
    #expect(try play("By").statusLine.contains("Select one feed"))
    #expect(try play("B?").text.contains("copy the address of the feed"))
  }

  @Test func aKeyFetchesAFeedATagOrAll() throws {
    #expect(try play("Br").wishes == [.refreshFeeds(.all)])
    #expect(try play("BJr").wishes == [.refreshFeeds(.tag("travel"))])
    let one = FeedChoice.feeds(["https://bread.example/rss"])
    #expect(try play("BGr").wishes == [.refreshFeeds(one)])
    #expect(try play("BGR").wishes == [.refreshFeeds(.all)])
    #expect(try play("BG:refresh<CR>").wishes == [.refreshFeeds(one)])
  }

  @Test func onTheTimelineReloadFetchesWhereSubscriptionsAreShown() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    #expect(viewer.press("r") == [.reload])
    viewer = try Viewer(Timeline(Feeds.feed(Self.json))) { $0.stream.refreshes = true }
    #expect(viewer.press("r") == [.refreshFeeds(nil)])
    #expect(viewer.app.mode.isBrowsing)
    // It does so from a page above the timeline, too.
    #expect(viewer.type("\rr").contains(.refreshFeeds(nil)))
    viewer = try Viewer(Timeline(Feeds.feed(Self.json))) { options in
      options.stream.refreshes = true
      options.isSecure = true
    }
    #expect(viewer.press("r").isEmpty)
    #expect(viewer.status.contains("secure mode"))
    #expect(try Stage().play(":refresh<CR>", Self.json).statusLine.contains("Nothing to fetch"))
    #expect(try Stage().play(":refresh-all<CR>", Self.json).effects == [.refreshFeeds(.all)])
  }

  @Test func aFolderOpensAndCloses() throws {
    let open = try play("BJ<Space>")
    #expect(open.lines[2].contains("Ferry Timetables") && open.lines[3].contains("Lake Levels"))
    // A feed in two folders is in both.
    #expect(try play("BZ").text.ranges(of: "Lake Levels").count == 2)
    // From a feed in the folder, the key closes it and selects it.
    let closed = try play("BJ<Space>JJ<Space>")
    #expect(!closed.text.contains("Ferry Timetables"))
    #expect(closed.lines[1].hasPrefix("▌ ▸ travel"))
    #expect(try play("BZZ").text == play("B").text)
    #expect(try play("BG<Space>").statusLine.contains("has no tag"))
  }

  @Test func narrowingFindsNamesAddressesAndTags() throws {
    #expect(try play("B/bread").lines[0].contains("Bread"))
    // A feed stands below its tag, in the tag that contains the text where one does.
    #expect(try play("B/social.ex").lines[0].hasPrefix("  ▾ people"))
    #expect(try play("B/social.ex").lines[1].hasPrefix("▌   Olga Hansen"))
    let tagged = try play("B/water<CR>", columns: 140)
    let found = FeedChoice.feeds(["https://lakes.example/atom"])
    #expect(tagged.wishes == [.openStream(.subscriptions(found))])
    let narrowed = try play("B/water", columns: 140)
    #expect(narrowed.lines[0].hasPrefix("  ▾ water") && narrowed.lines[1].contains("Lake Levels"))
    #expect(!narrowed.text.contains("travel"))
    // A tag is meant where it contains the text and holds several; else its first feed that does.
    #expect(try play("B/travel<CR><CR>").wishes == [.openStream(.subscriptions(.tag("travel")))])
    #expect(try play("B/e<CR><CR>").wishes.first == .openStream(.subscriptions(.tag("travel"))))
    #expect(try play("B/ferry").lines[1].hasPrefix("▌   Ferry"))
    #expect(try play("B/lakes").statusLine.contains("1 of 5"))
    #expect(try play("B/e<CR>").statusLine.contains("of 5 · e · Esc shows all"))
    // The way back from the feed that was found leads to the whole list.
    #expect(tagged.text.contains("All feeds"))
    #expect(try play("B/zzz<CR>").statusLine.contains("no feed has zzz"))
    #expect(try play("B/zzz<CR><CR>").wishes.isEmpty)
    // The feed that was found stays selected there.
    let opens = Effect.openStream(.subscriptions(found))
    #expect(try play("B/water<CR><CR>").wishes == [opens, opens])
    // The key for unread posts opens those of the line.
    #expect(try play("BJi").wishes == [.openStream(.subscriptions(.tag("travel"), .unread))])
    #expect(try play("Bi").wishes == [.openStream(.subscriptions(.all, .unread))])
    #expect(try play("B/water", columns: 140).statusLine.contains("Enter opens it"))
    #expect(try play("B/e", columns: 140).statusLine.contains("Enter keeps it"))
    // Several that are left wait for a choice.
    #expect(try play("B/e<CR>").wishes.isEmpty)
    #expect(try play("B/e<CR><Space>").statusLine.contains("Esc"))
  }

  @Test func feedsWithoutUnreadPostsHideUntilTheyAreShownAgain() throws {
    let quiet = ["Salt", "Butter"].map { FeedEntry(key: $0, name: $0, unread: 0, posts: 3) }
    let entries = Self.entries + quiet
    let hidden = try play("Bl", entries)
    #expect(hidden.text.contains("https://new.example/") && !hidden.text.contains("Salt"))
    #expect(hidden.statusLine.contains("2 without unread posts hidden · l shows them"))
    // The selected one stays until it is left.
    #expect(try play("BGl", entries).text.contains("Butter"))
    #expect(try !play("BGlK", entries).text.contains("Butter"))
    // A feed that fails stays with its reason, and so does its tag.
    hidden.shows("▸ water · 1 feed · 1 failed", "The server answered 410")
    #expect(try play("Bll").text == play("B").text)
    // Where there are none, the key does something all the same.
    let none = "no feed to hide now, read ones will be · l shows all"
    #expect(try play("Bl").statusLine.contains(none))
    #expect(try play("l:hide-read<CR>").statusLine.contains("list of subscriptions only"))
  }

  // MARK: Events

  @Test func subscriptionsThatAreKnownShowAtOnce() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.press("B")
    #expect(viewer.page[0].contains("Reading the subscriptions"))
    viewer.handle(.feeds(Self.entries))
    #expect(viewer.page[0].contains("▌ All feeds · 1,072 unread"))
    viewer.type("qB")
    #expect(viewer.page[0].contains("▌ All feeds · 1,072 unread"))
    // Below another page they come in as well.
    viewer.press("?")
    let help = viewer.page
    viewer.handle(.feeds([]))
    #expect(viewer.page == help)
    viewer.press("q")
    #expect(viewer.page[0].contains("No subscriptions yet"))
  }

  @Test func aFeedThatGoesHandsTheSelectionToTheNext() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.handle(.feeds(Self.entries))
    viewer.type("BGK")
    let line = try #require(viewer.page.firstIndex { $0.hasPrefix("▌") })
    #expect(viewer.page[line].contains("new.example"))
    viewer.handle(.feeds(Self.entries.filter { $0.key != "https://new.example/" }))
    #expect(viewer.page.firstIndex { $0.hasPrefix("▌") } == line)
    #expect(viewer.page[line].contains("Bread"))
  }

  // MARK: Progress

  private func progressing(_ columns: Int) throws -> Viewer {
    let size = Size(columns: columns, lines: 10)
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)), size: size)
    viewer.handle(.refreshing(RefreshProgress(done: 12, all: 200, failed: 1, new: 8)))
    return viewer
  }

  @Test func theStatusLineTellsHowFarARefreshIs() throws {
    var viewer = try progressing(80)
    let page = viewer.page
    #expect(viewer.status.contains("post 1 of 12"))
    #expect(viewer.status.contains("refreshing 12 of 200 · 1 failed · 8 new"))
    viewer.handle(.feeds(Self.entries))
    viewer.press("B")
    #expect(viewer.status.contains("12 of 200"))
    viewer.press("?")
    #expect(!viewer.status.contains("12 of 200"))
    viewer.type("qq")
    #expect(viewer.page == page)
    viewer.handle(.refreshing(nil))
    #expect(!viewer.status.contains("12 of 200") && viewer.status.contains("help"))
    let narrow = try progressing(40)
    #expect(narrow.status.contains("post 1 of 12") && narrow.status.contains("12 of 200"))
  }

  @Test func failedFetchesAreSaidWithTheWayToTheirReasons() throws {
    let failed = Event.refreshed(RefreshProgress(done: 6, all: 6, failed: 1))
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.handle(failed)
    #expect(viewer.status.contains("Nothing new · 1 of 6 failed (B lists why)"))
    viewer.press("B")
    viewer.handle(.feeds(Self.entries))
    viewer.handle(failed)
    #expect(viewer.status.contains("1 of 6 failed") && !viewer.status.contains("lists why"))
    viewer.press("q")
    viewer.handle(.refreshed(RefreshProgress(done: 6, all: 6, new: 3)))
    #expect(viewer.status.contains("3 new posts") && !viewer.status.contains("lists why"))
  }

  @Test func aProgressReplacesNothingThatAKeyAskedFor() throws {
    var viewer = try progressing(80)
    viewer.handle(.message("The disk is full", isWarning: true))
    let message = viewer.status
    #expect(message.contains("The disk is full"))
    viewer.handle(.refreshing(RefreshProgress(done: 13, all: 200)))
    #expect(viewer.status == message)
    viewer.rest(after: Key(.tab))
    #expect(viewer.status.contains("https://host.example/1") && !viewer.status.contains("200"))
    viewer.type(":5")
    #expect(viewer.status.contains(":5▏") && !viewer.status.contains("200"))
  }
}

extension SavedView {
  /// A view of the configuration, whose line says what it shows where `view` is nil.
  init(_ name: String, _ line: String, _ view: View? = nil) throws {
    let place = ConfigPlace(line: 1, column: 1)
    self.init(name: name, line: line, at: place, try view ?? View(line))
  }
}
