import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Keys that lead through a conversation, with numbers before them.
struct ThreadMotionTests {
  /// A post with 30 comments, each of which has a reply.
  private static func thread() -> String {
    let comments = (1...30).map { number in
      """
      {"id":"c\(number)","author":{"name":"Ann"},"body_html":"<p>comment \(number)</p>"},
      {"id":"r\(number)","parent":"c\(number)","author":{"name":"Ben"},"body_html":"<p>reply to \(number).</p>"}
      """
    }
    return
      #"{"version":1,"posts":[{"id":"p","author":{"name":"Olga"},"body_html":"<p>post</p>","comments":["#
      + comments.joined(separator: ",") + "]}]}"
  }

  private static func status(_ keys: String) throws -> String {
    try Stage().play(keys, Feeds.feed(thread())).statusLine
  }

  @Test(arguments: [
    ("<CR>20]", "<CR>" + String(repeating: "]", count: 20)), ("<CR>3]2[", "<CR>]"),
    ("<CR>Gp3[", "<CR>Gp[[["), ("<CR>9]2000[", "<CR>]"), ("<CR>2000]", "<CR>Gp"),
    ("<CR>4]j5p", "<CR>"),
  ])
  func aNumberSaysHowOften(_ pair: (with: String, without: String)) throws {
    #expect(try Self.status(pair.with).prefix(40) == Self.status(pair.without).prefix(40))
  }

  @Test(arguments: [("5g", 5), ("5G", 5), (":17<CR>", 17), ("60g", 60), ("2000g", 60)])
  func aNumberNamesAComment(_ keys: String, _ number: Int) throws {
    #expect(try Self.status("<CR>" + keys).contains("comment \(number) of 60"))
  }

  @Test(arguments: ["", "c<wait 9>"])
  func aDateNamesAComment(order: String) throws {
    let comments = [
      ("a", "2026-01-28T10:00:00Z", nil), ("b", "2026-01-29T09:30:00Z", "a"),
      ("c", "2026-01-29T20:00:00Z", nil), ("d", nil, "c"), ("e", "2026-01-30T00:00:00Z", "d"),
    ].map { (id: String, time: String?, parent: String?) in
      let time = time.map { #","published":"\#($0)""# } ?? ""
      let parent = parent.map { #","parent":"\#($0)""# } ?? ""
      return #"{"id":"\#(id)","body_text":"says \#(id)"\#(time)\#(parent)}"#
    }
    let posts =
      #"{"id":"p","published":"2026-01-01T00:00:00Z","body_text":"x","comments":[\#(comments.joined(separator: ","))]}"#
      + #",{"id":"q","published":"2025-01-01T00:00:00Z","body_text":"y"}"#
    func status(_ keys: String) throws -> String {
      try Stage().play(order + "<CR>" + keys, Feeds.feed(#"{"version":1,"posts":[\#(posts)]}"#))
        .statusLine
    }
    #expect(try status(":2026-01-29<CR>").contains("comment 2 of 5"))
    #expect(try status("Z:2026-01-29<CR>").contains("comment 2 of 5"))
    #expect(try status(":2026-01-29 20:00<CR>").contains("comment 3 of 5"))
    #expect(try status(":2026-01<CR>").contains("comment 1 of 5"))
    let near = "No comment of 2026-02 · this is the nearest"
    #expect(try status(":2026-02<CR>").contains(near))
    #expect(try status(":2026-02<CR>jk").contains("comment"))
    try Stage().play("<CR>:2026-01<CR>", Feeds.posts(["<p>a</p>"]))
      .shows(status: "No comments here")
  }

  @Test func commentsWithoutDatesSaySo() throws {
    #expect(try Self.status("<CR>:2026-01<CR>").contains("No comment here has a date"))
  }

  @Test func aNumberOfAHiddenCommentLeadsToTheOneThatHidesIt() throws {
    #expect(try Self.status("<CR>Z6g").contains("comment 5 of 60"))
  }

  @Test func theListOfPeopleBeginsWithItsHeading() throws {
    let accounts = (1...60).map { #"{"name":"Reader \#($0)"}"# }.joined(separator: ",")
    let post = #"{"version":1,"posts":[{"id":"p","body_html":"<p>x</p>","likes":[\#(accounts)]}]}"#
    let page = try Stage().play("w", Feeds.feed(post)).lines
    #expect(page[0].contains("Liked by") && page[2].hasPrefix("▌ Reader 1"))
  }

  @Test func aJumpLeavesRoomBelow() throws {
    for times in 1...25 {
      let page = try Stage().play("<CR>\(times)]<wait 400>", Feeds.feed(Self.thread())).lines
      let line = try #require(page.firstIndex { $0.hasSuffix("    comment \(times)") })
      #expect(line <= 17, "\(times)")
      #expect(page.contains { $0.contains("reply to \(times).") }, "\(times)")
    }
  }
}
