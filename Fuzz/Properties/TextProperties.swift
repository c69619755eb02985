import CellGrid
import RichText
import StreamModel
import StreamUI

/// What holds for any text: safe, inside its columns, the same flat and rich.
package enum TextProperties {
  private static let widths = [1, 7, 40, 200]

  static func checkHTML(_ input: FuzzInput) {
    checkHTML(input.text, columns: widths[input.choose(widths.count)])
  }

  /// The document at every width.
  package static func checkHTML(_ bytes: [UInt8]) {
    let html = String(decoding: bytes, as: UTF8.self)
    for columns in widths { checkHTML(html, columns: columns) }
  }

  private static func checkHTML(_ html: String, columns: Int) {
    let row = Row(of: .html(html))
    let laid = RowLayout(columns: columns + RowLayout.gutter).lay(row)
    let rich = RowEnricher.enrich(laid)
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

  static func checkText(_ input: FuzzInput) {
    let bytes = Array(input.bytes)
    let keepingNewlines = input.choose(2) == 1
    let safe = Sanitizer.sanitize(bytes, keepingNewlines: keepingNewlines)
    expect(isSafe(Array(safe.text.utf8), newlines: keepingNewlines), "unsafe text")
    if input.choose(2, question: 1) == 0 {
      let again = Sanitizer.sanitize(safe.text.utf8, keepingNewlines: keepingNewlines)
      expect(again.text.utf8 == safe.text.utf8, "safe text is not safe text again")
    } else {
      var last = 0
      for offset in 0...bytes.count {
        let moved = safe.offset(offset)
        expect(moved >= last && moved <= safe.text.count, "offsets run backwards")
        last = moved
      }
    }
  }

  /// Whether `utf8` is UTF-8 and a terminal acts upon nothing in it (reliability goal G1): no
  /// control character of C0 or C1, no bidi embedding, override or isolate.
  static func isSafe(_ utf8: [UInt8], newlines: Bool) -> Bool {
    utf8.withUnsafeBufferPointer { bytes in
      for (at, byte) in bytes.enumerated() {
        if byte < 0x20 {
          guard byte == 0x0A, newlines else { return false }
        } else if byte == 0x7F {
          return false
        } else if byte == 0xC2 {
          guard at + 1 < bytes.count, bytes[at + 1] >= 0xA0 else { return false }
        } else if byte == 0xE2 {
          guard at + 2 < bytes.count else { return false }
          switch (bytes[at + 1], bytes[at + 2]) {
          case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return false
          default: break
          }
        }
      }
      return String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
