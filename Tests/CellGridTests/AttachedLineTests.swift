import Testing

@testable import CellGrid

/// Lines for terminals that draw a spacing mark in the column of its letter, as kitty, mlterm and foot 1.21 do.
struct AttachedLineTests {
  private func line(_ text: SafeText, columns: Int) -> CellLine {
    var line = CellLine(columns: columns)
    line.put(text, at: 0, role: .text)
    return line
  }

  private func text(_ line: CellLine) -> String {
    var utf8: [UInt8] = []
    line.appendText(to: &utf8)
    return String(decoding: utf8, as: UTF8.self)
  }

  @Test(arguments: [
    // The text moves to the left; two blanks give the columns back.
    ("हिन्दी में  पानी", "हिन्दी में    पानी", [0, 2, 3, 5]),
    // So does the line between two panes.
    ("नि a│नि b", "नि a │नि b", [0, 2, 3]),
    ("ကော် x", "ကော် x", [0, 3, 4]),
  ])
  func textMovesToTheLeft(_ source: String, _ drawn: String, _ first: [Int]) throws {
    let attached = try #require(AttachedLine(line(SafeText(sanitizing: source), columns: 30)))
    #expect(text(attached.line) == drawn)
    #expect(attached.line.cells.count == 30)
    #expect((0..<first.count).map(attached.frameColumn) == first)
    // A click on a place of the terminal, and the place of what was clicked.
    for column in 0..<30 {
      let source = attached.frameColumn(column)
      #expect(attached.frameColumn(attached.column(source)) == source)
    }
  }

  // Those of Thai and Lao, of half-width kana and of scripts beyond plane 0 keep their columns in kitty, too.
  @Test(arguments: ["plain", "東京 é", "e\u{301}", "👩‍💻", "คำ ນ້ຳ", "ｶﾞ", "\u{11392}\u{113B8}"])
  func otherTextIsLeftAlone(_ text: String) {
    #expect(AttachedLine(line(SafeText(sanitizing: text), columns: 20)) == nil)
  }
}
