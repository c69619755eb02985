import TestSupport
import Testing

@testable import CellGrid

struct ScreenTests {
  private func line(_ text: SafeText, columns: Int, at column: Int = 0) -> String {
    var line = CellLine(columns: columns)
    line.put(text, at: column, role: .text)
    return line.cells.indices.map { line.cells[$0].isContinuation ? "·" : line.text(at: $0) }
      .joined()
  }

  @Test func putClipsAtTheEdges() {
    #expect(line("abc", columns: 5) == "abc  ")
    #expect(line("abcdef", columns: 4) == "abcd")
    #expect(line("東京", columns: 5) == "東·京· ")
    #expect(line("東京", columns: 3) == "東· ")
    #expect(line("東", columns: 1) == " ")
    #expect(line("abc", columns: 3, at: 5) == "   ")
  }

  @Test func halfOfAWideClusterIsNeverLeft() {
    var line = CellLine(columns: 6)
    line.put("東京駅", at: 0, role: .text)
    line.put("x", at: 1, role: .text)
    #expect(line.cells.map { $0.isContinuation ? "·" : $0.text }.joined() == " x京·駅·")
    line.put("y", at: 2, role: .text)
    #expect(line.cells.map { $0.isContinuation ? "·" : $0.text }.joined() == " xy 駅·")
    line.fill(columns: 5..<6, role: .status)
    #expect(line.cells.map { $0.isContinuation ? "·" : $0.text }.joined() == " xy   ")
  }

  @Test func longClustersTakeTheColumnsThatTheyNeed() {
    // Five scalars fit into a cell; a sign stands for the marks that the sanitizer cuts.
    #expect(line("👨‍👩‍👧‍👦", columns: 2) == "👨‍👩‍👧‍👦·")
    #expect(line("👨‍👩‍👧‍👦‍👦‍👦", columns: 3) == "👨‍👩‍👧‍👦‍👦‍👦··")
    let tags = String(repeating: "\u{E0067}", count: 12)
    #expect(line(SafeText(sanitizing: "🏴\(tags)"), columns: 2) == "🏴·")
    let marks = String(repeating: "\u{301}", count: 9)
    let kept = "e" + marks.unicodeScalars.dropLast().map { String($0) }.joined()
    #expect(line(SafeText(sanitizing: "e\(marks)"), columns: 3) == kept + "·\u{FFFD}")
    #expect(line("🇫🇮", columns: 2) == "🇫🇮·")
    // A mark without a letter stands on a blank, and a vowel of Hangul.
    #expect(line("\u{301}a", columns: 2) == "\u{A0}\u{301}a")
    #expect(line("\u{1161}a", columns: 2) == "\u{A0}\u{1161}a")
  }

