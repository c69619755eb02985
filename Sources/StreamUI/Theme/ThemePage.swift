package import CellGrid

package struct ThemePage {
  private let theme: Theme
  private let name: String

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

  /// The cells of a table with a row for each role: name, foreground, background, attributes with blanks between them, and the
  /// least contrast with a background that is known; an empty cell is not known.
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

package enum Contrast {
  /// The least ratio for text of ordinary size (WCAG 2.1, success criterion 1.4.3).
  package static let least = 4.5

  /// The ratio of a style's text to its background, from 1 to 21, on `ground`; nil where only the terminal knows a colour.
  package static func ratio(of style: Style, on ground: Color) -> Double? {
    let isReversed = style.attributes.contains(.reverse)
    let paper = style.background == .standard ? ground : style.background
    let ink = style.foreground
    // The terminal's own text fits its own background, but perhaps no other.
    guard isReversed || ink != .standard, let one = luminance(ink), let other = luminance(paper)
    else { return nil }
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// The relative luminance from 0 to 1 (WCAG 2.1, "relative luminance"); nil for the terminal's own colours.
  private static func luminance(_ color: Color) -> Double? {
    switch color {
    case .standard, .ansi: return nil
    case .palette(let index):
      let rgb = XtermPalette.rgb(index)
      return luminance(rgb.red, rgb.green, rgb.blue)
    case .rgb(let red, let green, let blue): return luminance(Int(red), Int(green), Int(blue))
    }
  }

  private static func luminance(_ red: Int, _ green: Int, _ blue: Int) -> Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The linear intensity of a component from 0 to 255.
  private static func linear(_ component: Int) -> Double {
    let value = Double(component) / 255
    guard value > 0.03928 else { return value / 12.92 }
    // x^2.4 is x^2 times the fifth root of x^2, by Newton's method: the standard library has no pow.
    let base = (value + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<20 { root = (4 * root + square / (root * root * root * root)) / 5 }
    return square * root
  }
}
