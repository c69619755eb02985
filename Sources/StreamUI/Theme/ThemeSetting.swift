/// The names of the themes that the user asks for.
package struct ThemeSetting: Equatable, Sendable {
  /// The name that stands for ``dark`` or ``light``, by the terminal's background.
  package static let auto = "auto"

  /// The theme, or ``auto``.
  package var name: String
  /// The theme that ``auto`` takes on a dark background.
  package var dark: String
  /// The theme that ``auto`` takes on a light background.
  package var light: String

  /// Makes a setting.
  package init(name: String = auto, dark: String = "dark", light: String = "light") {
    self.name = name
    self.dark = dark
    self.light = light
  }
}
