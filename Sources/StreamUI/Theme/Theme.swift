package import CellGrid

/// Maps roles to looks.
package struct Theme: Sendable {
  /// The built-in look: the terminal's own colours where it can, and shades for a dark background.
  package static let standard = Theme()

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
    case .faint: plain(.palette(245))
    case .gutterSelected: plain(.palette(75))
    case .accountName: plain(.palette(180), [.bold])
    // The first voice is the post's author and looks like names elsewhere.
    case .voice1: plain(.palette(180), [.bold])
    case .voice2: plain(.palette(110), [.bold])
    case .voice3: plain(.palette(150), [.bold])
    case .voice4: plain(.palette(174), [.bold])
    case .voice5: plain(.palette(116), [.bold])
    case .voice6: plain(.palette(183), [.bold])
    case .handle: plain(.palette(245))
    case .time: plain(.palette(245))
    case .reshared: plain(.palette(114))
    case .title, .heading: plain(.standard, [.bold])
    case .contentWarning: plain(.palette(215))
    case .code: plain(.palette(150))
    case .quoteMark, .listMark: plain(.palette(109))
    case .mark: Style(foreground: .palette(16), background: .palette(222), attributes: [])
    case .searchMatch: Style(foreground: .palette(16), background: .palette(222), attributes: [])
    case .currentMatch:
      Style(foreground: .palette(16), background: .palette(208), attributes: [.bold])
    case .customEmoji: plain(.palette(222))
    case .link: plain(.palette(75), [.underline])
    case .linkFocused:
      Style(foreground: .palette(16), background: .palette(117), attributes: [.underline])
    case .linkPressed:
      Style(foreground: .palette(117), background: .standard, attributes: [.underline, .reverse])
    case .mention: plain(.palette(140))
    case .hashtag: plain(.palette(79))
    case .linkVisited: plain(.palette(146), [.underline])
    case .hint: Style(foreground: .palette(16), background: .palette(221), attributes: [.bold])
    case .hintTyped: Style(foreground: .palette(240), background: .palette(221), attributes: [])
    case .hintTarget: plain(.palette(75))
    case .counts: plain(.palette(245))
    case .attachment: plain(.palette(109))
    case .more: plain(.palette(215))
    case .problem: plain(.palette(203))
    case .commentMark: plain(.palette(109))
    case .status, .statusTarget:
      Style(foreground: .palette(252), background: .palette(237), attributes: [])
    case .statusWarning:
      Style(foreground: .palette(16), background: .palette(215), attributes: [])
    case .helpKey: plain(.palette(75))
    }
  }

  private func plain(_ color: Color, _ attributes: Attributes = []) -> Style {
    Style(foreground: color, background: .standard, attributes: attributes)
  }
}
