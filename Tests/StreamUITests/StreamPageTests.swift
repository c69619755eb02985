import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Pages of the posts that pass a filter, as a reader uses them.
struct StreamPageTests {
  @Test func enterOnTheHeadingOpensTheFirstPost() throws {
    let feed = Feeds.posts(["<p>one</p>", "<p>a lake</p>", "<p>another lake</p>"])
    let outcome = try Stage().play("/lake<CR>L<wait 400><CR><wait 400>", feed)
    #expect(outcome.app.view.page.content.keyPage == .detail)
    #expect(outcome.text.contains("a lake") && !outcome.text.contains("another lake"))
  }

  private static let feed = Feeds.posts([
    "<p>Rain in the morning</p>", "<p>sun</p>", "<p>more rain</p>", "<p>snow</p>",
  ])

  @Test func listsThePostsWithTheTextOfTheLastSearch() throws {
    let outcome = try Stage().play("/rain<CR>L<wait 400>", Self.feed)
    #expect(outcome.lines.first?.contains("Posts with \"rain\"") == true)
    #expect(outcome.text.contains("Rain in the morning") && outcome.text.contains("more rain"))
    #expect(!outcome.text.contains("snow"))
    #expect(outcome.statusLine.contains("\"rain\" · 2 posts"))
    #expect(try Stage().play("/rain<CR>LJJ", Self.feed).statusLine.contains("\"rain\" 2 of 2"))
    // Another text has a page of its own, the same text has not.
    #expect(try Stage().play("/rain<CR>L/more<CR>L", Self.feed).lines[0].contains("\"more\""))
    let again = try Stage().play("/rain<CR>LL", Self.feed).statusLine
    #expect(again.contains("This page is open"))
    // A number names a post, not the heading.
    #expect(try Stage().play("/rain<CR>L2g", Self.feed).statusLine.contains("\"rain\" 2 of 2"))
    let opened = try Stage().play("/rain<CR>LJJ<CR>q", Self.feed).statusLine
    #expect(opened.contains("\"rain\" 2 of 2"))
    #expect(try Stage().play("/rain<CR>Lq", Self.feed).statusLine.contains("of 4"))
  }

  // MARK: Comments

  private static let thread =
    #"{"version":1,"posts":[{"id":"q","author":{"name":"Zoe"},"body_html":"<p>rain on another post</p>"},"#
    + #"{"id":"p","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z","body_html":"<p>Where is the rain?</p>","#
    + #""comments":[{"id":"a","author":{"name":"Ann"},"body_html":"<p>Here is rain.</p><p>And wind.</p>"},"#
    + #"{"id":"b","parent":"a","author":{"name":"Ben"},"body_html":"<p>Snow</p>"},"#
    + #"{"id":"c","parent":"b","author":{"name":"Cleo"},"body_html":"<p>No <b>rain</b> there</p>"},"#
    + #"{"id":"d","author":{"name":"Dan"},"body_html":"<p>Sun</p>"}]}]}"#

