import CellGrid
import Configuration

/// The themes that exist: the built-in ones and those of the user.
package struct ThemeSet: Equatable, Sendable {
  package struct UnknownTheme: Error, Equatable {
    package let name: String
    package let message: String
  }

  /// A theme of the user as it is stated: the looks of all roles are found once it is chosen.
  struct Own: Equatable {
    let base: String
    let stated: [Role: Style]
    let inherits: Bool
  }

  /// A name is neither that of a built-in theme nor `auto`.
  private let own: [String: Own]

  package init() { self.init(own: [:]) }

  /// - Parameter own: themes whose bases are built in or among them, and none of which is its own base.
  init(own: [String: Own]) { self.own = own }

  package var names: [String] { BuiltInTheme.allCases.map(\.rawValue) + ownNames }
  package var ownNames: [String] { own.keys.sorted() }
  package var choices: [String] { [ThemeSetting.auto] + names }

  /// Whether `name` is that of a theme that cannot be changed, or `auto`.
  package static func isReserved(_ name: String) -> Bool {
    name == ThemeSetting.auto || BuiltInTheme(rawValue: name) != nil
  }

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

  /// The themes that `setting` names; throws ``UnknownTheme`` for the first name without one.
  package func choice(of setting: ThemeSetting) throws(UnknownTheme) -> ThemeChoice {
    guard setting.name == ThemeSetting.auto else { return .always(try theme(setting.name)) }
    return .byBackground(dark: try theme(setting.dark), light: try theme(setting.light))
  }

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

package enum ThemeChoice: Equatable, Sendable {
  case always(Theme)
  case byBackground(dark: Theme, light: Theme)

  package static let auto = ThemeChoice.byBackground(dark: .dark, light: .light)

  package var dependsOnBackground: Bool { if case .byBackground = self { true } else { false } }

  package func theme(isLight: Bool) -> Theme {
    switch self {
    case .always(let theme): theme
    case .byBackground(let dark, let light): isLight ? light : dark
    }
  }
}

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

package enum BuiltInTheme: String, CaseIterable, Sendable {
  case dark, light, contrast
  case contrastLight = "contrast-light"
  case mono, terminal, gruvbox, nord

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

/// The looks of the themes `mono`, which has no colours, and `terminal`, which has those of the terminal alone; blue is left out:
/// on a black background many terminals show it too dark to read.
struct PlainLooks {
  let hasColors: Bool

  /// The look of `role`.
  ///
  /// Each role that must be noticed has an attribute, so colours only help. What must be read is not yellow or blue,
  /// which a usual palette shows badly on white or on black.
  func style(of role: Role) -> Style {
    switch role {
    case .text, .gutter: plain()
    case .customEmoji: plain([], 5)
    case .code: plain([], 2)
    case .faint, .handle, .time, .counts, .rowSign: plain([.dim])
    case .quoteMark, .listMark, .attachment, .commentMark: plain([.dim], 6)
    case .accountName, .voice1: plain([.bold], 5)
    case .voice2, .gutterSelected, .unreadSign: plain([.bold], 6)
    case .voice3: plain([.bold], 2)
    case .voice4: plain([.bold, .italic], 5)
    case .voice5, .problem, .contentWarning: plain([.bold], 1)
    case .voice6, .title, .heading, .helpKey: plain([.bold])
    case .keptSign: plain([.bold], 3)
    case .more: plain([.italic], 6)
    case .reshared: plain([.dim], 2)
    case .mention: plain([.italic], 5)
    case .hashtag: plain([.italic], 2)
    case .link: plain([.underline], 6)
    case .linkVisited: plain([.underline, .dim], 5)
    case .hintTarget: plain([.italic])
    case .linkFocused: plain([.reverse, .underline])
    case .linkPressed: plain([.reverse, .underline, .bold])
    case .mark, .searchMatch, .status, .statusTarget: plain([.reverse])
    case .currentMatch: plain([.reverse, .bold, .underline])
    case .hint, .statusWarning: plain([.reverse, .bold])
    case .hintTyped: plain([.reverse, .dim])
    }
  }

  private func plain(_ attributes: Attributes = [], _ color: UInt8? = nil) -> Style {
    let color = hasColors ? color.map { Color.ansi($0) } : nil
    return Style(foreground: color ?? .standard, background: .standard, attributes: attributes)
  }
}
