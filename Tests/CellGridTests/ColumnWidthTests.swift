import TestSupport
import Testing

@testable import CellGrid

struct ColumnWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("東京", 4), ("한", 2), ("e\u{301}", 1), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2),
    ("🇫🇮", 2), ("🇫", 1), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("مرحبا", 5), ("שלום", 4),
    ("α", 1), ("\u{301}", 1), ("\u{200B}", 0), ("ｶ", 1), ("Ａ", 2), ("🏳️‍🌈", 2), ("ñ", 1), ("각", 2),
    ("☕", 2), ("☕\u{FE0E}", 2), ("\u{1FAE9}", 2), ("…", 1), ("│", 1), ("नमस्ते", 4),
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
