import CellGrid

/// The looks of the themes `mono`, which has no colours, and `terminal`, which has those of the
/// terminal alone.
///
/// Blue is left out: on a black background many terminals show it too dark to read.
struct PlainLooks {
  /// Whether the terminal's own sixteen colours are used.
  let hasColors: Bool

  /// The look of `role`.
  ///
  /// Each role that must be noticed has an attribute, so colours only help.
  func style(of role: Role) -> Style {
    switch role {
    case .text, .gutter: plain()
    case .customEmoji: plain([], 3)
    case .code: plain([], 2)
    case .faint, .handle, .time, .counts, .rowSign: plain([.dim])
    case .quoteMark, .listMark, .attachment, .commentMark: plain([.dim], 6)
    case .accountName, .voice1: plain([.bold], 3)
    case .voice2: plain([.bold], 6)
    case .voice3: plain([.bold], 2)
    case .voice4: plain([.bold], 5)
    case .voice5: plain([.bold], 1)
    case .voice6: plain([.bold])
    case .title, .heading, .helpKey: plain([.bold])
    case .gutterSelected: plain([.bold], 6)
    case .unreadSign: plain([.bold], 6)
    case .keptSign: plain([.bold], 3)
    case .problem: plain([.bold], 1)
    case .contentWarning: plain([.bold], 3)
    case .more: plain([.italic], 3)
    case .reshared: plain([.dim], 2)
    case .mention: plain([.italic], 5)
    case .hashtag: plain([.italic], 2)
    case .link: plain([.underline], 6)
    case .linkVisited: plain([.underline, .dim], 5)
    case .hintTarget: plain([.italic])
    case .linkFocused: plain([.reverse, .underline])
    case .linkPressed: plain([.reverse, .underline, .bold])
    case .mark, .searchMatch: plain([.reverse])
    case .currentMatch: plain([.reverse, .bold, .underline])
    case .hint: plain([.reverse, .bold])
    case .hintTyped: plain([.reverse, .dim])
    case .status, .statusTarget: plain([.reverse])
    case .statusWarning: plain([.reverse, .bold])
    }
  }

  private func plain(_ attributes: Attributes = [], _ color: UInt8? = nil) -> Style {
    let color = hasColors ? color.map { Color.ansi($0) } : nil
    return Style(foreground: color ?? .standard, background: .standard, attributes: attributes)
  }
}
