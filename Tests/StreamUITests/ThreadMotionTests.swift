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
    ("<CR>20}", "<CR>" + String(repeating: "}", count: 20)), ("<CR>3}2{", "<CR>}"),
    ("<CR>}2]", "<CR>}]]"), ("<CR>G3{", "<CR>G{{{"), ("<CR>9}2000[", "<CR>}"),
    ("<CR>2000}", "<CR>Gp"), ("<CR>4}j5p", "<CR>"),
  ])
  func aNumberSaysHowOften(_ pair: (with: String, without: String)) throws {
    #expect(try Self.status(pair.with).prefix(40) == Self.status(pair.without).prefix(40))
  }

  @Test(arguments: [("5g", 5), ("5G", 5), (":17<CR>", 17), ("60g", 60), ("2000g", 60)])
  func aNumberNamesAComment(_ keys: String, _ number: Int) throws {
    #expect(try Self.status("<CR>" + keys).contains("comment \(number) of 60"))
  }

  /// A comment that is collapsed away is stood for by the one that hides it.
  @Test func aNumberOfAHiddenCommentLeadsToTheOneThatHidesIt() throws {
    #expect(try Self.status("<CR>Z6g").contains("comment 5 of 60"))
  }

  /// The heading above the first account is seen, however many follow.
  @Test func theListOfPeopleBeginsWithItsHeading() throws {
    let accounts = (1...60).map { #"{"name":"Reader \#($0)"}"# }.joined(separator: ",")
    let post = #"{"version":1,"posts":[{"id":"p","body_html":"<p>x</p>","likes":[\#(accounts)]}]}"#
    let page = try Stage().play("w", Feeds.feed(post)).lines
    #expect(page[0].contains("Liked by") && page[2].hasPrefix("▌ Reader 1"))
  }

  /// A jump shows what follows.
  @Test func aJumpLeavesRoomBelow() throws {
    for times in 1...25 {
      let page = try Stage().play("<CR>\(times)}<wait 400>", Feeds.feed(Self.thread())).lines
      let line = try #require(page.firstIndex { $0.hasSuffix("    comment \(times)") })
      #expect(line <= 17, "\(times)")
      #expect(page.contains { $0.contains("reply to \(times).") }, "\(times)")
    }
  }
}
