import Testing

@testable import CellGrid

@Suite struct HyperlinkTests {
  @Test(arguments: [
    "", " ", "https://a.example/b c", "https://a.example/\u{1B}\\", "https://a.example/\u{7}", "ä",
    "https://a.example/\u{7F}", "https://a.example/\n", "https://a.example/\u{9C}",
    "https://a.example/" + String(repeating: "a", count: 2066),
  ])
  func whatCouldEndTheSequenceIsNoTarget(_ text: String) { #expect(Hyperlink.Target(text) == nil) }

  @Test func theLongestTargetIsOne() {
    let text = "https://a.example/" + String(repeating: "a", count: 2065)
    #expect(text.utf8.count == Hyperlink.Target.limit)
    #expect(Hyperlink.Target(text)?.text == text)
  }

  @Test func identitiesAreDigitsAndAHyphen() {
    #expect(Hyperlink.Identity(row: 12, link: 3).text == "12-3")
    #expect(Hyperlink.Identity(row: -1, link: .max).text == "0-9223372036854775807")
  }

  @Test func aScreenKeepsThemInOrderInsideAndApart() throws {
    let target = try #require(Hyperlink.Target("https://a.example/"))
    let link = { (line: Int, columns: Range<Int>, number: Int) in
      Hyperlink(
        line: line,
        columns: columns,
        target: target,
        identity: Hyperlink.Identity(row: 0, link: number)
      )
    }
    var screen = Screen(size: Size(columns: 10, lines: 3))
    screen.set(hyperlinks: [
      link(2, 8..<20, 0), link(0, 4..<6, 1), link(0, 0..<5, 2), link(-1, 0..<3, 3),
      link(3, 0..<3, 4),
      link(1, 2..<2, 5), link(1, -4..<2, 6), link(0, 5..<7, 7), link(1, 0..<1, 8),
      link(1, 12..<14, 9),
    ])
    #expect(
      screen.hyperlinks == [
        link(0, 0..<5, 2), link(0, 5..<7, 7), link(1, 0..<2, 6), link(2, 8..<10, 0),
      ]
    )
    screen.set(hyperlinks: [])
    #expect(screen.hyperlinks == [])
  }

  @Test func thePlaneShowsWhichCellsLeadWhere() throws {
    let target = try #require(Hyperlink.Target("https://a.example/"))
    let other = try #require(Hyperlink.Target("https://b.example/"))
    var screen = Screen(size: Size(columns: 8, lines: 2))
    let first = Hyperlink.Identity(row: 4, link: 0)
    screen.set(hyperlinks: [
      Hyperlink(line: 0, columns: 5..<8, target: target, identity: first),
      Hyperlink(line: 1, columns: 0..<2, target: target, identity: first),
      Hyperlink(line: 1, columns: 3..<4, target: other, identity: .init(row: 4, link: 1)),
    ])
    #expect(
      screen.linkPlane()
        == "     aaa\naa b\n\na 4-0 https://a.example/\nb 4-1 https://b.example/\n"
    )
  }
}
