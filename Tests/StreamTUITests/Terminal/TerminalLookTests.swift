import CellGrid
import StreamUI
import Testing

@testable import StreamTUI

/// The themes on terminals with few and many colours.
struct TerminalLookTests {
  /// Terminals with these numbers of colours exist; the last is that of direct colours.
  private static let depths = [0, 8, 16, 256, 1 << 24]

  @Test(arguments: BuiltInTheme.allCases) func everyRoleIsSeenAtEveryDepth(_ theme: BuiltInTheme) {
    for colors in Self.depths {
      for role in Role.allCases {
        let look = TerminalLook(Theme(theme).style(role), colors: colors)
        #expect((-1..<max(colors, 1)).contains(look.foreground), "\(role) of \(colors)")
        #expect((-1..<max(colors, 1)).contains(look.background), "\(role) of \(colors)")
        #expect(look.foreground == -1 || look.foreground != look.background, "\(role) of \(colors)")
      }
    }
  }

  /// Without colours of its own, a theme for one background has none on a terminal with few.
  @Test(arguments: [0, 8, 16, 88]) func fewColoursAreOnlyUsedByName(_ colors: Int) {
    for role in Role.allCases {
      let look = TerminalLook(Theme.dark.style(role), colors: colors)
      #expect(look.foreground == -1 && look.background == -1)
    }
    let own = Style(foreground: .ansi(1), background: .ansi(7), attributes: [])
    #expect(TerminalLook(own, colors: colors).foreground == (colors < 8 ? -1 : 1))
  }

  @Test func brightColoursAreBoldWhereThereAreEight() {
    let bright = Style(foreground: .ansi(9), background: .standard, attributes: [])
    let eight = TerminalLook(bright, colors: 8)
    #expect(eight.foreground == 1)
    #expect(eight.attributes == [.bold])
    let sixteen = TerminalLook(bright, colors: 16)
    #expect(sixteen.foreground == 9)
    #expect(sixteen.attributes.isEmpty)
  }
}
