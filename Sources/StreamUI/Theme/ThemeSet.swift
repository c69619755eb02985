import CellGrid
import Configuration

/// The themes that exist: the built-in ones and those of the user.
package struct ThemeSet: Equatable, Sendable {
  /// A name without a theme.
  package struct UnknownTheme: Error, Equatable {
    package let name: String
    package let message: String
  }

  /// A theme of the user as it is stated: the looks of all roles are found once it is chosen.
  struct Own: Equatable {
    /// The name of the theme that it changes.
    let base: String
    let stated: [Role: Style]
    let inherits: Bool
  }

  /// A name is neither that of a built-in theme nor `auto`.
  private let own: [String: Own]

  /// Makes a set without themes of the user.
  package init() {
    self.init(own: [:])
  }

  /// Makes a set with the themes of the user.
  ///
  /// - Parameter own: themes whose bases are built in or among them, and none of which is its own base.
  init(own: [String: Own]) {
    self.own = own
  }

  package var names: [String] { BuiltInTheme.allCases.map(\.rawValue) + ownNames }

  package var ownNames: [String] { own.keys.sorted() }

  package var choices: [String] { [ThemeSetting.auto] + names }

  /// Whether `name` is that of a theme that cannot be changed, or `auto`.
  package static func isReserved(_ name: String) -> Bool {
    name == ThemeSetting.auto || BuiltInTheme(rawValue: name) != nil
  }

  /// The theme that is called `name`; nil if there is none.
  package subscript(name: String) -> Theme? {
    var changes: [Own] = []
    var base = name
    while BuiltInTheme(rawValue: base) == nil {
      guard let theme = own[base] else { return nil }
      changes.append(theme)
      base = theme.base
    }
    return BuiltInTheme(rawValue: base).map { base in
      changes.reversed().reduce(Theme(base)) {
        Theme(base: $0, stated: $1.stated, inherits: $1.inherits)
      }
    }
  }

  /// Returns the themes that `setting` names.
  ///
  /// - Throws: ``UnknownTheme`` for the first name without a theme.
  package func choice(of setting: ThemeSetting) throws(UnknownTheme) -> ThemeChoice {
    guard setting.name == ThemeSetting.auto else { return .always(try theme(setting.name)) }
    return .byBackground(dark: try theme(setting.dark), light: try theme(setting.light))
  }

  /// Returns the theme that is called `name`.
  ///
  /// - Throws: ``UnknownTheme`` if there is none.
  package func theme(_ name: String) throws(UnknownTheme) -> Theme {
    if let theme = self[name] { return theme }
    let offer = NearestName.offer(name, among: choices)
    let known = choices.joined(separator: ", ")
    throw UnknownTheme(
      name: name,
      message: "Unknown theme \"\(name)\" (expected one of: \(known))\(offer)"
    )
  }
}

/// The theme or themes that a setting names, found.
package enum ThemeChoice: Equatable, Sendable {
  case always(Theme)
  case byBackground(dark: Theme, light: Theme)

  package static let auto = ThemeChoice.byBackground(dark: .dark, light: .light)

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

/// The names of the themes that the user asks for.
package struct ThemeSetting: Equatable, Sendable {
  /// The name that stands for ``dark`` or ``light``, by the terminal's background.
  package static let auto = "auto"

  package var name: String
  package var dark: String
  package var light: String

  package init(name: String = auto, dark: String = "dark", light: String = "light") {
    self.name = name
    self.dark = dark
    self.light = light
  }
}
