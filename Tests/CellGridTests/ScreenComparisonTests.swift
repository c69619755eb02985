import Testing

@testable import CellGrid

struct ScreenComparisonTests {
  private func screen(_ text: SafeText, role: Role = .text) -> Screen {
    var screen = Screen(size: Size(columns: 10, lines: 2))
    var line = CellLine(columns: 10)
    line.put(text, at: 0, role: role, emphasis: role == .text ? [] : .bold)
    screen.set(line: 0, to: line)
    return screen
  }

  @Test func stylesDoNotCount() {
    #expect(screen("a 漢 e").differingCells(from: screen("a 漢 e", role: .link), lines: 2) == 0)
  }

  @Test func everyCellWithOtherTextCounts() {
    #expect(screen("abc").differingCells(from: screen("abd"), lines: 2) == 1)
    // A wide cluster has two cells, and its scalars beyond the fifth lie in the second.
    #expect(screen("漢").differingCells(from: screen("ab"), lines: 2) == 2)
    #expect(screen("👨‍👩‍👧‍👦").differingCells(from: screen("👨‍👩‍👧‍👧"), lines: 2) == 1)
  }

  @Test func onlyTheFirstLinesCount() {
    #expect(screen("abc").differingCells(from: screen("abd"), lines: 0) == 0)
  }

  @Test func cellsOfOneScreenAloneCount() {
    let small = Screen(size: Size(columns: 8, lines: 1))
    #expect(screen("").differingCells(from: small, lines: 2) == 12)
    #expect(small.differingCells(from: screen(""), lines: 2) == 12)
  }
}
