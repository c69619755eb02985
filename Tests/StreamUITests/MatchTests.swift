import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Matches as a reader sees them: highlights, folds, counts, pages.
struct MatchTests {
  private static let narrow = Size(columns: 40, lines: 10)

  /// A post whose text is longer than a row shows, with `word` far below, and posts around it.
  private static func long(_ word: String) -> String {
    let lines = (1...40).map { "<p>line \($0)\($0 == 31 ? " \(word)" : "")</p>" }.joined()
    return Feeds.posts(["<p>first</p>", lines, "<p>after</p>", "<p>\(word) again</p>"])
  }

  private func height(_ outcome: Stage.Outcome, at position: Int) -> Int {
    outcome.app.view.rows.height(at: position)
  }

  @Test func aMatchInAFoldedTextUnfoldsItWhileItIsCurrent() throws {
    let feed = Self.long("zebra")
    let folded = height(try Stage().play("", feed), at: 1)
    let found = try Stage().play("/zebra<CR>", feed)
    found.shows("line 31 zebra", status: "1 of 2")
    #expect(height(found, at: 1) > 40)
    // Its line stands in the upper third, with what precedes it.
    let line = try #require(found.lines.firstIndex { $0.contains("line 31 zebra") })
    #expect(line == 23 / 3)
    let next = try Stage().play("/zebra<CR>n", feed)
    #expect(next.text.contains("zebra again"))
    #expect(height(next, at: 1) == folded)
    #expect(height(try Stage().play("/zebra<Esc>", feed), at: 1) == folded)
  }

  @Test func whatTheReaderUnfoldsStaysUnfolded() throws {
    let feed = Self.long("zebra")
    #expect(height(try Stage().play("Jx/zebra<CR>n", feed), at: 1) > 40)
    #expect(height(try Stage().play("/zebra<CR>xxn", feed), at: 1) > 40)
  }

  @Test func aContentWarningOpensForItsMatch() throws {
    let feed =
      #"{"version":1,"posts":[{"id":"1","body_text":"one"},"#
      + #"{"id":"2","content_warning":"cake","body_text":"a secret zebra"}]}"#
    #expect(try Stage().play("/zebra<CR>", feed).text.contains("a secret zebra"))
    #expect(!(try Stage().play("/zebra<CR>/one<CR>", feed)).text.contains("zebra"))
  }

  @Test func aCollapsedCommentIsExpandedForItsMatch() throws {
    let comments =
      #"{"id":"c1","parent":null,"body_html":"top"},"#
      + #"{"id":"c2","parent":"c1","body_html":"inner zebra"},"#
      + #"{"id":"c3","parent":null,"body_html":"other"}"#
    let feed = #"{"version":1,"posts":[{"id":"1","body_text":"one","comments":[\#(comments)]}]}"#
    #expect(!(try Stage().play("<CR>Z", feed)).text.contains("zebra"))
    #expect(try Stage().play("<CR>Z/zebra<CR>", feed).text.contains("inner zebra"))
    #expect(!(try Stage().play("<CR>Z/zebra<CR>/other<CR>", feed)).text.contains("zebra"))
    #expect(!(try Stage().play("<CR>Z/zebra<Esc>", feed)).text.contains("zebra"))
  }

  @Test func escapeReturnsToWhereItBegan() throws {
    let feed = Feeds.linked(200)
    for keys in ["jjj<wait 400>", "G", "", "J<Tab>"] {
      let before = try Stage().play(keys + "<wait 400>", feed)
      let after = try Stage().play(keys + "/page 1<Backspace>50<Esc><wait 400>", feed)
      #expect(after.text == before.text)
      #expect(after.style == before.style)
    }
  }

