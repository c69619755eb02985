import CellGrid
import Testing

@testable import StreamTUI

/// Clusters of many scalars, and those that terminals draw in several ways.
struct LongClusterTests {
  private static let family = "👨‍👩‍👧‍👦"
  private static let kiss = "👩🏻‍❤️‍💋‍👩🏿"
  private static let england = "🏴󠁧󠁢󠁥󠁮󠁧󠁿"

  private func line(_ text: String) -> CellLine {
    var line = CellLine(columns: 12)
    line.put(SafeText(sanitizing: text), at: 0, role: .text)
    return line
  }

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

  private func drawn(_ text: String, _ forms: ClusterForms) -> String {
    let line = line(text)
    // The C library of Debian 12.
    let cluster = TerminalCluster(
      line.scalars(at: 0),
      columns: Int(line.cells[0].columns),
      forms: forms
    ) { scalar in
      switch scalar {
      case 0x1FAE8: -1
      case 0x2764, 0x1F3F3, 0x2630, 0x4DC0, 0x1D300: 1
      case 0x301, 0x103A: 0
      default: ColumnWidth.columns(of: SafeText(sanitizing: String(UnicodeScalar(scalar) ?? " ")))
      }
    }
    switch cluster.drawing {
    case .cells(let cells):
      return cells.map { String(String.UnicodeScalarView($0.compactMap(UnicodeScalar.init))) }
        .joined(separator: "|")
    case .whole(let scalars):
      return "[\(String(String.UnicodeScalarView(scalars.compactMap(UnicodeScalar.init))))]"
    }
  }

  /// As long as nothing is known, all is sent but skin tones; where they are drawn, with them.
  @Test(arguments: [
    (family, "[\(family)]", "[\(family)]"), (kiss, "[👩‍❤️‍💋‍👩]", "[\(kiss)]"),
    (england, "[\(england)]", "[\(england)]"),
    ("👍🏽", "👍", "👍🏽"), ("❤️", "❤| ", "❤| "), ("❤️‍🔥", "[❤️‍🔥]", "[❤️‍🔥]"), ("🏳️‍🌈", "[🏳️‍🌈]", "[🏳️‍🌈]"),
    ("🇫🇮", "[🇫🇮]", "[🇫🇮]"), ("🫨", "[🫨]", "[🫨]"),
    ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}", "\u{D55C}"), ("\u{AC00}\u{11A8}", "각", "각"),
    ("\u{1100}\u{11A2}", "[\u{1100}\u{11A2}]", "[\u{1100}\u{11A2}]"),
    ("\u{3164}", " | ", " | "), ("\u{115F}", " | ", " | "),
    // Wide since Unicode 16 with or without the selector, and narrow for the library.
    ("☰\u{FE0F}", "[☰\u{FE0F}]", "[☰\u{FE0F}]"), ("䷀\u{FE0F}", "[䷀\u{FE0F}]", "[䷀\u{FE0F}]"),
    ("𝌀\u{FE0F}\u{20DF}", "[𝌀\u{FE0F}\u{20DF}]", "[𝌀\u{FE0F}\u{20DF}]"),
  ])
  func theTerminalIsSentThem(_ cluster: String, _ unknown: String, _ known: String) {
    let same = { (one: String, other: String) in
      one.unicodeScalars.elementsEqual(other.unicodeScalars)
    }
    #expect(same(drawn(cluster, .usual), unknown), "\(drawn(cluster, .usual))")
    #expect(same(drawn(cluster, .all), known), "\(drawn(cluster, .all))")
  }

  /// GNU screen 4.9 has widths of Unicode 5.0: a newer mark takes a column there, and what follows stays in its own.
  @Test func gnuScreenGetsNewMarksInOnePiece() {
    let screen = ["TERM": "screen.xterm-256color", "STY": "1.host"]
    let forms = ClusterForms.expected { screen[$0] }
    #expect(drawn("\u{1010}\u{103A}", forms) == "[\u{1010}\u{103A}]")
    #expect(drawn("e\u{301}", forms) == "e\u{301}")
    #expect(drawn("\u{1010}\u{103A}", .usual) == "\u{1010}\u{103A}")
    #expect(ClusterForms.expected { ["TERM": "screen-256color", "TMUX": "x"][$0] } == .usual)
  }

  /// A terminal that draws joined emoji side by side is sent a sign of the same meaning, never another family or another
  /// person; one without new emoji a sign for what is missing.
  @Test(arguments: [
    (family, "👪"), (kiss, "💏"), ("👩🏽‍❤️‍👨🏿", "💑"), ("👩🏽‍🤝‍👨🏿", "〓"), ("🏳️‍🌈", "🏳| "), ("👩‍💻", "👩"),
    ("🇫🇮", "F|I"), ("🫨", "\u{FFFD}| "),
  ])
  func aTerminalWithoutThemShowsTheSameMeaning(_ cluster: String, _ sign: String) {
    #expect(drawn(cluster, [.spacingMarks, .newMarks]) == sign)
  }
}
