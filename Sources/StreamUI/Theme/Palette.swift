import CellGrid

/// The colours of a theme, by their use; each is readable on the background that it is made for.
///
/// Where the palette is our own, the contrast is at least 4.5 to 1 (WCAG 2.1, success criterion 1.4.3), which a test
/// computes.
struct Palette: Sendable {
  enum Use {
    case faint
    /// Links, the selected row, keys on the help page.
    case accent
    case reshared, folded, code, sign, customEmoji, unread, kept, mention, hashtag, visited, problem
    case statusText, statusBar
    /// Backgrounds that stand out under dark text.
    case match, currentMatch, focus, hint, warning
    /// The typed part of a hint's label.
    case typed
  }

  /// The colours by their uses; the terminal's own for all others.
  private let colors: [Use: Color]
  /// The names of the people in a conversation; the first one is everybody's elsewhere.
  private let voices: [Color]

  /// A palette of xterm's 256 colours.
  private init(xterm numbers: [Use: UInt8], voices: [UInt8], signals: [Use: UInt8] = bright) {
    colors = signals.merging(numbers) { $1 }.mapValues { .palette($0) }
    self.voices = voices.map { .palette($0) }
  }

  /// A palette of colours as web pages write them: 0xRRGGBB.
  private init(rgb numbers: [Use: Int], voices: [Int]) {
    let color = { (rgb: Int) in
      let (red, green) = (UInt8(truncatingIfNeeded: rgb >> 16), UInt8(truncatingIfNeeded: rgb >> 8))
      return Color.rgb(red, green, UInt8(truncatingIfNeeded: rgb))
    }
    colors = numbers.mapValues(color)
    self.voices = voices.map(color)
  }

  private subscript(use: Use) -> Color { colors[use] ?? .standard }

  func style(of role: Role) -> Style {
    switch role {
    case .text, .gutter: plain(nil)
    case .faint, .handle, .time, .counts, .rowSign: plain(.faint)
    case .gutterSelected, .hintTarget, .helpKey: plain(.accent)
    // The first voice is the post's author and looks like names elsewhere.
    case .accountName, .voice1: voice(0)
    case .voice2: voice(1)
    case .voice3: voice(2)
    case .voice4: voice(3)
    case .voice5: voice(4)
    case .voice6: voice(5)
    case .reshared: plain(.reshared)
    case .unreadSign: plain(.unread, .bold)
    case .keptSign: plain(.kept)
    case .title, .heading: plain(nil, .bold)
    case .contentWarning, .more: plain(.folded)
    case .code: plain(.code)
    case .quoteMark, .listMark, .attachment, .commentMark: plain(.sign)
    case .mark, .searchMatch: black(on: .match)
    case .currentMatch: black(on: .currentMatch, .bold)
    case .customEmoji: plain(.customEmoji)
    case .link: plain(.accent, .underline)
    case .linkFocused: black(on: .focus, .underline)
    case .linkPressed: plain(.accent, [.underline, .reverse])
    case .mention: plain(.mention)
    case .hashtag: plain(.hashtag)
    case .linkVisited: plain(.visited, .underline)
    case .hint: black(on: .hint, .bold)
    case .hintTyped: Style(foreground: self[.typed], background: self[.hint], attributes: [])
    case .problem: plain(.problem)
    case .status, .statusTarget:
      Style(foreground: self[.statusText], background: self[.statusBar], attributes: [])
    case .statusWarning: black(on: .warning)
    }
  }

  private func plain(_ use: Use?, _ attributes: Attributes = []) -> Style {
    let color = use.map { self[$0] } ?? .standard
    return Style(foreground: color, background: .standard, attributes: attributes)
  }

  private func voice(_ number: Int) -> Style {
    Style(foreground: voices[number], background: .standard, attributes: .bold)
  }

  /// Black text on a bright colour stands out on any background.
  private func black(on use: Use, _ attributes: Attributes = []) -> Style {
    Style(foreground: .palette(16), background: self[use], attributes: attributes)
  }

  /// Bright colours, which stand out on dark and on light backgrounds.
  private static let bright: [Use: UInt8] = [
    .match: 222, .currentMatch: 208, .focus: 117, .hint: 221, .typed: 240, .warning: 215,
  ]

