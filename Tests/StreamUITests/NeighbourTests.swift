import StreamModel
import Testing

@testable import StreamUI

/// From an open post to the next one, and from a feed to the next, without the list between them.
struct NeighbourTests {
  private func opened(_ count: Int, _ keys: Key...) throws -> ReadingStage {
    var stage = try ReadingStage(posts: count)
    stage.work()
    for key in keys {
      stage.work(after: key)
    }
    return stage
  }

  private func text(_ stage: ReadingStage) -> String { stage.viewer.page.joined(separator: "\n") }

  @Test func nOpensTheNextUnreadPostAndCapitalNThePreviousOne() throws {
    var stage = try opened(6, Key(.enter))
    #expect(text(stage).contains("text 1") && stage.viewer.app.view.pages.count == 2)
    stage.work(after: "n")
    #expect(text(stage).contains("text 2") && stage.viewer.app.view.pages.count == 2)
    // Opening reads: all but the third are read or open now.
    #expect(stage.positions(of: .read) == [0, 1])
    stage.type("qJRK\r")
    stage.work(after: "n")
    #expect(text(stage).contains("text 4"), "the third was marked read")
    stage.press("q")
    #expect(stage.viewer.app.view.list.selection == stage.viewer.app.view.rows.row(at: 3))
  }

  @Test func theLastPostStaysOpen() throws {
    var stage = try opened(3, "G", Key(.enter))
    let before = stage.viewer.page
    stage.work(after: "n")
    #expect(stage.viewer.page == before)
    #expect(stage.viewer.status.contains("No unread posts below"))
    #expect(stage.viewer.app.view.pages.count == 2)
    stage.work(after: "N")
    #expect(text(stage).contains("text 2"))
  }

  /// The way back to what was read a moment ago, where nothing unread lies above.
  @Test func capitalNLeadsBackThroughPostsThatWereRead() throws {
    var stage = try opened(6, Key(.enter), "n", "n")
    #expect(text(stage).contains("text 3"))
    stage.work(after: "N")
    #expect(text(stage).contains("text 2"))
    #expect(stage.viewer.status.contains("No unread post above; this is the one before"))
    stage.work(after: "N", "N")
    #expect(text(stage).contains("text 1"))
    #expect(stage.viewer.status.contains("This is the first post"))
    #expect(stage.viewer.app.view.pages.count == 2)
  }

  @Test func withoutReadMarksItIsThePostBelow() throws {
    let feed = try Feeds.sample()
    let first = try Stage().play("<CR>", feed)
    let second = try Stage().play("J<CR>", feed)
    #expect(try Stage().play("<CR>n", feed).text == second.text)
    #expect(try Stage().play("<CR>nN", feed).text == first.text)
    let start = try Stage().play("<CR>N", feed)
    #expect(start.statusLine.contains("This is the first post"))
    #expect(start.lines.dropLast(2) == first.lines.dropLast(2))
  }

  @Test func matchesGoFirstWhileTheyAreHighlighted() throws {
    let found = try Stage().play("<CR>/water<CR>n", try Feeds.sample())
    #expect(found.app.view.pages.count == 2)
    #expect(found.statusLine.contains("of") || found.statusLine.contains("match"))
    // The last match is no trap: the line says how the key opens posts again, and it does.
    let wrapped = try Stage().play(
      "<CR>/water<CR>" + String(repeating: "n", count: 40),
      try Feeds.sample()
    )
    #expect(wrapped.app.view.pages.count == 2)
    let second = try Stage().play("J<CR>", try Feeds.sample()).text
    #expect(try Stage().play("<CR>/water<CR>n<Esc>n", try Feeds.sample()).text == second)
    try Stage().play(":next-post<CR>", try Feeds.sample()).shows(status: "Open a post first")
  }

