@testable import CellGrid
import Foundation
import StreamUI

extension TerminalEmulator {
  /// The first few cells that differ from `screen` in `theme`; empty if none does.
  func differences(from screen: Screen, in theme: Theme = .dark) -> [String] {
    var found = unknown.prefix(3).map { "unknown: \($0)" }
    guard size == screen.size else { return found + ["size \(size), not \(screen.size)"] }
    for (line, cells) in screen.lines.enumerated() where found.count < 5 {
      found += textDifference(line, cells) + lookDifference(line, cells.cells, theme)
    }
    found += linkDifferences(screen)
    return Array(found.prefix(8))
  }

  private func textDifference(_ line: Int, _ content: CellLine) -> [String] {
    let cells = content.cells
    var column = 0
    while column < cells.count {
      let width = max(1, Int(cells[column].columns))
      let shown = Self.trimmed(
        grid[line][column..<min(cells.count, column + width)].map(\.text).joined()
      )
      let wanted = Self.trimmed(Self.drawn(content.scalars(at: column)))
      if shown != wanted { return ["\(line):\(column): '\(shown)', not '\(wanted)'"] }
      column += width
    }
    return []
  }

  /// What the terminal is sent of a cluster as long as it has not told how it draws them.
  private static func drawn(_ scalars: [UInt32]) -> String {
    let isPicture = scalars.first.map(ColumnWidth.isPictograph) == true
    let kept = scalars.filter { !(isPicture && (0x1F3FB...0x1F3FF).contains($0)) }
    return String(String.UnicodeScalarView(kept.map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
  }

  /// Without selectors, which are left out where a sign has its text form, and the blanks that fill its columns.
  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars.filter { $0 != "\u{FE0F}" }
    while scalars.count > 1, scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
  }

  private func lookDifference(_ line: Int, _ cells: [Cell], _ theme: Theme) -> [String] {
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      var shown = grid[line][column].look
      let style = theme.style(cell.role, cell.emphasis)
      var wanted = Look(
        attributes: style.attributes.subtracting(.strike),
        foreground: style.foreground,
        background: style.background
      )
      if cell.scalarCount == 1, cell.scalar(at: 0) == 0x20 {
        // Of a blank nobody sees more.
        for attribute in [Attributes.bold, .dim, .italic] {
          shown.attributes.remove(attribute)
          wanted.attributes.remove(attribute)
        }
        (shown.foreground, wanted.foreground) = (.standard, .standard)
      }
      if shown != wanted { return ["\(line):\(column): looks \(shown), not \(wanted)"] }
    }
    return []
  }

  private func linkDifferences(_ screen: Screen) -> [String] {
    var wanted = grid.map { $0.map { _ in Link?.none } }
    for link in screen.hyperlinks {
      for column in link.columns {
        wanted[link.line][column] = Link(id: link.identity.text, target: link.target.text)
      }
    }
    for (line, places) in grid.enumerated() {
      for (column, place) in places.enumerated() where place.link != wanted[line][column] {
        let names = [place.link, wanted[line][column]].map { $0?.target ?? "nowhere" }
        return ["\(line):\(column): leads to \(names[0]), not \(names[1])"]
      }
    }
    return []
  }
}