  private static let brightest: [Use: UInt8] = [
    .match: 226, .currentMatch: 215, .focus: 123, .hint: 226, .typed: 236, .warning: 221,
  ]

  static let dark = Palette(
    xterm: [
      .faint: 245, .accent: 75, .reshared: 114, .folded: 215, .code: 150, .sign: 109,
      .customEmoji: 222, .unread: 75, .kept: 179, .mention: 140, .hashtag: 79, .visited: 146,
      .problem: 203, .statusText: 252, .statusBar: 237,
    ],
    voices: [180, 110, 150, 174, 116, 183]
  )

  static let light = Palette(
    xterm: [
      .faint: 241, .accent: 25, .reshared: 22, .folded: 88, .code: 22, .sign: 60, .customEmoji: 94,
      .unread: 25, .kept: 94, .mention: 91, .hashtag: 23, .visited: 60, .problem: 124,
      .statusText: 236, .statusBar: 252,
    ],
    voices: [94, 25, 22, 125, 23, 91]
  )

  /// Colours with a contrast of at least 7 to 1 on black (WCAG 2.1, success criterion 1.4.6).
  static let contrast = Palette(
    xterm: [
      .accent: 123, .reshared: 157, .folded: 222, .code: 157, .customEmoji: 222, .unread: 123,
      .kept: 226, .mention: 219, .hashtag: 122, .visited: 189, .problem: 217, .statusText: 16,
      .statusBar: 231,
    ],
    voices: [229, 159, 157, 225, 195, 223],
    signals: brightest
  )

  /// Colours with a contrast of at least 7 to 1 on white.
  static let contrastLight = Palette(
    xterm: [
      .accent: 18, .reshared: 22, .folded: 52, .code: 22, .customEmoji: 52, .unread: 18, .kept: 52,
      .mention: 53, .hashtag: 23, .visited: 17, .problem: 88, .statusText: 231, .statusBar: 16,
    ],
    voices: [52, 18, 22, 54, 23, 16],
    signals: brightest
  )

  /// Gruvbox by Pavel Pertsev (MIT), its dark variant on #282828; its red is too dark for text.
  static let gruvbox = Palette(
    rgb: [
      .faint: 0xA89984, .accent: 0x83A598, .reshared: 0xB8BB26, .folded: 0xFE8019, .code: 0xB8BB26,
      .sign: 0xBDAE93, .customEmoji: 0xFABD2F, .unread: 0xFABD2F, .kept: 0xFE8019,
      .mention: 0xD3869B, .hashtag: 0x8EC07C, .visited: 0xBDAE93, .problem: 0xFE8019,
      .statusText: 0xEBDBB2, .statusBar: 0x504945, .match: 0xFABD2F, .currentMatch: 0xFE8019,
      .focus: 0x83A598, .hint: 0xFABD2F, .typed: 0x504945, .warning: 0xFE8019,
    ],
    voices: [0xFABD2F, 0x83A598, 0xB8BB26, 0xD3869B, 0x8EC07C, 0xFE8019]
  )

  /// Nord by Arctic Ice Studio and Sven Greb (MIT), on #2e3440; its red is too dark for text, and its purple and orange are
  /// a shade lighter here, for a contrast of 4.5 to 1.
  static let nord = Palette(
    rgb: [
      .faint: 0x81A1C1, .accent: 0x88C0D0, .reshared: 0xA3BE8C, .folded: 0xEBCB8B, .code: 0xA3BE8C,
      .sign: 0x81A1C1, .customEmoji: 0xEBCB8B, .unread: 0x88C0D0, .kept: 0xEBCB8B,
      .mention: 0xB691AF, .hashtag: 0x8FBCBB, .visited: 0xD8DEE9, .problem: 0xD18B74,
      .statusText: 0xD8DEE9, .statusBar: 0x434C5E, .match: 0xEBCB8B, .currentMatch: 0xD08770,
      .focus: 0x88C0D0, .hint: 0xEBCB8B, .typed: 0x434C5E, .warning: 0xD08770,
    ],
    voices: [0xEBCB8B, 0x88C0D0, 0xA3BE8C, 0xB691AF, 0x8FBCBB, 0xE5E9F0]
  )
}
