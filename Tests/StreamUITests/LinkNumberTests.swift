import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The numbers of links on the page of a post: in the text, where its line of addresses has them.
struct LinkNumberTests {
  @Test func linksCarryTheirNumbers() throws {
    let page = try Stage().play("<CR><wait 400>", try Feeds.sample()).text
    #expect(page.contains("says this page[1], and at 4"))
    #expect(page.contains("#Lakes[2] #Limnology[3]"))
    #expect(page.contains("[1] https://pages.example/water"))
    // Links outside the text have the numbers after those, and `4 Enter` follows the fourth.
    #expect(page.contains("[4] ▣ image: A lake at dawn"))
    #expect(page.contains("[5] https://social.example/@olga/999"))
    let opened = try Stage().play("<CR><wait 400>5<CR>", try Feeds.sample())
    #expect(!opened.effects.opened.isEmpty)
    #expect("\(opened.effects)".contains("https://social.example/@olga/999"))
  }

  /// They are beside the text: a search finds the words as the list shows them.
  @Test func aSearchReadsOverThem() throws {
    for words in ["this page, and", "#Lakes #Limnology", "duck who has"] {
      let found = try Stage().play("<CR><wait 400>/\(words)<CR>", try Feeds.sample())
      #expect(found.statusLine.contains("1 of 1"), "\(words): \(found.statusLine)")
      #expect(found.pageRoles.contains("S"), "\(words)")
    }
  }

  /// At any width the whole text is shown in order, and each number follows its link.
  @Test(arguments: [1, 2, 3, 4, 5, 7, 11, 20, 33, 60, 120])
  func nothingIsLost(_ columns: Int) throws {
    let html = """
      <p>One <a href="/a">link</a><a href="/b">, next</a> पानी <a href="/c">निलम्</a>́ end</p>
      <blockquote><p><a href="/d">quoted</a> words</p></blockquote><ul><li><a href="/e">item</a></li></ul>
      <pre>code  <a href="/f">pre</a>\n  more</pre>
      <table><tr><th>a</th><th>b</th></tr><tr><td><a href="/g">cell</a></td><td>x</td></tr></table>
      <p><a href="/h"></a><a href="/i">last</a></p>
      """
    let plain = BodyText(.html(html), baseURL: "https://a.example", customEmoji: [])
    let numbers = LinkNumbers(plain)
    var layout = BodyLayout(numbers.body, columns: columns)
    let numbered = layout.lines
    layout.restore(numbers)
    #expect(layout.lines.count == numbered.count)
    func text(_ lines: [BodyLine], _ body: BodyText, ofText: Bool) -> String {
      lines.flatMap(\.pieces).map { piece in
        switch piece.piece {
        case .text(let range): body.text[range].string
        case .mark(let mark, _): ofText ? "" : mark.string
        }
      }.joined().filter { !$0.isWhitespace }
    }
    let alone = BodyLayout(plain, columns: columns).lines
    #expect(
      text(layout.lines, plain, ofText: true).unicodeScalars
        .elementsEqual(text(alone, plain, ofText: true).unicodeScalars)
    )
    let shown = text(layout.lines, plain, ofText: false)
    #expect(
      shown.unicodeScalars
        .elementsEqual(text(numbered, numbers.body, ofText: false).unicodeScalars)
    )
    if columns > 20 {
      for word in ["link[1],next[2]", "quoted[4]words", "item[5]", "pre[6]", "cell[7]", "last["] {
        #expect(shown.contains(word), "\(word) in \(shown)")
      }
    }
  }
}
