import CellGrid
import StreamUI

/// Role and emphasis to ncurses attributes and colour pairs, each worked out once.
struct CellStyles {
  /// What a cell is drawn with.
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

  /// Emphasis has five bits.
  private static let slots = 32

  private func make(_ role: Role, _ emphasis: Emphasis, _ ncurses: Ncurses) -> Drawn {
    let style = Theme.style(role, emphasis)
    guard ncurses.colors >= 8 else { return Self.monochrome(style) }
    let foreground = ColorMapping.number(of: style.foreground, count: ncurses.colors)
    let background = ColorMapping.number(of: style.background, count: ncurses.colors)
    // With eight colours a dark bar is the default background: reversed text stands out for sure.
    if ncurses.colors < 256, style.background != .standard { return Self.monochrome(style) }
    let plain = foreground == -1 && background == -1
    return Drawn(
      attributes: Ncurses.bits(style.attributes),
      pair: plain ? 0 : ncurses.pair(foreground: foreground, background: background)
    )
  }

  /// Without colours, what has a background is reversed.
  private static func monochrome(_ style: Style) -> Drawn {
    var attributes = style.attributes
    if style.background != .standard { attributes.insert(.reverse) }
    return Drawn(attributes: Ncurses.bits(attributes), pair: 0)
  }
}