  /// A cluster of several columns is drawn whole or not at all, wherever an edge cuts it.
  @Test func anEdgeCutsNoClusterOfThreeColumns() {
    let text: SafeText = "ကောx"
    for column in 0..<3 {
      var covered = CellLine(columns: 5)
      covered.put(text, at: 0, role: .text)
      covered.put("|", at: column, role: .text)
      let blanks = String(repeating: "·", count: 3)
      let expected = blanks.prefix(column) + "|" + blanks.dropFirst(column + 1)
      #expect(Self.dots(covered) == expected + "x·")
    }
    var whole = CellLine(columns: 5)
    whole.put(text, at: 0, role: .text)
    #expect(Self.dots(whole) == "ကောx·")
    for columns in 1..<3 {
      #expect(Self.dots(whole.resized(to: columns)) == String(repeating: "·", count: columns))
      #expect(
        Self.dots(whole.part(columns..<5)) == String(repeating: "·", count: 3 - columns) + "x·"
      )
      var under = CellLine(columns: 5)
      under.cover(from: 0, with: whole.part(0..<columns))
      #expect(Self.dots(under) == "·····")
    }
    whole.restyle(columns: 1..<2, role: .link, adding: [])
    #expect(whole.cells.map(\.role) == [.link, .link, .link, .text, .text])
  }

  /// The line with a dot for each blank.
  private static func dots(_ line: CellLine) -> String {
    line.cells.indices.filter { !line.cells[$0].isContinuation }
      .map { line.text(at: $0) == " " ? "·" : line.text(at: $0) }.joined()
  }

  @Test func restylingChangesNoText() {
    var random = SplitMix(seed: 5)
    for _ in 0..<500 {
      var screen = CellLine(columns: 30)
      screen.put(
        SafeText(sanitizing: RandomText.make(&random, 15)),
        at: random.below(5),
        role: .text
      )
      let before = screen.cells.map(\.text)
      let low = random.below(30)
      screen.restyle(columns: low..<(low + random.below(12)), role: .link, adding: .bold)
      #expect(screen.cells.map(\.text) == before)
      expectWhole(screen)
    }
  }

  @Test func randomWritesKeepTheGridWhole() {
    var random = SplitMix(seed: 6)
    for _ in 0..<1000 {
      let columns = random.below(20)
      var line = CellLine(columns: columns)
      for _ in 0..<6 {
        let text = SafeText(sanitizing: RandomText.make(&random, 6))
        line.put(text, at: random.below(24), role: .text)
        let low = random.below(24)
        line.fill(columns: low..<(low + random.below(4)), role: .text)
      }
      #expect(line.cells.count == columns)
      expectWhole(line)
      expectWhole(line.resized(to: random.below(24)))
    }
  }

  @Test func planes() {
    var screen = Screen(size: Size(columns: 8, lines: 2))
    var line = CellLine(columns: 8)
    line.put("a 東", at: 0, role: .text)
    line.put("x", at: 4, role: .link)
    line.put("y", at: 5, role: .text, emphasis: .bold)
    screen.set(line: 0, to: line)
    screen.set(line: 7, to: line)
    #expect(screen.textPlane() == "a 東xy\n\n")
    #expect(screen.stylePlane() == ". ..Lb\n\n\n. text\nL link\nb bold\n")
  }

  @Test func linesOfOtherWidthsAreFitted() {
    var screen = Screen(size: Size(columns: 3, lines: 1))
    var line = CellLine(columns: 6)
    line.put("ab東c", at: 0, role: .text)
    screen.set(line: 0, to: line)
    #expect(screen.textPlane() == "ab\n")
    #expect(screen.lines[0].cells.count == 3)
  }

  @Test func picturesAreEscapedAndPlaced() {
    var screen = Screen(size: Size(columns: 6, lines: 1))
    var line = CellLine(columns: 6)
    line.put("<&東>", at: 0, role: .text)
    screen.set(line: 0, to: line)
    let plain = Style(foreground: .standard, background: .standard, attributes: [.bold])
    let svg = screen.svg({ _, _ in plain }, title: "a < b")
    #expect(svg.contains(">&lt;&amp;</text>"))
    #expect(svg.contains(">東</text>"))
    #expect(svg.contains("a &lt; b"))
    #expect(screen.ansi { _, _ in plain } == "\u{1B}[0;1m<&東> \u{1B}[0m\n")
  }

  private func expectWhole(_ line: CellLine) {
    for (index, cell) in line.cells.enumerated() {
      let next = index + 1 < line.cells.count ? line.cells[index + 1].isContinuation : false
      #expect(next == (cell.columns == 2))
      if index == 0 { #expect(!cell.isContinuation) }
    }
  }

  @Test func whatCoversALineCutsNoWideClusterInHalf() {
    var line = CellLine(columns: 8)
    line.put("東京駅前", at: 0, role: .text)
    var panel = CellLine(columns: 4)
    panel.put("abcd", at: 0, role: .faint)
    var covered = line
    covered.cover(from: 3, with: panel)
    #expect(covered.cells.map(\.text).joined() == "東 abcd ")
    #expect(covered.cells.filter(\.isContinuation).count == 1)
    covered = line
    covered.cover(from: 6, with: panel)
    #expect(covered.cells.map(\.text).joined() == "東京駅ab")
    covered = line
    covered.cover(from: 8, with: panel)
    covered.cover(from: -1, with: panel)
    #expect(covered == line)
    var wide = CellLine(columns: 4)
    wide.put("駅駅", at: 0, role: .text)
    covered = CellLine(columns: 3)
    covered.cover(from: 0, with: wide)
    #expect(covered.cells.map(\.text).joined() == "駅 ")
  }
}
