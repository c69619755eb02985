import CellGrid

/// The questions to a terminal, in one write.
///
/// DA1 is the last: every terminal answers it, in order, so its answer tells that no other is on its
/// way. Text that a terminal prints by mistake stands on one line, which is erased.
struct TerminalQuestions: Equatable {
  /// The modes that are asked for: focus reports, synchronized output, reports of theme changes.
  static let focus = 1004
  static let synchronizedOutput = 2026
  static let themeReports = 2031

  /// The clusters to measure; none where the terminal may not read UTF-8.
  let probes: [WidthProbe]

  var bytes: String {
    let modes = [Self.focus, Self.synchronizedOutput, Self.themeReports]
      .map { "\u{1B}[?\($0)$p" }.joined()
    let widths = probes.map { "\r\($0.cluster)\u{1B}[6n" }.joined()
    return "\u{1B}[>q\u{1B}]11;?\u{1B}\\" + modes + widths + "\r\u{1B}[K\u{1B}[c"
  }

  /// Returns the reason for asking nothing in this environment; nil if the questions are safe.
  ///
  /// The consoles and GNU screen print or garble them.
  static func refusal(_ environment: (String) -> String?) -> String? {
    let term = environment("TERM") ?? ""
    if term.isEmpty { return "TERM is not set" }
    if environment("TMUX") == nil, environment("STY") != nil {
      return "GNU screen does not pass the answers on"
    }
    return BackgroundQuery.isSafe(environment) ? nil : "unsafe for TERM=\(term)"
  }
}

/// A cluster whose width terminals disagree about, to be measured by a cursor report.
struct WidthProbe: Equatable {
  let name: String
  let cluster: String

  /// The number of columns that the viewer counts.
  var columns: Int { ColumnWidth.columns(of: SafeText(sanitizing: cluster)) }

  /// Ten kinds of clusters.
  static let all = [
    WidthProbe(name: "flag", cluster: "\u{1F1E9}\u{1F1EA}"),
    WidthProbe(name: "CJK", cluster: "\u{6C34}"),
    WidthProbe(name: "combining mark", cluster: "e\u{0301}"),
    WidthProbe(name: "Devanagari", cluster: "\u{0928}\u{093F}"),
    WidthProbe(name: "emoji", cluster: "\u{1F600}"),
    WidthProbe(name: "ZWJ family", cluster: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    WidthProbe(name: "keycap", cluster: "1\u{FE0F}\u{20E3}"),
    WidthProbe(name: "VS16 heart", cluster: "\u{2764}\u{FE0F}"),
    WidthProbe(name: "skin tone", cluster: "\u{1F44D}\u{1F3FD}"),
    WidthProbe(name: "emoji of Unicode 15", cluster: "\u{1FAE8}"),
  ]
}
