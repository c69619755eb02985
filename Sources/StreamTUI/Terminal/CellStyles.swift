import CellGrid
import StreamUI

/// Maps role and emphasis to ncurses attributes and colour pairs, and caches the results.
struct CellStyles {
  /// The attributes and the colour pair of a cell.
  struct Drawn {
    let attributes: UInt32
    let pair: Int32
  }

  private let theme: Theme
  private var known: [Drawn?]

  init(_ theme: Theme) {
    self.theme = theme
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
    let style = theme.style(role, emphasis)
    // The few colours of such a terminal are unreadable on one background or the other: its default
    // colours and the attributes are readable on any.
    guard ncurses.colors >= 256 else { return Self.monochrome(style) }
    let foreground = ColorMapping.number(of: style.foreground, count: ncurses.colors)
    let background = ColorMapping.number(of: style.background, count: ncurses.colors)
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
