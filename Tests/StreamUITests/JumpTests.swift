import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Numbers before keys, and places to go to.
struct JumpTests {
  static let feed = Feeds.linked(60)

  private func status(_ keys: String, _ feed: String = feed) throws -> String {
    try Stage().play(keys, feed).statusLine.trimmingCharacters(in: .whitespaces)
  }

  @Test func aNumberRepeatsAMotion() throws {
    #expect(try Stage().play("5j", Self.feed).text == Stage().play("jjjjj", Self.feed).text)
    #expect(try Stage().play("12J", Self.feed).text == Stage().play("JJJJJJJJJJJJ", Self.feed).text)
    #expect(
      try Stage().play("9j3k", Self.feed).text == Stage().play("jjjjjjjjjkkk", Self.feed).text
    )
    // A number is for one key only.
    #expect(try Stage().play("5jj", Self.feed).text == Stage().play("jjjjjj", Self.feed).text)
  }

  @Test func aNumberIsShownUntilItIsUsed() throws {
    #expect(try status("42").hasSuffix("42"))
    #expect(try status("42<Esc>").hasSuffix("? help"))
    #expect(try status("42<Esc>j").contains("post"))
    #expect(try status("0").hasSuffix("? help"))
    #expect(try status("99999999999999999999999").hasSuffix("1000000000"))
  }

  @Test func aNumberBeforeAKeyThatMeansNothingIsForgotten() throws {
    #expect(try Stage().play("5<F9>j", Self.feed).text == Stage().play("j", Self.feed).text)
  }

  @Test func placesByNumberAndShare() throws {
    for keys in ["30G", "30g", ":30<Enter>", ": 30 <Enter>", "50%j<wait 200>g:30<Enter>"] {
      #expect(try status(keys).contains("post 30 of 60"), "\(keys)")
    }
    #expect(try status("50%").contains("post 31 of 60"))
    #expect(try status(":50%<Enter>").contains("post 31 of 60"))
    #expect(try status("0%").contains("Type a number first"))
    #expect(try status("100%").contains("post 60 of 60"))
    #expect(try status("999%").contains("post 60 of 60"))
    #expect(try status(":99999<Enter>").contains("60 posts; this is the last"))
    #expect(try status(":$<Enter>").contains("post 60 of 60"))
    #expect(try status(":0<Enter>").contains("post 1 of 60"))
    #expect(try status(":<Enter>").contains("post 1 of 60"))
    #expect(try status(":x<Enter>").contains("Unknown command: x"))
    #expect(try !Stage().play(":30<Enter>", Self.feed).app.isMoving)
  }

  @Test(arguments: ["5500G", ":5500<Enter>"])
  func whatIsNotKnownYetIsGoneToWhenItIs(_ keys: String) throws {
    let feed = Feeds.linked(6_000)
    #expect(try status(keys, feed).contains("post 5,500 of 6,000"))
    #expect(try status("50%", feed).contains("post 3,001 of 6,000"))
    #expect(try status("G", feed).contains("post 6,000 of 6,000"))
    // Who moves on the way stays.
    #expect(try !status(keys + "g", feed).contains("5500"))
  }

  /// Keys before the index has come there: a page that was opened meanwhile ends the journey.
  @Test func whoDrilledDownOnTheWayComesBackToWhereThatWas() throws {
    let feed = Feeds.feed(Feeds.linked(6_000))
    _ = try feed.advance(bytes: 32 << 10)
    var app = App(Timeline(feed))
    let press = { (app: inout App, key: Key) in
      _ = app.handle(.input(.key(key)), at: Moment(nanoseconds: 0), wall: Stage.wall)
    }
    press(&app, "G")
    let place = app.view.list.anchor
    press(&app, Key(.enter))
    while try feed.advance(bytes: 1 << 20) == .more {}
    press(&app, "q")
    _ = app.takeInGrowth()
    #expect(app.view.list.anchor == place)
  }

  @Test func theEndIsEstimated() throws {
    let feed = Feeds.feed(Feeds.linked(6_000))
    _ = try feed.advance(bytes: 32 << 10)
    #expect(feed.recordCount < 1_000)
    #expect((5_000...7_000).contains(feed.estimatedCount))
    while try feed.advance(bytes: 1 << 20) == .more {}
    #expect(feed.estimatedCount == 6_000)
  }
}
