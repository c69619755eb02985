import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Pages of the posts that pass a filter, as a reader uses them.
struct StreamPageTests {
  @Test func enterOnTheHeadingOpensTheFirstPost() throws {
    let tag = "<a href='https://a.example/tags/lake' class='hashtag'>#lake</a>"
    let feed = Feeds.posts(["<p>one</p>", "<p>a \(tag)</p>", "<p>another \(tag)</p>"])
    let outcome = try Stage().play("J<wait 400><Tab><CR><wait 400><CR><wait 400>", feed)
    #expect(outcome.app.view.page.content.keyPage == .detail)
    #expect(outcome.text.contains("a #lake") && !outcome.text.contains("another #lake"))
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
    let outcome = try stage.play("G<CR>&rain<CR><wait 400>", Self.thread)
    try expectGolden(outcome, name)
    #expect(!outcome.text.contains("Zoe") && !outcome.text.contains("Snow"))
  }

  @Test func enterGoesToTheCommentThatWasListed() throws {
    let found = try Stage().play("G<CR>Z&rain<CR>JJ<CR>", Self.thread)
    #expect(found.statusLine.contains("comment 3 of 4"))
    #expect(found.lines.contains { $0.hasPrefix("▌") && $0.contains("Cleo") })
    #expect(try Stage().play("G<CR>&rain<CR>q", Self.thread).statusLine.contains("4 comments"))
    // The list stands on its heading, and the comment below that is meant.
    let first = try Stage().play("G<CR>Z&rain<CR><CR>", Self.thread)
    #expect(first.text == (try Stage().play("G<CR>Z&rain<CR>J<CR>", Self.thread)).text)
    #expect(first.statusLine.contains("comment 1 of 4"), "\(first.statusLine)")
    // A comment that is listed is still one: its author's page opens.
    #expect(try Stage().play("G<CR>&rain<CR>Ja", Self.thread).text.contains("Ann"))
    let none = try Stage().play("G<CR>&another<CR><wait 10>", Self.thread)
    #expect(none.statusLine.contains("no comment passes &another"))
    // On a split screen the list of comments takes the place of the post, beside the timeline.
    let wide = Stage(size: Size(columns: 160, lines: 24), layout: .split)
    try wide.play("G<CR>&rain<CR><wait 400>", Self.thread).shows("Comments with &rain", "Zoe")
    let comment = try wide.play("G<CR>&rain<CR>JJ<CR><wait 400>", Self.thread)
    #expect(comment.statusLine.contains("comment 3 of 4") && comment.text.contains("Zoe"))
  }

  @Test func theWayBackFromAListedCommentLeadsToTheList() throws {
    func played(_ keys: String) throws -> String {
      try Stage().play("G<CR>\(keys)<wait 400>", Self.thread).text
    }
    #expect(try played("&rain<CR>JJ<CR>q") == played("&rain<CR>JJ"))
    #expect(try played("&rain<CR>JJ<CR>qq") == played(""))
    #expect(try played("JJJJ&rain<CR>JJ<CR>qq") == played("JJJJ"))
    #expect(try played("&rain<CR>JJ<CR>qqq").contains("post 2 of 2"))
    // Marks of the conversation are there, too.
    #expect(try played("JJJmaKK&rain<CR>J<CR>'a").contains("comment 3 of 4"))
    // Comments that it was collapsed under are still so below.
    #expect(try played("Z&rain<CR>JJ<CR>qq") == played("Z"))
    // A list over the list leads to the comment, too.
    try Stage().play("G<CR>&rain<CR>&no<CR>J<CR>", Self.thread).shows(status: "comment 2 of 4")
    // The key to the next post goes on in the list of posts, and the list of comments is left.
    try Stage().play("G<CR>&rain<CR>JJ<CR>N<wait 400>", Self.thread).shows("rain on another post")
    #expect(try Stage().play("G<CR>&rain<CR>JJ<CR>Nq", Self.thread).text.contains("post 1 of 2"))
  }
}
