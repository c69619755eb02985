import StreamUI
import Testing

/// Rows of cells as people and programs read them.
struct TextTableTests {
  @Test func columnsAreAsWideAsTerminalsShowThem() {
    let table = TextTable([["name", "n", "note"], ["駅", "12", "two columns"], ["é", "3", ""]])
    #expect(
      table.aligned(.left, .right, .left) == """
        name   n  note
        駅    12  two columns
        é      3

        """
    )
    #expect(table.aligned(.left, gap: " # ").split(separator: "\n")[1] == "駅   # 12 # two columns")
  }

  @Test func theLastAlignmentHoldsForAllOthers() {
    #expect(
      TextTable([["", "a", "bb"], ["x", "100", "1"]]).aligned(.left, .right)
        == "     a  bb\nx  100   1\n"
    )
  }

  @Test func rowsMayDiffer() {
    #expect(TextTable([["a"], ["b", "c"], []]).aligned(.left) == "a\nb  c\n\n")
    #expect(TextTable([]).aligned(.left).isEmpty)
  }

  @Test func noCellEndsALineOrAColumn() {
    let table = TextTable([["a\tb", "c\nd"], ["\u{1B}[31m", "e"]])
    for line in [table.tabSeparated, table.aligned(.left)] {
      #expect(line.split(separator: "\n").count == 2)
      #expect(!line.contains("\u{1B}"))
    }
    #expect(table.tabSeparated.split(separator: "\n").allSatisfy { $0.count { $0 == "\t" } == 1 })
  }
}
