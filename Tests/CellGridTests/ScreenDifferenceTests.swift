import Testing

@testable import CellGrid

/// Screens differ in characters, or only in their styles.
struct ScreenDifferenceTests {
  private func screen(_ lines: String..., role: Role = .text) -> Screen {
    var screen = Screen(size: Size(columns: 10, lines: lines.count))
    for (index, text) in lines.enumerated() {
      var line = CellLine(columns: 10)
      line.put(SafeText(sanitizing: text), at: 0, role: role)
      screen.set(line: index, to: line)
    }
    return screen
  }

  @Test func equalScreensDoNotDiffer() {
    let difference = ScreenDifference(screen("one", "two"), screen("one", "two"))
    #expect(difference.characters.isEmpty)
    #expect(difference.characterCount == 0)
    #expect(difference.restyledCount == 0)
  }

  @Test func stylesAreCountedApart() {
    let difference = ScreenDifference(screen("one"), screen("one", role: .link))
    #expect(difference.characters.isEmpty)
    #expect(difference.restyledCount == 3)
  }

  @Test func neighbouringCellsAreOnePlace() {
    let difference = ScreenDifference(screen("abcdef", "same"), screen("aXXdeY", "same"))
    #expect(
      difference.characters == [
        ScreenDifference.Place(line: 0, columns: 1..<3),
        ScreenDifference.Place(line: 0, columns: 5..<6),
      ]
    )
    #expect(difference.characterCount == 3)
  }

  @Test func placesEndWithTheirLine() {
    let difference = ScreenDifference(screen("123456789a", "bc"), screen("123456789X", "Yc"))
    #expect(difference.characters.map(\.line) == [0, 1])
  }

  @Test func aWideClusterDiffersWithBothOfItsCells() {
    let difference = ScreenDifference(screen("a東b"), screen("axyb"))
    #expect(difference.characters == [ScreenDifference.Place(line: 0, columns: 1..<3)])
  }

  @Test func cellsThatOneScreenLacksDiffer() {
    #expect(ScreenDifference(screen("a"), screen("a", "b")).characterCount == 10)
  }

  @Test func onlyTheFirstLinesAreCompared() {
    let one = screen("abc", "one")
    #expect(ScreenDifference(one, screen("abd", "two"), lines: 1).characterCount == 1)
    #expect(ScreenDifference(one, screen("abd", "two"), lines: 0).characterCount == 0)
    #expect(ScreenDifference(one, screen("abd", "two"), lines: -1).characterCount == 0)
  }

  /// The scalars of a cluster beyond the fifth lie in its second cell.
  @Test func aLongClusterIsComparedWhole() {
    let other = screen("👨‍👩‍👧‍👧")
    #expect(ScreenDifference(screen("👨‍👩‍👧‍👦"), other).characterCount == 1)
  }
}
