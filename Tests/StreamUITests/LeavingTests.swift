import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Which keys leave the program, and what the others say instead.
struct LeavingTests {
  private static let feed = Feeds.linked(30)

  private func play(_ keys: String) throws -> Stage.Outcome { try Stage().play(keys, Self.feed) }

  @Test(arguments: ["q", "Q", ":q<CR>", ":quit<CR>", "<C-c>", "<CR>Q", "<CR>:q<CR>", "<CR>qq"])
  func leaves(_ keys: String) throws { #expect(try play(keys).app.isFinished) }

  @Test(arguments: ["<Esc>", "<BS>", "<Left>", "<Esc><Esc><Esc>", "<CR><Esc><Esc>", "/x<Esc><Esc>"])
  func staysAndSaysWhichKeyQuits(_ keys: String) throws {
    let outcome = try play(keys)
    #expect(!outcome.app.isFinished)
    #expect(outcome.app.view.pages.count == 1)
    #expect(outcome.statusLine.contains("q quits"))
  }

  @Test(arguments: ["<Esc>", "<BS>", "<Left>", "q"])
  func goesBackFromAPage(_ key: String) throws {
    for page in ["<CR>", "?", "l", "a", "!"] {
      let outcome = try play("JJ\(page)\(key)<wait 400>")
      #expect(outcome.app.view.pages.count == 1, "\(page)")
      #expect(outcome.text == (try play("JJ<wait 400>")).text, "\(page)")
    }
  }

  @Test func escapeEndsOneThingAtATime() throws {
    #expect(try !play("/page 7<CR><Esc>").statusLine.contains("q quits"))
    #expect(try play("/page 7<CR><Esc><Esc>").statusLine.contains("q quits"))
  }
}
