package import CellGrid

/// A page that shows every role of a theme in its style.
package struct ThemePage {
  private let theme: Theme
  private let name: String

  /// Makes the page of `theme`, which is called `name`.
  package init(_ theme: Theme, name: String) {
    self.theme = theme
    self.name = name
  }

  /// The page: a line for each role with its name in its style, its meaning, and its style as text.
  package var screen: Screen {
    let names = RoleName.all.map(\.utf8.count).max() ?? 0
    let helps = Role.allCases.map { RoleName($0).help.utf8.count }.max() ?? 0
    let styles = Role.allCases.map { StyleText.text(of: theme.style($0)).utf8.count }.max() ?? 0
    let starts = (help: names + 4, style: names + helps + 6)
    let lines = Role.allCases.count + 2
    var screen = Screen(size: Size(columns: starts.style + styles + 2, lines: lines))
    var title = CellLine(columns: screen.size.columns)
    title.put(SafeText(sanitizing: "The theme \(name)"), at: 2, role: .title)
    screen.set(line: 0, to: title)
    for (index, role) in Role.allCases.enumerated() {
      let entry = RoleName(role)
      var line = CellLine(columns: screen.size.columns)
      line.put(SafeText(sanitizing: entry.name), at: 2, role: role)
      line.put(SafeText(sanitizing: entry.help), at: starts.help, role: .text)
      line.put(
        SafeText(sanitizing: StyleText.text(of: theme.style(role))),
        at: starts.style,
        role: .faint
      )
      screen.set(line: index + 2, to: line)
    }
    return screen
  }

  /// The cells of a table with a row for each role.
  ///
  /// Name, foreground, background, attributes with blanks between them, and the least contrast with a
  /// background that is known; an empty cell is not known.
  package var cells: [[String]] {
    Role.allCases.map { role in
      let style = theme.style(role)
      return [
        role.name, ColorText.text(of: style.foreground), ColorText.text(of: style.background),
        StyleText.words(of: style.attributes).joined(separator: " "),
        worst(of: style).map { Self.text(of: $0.ratio) } ?? "",
      ]
    }
  }

  /// The background that is known with which a style has the least contrast.
  private func worst(of style: Style) -> (ratio: Double, ground: Color)? {
    theme.grounds.compactMap { ground in
      Contrast.ratio(of: style, on: ground).map { (ratio: $0, ground: ground) }
    }.min { $0.ratio < $1.ratio }
  }

  /// A sentence for each role whose text has too little contrast with a background that is known.
  package var warnings: [String] {
    Role.allCases.compactMap { role in
      let style = theme.style(role)
      guard let worst = worst(of: style), worst.ratio < Contrast.least else { return nil }
      let paper = style.background == .standard ? worst.ground : style.background
      return "\(role.name): the contrast with \(ColorText.text(of: paper)) is "
        + "\(Self.text(of: worst.ratio)) to 1 (expected at least \(Self.text(of: Contrast.least)))"
    }
  }

  /// A ratio with one decimal, rounded down, so that one that is too small never looks sufficient.
  private static func text(of ratio: Double) -> String {
    let tenths = Int(exactly: (ratio * 10).rounded(.down)) ?? 0
    return "\(tenths / 10).\(tenths % 10)"
  }
}
