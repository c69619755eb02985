import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The strategy `idle`: while rows move nothing becomes rich, and cells that are rich stay so.
struct IdleStrategyTests {
  private static let feed = Feeds.different(400)
  /// A rest in which all rows become rich, and those ahead are prepared.
  private static let rest = "<wait 400>"
  /// A scroll of more than a screen and a half.
  private static let long = "<Space><Space><Space><Space>" + rest

  /// The lines of the page whose text has a link, and those of them that look like it.
  private static func links(_ outcome: Stage.Outcome) -> (all: Int, rich: Int) {
    let texts = outcome.lines.dropLast(2)
    let roles = outcome.pageRoles.split(separator: "\n", omittingEmptySubsequences: false)
    let linked = zip(texts, roles).filter { $0.0.contains("see page") }
    return (linked.count, linked.count { $0.1.contains("L") })
  }

  private static func isRich(_ keys: String) throws -> Bool {
    let (all, rich) = links(try Stage().play(keys, feed))
    #expect(all >= 7)
    return rich == all
  }

  /// The bug that made idle send 9 to 25 times the bytes of eager at reading pace: one line of scroll took
  /// the styles off the whole screen, and the rest put them back.
  @Test func aLineOfScrollChangesNoCellThatStays() throws {
    let outcome = try Stage().play(Self.rest + "j", Self.feed)
    let frames = outcome.frames.suffix(2)
    let (before, after) = (try #require(frames.first), try #require(frames.last))
    #expect(outcome.app.isMoving)
    for line in 1..<22 {
      // The bar of the selection has no colour while rows move.
      #expect(after.lines[line - 1].cells.dropFirst() == before.lines[line].cells.dropFirst())
    }
  }

  @Test func aStepAfterARestBringsInPreparedRows() throws {
    #expect(try Self.isRich("j"))
    #expect(try Self.isRich(Self.rest + "<Space>"))
    #expect(try Self.isRich(Self.rest + "<Space>" + Self.rest + "<Space>"))
    #expect(try Self.isRich(Self.rest + "<Space>" + Self.rest + "b"))
    #expect(try Self.isRich(Self.rest + "jjjjj"))
  }

  @Test func rowsThatWereNotPreparedComeInFlat() throws {
    let keys = Self.rest + "<Space><Space><Space><Space>"
    let moving = try Stage().play(keys, Self.feed)
    #expect(Self.links(moving).rich == 0)
    let work = moving.app.view.workCounts
    #expect(try work == Stage().play(keys + "<wait 149>", Self.feed).app.view.workCounts)
    let resting = try Stage().play(keys + "<wait 150>", Self.feed)
    #expect(Self.links(resting).rich == Self.links(resting).all)
    #expect(resting.text == moving.text)
  }

  /// Rows that mostly repeat the row before are rich in each frame: their cells stand in the terminal already, and taking
  /// the styles off cost 6 times the bytes.
  @Test func rowsThatRepeatTheOneBeforeComeInRich() throws {
    let feed = Feeds.posts(
      (0..<400).map { #"<p>see <a href="https://host.example/\#($0)">page</a></p>"# }
    )
    let keys = Self.rest + "<Space><Space><Space><Space>"
    let moving = try Stage().play(keys, feed)
    #expect(moving.app.isMoving)
    #expect(Self.links(moving).rich == Self.links(moving).all)
    // Two or three rows of a small screen may be alike by chance.
    let few = try Stage(size: Size(columns: 80, lines: 10)).play(keys, feed)
    #expect(few.app.isMoving && Self.links(few).rich == 0 && Self.links(few).all > 0)
  }

  /// Two long scrolls of the last three keep prepared rows out; three short ones let them in again.
  @Test func theLastScrollsSayWhetherPreparedRowsComeIn() throws {
    let step = "<Space>" + Self.rest
    #expect(try Self.isRich(Self.rest + Self.long + "<Space>"))
    #expect(try !Self.isRich(Self.rest + Self.long + Self.long + "<Space>"))
    #expect(try !Self.isRich(Self.rest + Self.long + step + Self.long + "<Space>"))
    #expect(try !Self.isRich(Self.rest + Self.long + Self.long + step + step + "<Space>"))
    #expect(try Self.isRich(Self.rest + Self.long + Self.long + step + step + step + "<Space>"))
  }

  @Test func aLongScrollKeepsTheLinesOnTheScreen() throws {
    let body = (1...30).map { "<p>see <a href=\"https://host.example/\($0)\">page</a></p>" }
    // No row repeats the one before.
    let feed = Feeds.posts(
      (0..<40).map {
        body.joined().replacing("see", with: "s" + String(repeating: "e", count: 2 + $0 % 5))
      }
    )
    let stage = Stage(size: Size(columns: 80, lines: 12))
    let keys = Self.rest + Self.long + Self.long
    let before = try stage.play(keys, feed)
    let after = try stage.play(keys + "jjj", feed)
    #expect(after.app.isMoving)
    for line in 3..<11 {
      let (old, new) = (before.screen.lines[line], after.screen.lines[line - 3])
      #expect(new.cells.dropFirst() == old.cells.dropFirst())
    }
    let entered = after.screen.lines[8..<11].flatMap { $0.cells }
    #expect(entered.contains { $0.text == "s" })
    #expect(!entered.contains { $0.role == .link })
    let rested = try stage.play(keys + "jjj<wait 150>", feed)
    #expect(rested.screen.lines[8..<11].flatMap { $0.cells }.contains { $0.role == .link })
    #expect(rested.text == after.text)
  }

  @Test func aClickIntoMovingRowsFollowsNoLink() throws {
    let place = "<click 8,2>"
    let resting = try Stage().play(Self.rest + "jjj" + Self.rest + place, Feeds.linked(400))
    let moving = try Stage().play(Self.rest + "jjj" + place, Feeds.linked(400))
    #expect(resting.app.view.list.focus != nil)
    #expect(moving.app.view.list.focus == nil)
  }
}