  /// A search in the list highlights everywhere, and a post without a match has none to go to.
  @Test func aPostWithoutAMatchIsNoTrap() throws {
    let feed = Feeds.posts(["<p>rain</p>", "<p>sun</p>", "<p>snow</p>", "<p>rain rain</p>"])
    let snow = try Stage().play("/rain<CR>J<CR>n", feed)
    #expect(snow.text.contains("snow") && snow.app.view.pages.count == 2)
    #expect(try Stage().play("/rain<CR>J<CR>nN", feed).text.contains("sun"))
    try Stage().play("/rain<CR>J<CR>nnn", feed).shows("rain rain", status: "1 of 2")
    try Stage().play("/rain<CR>J<CR>nnnnn", feed)
      .shows(status: "Search wrapped to the top · Esc ends it, n opens the next post")
  }

  @Test func theListOfFeedsComesBackAsItWasLeft() throws {
    let stage = Stage(feeds: FeedsPageTests.entries)
    let left = try stage.play("BJ<Space>J", FeedsPageTests.json)
    let again = try stage.play("BJ<Space>Jq<wait 300>B", FeedsPageTests.json)
    #expect(again.app.view.list.selection == left.app.view.list.selection)
    #expect(again.lines.first == left.lines.first)
    #expect(again.text.contains("Ferry Timetables"))
  }

  /// Folders that are closed and a text that narrows the list leave no feed out, and the list goes round.
  @Test func theNextFeedIsFoundWhateverIsListed() throws {
    let feeds = [
      FeedEntry(key: "a", name: "a", tags: ["x"], unread: 2),
      FeedEntry(key: "b", name: "b", tags: ["y"], unread: 0),
      FeedEntry(key: "c", name: "c", tags: ["y"], unread: 1),
      FeedEntry(key: "d", name: "d", unread: 3),
    ]
    var page = FeedsPage(feeds)
    let last = try #require(page.row(of: "d"))
    #expect(page.nextUnread(after: last) == "a")
    #expect(page.row(of: "a") == nil)
    _ = page.take(.reveal("a"), selection: last)
    let first = try #require(page.row(of: "a"))
    #expect(page.nextUnread(after: first) == "c")
    _ = page.take(.filter("d"), selection: first)
    #expect(page.nextUnread(after: try #require(page.row(of: "d"))) == "a")
    // From a tag it is a feed outside of it.
    page = FeedsPage(feeds)
    let tag = try #require(page.row(at: 2, in: Timeline(Feeds.feed(Feeds.posts(["x"])))))
    #expect(page.nextUnread(after: tag) == "d")
    #expect(page.nextUnread(after: tag, isBefore: true) == "a")
    let alone = FeedsPage([feeds[1], feeds[3]])
    #expect(alone.nextUnread(after: try #require(alone.row(of: "d"))) == nil)
  }

  @Test(arguments: [false, true], [["code", "hidden"], ["hidden", "code"]])
  func aFeedOfTwoTagsLeadsOnToAllOthers(_ isBefore: Bool, _ tags: [String]) throws {
    var page = FeedsPage([
      FeedEntry(key: "r", name: "r", tags: ["code"], unread: 1),
      FeedEntry(key: "y", name: "y", tags: tags, unread: 1),
      FeedEntry(key: "p", name: "p", tags: ["zz"], unread: 1),
      FeedEntry(key: "q", name: "q", tags: ["code", "zz", "hidden"], unread: 1),
    ])
    var row = try #require(page.row(at: 0, in: Timeline(Feeds.feed(Feeds.posts(["x"])))))
    var seen: [String] = []
    for _ in 0..<8 {
      let key = try #require(page.nextUnread(after: row, isBefore: isBefore))
      _ = page.take(.reveal(key), selection: row)
      row = try #require(page.row(of: key))
      seen.append(key)
    }
    #expect(Set(seen.prefix(4)) == ["r", "y", "p", "q"] && seen.prefix(4) == seen.suffix(4))
  }

  @Test func outsideOfTheListOfFeedsTheNextFeedIsSaidToBeThere() throws {
    try Stage().play("]", try Feeds.sample()).shows(status: "Works in a feed that B lists")
  }
}
