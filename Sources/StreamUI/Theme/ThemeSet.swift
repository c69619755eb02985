import Configuration

/// The themes that exist: the built-in ones and those of the user.
package struct ThemeSet: Equatable, Sendable {
  /// A name without a theme.
  package struct UnknownTheme: Error, Equatable {
    /// The name.
    package let name: String
    /// The message for the user: the name, the nearest one, and those that exist.
    package let message: String
  }

  /// The user's themes by name; a name is neither that of a built-in theme nor `auto`.
  private let own: [String: Theme]

  /// Makes a set with the themes of the user.
  package init(own: [String: Theme] = [:]) {
    self.own = own
  }

  /// The names of all themes: the built-in ones, then the user's in alphabetical order.
  package var names: [String] { BuiltInTheme.allCases.map(\.rawValue) + ownNames }

  /// The names of the user's themes, in alphabetical order.
  package var ownNames: [String] { own.keys.sorted() }

  /// The names that a setting may have: `auto` and those of all themes, for completion.
  package var choices: [String] { [ThemeSetting.auto] + names }

  /// Whether `name` is that of a theme that cannot be changed, or `auto`.
  package static func isReserved(_ name: String) -> Bool {
    name == ThemeSetting.auto || BuiltInTheme(rawValue: name) != nil
  }

  /// The theme that is called `name`; nil if there is none.
  package subscript(name: String) -> Theme? {
    BuiltInTheme(rawValue: name).map { Theme($0) } ?? own[name]
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
