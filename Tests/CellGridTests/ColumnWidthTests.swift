import TestSupport
import Testing

@testable import CellGrid

struct ColumnWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("東京", 4), ("한", 2), ("e\u{301}", 1), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2),
    ("🇫🇮", 2), ("🇫", 1), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("مرحبا", 5), ("שלום", 4),
    ("α", 1), ("\u{301}", 1), ("\u{200B}", 0), ("ｶ", 1), ("Ａ", 2), ("🏳️‍🌈", 2), ("ñ", 1), ("각", 2),
    ("☕", 2), ("☕\u{FE0E}", 2), ("\u{1FAE9}", 2), ("…", 1), ("│", 1), ("नमस्ते", 4),
    // Spacing marks: of Hindi, Tamil, Bengali, Thai, Lao, Burmese, Khmer, half-width kana.
    ("हिन्दी", 5), ("நி", 2), ("বাংলা", 5), ("กำ", 2), ("ນ້ຳ", 2), ("ကော", 3), ("ភា", 2), ("ｶﾞ", 2),
    // Marks alone, with the blank that they stand on.
    ("\u{93E}", 2), ("\u{FF9E}", 2), ("\u{302E}", 2), ("\u{1161}", 1), ("\u{1F3FB}", 2),
    // A sign in front of a number, a letter above a letter, a skin tone after a letter, joined hearts.
    ("\u{600}1", 2), ("\u{113D1}a", 2), ("\u{1100}\u{1100}\u{1161}", 4), ("a\u{1F3FB}", 3),
    ("❤\u{200D}🔥", 2),
    ("☝\u{FE0F}\u{1F3FD}", 2),
    // Five scalars have room in a column.
    ("e\u{301}\u{302}\u{303}\u{304}", 1), ("e\u{301}\u{302}\u{303}\u{304}\u{305}", 2),
    // Unicode 16 and 17: hexagrams and trigrams are wide, marks of Tulu-Tigalari.
    ("\u{4DC0}", 2), ("\u{2630}", 2), ("\u{11392}\u{113B8}", 2), ("\u{1FAE9}\u{1F6D8}", 4),
    ("\u{A7CD}", 1),
  ])
  func columns(_ text: String, _ columns: Int) {
    #expect(ColumnWidth.columns(of: SafeText(sanitizing: text)) == columns)
  }

  @Test func prefixTakesWholeClusters() {
    let text = SafeText(sanitizing: "a東👩‍💻b")
    let fits = (0...7).map { columns in
      text[0..<ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: columns)].string
    }
    #expect(fits == ["", "a", "a", "a東", "a東", "a東👩‍💻", "a東👩‍💻b", "a東👩‍💻b"])
  }

  @Test func aMarkAfterAsciiBelongsToIt() {
    let text = SafeText(sanitizing: "ae\u{301}b")
    #expect(ColumnWidth.columns(of: text) == 3)
    #expect(ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: 2) == 4)
  }

  /// Marks without end: the next ones begin a cluster of their own, and nothing is lost.
  @Test func aClusterIsNoWiderThanALineCanBe() {
    let text = SafeText(sanitizing: "क" + String(repeating: "ा", count: 30))
    var widths: [Int] = []
    text.utf8.withUnsafeBufferPointer { bytes in
      ColumnWidth.forEachCluster(bytes, 0..<bytes.count) { cluster in
        widths.append(cluster.columns)
        return true
      }
    }
    #expect(widths == [8, 9, 9, 8])
    var line = CellLine(columns: 40)
    line.put(text, at: 0, role: .text)
    var utf8: [UInt8] = []
    line.appendText(to: &utf8)
    #expect(
      String(decoding: utf8, as: UTF8.self).filter { $0 != "\u{A0}" }.unicodeScalars.count >= 31
    )
  }

  @Test func partsAddUpToTheWhole() {
    var random = SplitMix(seed: 1)
    for _ in 0..<500 {
      let text = SafeText(sanitizing: RandomText.make(&random, 20))
      let cut = ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: random.below(30))
      let sum =
        ColumnWidth.columns(of: text, in: 0..<cut)
        + ColumnWidth.columns(of: text, in: cut..<text.count)
      #expect(sum == ColumnWidth.columns(of: text))
    }
  }
}
