import CellGrid
import Testing

@testable import StreamUI

/// The built-in themes: every role is readable, and none depends on colours alone.
struct ThemeTests {
  /// The least contrast of each theme on its backgrounds (WCAG 2.1, success criteria 1.4.3, 1.4.6).
  private static let least: [BuiltInTheme: Double] = [
    .dark: 4.5, .light: 4.5, .contrast: 7, .contrastLight: 7, .gruvbox: 4.5, .nord: 4.5,
  ]

  @Test(arguments: BuiltInTheme.allCases) func everyRoleIsReadable(_ name: BuiltInTheme) throws {
    let theme = Theme(name)
    guard let least = Self.least[name] else {
      // Without a background of its own a theme may use the terminal's colours only.
      #expect(Role.allCases.allSatisfy { Contrast.ratio(of: theme.style($0), on: .ansi(0)) == nil })
      return
    }
    #expect(!theme.grounds.isEmpty)
    for ground in theme.grounds {
      for role in Role.allCases {
        guard let ratio = Contrast.ratio(of: theme.style(role), on: ground) else { continue }
        #expect(ratio >= least, "\(role) on \(ground): \(ratio)")
      }
    }
  }

  /// Values of WCAG 2.1's own formula, to two decimals.
  @Test func contrastIsThatOfTheGuidelines() throws {
    let cases: [(Color, Color, Double)] = [
      (.rgb(255, 255, 255), .rgb(0, 0, 0), 21), (.rgb(0x77, 0x77, 0x77), .rgb(255, 255, 255), 4.48),
      (.rgb(0xA8, 0x99, 0x84), .rgb(0x28, 0x28, 0x28), 5.3), (.rgb(9, 9, 9), .rgb(0, 0, 0), 1.05),
    ]
    for (ink, paper, wanted) in cases {
      let style = Style(foreground: ink, background: .standard, attributes: [])
      let ratio = try #require(Contrast.ratio(of: style, on: paper))
      #expect(abs(ratio - wanted) < 0.01, "\(ratio), not \(wanted)")
    }
  }

  @Test func warningsNameWhatIsTooFaint() {
    for name in BuiltInTheme.allCases {
      #expect(ThemePage(Theme(name), name: name.rawValue).warnings.isEmpty, "\(name)")
    }
    let grey = Style(foreground: .palette(236), background: .standard, attributes: [])
    let warnings = ThemePage(Theme(base: .dark, stated: [.hashtag: grey]), name: "mine").warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("hashtag: the contrast with #1e1e1e is 1.2 to 1") == true)
  }

  /// Roles that stand side by side in one row can be told apart.
  @Test(arguments: BuiltInTheme.allCases.filter { $0 != .mono })
  func linksMentionsAndTagsDiffer(_ theme: BuiltInTheme) {
    let roles: [Role] = [.text, .link, .mention, .hashtag, .code, .accountName]
    #expect(Set(roles.map { Theme(theme).style($0) }).count == roles.count)
  }

  /// Each role has a name and a sentence of its own, and its parents end at plain text.
  @Test func everyRoleHasANameAndAParent() {
    #expect(Set(RoleName.all).count == Role.allCases.count)
    #expect(Set(Role.allCases.map { RoleName($0).help }).count == Role.allCases.count)
    for role in Role.allCases {
      #expect(RoleName.role(role.name) == role)
      #expect(!["base", "inherit", "palette"].contains(role.name))
      var ancestor = role
      for _ in Role.allCases { ancestor = RoleName(ancestor).parent ?? ancestor }
      #expect(ancestor == .text, "\(role)")
    }
  }

  /// Roles whose meaning would be lost if only a colour carried it.
  private static let meaningful: [Role] = [
    .accountName, .title, .heading, .contentWarning, .more, .mark, .searchMatch, .currentMatch,
    .link, .linkFocused, .linkPressed, .linkVisited, .hint, .hintTyped, .unreadSign, .keptSign,
    .gutterSelected, .problem, .status, .statusWarning, .helpKey,
  ]

  @Test(arguments: meaningful) func meaningNeedsNoColour(_ role: Role) {
    #expect(!Theme(.mono).style(role).attributes.isEmpty)
    #expect(!Theme(.terminal).style(role).attributes.isEmpty)
  }

  @Test func statesDifferWithoutColours() {
    let states: [[Role]] = [
      [.text, .link, .linkVisited, .linkFocused, .linkPressed],
      [.text, .searchMatch, .currentMatch, .linkFocused], [.hint, .hintTyped],
      [.status, .statusWarning],
    ]
    for theme in [Theme(.mono), Theme(.terminal)] {
      for roles in states {
        #expect(Set(roles.map { theme.style($0).attributes }).count == roles.count, "\(roles)")
      }
    }
  }

  @Test func aThemeChangesNoText() throws {
    let screen = try Stage().play("", try Feeds.sample()).screen
    let plain = screen.ansi(Theme.dark.style).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain.contains("Olga"))
    for name in BuiltInTheme.allCases where name != .dark {
      let shown = screen.ansi(Theme(name).style)
      #expect(shown != screen.ansi(Theme.dark.style))
      #expect(shown.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }
  }
}
