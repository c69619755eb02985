import CellGrid
import StreamUI

/// Maps role and emphasis to ncurses attributes and colour pairs, and caches the results.
struct CellStyles {
  /// The attributes and the colour pair of a cell.
  struct Drawn {
    let attributes: UInt32
    let pair: Int32
  }

  private var known: [Drawn?]

  init() {
    known = Array(repeating: nil, count: Self.slots * Role.allCases.count)
  }

  mutating func drawn(_ role: Role, _ emphasis: Emphasis, by ncurses: Ncurses) -> Drawn {
    let slot = Int(role.rawValue) * Self.slots + Int(emphasis.rawValue) % Self.slots
    if let drawn = known[slot] { return drawn }
    let drawn = make(role, emphasis, ncurses)
    known[slot] = drawn
    return drawn
  }

  /// The number of combinations of emphasis, which has five bits.
  private static let slots = 32

  private func make(_ role: Role, _ emphasis: Emphasis, _ ncurses: Ncurses) -> Drawn {
    let style = Theme.standard.style(role, emphasis)
    guard ncurses.colors >= 8 else { return Self.monochrome(style) }
    let foreground = ColorMapping.number(of: style.foreground, count: ncurses.colors)
    let background = ColorMapping.number(of: style.background, count: ncurses.colors)
    // With eight colours a dark bar looks like the default background; reversed text always stands
    // out.
    if ncurses.colors < 256, style.background != .standard { return Self.monochrome(style) }
    let plain = foreground == -1 && background == -1
    return Drawn(
      attributes: Ncurses.bits(style.attributes),
      pair: plain ? 0 : ncurses.pair(foreground: foreground, background: background)
    )
  }

  /// Returns the style without colours; text with a background is reversed.
  private static func monochrome(_ style: Style) -> Drawn {
    var attributes = style.attributes
    if style.background != .standard { attributes.insert(.reverse) }
    return Drawn(attributes: Ncurses.bits(attributes), pair: 0)
  }
}
