import CellGrid

/// The themes that the program brings along.
package enum BuiltInTheme: String, CaseIterable, Sendable {
  case dark, light, contrast
  case contrastLight = "contrast-light"
  case mono, terminal, gruvbox, nord

  /// The look of `role`.
  func style(of role: Role) -> Style {
    switch self {
    case .dark: Palette.dark.style(of: role)
    case .light: Palette.light.style(of: role)
    case .contrast: Palette.contrast.style(of: role)
    case .contrastLight: Palette.contrastLight.style(of: role)
    case .mono: PlainLooks(hasColors: false).style(of: role)
    case .terminal: PlainLooks(hasColors: true).style(of: role)
    case .gruvbox: Palette.gruvbox.style(of: role)
    case .nord: Palette.nord.style(of: role)
    }
  }

  /// The backgrounds on which the theme is meant to be read; none if any will do.
  var grounds: [Color] {
    switch self {
    case .dark: [.rgb(0, 0, 0), .rgb(30, 30, 30)]
    case .light: [.rgb(255, 255, 255), .rgb(253, 246, 227)]
    case .contrast: [.rgb(0, 0, 0)]
    case .contrastLight: [.rgb(255, 255, 255)]
    case .mono, .terminal: []
    case .gruvbox: [.rgb(0x28, 0x28, 0x28)]
    case .nord: [.rgb(0x2E, 0x34, 0x40)]
    }
  }

  /// The theme in a sentence.
  package var help: String {
    switch self {
    case .dark: "For a dark background, in xterm's 256 colours."
    case .light: "For a light background, in xterm's 256 colours."
    case .contrast: "High contrast, for a black background."
    case .contrastLight: "High contrast, for a white background."
    case .mono: "No colours: bold, faint, italic, underlined and reversed text."
    case .terminal: "The terminal's own sixteen colours, as you have set them."
    case .gruvbox: "Gruvbox by Pavel Pertsev, for its dark background."
    case .nord: "Nord by Arctic Ice Studio and Sven Greb, for its dark background."
    }
  }
}
