import CellGrid

/// A style as a terminal with a certain number of colours can show it.
struct TerminalLook: Equatable {
  let attributes: Attributes
  /// The number of the text's colour; -1 is the terminal's default.
  let foreground: Int
  /// The number of the background's colour; -1 is the terminal's default.
  let background: Int

  /// Maps `style` to a terminal with `colors` colours; 0 is none.
  init(_ style: Style, colors: Int) {
    let usesOwn = style.foreground.isTerminals && style.background.isTerminals
    // With few colours, those of a theme made for one background are unreadable on the other: the
    // terminal's default colours and the attributes are readable on any. A theme that asks for the
    // terminal's own colours by name gets them.
    guard colors >= 256 || (colors >= 8 && usesOwn) else {
      var attributes = style.attributes
      if style.background != .standard { attributes.insert(.reverse) }
      self.attributes = attributes
      foreground = -1
      background = -1
      return
    }
    var attributes = style.attributes
    // Terminals with eight colours show the other eight as bold text.
    if colors < 16, case .ansi(8...) = style.foreground { attributes.insert(.bold) }
    self.attributes = attributes
    foreground = ColorMapping.number(of: style.foreground, count: colors)
    background = ColorMapping.number(of: style.background, count: colors)
  }
}

extension Color {
  /// Whether the terminal decides how the colour looks.
  fileprivate var isTerminals: Bool {
    switch self {
    case .standard, .ansi: true
    case .palette, .rgb: false
    }
  }
}
