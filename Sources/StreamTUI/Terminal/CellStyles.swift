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
    let look = TerminalLook(theme.style(role, emphasis), colors: ncurses.colors)
    let plain = look.foreground == -1 && look.background == -1
    return Drawn(
      attributes: Ncurses.bits(look.attributes),
      pair: plain ? 0 : ncurses.pair(foreground: look.foreground, background: look.background)
    )
  }
}
