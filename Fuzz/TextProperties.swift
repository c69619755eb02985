import CellGrid
import RichText
import StreamModel
import StreamUI

/// What holds for any text: safe, inside its columns, the same flat and rich.
enum TextProperties {
  static func checkHTML(_ bytes: [UInt8]) {
    let html = String(decoding: bytes, as: UTF8.self)
    for columns in [1, 7, 40, 200] {
      let row = Row(before: [], body: .html(html))
      let laid = RowLayout(columns: columns + RowLayout.gutter).lay(row)
      let rich = RowEnricher.enrich(row, laid)
      for (line, flat) in laid.flat.enumerated() {
        expect(flat.cells.count <= columns + RowLayout.gutter, "a line is too wide")
        guard line < rich.lines.count else { continue }
        let same = zip(flat.cells, rich.lines[line].cells).allSatisfy {
          $0.text == $1.text && $0.columns == $1.columns
        }
        expect(same, "rich moves what was flat")
      }
      expect(rich.lines.count == laid.flat.count, "rich has another height")
    }
  }

  static func checkText(_ bytes: [UInt8]) {
    for keepingNewlines in [true, false] {
      let safe = Sanitizer.sanitize(bytes, keepingNewlines: keepingNewlines)
      expect(isSafe(safe.text.string, newlines: keepingNewlines), "unsafe text")
      let again = Sanitizer.sanitize(safe.text.utf8, keepingNewlines: keepingNewlines)
      expect(again.text.utf8 == safe.text.utf8, "safe text is not safe text again")
      var last = 0
      for offset in 0...bytes.count {
        let moved = safe.offset(offset)
        expect(moved >= last && moved <= safe.text.count, "offsets run backwards")
        last = moved
      }
    }
  }

  /// Whether a terminal acts upon nothing in `text` (reliability goal G1).
  static func isSafe(_ text: String, newlines: Bool) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: newlines
      case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }
}
