import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Tables on the screen, in columns and below each other.
struct TableRowTests {
  private func page(_ html: String, _ columns: Int) throws -> [String] {
    let body = html.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    let stage = Stage(size: Size(columns: columns, lines: 60))
    let flat = try stage.play("<CR>", Feeds.posts([body])).lines
    // Law 2: the rich row has the characters of the flat one.
    let rich = try stage.play("<CR><wait 400>", Feeds.posts([body])).lines
    #expect(flat.dropLast() == rich.dropLast())
    return flat.map { String($0.drop { $0 == "▌" || $0 == " " }) }
  }

  @Test(arguments: [40, 80, 200]) func spansKeepTheirColumns(_ columns: Int) throws {
    let depth = try page(
      "<table><tr><th rowspan=2>Lake<th colspan=2>Depth<tr><th>min<th>max<tr><td>North<td>1<td>9</table>",
      columns
    )
    for line in ["Lake  │ Depth", "│ min │ max", "──────┼─────┼────", "North │ 1   │ 9"] {
      #expect(depth.contains(line), "\(depth)")
    }
    let diff = try page(
      "<table><tr><td>-<td>old<td colspan=2><tr><td colspan=2><td>+<td>new</table>",
      columns
    )
    #expect(diff.contains("- │ old │   │"))
    #expect(diff.contains("│     │ + │ new"))
  }

  @Test(arguments: [40, 80, 200]) func cellsOfSeveralLinesStandBelowEachOther(_ columns: Int) throws
  {
    let text = try page(
      "<table><tr><th>tag<td>tip<tr><th>text<td>first<br>  second<br>third</table>",
      columns
    )
    let start = try #require(text.firstIndex(of: "tag"))
    #expect(text[start..<(start + 7)] == ["tag", "tip", "", "text", "first", "second", "third"])
  }

  @Test func aSignStandsBeforeItsTextWhereColumnsAreTooWide() throws {
    let words = "a line of the page that is much too long for two of them"
    let text = try page(
      "<table><tr><td>-<td>\(words)<td>+<td>\(words)<tr><td colspan=2><td>+<td>\(words)</table>",
      80
    )
    #expect(text.contains("- \(words)") && text.contains("+ \(words)"))
  }

  @Test(arguments: [1, 2, 5, 9, 13]) func narrowScreensAreKept(_ columns: Int) throws {
    _ = try page(
      "<table><tr><td>-<td>東京 old<br>x<td colspan=2>a<td>b<tr><td colspan=9><td>+<td>new</table>",
      columns
    )
  }
}
