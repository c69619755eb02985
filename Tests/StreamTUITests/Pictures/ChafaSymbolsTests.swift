import CellGrid
import Foundation
import Testing

@testable import StreamTUI
@testable import StreamUI

/// The blocks of a decoder of hostile files, read strictly.
@Suite(.serialized) struct ChafaSymbolsTests {
  private static func picture(_ text: String, columns: Int = 4, lines: Int = 2) -> SymbolPicture? {
    var output = ChafaSymbols(columns: columns, lines: lines)
    for byte in text.utf8 { output.read([byte]) }
    return output.picture
  }

  @Test func signsHaveTheColoursBeforeThem() throws {
    let picture = try #require(
      Self.picture("\u{1B}[0m\u{1B}[38;5;235;48;5;67m▏▔\u{1B}[0m \n\u{1B}[7;38;5;9m▀\u{1B}[0m\n")
    )
    #expect(
      picture.lines == [
        [
          SymbolPicture.Symbol(0x258F, foreground: 235, background: 67),
          SymbolPicture.Symbol(0x2594, foreground: 235, background: 67),
          SymbolPicture.Symbol(0x20, foreground: nil, background: nil),
        ],
        [SymbolPicture.Symbol(0x2580, foreground: nil, background: 9)],
      ]
    )
  }

  @Test(arguments: [
    "", "▏", "\n", "abc\n", "▏▏▏▏▏\n", "▏\n▏\n▏\n", "\u{1B}[2J▏\n", "\u{1B}[38;5;256m▏\n",
    "\u{1B}[38;2;1;2;3m▏\n", "\u{1B}[38;5m▏\n", "\u{1B}[1;1H▏\n", "\u{1B}]0;title\u{7}▏\n", "▏\r\n",
    "\u{1B}[?25l▏\n", "é\n", "中\n", "\u{200B}\n", "\u{10EEEE}\n", "\t\n", "▏\n\u{1B}", "▏\n\u{1B}[",
    "\u{1B}[\(String(repeating: "0;", count: 50))m▏\n", "\u{1B}[5m▏\n", "\u{1B}_Ga=T\u{1B}\\▏\n",
    "▏\0\n",
    "\u{9B}31m▏\n",
  ])
  func anythingElseIsRefused(_ text: String) {
    #expect(Self.picture(text) == nil)
  }

  @Test func aSignThatIsCutIsRefused() {
    var output = ChafaSymbols(columns: 4, lines: 2)
    output.read([0xE2, 0x96, 0x0A])
    #expect(output.picture == nil)
  }

  /// A whole session: a terminal that draws no pictures shows blocks on the page of a picture, and nothing of it elsewhere.
  @Test(arguments: [
    #"printf '\033[38;5;200;48;5;17m▚▚▚\033[0m\n'"#, #"printf '\033[2Jowned\n'"#, "exit 1",
  ])
  func aTerminalWithoutPicturesShowsBlocks(_ script: String) throws {
    try PicturePtyTests().inExport(1) { export in
      let bin = export + "/../bin"
      let arguments = "--format symbols --symbols block --colors 256 --scale max --size 78x20"
      let all = "[ \"$*\" = \"\(arguments) --animate off --threads 1 --polite on -\" ] || exit 9\n"
      try Program.writeScript("\(all)/bin/cat > /dev/null\n\(script)", to: bin + "/chafa")
      let pty = try Pty(file: export, environment: ["PATH": bin]).awaiting("lake")
      pty.settle(milliseconds: 400)
      pty.send("\t")
      pty.settle(milliseconds: 300)
      let mark = pty.output.count
      pty.send("\r")
      if script.contains("▚") {
        #expect(pty.waits(for: "▚▚▚", since: mark))
        let shown = pty.text(since: mark)
        #expect(shown.contains("38;5;200") && shown.contains("48;5;17"))
      } else {
        #expect(pty.waits(for: "not shown: chafa", since: mark))
      }
      pty.send("s")
      #expect(pty.waits(for: "save the picture to:", since: mark))
      pty.send("\(export)/copy.png\r")
      #expect(pty.waits(for: "Saved the picture", since: mark))
      pty.quit()
      let text = pty.text()
      #expect(!text.contains("owned") && !text.contains("\u{1B}_"))
      let files = FileManager.default
      #expect(
        files.contents(atPath: export + "/copy.png")
          == files.contents(atPath: export + "/media_attachments/0.png")
      )
    }
  }
}
