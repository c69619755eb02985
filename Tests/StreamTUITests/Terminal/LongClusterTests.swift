import CellGrid
import Testing

@testable import StreamTUI

/// Clusters that a cell of ncurses has no room for.
struct LongClusterTests {
  private static let family = "👨‍👩‍👧‍👦"
  private static let kiss = "👩🏻‍❤️‍💋‍👩🏿"
  private static let england = "🏴󠁧󠁢󠁥󠁮󠁧󠁿"

  private func line(_ text: String) -> CellLine {
    var line = CellLine(columns: 12)
    line.put(SafeText(sanitizing: text), at: 0, role: .text)
    return line
  }

  /// Text, style, svg and the dumps show them whole.
  @Test(arguments: [family, kiss, england, "👩🏽‍🤝‍👨🏿", "🧑🏻‍❤️‍🧑🏿"])
  func headlessOutputIsWhole(_ cluster: String) {
    let line = line("\(cluster)!")
    #expect(line.text(at: 0) == cluster)
    #expect(line.text(at: 2) == "!")
    var utf8: [UInt8] = []
    line.appendText(to: &utf8)
    #expect(String(decoding: utf8, as: UTF8.self) == "\(cluster)!")
    // Written over in half, nothing of it stays.
    var covered = line
    covered.put("x", at: 1, role: .text)
    #expect(covered.text(at: 0) == " ")
  }

  /// The terminal shows a sign of the same meaning, never another family or another person.
  @Test(arguments: [
    (family, "👪"), ("👩‍👩‍👧‍👧", "👪"), (kiss, "💏"), ("👩🏽‍❤️‍👨🏿", "👩‍❤‍👨"), ("👩‍❤️‍👩", "👩‍❤‍👩"),
    ("👩🏽‍🤝‍👨🏿", "👩‍🤝‍👨"), (england, "🏴"), ("👨🏿‍❤️‍💋‍👨🏻", "💏"),
  ])
  func theTerminalShowsTheSameMeaning(_ cluster: String, _ sign: String) {
    let line = line(cluster)
    let cell = LongCluster.substitute(line.scalars(at: 0), like: line.cells[0])
    #expect(cell.text == sign)
    #expect(cell.columns == 2)
  }
}
