import CellGrid
import StreamModel
import Testing

@testable import StreamUI

struct WorkCountsTests {
  private static func work(_ strategy: Strategy, _ keys: String, _ feed: String) throws
    -> WorkCounts
  {
    try Stage(strategy: strategy).play(keys, feed).app.view.workCounts
  }

  private static let scroll = String(repeating: "j", count: 60) + "<wait 400>"

  @Test(arguments: Strategy.allCases) func twoRunsCountTheSame(_ strategy: Strategy) throws {
    let feed = Feeds.linked(60)
    #expect(try Self.work(strategy, Self.scroll, feed) == Self.work(strategy, Self.scroll, feed))
  }

  /// One post with two spans and one link that wraps, and one whose markup is folded away.
  @Test func spansAndLinksAreCountedOnceEach() throws {
    let long = String(repeating: "word ", count: 40)
    let feed = Feeds.posts([
      "<p><b>bold</b> and <i>\(long)</i> <a href='https://h.example/'>\(long)</a></p>"
    ])
    let work = try Self.work(.idle, "<wait 400>", feed)
    #expect(work.rowsLaidOut == 1)
    #expect(work.rowsEnriched == 1)
    #expect(work.rowsStyled == 1)
    #expect(work.spansPlaced == 2)
    #expect(work.linksPlaced == 1)
    #expect(work.rowsCancelled == 0)
  }

  @Test func flatPlacesNothing() throws {
    let work = try Self.work(.flat, Self.scroll, Feeds.linked(60))
    #expect(work.rowsLaidOut > 20)
    #expect(work.rowsEnriched == 0)
    #expect(work.spansPlaced == 0)
    #expect(work.linksPlaced == 0)
  }

  @Test func aKeptRowIsNotStyledAgain() throws {
    let feed = Feeds.linked(60)
    let once = try Self.work(.strict, "jk<wait 400>", feed)
    let twice = try Self.work(.strict, "jk<wait 400>jk<wait 400>", feed)
    #expect(twice.rowsEnriched > once.rowsEnriched)
    #expect(twice.linksPlaced == once.linksPlaced)
  }
}
