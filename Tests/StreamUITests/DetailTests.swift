import Addresses
import CellGrid
import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The page of one post: text, links, likers, the comment tree and the ways through it.
struct DetailTests {
  static let feed = #"""
    {"version":1,"posts":[{"id":"p1","author":{"name":"Olga Hansen","handle":"@olga@social.example"},
     "published":"2026-01-30T08:15:00Z","url":"https://social.example/@olga/1",
     "body_html":"<p>Water is H<sub>2</sub>O, says <a href=\"https://page.example/water\">this page</a></p>",
     "likes_count":12,"likes":["@mia@social.example",{"name":"Ben","handle":"@ben@social.example"}],
     "reshares_count":3,"comments_count":5,"comments":[
      {"id":"c1","parent":null,"author":{"name":"Mia"},"body_html":"<p>first</p>","likes_count":2},
      {"id":"c2","parent":"c1","author":{"name":"Ben"},"body_html":"<p>answer <a href=\"https://x.example/\">x</a></p>"},
      {"id":"c3","parent":"c2","author":{"name":"Mia"},"body_html":"<p>deeper</p>"},
      {"id":"c4","parent":"c1","author":{"name":"Zoe"},"body_html":"<p>sibling</p>"},
      {"id":"c5","parent":null,"author":{"name":"Lea"},"body_html":"<p>second</p>"}],
     "attachments":[{"type":"image","url":"https://img.example/1.jpg","alt":"a lake at dawn"}]}]}
    """#

  @Test func thePageWithTheCommentsIsALinkOfTheOpenPost() throws {
    let rss = """
      <rss version="2.0"><channel><title>Lakes</title><item><guid>1</guid><title>Ice</title>
      <link>https://lakes.example/ice</link><comments>https://talk.example/t/1</comments>
      <description>&lt;p&gt;See &lt;a href="https://map.example/"&gt;the map&lt;/a&gt;&lt;/p&gt;</description>
      </item></channel></rss>
      """
    let feed = Feeds.feed(rss, name: "lakes.xml")
    let opened = try Stage().play("<CR><wait 200>", feed)
    #expect(opened.text.contains("⧉ comments: talk.example"), "\(opened.text)")
    // Nothing is known of their number.
    #expect(opened.statusLine.contains("post") && !opened.statusLine.contains("comment"))
    let followed = try Stage().play("<CR><wait 200>2oy", feed)
    #expect(followed.effects.opened == ["https://talk.example/t/1"])
    #expect(try Stage().play("<CR><wait 200>f", feed).text.contains("talk.example"))
    #expect(try !Stage().play("<wait 200>", feed).text.contains("comments: "))
  }

  @Test func aPageThatTheTextLinksIsNotNamedAgain() throws {
    let rss = """
      <rss version="2.0"><channel><title>News</title><item><title>Ice</title>
      <link>https://lakes.example/ice</link><comments>https://news.example/item?id=1</comments>
      <description>&lt;a href="https://news.example/item?id=1"&gt;Comments&lt;/a&gt;</description>
      </item></channel></rss>
      """
    try Stage().play("<CR><wait 200>", Feeds.feed(rss, name: "news.xml"))
      .shows("Comments", hides: "comments: ")
  }

  @Test func noCommentsAreSaidOnlyWhereTheFeedSaysSo() throws {
    let post =
      #"{"version":1,"posts":[{"id":"1","body_text":"x"},{"id":"2","body_text":"y","comments_count":0}]}"#
    #expect(try !Stage().play("<CR>", post).statusLine.contains("comments"))
    #expect(try Stage().play("J<CR>", post).statusLine.contains("post · no comments"))
  }

  @Test func answersElsewhereInTheFeedAreFoundWithTheirOwnAnswers() throws {
    let feed = #"""
      [{"id":"10001","content":"<p>root</p>","account":{"acct":"ann"},"url":"https://a.example/10001"},
       {"id":"10003","in_reply_to_id":"10002","content":"<p>deeper</p>","account":{"acct":"cem"}},
       {"id":"10002","in_reply_to_id":"10001","content":"<p>answer</p>","account":{"acct":"bob"}},
       {"id":"10004","content":"<p>names 10001 only</p>","account":{"acct":"ann"}}]
      """#
    let stage = Stage(size: Size(columns: 60, lines: 20))
    let outcome = try stage.play("<CR><wait 400>", feed)
    #expect(outcome.statusLine.contains("post · 2 comments"))
    let answer = try #require(outcome.lines.first { $0.contains("answer") })
    let deeper = try #require(outcome.lines.first { $0.contains("deeper") })
    #expect(indent(deeper) == indent(answer) + 2)
    #expect(!outcome.text.contains("names 10001"))
    // The timeline keeps them as posts of their own, and says what they are.
    #expect(try stage.play("", feed).lines.filter { $0.contains("· reply") }.count == 2)
  }

  @Test func collapsingHidesTheAnswersAndCountsThem() throws {
    let stage = Stage(size: Size(columns: 80, lines: 40))
    // The post, then the first comment.
    let collapsed = try stage.play("<CR>Jz", Self.feed)
    collapsed.shows("+3 replies hidden", "second", hides: "deeper")
    let expanded = try stage.play("<CR>Jzz", Self.feed)
    #expect(expanded.text == (try stage.play("<CR>J", Self.feed)).text)
    #expect(try !stage.play("<CR>Z", Self.feed).text.contains("sibling"))
    #expect(try stage.play("<CR>ZZ", Self.feed).text.contains("sibling"))
    // Where one is collapsed already, the others follow it.
    try stage.play("<CR>JJzZ", Self.feed).shows(hides: "deeper", "sibling")
  }

  @Test(arguments: [
    ("<CR>JJJp", "comment 2 of 5"), ("<CR>JJJpp", "comment 1 of 5"),
    ("<CR>JJJppp", "post · 5 comments"), ("<CR>JJ]", "comment 4 of 5"),
    ("<CR>JJ][", "comment 2 of 5"), ("<CR>J]", "comment 5 of 5"), ("<CR>]][", "comment 1 of 5"),
    ("<CR>]", "comment 1 of 5"),
  ])
  func waysThroughTheTree(_ keys: String, _ place: String) throws {
    let outcome = try Stage(size: Size(columns: 80, lines: 40)).play(keys, Self.feed)
    #expect(outcome.statusLine.contains(place))
  }

  @Test func collapsingFromADeepCommentKeepsASelection() throws {
    try Stage(size: Size(columns: 80, lines: 40)).play("<CR>JJJZ", Self.feed)
      .shows("▌", status: "comment 1 of 5")
  }

  /// The line of likes is no comment: `w` lists the names, and a click or `j` at the end of the page selects it.
  @Test(arguments: [("J", 1), ("JJ", 2), ("3J", 3), ("JJK", 1), ("4J3K", 1)])
  func keysFromCommentToCommentPassTheLinesOfLikesAndReshares(_ keys: String, _ number: Int) throws
  {
    let feed = Self.feed.replacing(
      #""reshares_count""#,
      with: ##""reshares":["@eva@social.example"],"reshares_count""##
    )
    try Stage().play("<CR>" + keys, feed)
      .shows("Reshared by", "Liked by", status: "comment \(number) of 5")
    #expect(try Stage().play("<CR>" + keys + "9K", feed).statusLine.hasPrefix(" post "))
  }

  @Test func withoutCommentsTheLineOfLikesIsTheNextRow() throws {
    let feed =
      #"{"version":1,"posts":[{"id":"p","body_html":"<p>x</p>","likes":["@mia@social.example"]}]}"#
    #expect(try Stage().play("<CR>J<CR>", feed).text.contains("1 of 1"))
  }

  @Test func likersAreAPageOfTheirOwn() throws {
    let outcome = try Stage().play("<CR>w", Self.feed)
    outcome.shows("Liked by", "2 of 12 are named in the feed", "Ben @ben@social.example")
    #expect(try Stage().play("w", Self.feed).text.hasPrefix(outcome.text.prefix(80)))
    let back = try Stage().play("<CR>Jwq", Self.feed)
    #expect(back.text == (try Stage().play("<CR>J", Self.feed)).text)
  }

  @Test func commentsAreRichByTheSameStrategy() throws {
    let stage = Stage(size: Size(columns: 80, lines: 40))
    #expect(try stage.play("<CR>", Self.feed).hasLinkRole)
    try stage.play("<CR><Tab><Tab><Tab><Tab>", Self.feed).shows(status: "https://x.example/")
  }

  @Test func contentWarningsFoldTheTextUntilOpened() throws {
    let feed = #"""
      {"version":1,"posts":[{"id":"p1","body_html":"<p>the hidden text</p>",
       "content_warning":"Food","attachments":[{"type":"image","url":"https://i.example/","alt":"soup"}]}]}
      """#
    try Stage().play("", feed).shows("⚠ Food (x shows it)", hides: "the hidden text", "soup")
    #expect(try Stage().play("x", feed).text.contains("the hidden text"))
    #expect(try !Stage().play("xx", feed).text.contains("the hidden text"))
    #expect(try Stage().play("<CR>", feed).text.contains("the hidden text"))
  }

  @Test(arguments: [20, 40, 80]) func longHeadersOfATableAreShownWhole(_ columns: Int) throws {
    let header = "Why it is played at exactly that moment of the drive and at no other"
    let feed = Feeds.posts([
      "<table><tr><th>Title<th>\(header)<tr><td>Song<td>\(header) because</table>"
    ])
    let text = try Stage(size: Size(columns: columns, lines: 24)).play("", feed).lines
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(text.contains("Title: Song"))
    #expect(text.contains("\(header): \(header) because"))
  }

  @Test func longTextIsCutAndSaysByHowMuch() throws {
    let body = (1...30).map { "<p>line \($0)</p>" }.joined()
    let feed = Feeds.posts([body, "<p>next</p>"])
    try Stage().play("", feed).shows("+49 lines", "next")
    let whole = try Stage().play("x", feed)
    #expect(!whole.text.contains("+49 lines"))
    // A row taller than the screen scrolls line by line.
    #expect(try Stage().play("xjjj", feed).lines[0] == "▌" + whole.lines[3].dropFirst())
  }

  @Test func whatIsMissingIsShownAsMissing() throws {
    try Stage().play("", #"{"version":1,"posts":[{"id":"p1"}]}"#)
      .shows("(no author) · no date", hides: "0 likes")
  }

  @Test func brokenRecordsStandInTheirPlaceAndToSeeThemChangesNothing() throws {
    let posts = (0..<60).map { "{\"id\":\"p\($0)\",\"body_text\":\"before\"}\n" }.joined()
    let feed = posts + "{\"id\":\"p2\",\"body_text\":\n{\"id\":\"p3\",\"body_text\":\"after\"}\n"
    let outcome = try Stage().play("G", feed)
    outcome.shows("before", "after", "test.json:61:")
    // A line that was cut short is counted by the scan, wherever the reader has been.
    #expect(outcome.statusLine.contains("1 problem"))
    #expect(try Stage().play("Gg", feed).statusLine == Stage().play("", feed).statusLine)
  }

  private func indent(_ line: String) -> Int {
    line.prefix { " ▌·▾▸".contains($0) }.count { $0 != "▌" }
  }

  @Test func anAccountHasOneColourThroughoutTheConversation() throws {
    let outcome = try Stage(size: Size(columns: 80, lines: 40)).play("<CR>", Self.feed)
    let roles = zip(
      outcome.lines,
      outcome.pageRoles.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let role = { (name: String) -> [Character] in
      roles.compactMap { line, roles in
        guard line.contains("\(name) · ") else { return nil }
        return roles.first { "n234567".contains($0) }
      }
    }
    #expect(role("Mia") == ["3", "3"])
    #expect(role("Ben") == ["4"])
    #expect(role("Zoe") == ["5"])
    #expect(role("Lea") == ["6"])
    #expect(outcome.pageRoles.contains("22222"))
  }

  @Test func participantsAreListedWithWhatTheyWrote() throws {
    let outcome = try Stage().play("<CR>w", Self.feed)
    #expect(outcome.lines[0].contains("Liked by"))
    outcome.shows("In this conversation", "Mia · 2 comments", "Zoe · 1 comment")
    outcome.shows("Olga Hansen @olga@social.example · wrote the post")
    // Who wrote most comes first; of equals the one who wrote first.
    let names = outcome.lines.drop { !$0.contains("In this conversation") }
      .compactMap { $0.contains("comment") ? $0.split(separator: " ").first : nil }
    #expect(names == ["Mia", "Ben", "Zoe", "Lea"])
    // A list names nobody of the conversation.
    #expect(try !Stage().play("w", Self.feed).text.contains("In this conversation"))
    #expect(try Stage().play("<CR>wq", Self.feed).text == Stage().play("<CR>", Self.feed).text)
  }

  @Test func commentsThatComeWhileThePageIsOpenAreNew() throws {
    let line = { (id: String, parent: String?, text: String) in
      let answered = parent.map { ",\"in_reply_to_id\":\"\($0)\"" } ?? ""
      return
        "{\"id\":\"\(id)\",\"content\":\"<p>\(text)</p>\",\"account\":{\"acct\":\"a\"}\(answered)}\n"
    }
    let first = line("10001", nil, "root") + line("10002", "10001", "old")
    let source = MemoryBytes(name: "f", text: first, isComplete: false)
    var viewer = try Viewer(Timeline(Feed(source: source)))
    source.finish()
    try viewer.grow()
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("post · 1 comment "))

    // One answers the post, one the new answer, one something else.
    let more =
      line("10003", "10001", "fresh") + line("10004", "10003", "fresher")
      + line("10005", "99999", "elsewhere")
    source.append(Array(more.utf8))
    #expect(viewer.app.feed.resume())
    try viewer.grow()
    viewer.work()
    #expect(viewer.status.contains("post · 3 comments · 2 new"))
    #expect(viewer.page.filter { $0.contains("no date · new") }.count == 2)
    let page = viewer.page.joined()
    #expect(page.contains("fresher") && !page.contains("elsewhere"))
    // Who comes back has seen them.
    viewer.work(after: "q", Key(.enter))
    let again = viewer.app.draw().textPlane()
    #expect(again.contains("post · 3 comments · ") && !again.contains("new"))
  }

  /// The page of the post is here already: its own address leads out of the program.
  @Test func theOwnAddressOfTheOpenPostOpensOutside() throws {
    let post = #"{"id":"p","url":"https://a.example/p","body_text":"at https://a.example/p"}"#
    let outcome = try Stage().play("<CR><Tab><CR>", post + "\n")
    #expect(outcome.app.view.pages.count == 2)
    #expect(!outcome.effects.opened.isEmpty)
  }
}
