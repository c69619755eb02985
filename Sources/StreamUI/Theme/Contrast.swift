package import CellGrid

/// The contrast of two colours (WCAG 2.1, "contrast ratio").
package enum Contrast {
  /// The least ratio for text of ordinary size (WCAG 2.1, success criterion 1.4.3).
  package static let least = 4.5

  /// Returns the ratio of `style`'s text to its background, from 1 to 21, on a terminal whose
  /// background is `ground`; nil where either is a colour that only the terminal knows.
  package static func ratio(of style: Style, on ground: Color) -> Double? {
    let isReversed = style.attributes.contains(.reverse)
    let paper = style.background == .standard ? ground : style.background
    let ink = style.foreground
    // The terminal's own text fits its own background, but perhaps no other.
    guard isReversed || ink != .standard, let one = luminance(ink), let other = luminance(paper)
    else { return nil }
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// The relative luminance from 0 to 1 (WCAG 2.1, "relative luminance"); nil for the terminal's own
  /// colours.
  private static func luminance(_ color: Color) -> Double? {
    switch color {
    case .standard, .ansi: return nil
    case .palette(let index):
      let rgb = XtermPalette.rgb(index)
      return luminance(rgb.red, rgb.green, rgb.blue)
    case .rgb(let red, let green, let blue):
      return luminance(Int(red), Int(green), Int(blue))
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
