import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct CommentOrderTests {
  private static let feed = #"""
    [{"id":"p1","body_text":"post","comments":[
      {"id":"a","body_text":"first said","published":"2026-01-02T00:00:00Z","likes_count":2},
      {"id":"b","body_text":"second said","published":"2026-01-01T00:00:00Z"},
      {"id":"a2","parent":"a","body_text":"third said","published":"2026-01-04T00:00:00Z","likes_count":1},
      {"id":"a1","parent":"a","body_text":"fourth said","published":"2026-01-03T00:00:00Z","likes_count":7},
      {"id":"c","body_text":"fifth said","likes_count":9}]}]
    """#

  /// The comments by the number in their words, from top to bottom.
  private func order(_ outcome: Stage.Outcome) -> String {
    let names = ["first": "a", "second": "b", "third": "a2", "fourth": "a1", "fifth": "c"]
    return outcome.lines.compactMap { line in
      names.first { line.contains("\($0.key) said") }?.value
    }.joined(separator: " ")
  }

  @Test(
    arguments: [
      ("", "a a2 a1 b c", nil), ("c", "b a a1 a2 c", "oldest first"),
      ("cc", "a a2 a1 b c", "newest first"), ("ccc", "c a a1 a2 b", "most liked first"),
      ("cccc", "a a2 a1 b c", nil), (":order likes<CR>", "c a a1 a2 b", "most liked first"),
    ] as [(String, String, String?)]
  )
  func theKeyGoesThroughTheOrders(_ keys: String, _ expected: String, _ name: String?) throws {
    let outcome = try Stage().play("<CR>\(keys)<wait 400>", Self.feed)
    #expect(order(outcome) == expected)
    #expect(outcome.statusLine.contains("first") == (name != nil), "\(outcome.statusLine)")
    if let name { #expect(outcome.statusLine.contains(name), "\(outcome.statusLine)") }
  }

  @Test func ordersThatCommentsDoNotHaveAreRefused() throws {
    try Stage().play("<CR>:order comments<CR>", Self.feed)
      .shows(status: "Comments have the orders document, oldest, newest and likes")
    let alone = try Stage().play("<CR>c", #"[{"id":"p1","body_text":"post"}]"#)
    #expect(alone.statusLine.contains("No comments to sort"))
  }

  @Test func theSelectedCommentKeepsItsLine() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(LongThread(count: 200).json)))
    viewer.type("J\r")
    for _ in 0..<83 { viewer.press("J") }
    for _ in 0..<4 {
      let (selected, line) = (LongThread.selected(viewer), viewer.app.view.selectionLine)
      viewer.rest(after: "c")
      #expect(LongThread.selected(viewer) == selected)
      #expect(viewer.app.view.selectionLine == line)
      #expect(viewer.page.joined().contains("saying \(selected.dropFirst())."))
    }
  }
}
