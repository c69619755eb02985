package import CellGrid

/// Maps roles to looks.
package struct Theme: Sendable {
  /// The look on a dark background.
  package static let dark = Theme(palette: .dark)
  /// The look on a light background.
  package static let light = Theme(palette: .light)

  private let palette: Palette

  /// Returns the look of `role` with `emphasis`, in the terminal's own colours where possible.
  package func style(_ role: Role, _ emphasis: Emphasis) -> Style {
    let base = style(of: role)
    var attributes = base.attributes
    if emphasis.contains(.bold) { attributes.insert(.bold) }
    if emphasis.contains(.italic) { attributes.insert(.italic) }
    if emphasis.contains(.underline) { attributes.insert(.underline) }
    if emphasis.contains(.strike) { attributes.insert(.strike) }
    if emphasis.contains(.small) { attributes.insert(.dim) }
    return Style(
      foreground: base.foreground,
      background: base.background,
      attributes: attributes
    )
  }

  private func style(of role: Role) -> Style {
    switch role {
    case .text, .gutter: plain(.standard)
    case .faint, .handle, .time, .counts, .rowSign: plain(palette.faint)
    case .gutterSelected, .hintTarget, .helpKey: plain(palette.accent)
    // The first voice is the post's author and looks like names elsewhere.
    case .accountName, .voice1: plain(palette.voices[0], [.bold])
    case .voice2: plain(palette.voices[1], [.bold])
    case .voice3: plain(palette.voices[2], [.bold])
    case .voice4: plain(palette.voices[3], [.bold])
    case .voice5: plain(palette.voices[4], [.bold])
    case .voice6: plain(palette.voices[5], [.bold])
    case .reshared: plain(palette.reshared)
    case .unreadSign: plain(palette.unread, [.bold])
    case .keptSign: plain(palette.kept)
    case .title, .heading: plain(.standard, [.bold])
    case .contentWarning, .more: plain(palette.folded)
    case .code: plain(palette.code)
    case .quoteMark, .listMark, .attachment, .commentMark: plain(palette.sign)
    case .mark, .searchMatch: Self.black(on: 222)
    case .currentMatch: Self.black(on: 208, [.bold])
    case .customEmoji: plain(palette.customEmoji)
    case .link: plain(palette.accent, [.underline])
    case .linkFocused: Self.black(on: 117, [.underline])
    case .linkPressed: plain(palette.accent, [.underline, .reverse])
    case .mention: plain(palette.mention)
    case .hashtag: plain(palette.hashtag)
    case .linkVisited: plain(palette.visited, [.underline])
    case .hint: Self.black(on: 221, [.bold])
    case .hintTyped:
      Style(foreground: .palette(240), background: .palette(221), attributes: [])
    case .problem: plain(palette.problem)
    case .status, .statusTarget:
      Style(foreground: palette.status.text, background: palette.status.bar, attributes: [])
    case .statusWarning: Self.black(on: 215)
    }
  }

  private func plain(_ color: Color, _ attributes: Attributes = []) -> Style {
    Style(foreground: color, background: .standard, attributes: attributes)
  }

  /// Black text on a bright colour stands out on any background.
  private static func black(on color: UInt8, _ attributes: Attributes = []) -> Style {
    Style(foreground: .palette(16), background: .palette(color), attributes: attributes)
  }
}
