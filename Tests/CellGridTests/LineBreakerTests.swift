import TestSupport
import Testing

@testable import CellGrid

struct LineBreakerTests {
  private func lines(
    _ text: String,
    _ columns: Int,
    then rest: Int? = nil,
    preformatted: Bool = false
  ) -> [String] {
    let safe = Sanitizer.sanitize(Array(text.utf8), keepingNewlines: true).text
    var ranges: [Range<Int>] = []
    LineBreaker.forEachLine(
      of: safe,
      in: 0..<safe.count,
      columns: columns,
      then: rest ?? columns,
      preformatted: preformatted
    ) { ranges.append($0) }
    return ranges.map { safe[$0].string }
  }

  @Test func breaksAtBlanks() {
    #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 8) == ["the", "quick", "brown", "fox"])
    #expect(lines("", 8) == [""])
    #expect(lines("one\n\ntwo", 8) == ["one", "", "two"])
  }

  @Test func theFirstLineMayBeShorterOrLonger() {
    #expect(lines("aa bb cc dd", 5, then: 2) == ["aa bb", "cc", "dd"])
    #expect(lines("aaaa bbbb", 9, then: 3) == ["aaaa bbbb"])
    #expect(lines("aaaaa bbbbb", 8, then: 3) == ["aaaaa", "bbb", "bb"])
  }

  @Test func cutsWhatHasNoBreak() {
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("x abcdefghij", 4) == ["x", "abcd", "efgh", "ij"])
    #expect(lines("東京東京東", 4) == ["東京", "東京", "東"])
    #expect(lines("👩‍💻👩‍💻👩‍💻", 4) == ["👩‍💻👩‍💻", "👩‍💻"])
    #expect(lines("東", 1) == ["東"])
  }

  @Test func addressesBreakBehindTheirParts() {
    #expect(
      lines("https://www.host.example/one/two?three=four&five", 26)
        == ["https://www.host.example/", "one/two?three=four&five"]
    )
    #expect(
      lines("https://h.example/?a=12345&b=12345", 27) == ["https://h.example/?a=12345&", "b=12345"]
    )
    // Outside an address the standard's rules hold.
    #expect(lines("either/or a=b", 9) == ["either/or", "a=b"])
    #expect(lines("xx a=b c&d", 5) == ["xx", "a=b", "c&d"])
  }

  @Test func punctuationStaysWithItsWord() {
    #expect(lines("well (then) so", 9) == ["well", "(then) so"])
    #expect(lines("今日は、いい天気。", 8) == ["今日は、", "いい天", "気。"])
    #expect(lines("cost $5,000.50 now", 8) == ["cost", "$5,000.5", "0 now"])
  }

  @Test func preformattedKeepsBlanks() {
    #expect(lines("  a  b \n   c", 20, preformatted: true) == ["  a  b ", "   c"])
    #expect(lines("abcdef", 4, preformatted: true) == ["abcd", "ef"])
  }

  @Test func nothingIsLostAndNoLineIsTooWide() {
    var random = SplitMix(seed: 4)
    for _ in 0..<2000 {
      let source = RandomText.make(&random, 1 + random.below(30))
      let safe = Sanitizer.sanitize(Array(source.utf8), keepingNewlines: true).text
      let first = 1 + random.below(30)
      let rest = 1 + random.below(30)
      let preformatted = random.below(4) == 0
      var ranges: [Range<Int>] = []
      LineBreaker.forEachLine(
        of: safe,
        in: 0..<safe.count,
        columns: first,
        then: rest,
        preformatted: preformatted
      ) { ranges.append($0) }
      var index = 0
      for (number, range) in ranges.enumerated() {
        #expect(safe.utf8[index..<range.lowerBound].allSatisfy { $0 == 0x20 || $0 == 0x0A })
        let width = ColumnWidth.columns(of: safe, in: range)
        let limit = number == 0 ? first : rest
        if limit >= 2 { #expect(width <= limit || isBlankTail(safe, range, limit)) }
        index = range.upperBound
      }
      #expect(safe.utf8[index...].allSatisfy { $0 == 0x20 || $0 == 0x0A })
    }
  }

  @Test func longTextsTakeLinearTime() {
    // A million letters without a break, marks without end, and blanks without end.
    for text in [
      String(repeating: "a", count: 1_000_000), String(repeating: "\u{200B}", count: 300_000),
      String(repeating: " ", count: 1_000_000), String(repeating: "a\u{A0}", count: 300_000),
      "https://" + String(repeating: "/?&=", count: 250_000),
    ] {
      #expect(!lines(text, 80).isEmpty)
    }
  }

  /// Zero-width text at an edge does not count.
  private func isBlankTail(_ text: SafeText, _ range: Range<Int>, _ limit: Int) -> Bool {
    let fitting = ColumnWidth.prefix(of: text, in: range, fitting: limit)
    return text.utf8[fitting..<range.upperBound].allSatisfy { $0 == 0x20 }
  }
}
