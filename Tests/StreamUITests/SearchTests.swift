import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Searching for a text, as a reader sees it.
struct SearchTests {
  static let feed = Feeds.linked(60)

  private func status(_ keys: String, _ feed: String = feed) throws -> String {
    try Stage().play(keys, feed).statusLine.trimmingCharacters(in: .whitespaces)
  }

  @Test func aTextBetweenSlashesIsAnExpression() throws {
    let feed = Feeds.posts([
      "<p>tea</p>", "<p>one <b>k</b>ettle, two kettles</p>", "<p>Kessel</p>", "<p>ketchup ä</p>",
    ])
    let found = try Stage().play("//ket+l?e/<CR>", feed)
    #expect(found.statusLine.contains("1 of 2"))
    #expect(found.lines.contains { $0.contains("one kettle, two kettles") })

    #expect(try Stage().play("//ke[st]+/<CR>n", feed).statusLine.contains("of 4"))
    // Capitals count where there are some, as in words.
    #expect(try Stage().play("//K[a-z]+/<CR>", feed).statusLine.contains("1 of 1"))
    #expect(try Stage().play("//ke(/", feed).statusLine.contains("missing closing parenthesis"))
    #expect(try Stage().play("//q*/<CR>", feed).statusLine.contains("No match"))
    #expect(try Stage().play("/ketchup/<CR>", feed).statusLine.contains("No match"))
  }

  @Test func aHitIsSelectedAndShownAtRest() throws {
    let outcome = try Stage().play("/page 50<Enter>", Self.feed)
    outcome.shows("see page 50", status: "post 50 of 60")
    #expect(!outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  @Test func hitsAreMarkedUntilEscape() throws {
    let found = try Stage().play("/PAGE<C-u>page 7<Enter>", Self.feed)
    let line = try #require(found.lines.firstIndex { $0.contains("see page 7") })
    let styles = found.style.split(separator: "\n", omittingEmptySubsequences: false)
    let column = try #require(found.lines[line].firstRange(of: "page 7")).lowerBound
    let start = found.lines[line].distance(from: found.lines[line].startIndex, to: column)
    let mark = Character(UnicodeScalar(Role.currentMatch.letter))
    #expect(Array(styles[line])[start..<start + 6].allSatisfy { $0 == mark })
    #expect(Array(styles[line])[start - 1] != mark)
    let escaped = try Stage().play("/page 7<Enter><Esc>", Self.feed)
    #expect(!escaped.pageRoles.contains(mark))
    #expect(escaped.statusLine.contains("post 7 of 60"))
  }

  @Test func onAndBackFromTheSelection() throws {
    #expect(try status("/see<Enter>").contains("post 1 of 60"))
    #expect(try status("/see<Enter>nn").contains("post 3 of 60"))
    #expect(try status("/see<Enter>nnN").contains("post 2 of 60"))
    #expect(try status("G/<Enter>").contains("No search yet"))
    #expect(try status("/page 5<Enter>G/<Enter>n").contains("post 50 of 60"))
    #expect(try status("/page 5<Enter>GN").contains("post 59 of 60"))
    #expect(try status("n").contains("No search yet"))
  }

