import CellGrid

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