  @Test(arguments: [("comment-matches", 80, 24), ("comment-matches-narrow", 40, 10)])
  func listsTheCommentsOfAnOpenConversation(_ name: String, _ columns: Int, _ lines: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: lines))
    let outcome = try stage.play("G<CR>/rain<CR>L<wait 400>", Self.thread)
    try expectGolden(outcome, name)
    #expect(!outcome.text.contains("Zoe") && !outcome.text.contains("Snow"))
  }

  /// A line shows what was searched for, also far from the beginning of a comment; an open comment is as it is.
  @Test func theLineOfACommentShowsTheMatch() throws {
    let words = String(repeating: "stone lake train ", count: 20)
    let json =
      #"{"version":1,"posts":[{"id":"p","body_text":"kettle?","comments":[{"id":"a","author":{"name":"Cy"},"#
      + #""body_html":"<p>\#(words)river</p><p>kettle winter \#(words)</p>"},"#
      + #"{"id":"b","author":{"name":"Dan"},"body_text":"A kettle winter it was"}]}]}"#
    for columns in [120, 80, 40] {
      let stage = Stage(size: Size(columns: columns, lines: 40))
      let list = try stage.play("<CR>/kettle winter<CR>L<wait 400>", json)
      let lines = list.lines.filter { $0.contains("kettle") }
      #expect(lines.contains { $0.contains("Cy · no date · …train river kettle") }, "\(lines)")
      #expect(lines.contains { $0.contains("Dan · no date · A kettle w") }, "\(lines)")
    }
    let opened = try Stage().play("<CR>/kettle winter<CR>LJ<CR>", json)
    #expect(opened.text.contains("stone lake train stone lake train"))
  }

  @Test func enterGoesToTheCommentThatWasListed() throws {
    let found = try Stage().play("G<CR>/rain<CR>ZLJJ<CR>", Self.thread)
    #expect(found.statusLine.contains("comment 3 of 4"))
    #expect(found.lines.contains { $0.hasPrefix("▌") && $0.contains("Cleo") })
    #expect(try Stage().play("G<CR>/rain<CR>Lq", Self.thread).statusLine.contains("1 of 3"))
    #expect(
      try Stage().play("G<CR>/rain<CR>LL", Self.thread).statusLine.contains("This page is open")
    )
    // The list stands on its heading, and the comment below that is meant.
    let first = try Stage().play("G<CR>/rain<CR>ZL<CR>", Self.thread)
    #expect(first.text == (try Stage().play("G<CR>/rain<CR>ZLJ<CR>", Self.thread)).text)
    #expect(first.statusLine.contains("comment 1 of 4"), "\(first.statusLine)")
    // A comment that is listed is still one: its author's page opens.
    #expect(try Stage().play("G<CR>/rain<CR>LJa", Self.thread).text.contains("Ann"))
    let none = try Stage().play("/another<CR>G<CR>L<wait 10>", Self.thread)
    #expect(none.statusLine.contains("no comment has \"another\""))
    // On a split screen the list of comments takes the place of the post, beside the timeline.
    var wide = Stage(size: Size(columns: 160, lines: 24))
    wide.layout = .split
    let split = try wide.play("G<CR>/rain<CR>L<wait 400>", Self.thread)
    #expect(split.text.contains("Comments with \"rain\"") && split.text.contains("Zoe"))
    let comment = try wide.play("G<CR>/rain<CR>LJJ<CR><wait 400>", Self.thread)
    #expect(comment.statusLine.contains("comment 3 of 4") && comment.text.contains("Zoe"))
  }

  @Test func theWayBackFromAListedCommentLeadsToTheList() throws {
    func played(_ keys: String) throws -> String {
      try Stage().play("G<CR>/rain<CR>\(keys)<wait 400>", Self.thread).text
    }
    #expect(try played("LJJ<CR>q") == played("LJJ"))
    #expect(try played("LJJ<CR>qq") == played(""))
    #expect(try played("JJJJLJJ<CR>qq") == played("JJJJ"))
    #expect(try played("LJJ<CR>qqq").contains("post 2 of 2"))
    // Marks of the conversation are there, too.
    #expect(try played("JJJmaKKLJ<CR>'a").contains("comment 3 of 4"))
    // Comments that it was collapsed under are still so below.
    #expect(try played("ZLJJ<CR>qq") == played("Z"))
    // A list over the list leads to the comment, too.
    let twice = try Stage().play("G<CR>/rain<CR>L&no<CR>J<CR>", Self.thread).statusLine
    #expect(twice.contains("comment 2 of 4"), "\(twice)")
    // The key to the next post goes on in the list of posts, and the list of comments is left.
    let next = try Stage().play("G<CR>&rain<CR>JJ<CR>N<wait 400>", Self.thread)
    #expect(next.text.contains("rain on another post"), "\(next.text)")
    #expect(try Stage().play("G<CR>&rain<CR>JJ<CR>Nq", Self.thread).text.contains("post 1 of 2"))
  }

  @Test func sayWhatIsMissing() throws {
    #expect(try Stage().play("L", Self.feed).statusLine.contains("Search for a text first (/)"))
    let none = try Stage().play("/hail<CR><wait 10>L<wait 10>", Self.feed)
    // It was opened from any list.
    #expect(none.statusLine.contains("no \"hail\" posts · q goes back"))
  }
}