  @Test func whatIsNotThereIsSaidAndNothingMoves() throws {
    let outcome = try Stage().play("jjj/zebra<Enter>", Self.feed)
    #expect(outcome.statusLine.contains("No match for \"zebra\""))
    #expect(
      try outcome.lines.dropLast(2) == Stage().play("jjj<wait 200>", Self.feed).lines.dropLast(2)
    )
  }

  @Test func onlyWhatIsShownIsFound() throws {
    // Words of the document that no row shows: keys, tags, targets.
    for word in ["body_html", "href", "host.example"] {
      #expect(try status("/\(word)<Enter>").contains("No match for \"\(word)\""))
    }
  }

  @Test func markupDoesNotPartAPhrase() throws {
    let feed = Feeds.posts(["<p>a</p>", "<p>the <b>blue</b> lake &amp; I</p>", "<p>Émile</p>"])
    #expect(try status("/blue lake<Enter>", feed).contains("post 2 of 3"))
    #expect(try status("/lake & i<Enter>", feed).contains("post 2 of 3"))
    #expect(try status("/Émile<Enter>", feed).contains("post 3 of 3"))
  }

  @Test func capitalsCountWhereThereAreSome() throws {
    let feed = Feeds.posts(["<p>a</p>", "<p>Lake</p>", "<p>LAKE</p>"])
    #expect(try status("/lake<Enter>", feed).contains("post 2 of 3"))
    #expect(try status("/LAKE<Enter>", feed).contains("post 3 of 3"))
    #expect(try status("/lAKE<Enter>", feed).contains("No match for \"lAKE\""))
  }

  @Test func aLineIsTypedAndMended() throws {
    #expect(try status("/pagg<Backspace>e 7").hasPrefix("/page 7▏"))
    #expect(try status("/see page<C-w>x").hasPrefix("/see x▏"))
    #expect(try status("/see<C-u>x").hasPrefix("/x▏"))
    #expect(try status("/x<Backspace><Backspace>").contains("post 1 of 60"))
    #expect(try status("/page 50<Esc>j").contains("post 1 of 60"))
    // Keys of the page are letters here.
    #expect(try status("/jqGQ").hasPrefix("/jqGQ▏"))
  }

  /// Found by the monkey: a line that was being typed ate the key that draws the screen anew.
  @Test func theScreenIsDrawnAnewWhileALineIsTyped() throws {
    #expect(try Stage().play("/page<C-l> 7<Enter>", Self.feed).statusLine.contains("post 7 of 60"))
  }

  @Test func controlsCannotBeTyped() throws {
    var prompt = Prompt(.search, "/", enter: "stays")
    #expect(prompt.take(.paste(Array("a\u{1B}[31m\nb\u{202E}".utf8))) == .typing)
    #expect(!prompt.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(prompt.text.hasPrefix("a"))
  }

  @Test func otherPagesAreLookedThroughToo() throws {
    #expect(try status("?/redraw<Enter>").contains("No match"))
    try Stage().play("?/suspend<Enter>", Self.feed).shows("suspend", status: "help")
  }

  @Test func aSearchGoesOnAsTheIndexGrows() throws {
    let feed = Feeds.linked(6_000)
    #expect(try status("/page 5999<Enter>", feed).contains("post 5,999 of 6,000"))
  }

  /// As in less and vim: after a jump a search begins there, not at the match before the jump.
  @Test(arguments: ["/page 1<Enter>g/page 1<Enter>", "/page 1<Enter>nnng/<Up><Enter>"])
  func aSearchAfterAJumpToTheTopFindsTheFirstMatch(_ keys: String) throws {
    let posts = (1...60).map { "<p>post \($0) of the page 1 of page 1</p>" }
    try Stage().play(keys + "<wait 100>", Feeds.posts(posts)).shows(status: "1 of 120")
  }

  /// A key on the help page had ended the highlights of the page below, which nobody saw.
  @Test func escapeOnHelpLeavesItAtOnceAndKeepsTheHighlights() throws {
    let outcome = try Stage().play("/page 7<Enter>?<Esc>", Self.feed)
    let before = try Stage().play("/page 7<Enter>", Self.feed)
    #expect(outcome.app.view.pages.count == 1)
    #expect(outcome.lines == before.lines)
  }

  /// A match that was on the last lines stayed there, with nothing of what follows it.
  @Test(arguments: 1...20) func aMatchStandsInTheUpperTwoThirds(_ post: Int) throws {
    let outcome = try Stage().play("/post \(post) <Enter><wait 300>", Self.numbered)
    let line = try #require(outcome.lines.firstIndex { $0.contains("post \(post) ") })
    #expect(line < 16, "post \(post)")
  }

  private static let numbered = Feeds.posts((1...60).map { "<p>post \($0) of many</p>" })
}
