/// The theme that the reader asks for.
package enum ThemeChoice: String, CaseIterable, Sendable {
  /// The one that fits the terminal's background, as far as that is known.
  case auto
  case dark
  case light

  /// The theme, for a terminal whose background is light or not.
  package func theme(isLight: Bool) -> Theme {
    switch self {
    case .auto: isLight ? .light : .dark
    case .dark: .dark
    case .light: .light
    }
  }
}