  @Test func aVisibleMatchDoesNotScroll() throws {
    let feed = Feeds.linked(60)
    let before = try Stage().play("", feed)
    let found = try Stage().play("/page 5<CR>", feed)
    #expect(
      found.lines.dropLast(2).map { $0.dropFirst() }
        == before.lines.dropLast(2).map { $0.dropFirst() }
    )
  }

  @Test func allVisibleMatchesAreHighlightedFlatAndRich() throws {
    for strategy in [Strategy.flat, .eager] {
      let stage = Stage(strategy: strategy)
      let found = try stage.play("/see<CR>", Feeds.linked(60))
      let roles = Array(found.pageRoles)
      #expect(roles.count { $0 == "S" } == 3)
      #expect(roles.count { $0 == "s" } == 3 * (found.text.ranges(of: "see page").count - 1))
      let cleared = try stage.play("/see<CR><Esc>", Feeds.linked(60))
      #expect(!cleared.pageRoles.contains("s") && !cleared.pageRoles.contains("S"))
      #expect(cleared.text.dropLast(90) == found.text.dropLast(90))
    }
  }

  @Test func aMatchOverALineBreakIsHighlightedOnBothLines() throws {
    let text = String(repeating: "word ", count: 14) + "the blue lake and more"
    let found = try Stage().play("/blue lake<CR>", Feeds.posts(["<p>\(text)</p>"]))
    #expect(found.pageRoles.split(separator: "\n").count { $0.contains("S") } == 2)
  }

  @Test func wordsThatOnlyRowsSayAreFound() throws {
    let feed =
      #"{"version":1,"title":"Lakes weekly","posts":[{"id":"1","body_text":"one","#
      + #""author":{"name":"Ann"}},{"id":"2","body_text":"two","in_reply_to":"9"},"#
      + #"{"id":"3","body_text":"three","author":{"name":"Ann"},"likes_count":3}]}"#
    let post = { (keys: String) in try Stage().play(keys, feed).statusLine }
    #expect(try post("/no date<CR>").contains("post 1 of 3"))
    #expect(try post("/lakes weekly<CR>").contains("post 2 of 3"))
    #expect(try post("/3 likes<CR>").contains("post 3 of 3"))
  }

  @Test func otherPagesAreSearched() throws {
    let sample = { (keys: String) in try Stage().play(keys, try Feeds.sample()) }
    #expect(try sample("??/half<CR>").pageRoles.contains("S"))
    #expect(try sample("??/half<CR>n").statusLine.contains("2 of"))
    #expect(try sample("w/ben<CR>").pageRoles.contains("S"))
    #expect(try sample("<CR>/mudguard<CR>").statusLine.contains("No match"))
    #expect(try sample("<CR>/duck<CR>").pageRoles.contains("S"))
    #expect(try sample("a/limnology<CR>").pageRoles.contains("S"))
    // The word of the timeline is highlighted in the post that is opened, too.
    #expect(try sample("/lakes<CR><CR>").pageRoles.contains("s"))
  }

  @Test func eachPromptHasAHistoryOfItsOwn() throws {
    let feed = Feeds.linked(60)
    #expect(try !Stage().play("/see<CR>:<Up>", feed).statusLine.contains("see"))
    #expect(try Stage().play("/see<CR>:5<CR>/<Up>", feed).statusLine.contains("/see"))
    #expect(try Stage().play("/see<CR>:5<CR>:<Up>", feed).statusLine.contains(":5"))
  }

  @Test func historyKeepsTheLatest() {
    var history = PromptHistory()
    for text in ["one", "two", "one", ""] { history.add(text) }
    var walk = history.walk
    #expect(walk.older(than: "typed") == "one")
    #expect(walk.older(than: "one") == "two")
    #expect(walk.older(than: "two") == nil)
    #expect(walk.newer() == "one")
    #expect(walk.newer() == "typed")
    #expect(walk.newer() == nil)
    for number in 0..<200 { history.add("\(number)") }
    walk = history.walk
    var count = 0
    while walk.older(than: "") != nil { count += 1 }
    #expect(count == 100)
  }

  /// Law 13: the keys of a search read no more than a slice, and any key comes between.
  @Test func typingNeverWaitsForTheSearch() throws {
    let feed = Feeds.feed(Feeds.posts((1...400).map { "<p>nothing but text \($0)</p>" }))
    var viewer = try Viewer(Timeline(feed))
    viewer.press("/")
    for key in "zebra".unicodeScalars {
      let decoded = feed.decodeCount
      viewer.press(Key.character(key))
      #expect(feed.decodeCount - decoded <= 24)
      _ = viewer.app.advanceMode(at: viewer.now)
      #expect(feed.decodeCount - decoded <= 2 * 24)
    }
    viewer.work()
    #expect(viewer.status.contains("/zebra▏  no match"))
    viewer.press(Key(.escape), "j")
    #expect(!viewer.app.isJobWanted)
  }

  @Test func keysTypedAheadActOnTheMatch() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.linked(40))))
    viewer.type("/page 7\rnnN")
    #expect(viewer.page.contains { $0.contains("see page 7") })
    #expect(viewer.app.view.list.selection == .record(6))
    viewer.type("/see\rnn")
    #expect(viewer.app.view.list.selection == .record(9))
  }

  /// A pipe that has nothing more for now is searched as far as it goes, then from its top.
  @Test func aSearchDoesNotWaitForAPipe() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.linked(40))))
    viewer.type("G/page 3")
    viewer.work()
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("wrapped to the top"))
    #expect(viewer.status.contains("1 of 11"))
  }

  @Test func manyMatchesAreNotAllCounted() throws {
    let body = "<p>" + String(repeating: "a ", count: 2000) + "</p>"
    let found = try Stage().play("/a<CR>", Feeds.posts(Array(repeating: body, count: 8)))
    #expect(found.statusLine.contains("of 10,000+"))
  }

  typealias Shot = GoldenScreenTests.Shot

  static let shots = [
    Shot(name: "search-typing", keys: "/lak"),
    Shot(name: "search-typing-narrow", keys: "/lak", size: narrow),
    Shot(name: "search-found", keys: "/the<CR>nnn<wait 400>"),
    Shot(name: "search-found-narrow", keys: "/the<CR>nnn<wait 400>", size: narrow),
    Shot(name: "search-wrapped", keys: "G/duck<CR><wait 400>"),
    Shot(name: "search-wrapped-narrow", keys: "G/duck<CR><wait 400>", size: narrow),
    Shot(name: "search-missing", keys: "/zebra<CR>"),
    Shot(name: "search-unfolded", keys: "/line 31<CR><wait 400>"),
    Shot(name: "search-unfolded-narrow", keys: "/line 31<CR><wait 400>", size: narrow),
  ]

  @Test(arguments: shots) func looksLikeItsPicture(_ shot: Shot) throws {
    let isLong = shot.name.contains("unfolded")
    let feed = isLong ? Feeds.feed(Self.long("zebra")) : try Feeds.sample()
    try expectGolden(try Stage(size: shot.size).play(shot.keys, feed), shot.name)
  }
}
