import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// How numbers of counts are written; the page of counts is in `FilterKeyTests`.
struct CountTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (-3, "-3"), (999, "999"), (1_000, "1,000"), (-1_000, "-1,000"),
    (12_345, "12,345"), (1_234_567, "1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func thousandsAreSeparated(_ number: Int, _ text: String) { #expect(number.grouped == text) }

  @Test func countsOfRowsPagesAndTheStatusAreSeparated() throws {
    let post =
      #"{"id":"1","body_text":"the text","likes_count":1060,"reshares_count":2000,"#
      + #""comments_count":30000,"likes":[{"name":"Ann"}]}"#
    let feed = #"{"version":1,"posts":[\#(post)]}"#
    let row = "1,060 likes · 2,000 reshares · 30,000 comments"
    #expect(try Stage().play("", feed).text.contains(row))
    let detail = try Stage().play("<CR>", feed)
    #expect(detail.text.contains(row))
    #expect(detail.statusLine.contains("post · 30,000 comments, none in the feed"))
    #expect(try Stage().play("w", feed).text.contains("1 of 1,060 are named in the feed"))
    let unnamed = #"{"version":1,"posts":[{"id":"1","body_text":"x","likes_count":11}]}"#
    let people = try Stage().play("w", unnamed)
    #expect(people.lines[0].contains("11 likes, none named in the feed"))
    #expect(people.lines.dropFirst().allSatisfy { !$0.contains("named") })
    #expect(try Stage().play("G", Feeds.linked(1_234)).statusLine.contains("post 1,234 of 1,234"))
  }
}
