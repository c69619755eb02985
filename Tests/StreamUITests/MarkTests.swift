import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Places with letters, the way back, repetition, and numbers before links.
struct MarkTests {
  static let feed = Feeds.linked(60)

  private func status(_ keys: String) throws -> String {
    try Stage().play(keys, Self.feed).statusLine
  }

  @Test func aLetterNamesAPlace() throws {
    let there = try Stage().play(":30<Enter>jj<wait 200>", Self.feed)
    #expect(try Stage().play(":30<Enter>jj<wait 200>maG'a", Self.feed).screen == there.screen)
    #expect(try status("ma").contains("Mark a is set on this page"))
    #expect(try status("'x").contains("Mark x is not set on this page"))
    // The key behind is a name, never a command; no other key is.
    #expect(try !Stage().play("mQ", Self.feed).app.isFinished)
    #expect(try Stage().play("m<Esc>", Self.feed).text == Stage().play("", Self.feed).text)
  }

  @Test func twoStrokesGoBackToWhereTheJumpBegan() throws {
    let there = try Stage().play("jjj<wait 200>", Self.feed)
    for jump in ["G", ":50<Enter>", "50%", "/page 40<Enter>"] {
      let back = try Stage().play("jjj<wait 200>\(jump)<wait 10>''", Self.feed)
      #expect(back.app.view.list.anchor == there.app.view.list.anchor, "\(jump)")
      #expect(back.app.view.list.selection == there.app.view.list.selection, "\(jump)")
      // And there again, as in less.
      let again = try Stage().play("jjj<wait 200>\(jump)<wait 10>''''", Self.feed)
      let first = try Stage().play("jjj<wait 200>\(jump)<wait 10>", Self.feed)
      #expect(again.app.view.list.anchor == first.app.view.list.anchor, "\(jump)")
    }
    #expect(try status("''").contains("No jump to return from"))
  }

  @Test func eachPageHasItsOwn() throws {
    #expect(try status("G<Enter>''").contains("No jump to return from"))
    #expect(try status("maG<Enter>'a").contains("Mark a is not set"))
    #expect(try status("maG<Enter>q'a").contains("post 1 of 60"))
  }

  @Test func aNumberTakesALinkOfThePost() throws {
    let feed = LinkTests.three
    let asked = try Stage().play("2o", feed)
    #expect(asked.effects.isEmpty)
    #expect(asked.text.contains("y opens https://a.example/2"))
    #expect(try Stage().play("2on", feed).effects.isEmpty)
    for keys in ["2oy", "2<Enter>y", "l2<Enter>y", "<Tab><Tab>2o", "<Enter>2oy"] {
      #expect(try Stage().play(keys, feed).effects.opened == ["https://a.example/2"], "\(keys)")
    }
    #expect(try Stage().play("2y", feed).effects == [.copy("https://a.example/2")])
    #expect(try Stage().play("3o", feed).statusLine.contains("There is no link 3 (2 links here)"))
    #expect(try Stage().play("J9<Enter>", feed).statusLine.contains("no links here"))
  }

  @Test func whatWasFollowedLooksVisited() throws {
    let before = try Stage().play("<Tab>", LinkTests.three)
    #expect(!before.pageRoles.contains("v"))
    let after = try Stage().play("<Tab><Enter><Tab>", LinkTests.three)
    #expect(after.pageRoles.contains("vvvvv"))
    #expect(
      after.text.split(separator: "\n").dropLast() == before.text.split(separator: "\n").dropLast()
    )
    // A question that is not answered with y visits nothing.
    #expect(try !Stage().play("2on<wait 10>", LinkTests.three).pageRoles.contains("v"))
    #expect(try Stage().play("2oy<wait 10>", LinkTests.three).pageRoles.contains("vvvvvv"))
  }
}
