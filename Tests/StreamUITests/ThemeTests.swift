import CellGrid
import Foundation
import Testing

@testable import StreamUI

/// Every role is readable on the backgrounds that its theme is made for.
struct ThemeTests {
  struct Ground: CustomTestStringConvertible {
    let name: String
    let theme: Theme
    /// Components from 0 to 255.
    let color: (Int, Int, Int)
    var testDescription: String { name }
  }

  private static let grounds = [
    Ground(name: "black", theme: .dark, color: (0, 0, 0)),
    Ground(name: "dark grey", theme: .dark, color: (30, 30, 30)),
    Ground(name: "white", theme: .light, color: (255, 255, 255)),
    Ground(name: "cream", theme: .light, color: (253, 246, 227)),
  ]

  /// WCAG 2.1, success criterion 1.4.3.
  private static let least = 4.5

  @Test(arguments: grounds) func everyRoleIsReadable(_ ground: Ground) {
    for role in Role.allCases {
      let style = ground.theme.style(role, [])
      let isReversed = style.attributes.contains(.reverse)
      let ink = rgb(isReversed ? style.background : style.foreground, standard: isReversed, ground)
      let paper = rgb(isReversed ? style.foreground : style.background, standard: true, ground)
      guard let ink, let paper else { continue }
      let contrast = contrast(ink, paper)
      #expect(contrast >= Self.least, "\(role) on \(ground.name): \(contrast)")
    }
  }

  /// Roles that stand side by side in one row can be told apart.
  @Test(arguments: [Theme.dark, Theme.light]) func linksMentionsAndTagsDiffer(_ theme: Theme) {
    let roles: [Role] = [.text, .link, .mention, .hashtag, .code, .accountName, .time]
    #expect(Set(roles.map { theme.style($0, []) }).count == roles.count)
  }

  /// The colour; nil for the terminal's own text colour, which fits its background.
  private func rgb(_ color: Color, standard isPaper: Bool, _ ground: Ground) -> (Int, Int, Int)? {
    switch color {
    case .standard: return isPaper ? ground.color : nil
    case .ansi(let index), .palette(let index):
      let rgb = XtermPalette.rgb(index)
      return (rgb.red, rgb.green, rgb.blue)
    case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
    }
  }

  private func contrast(_ first: (Int, Int, Int), _ second: (Int, Int, Int)) -> Double {
    let lights = [luminance(first), luminance(second)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  /// The relative luminance (WCAG 2.1, "relative luminance").
  private func luminance(_ rgb: (Int, Int, Int)) -> Double {
    let linear = [rgb.0, rgb.1, rgb.2].map { component -> Double in
      let value = Double(component) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
