/// The theme or themes that a setting names, found.
package enum ThemeChoice: Equatable, Sendable {
  /// One theme for every background.
  case always(Theme)
  /// The one that fits the terminal's background, as far as that is known.
  case byBackground(dark: Theme, light: Theme)

  /// The built-in themes for dark and light backgrounds.
  package static let auto = ThemeChoice.byBackground(dark: .dark, light: .light)

  /// Whether the theme depends on the terminal's background.
  package var dependsOnBackground: Bool {
    if case .byBackground = self { true } else { false }
  }

  /// The theme, for a terminal whose background is light or not.
  package func theme(isLight: Bool) -> Theme {
    switch self {
    case .always(let theme): theme
    case .byBackground(let dark, let light): isLight ? light : dark
    }
  }
}
