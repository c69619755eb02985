import CellGrid

/// The colours of a theme, by their use; each is readable on the background that it is made for.
///
/// Where the palette is our own, the contrast is at least 4.5 to 1 (WCAG 2.1, success criterion 1.4.3), which a test
/// computes.
struct Palette: Sendable {
  /// Backgrounds that stand out under dark text.
  struct Signals: Sendable {
    let match: Color
    let currentMatch: Color
    let focus: Color
    let hint: Color
    let typed: Color
    let warning: Color

    /// Bright colours, which stand out on dark and on light backgrounds.
    static let bright = Signals(
      match: .palette(222),
      currentMatch: .palette(208),
      focus: .palette(117),
      hint: .palette(221),
      typed: .palette(240),
      warning: .palette(215)
    )
  }

  let faint: Color
  /// Links, the selected row, keys on the help page.
  let accent: Color
  /// The names of the people in a conversation; the first one is everybody's elsewhere.
  let voices: [Color]
  let reshared: Color
  let folded: Color
  let code: Color
  let sign: Color
  let customEmoji: Color
  let unread: Color
  let kept: Color
  let mention: Color
  let hashtag: Color
  let visited: Color
  let problem: Color
  let status: (text: Color, bar: Color)
  var signals = Signals.bright

  func style(of role: Role) -> Style {
    switch role {
    case .text, .gutter: plain(.standard)
    case .faint, .handle, .time, .counts, .rowSign: plain(faint)
    case .gutterSelected, .hintTarget, .helpKey: plain(accent)
    // The first voice is the post's author and looks like names elsewhere.
    case .accountName, .voice1: plain(voices[0], .bold)
    case .voice2: plain(voices[1], .bold)
    case .voice3: plain(voices[2], .bold)
    case .voice4: plain(voices[3], .bold)
    case .voice5: plain(voices[4], .bold)
    case .voice6: plain(voices[5], .bold)
    case .reshared: plain(reshared)
    case .unreadSign: plain(unread, .bold)
    case .keptSign: plain(kept)
    case .title, .heading: plain(.standard, .bold)
    case .contentWarning, .more: plain(folded)
    case .code: plain(code)
    case .quoteMark, .listMark, .attachment, .commentMark: plain(sign)
    case .mark, .searchMatch: black(on: signals.match)
    case .currentMatch: black(on: signals.currentMatch, .bold)
    case .customEmoji: plain(customEmoji)
    case .link: plain(accent, .underline)
    case .linkFocused: black(on: signals.focus, .underline)
    case .linkPressed: plain(accent, [.underline, .reverse])
    case .mention: plain(mention)
    case .hashtag: plain(hashtag)
    case .linkVisited: plain(visited, .underline)
    case .hint: black(on: signals.hint, .bold)
    case .hintTyped: Style(foreground: signals.typed, background: signals.hint, attributes: [])
    case .problem: plain(problem)
    case .status, .statusTarget:
      Style(foreground: status.text, background: status.bar, attributes: [])
    case .statusWarning: black(on: signals.warning)
    }
  }

  private func plain(_ color: Color, _ attributes: Attributes = []) -> Style {
    Style(foreground: color, background: .standard, attributes: attributes)
  }

  /// Black text on a bright colour stands out on any background.
  private func black(on color: Color, _ attributes: Attributes = []) -> Style {
    Style(foreground: .palette(16), background: color, attributes: attributes)
  }

  static let dark = Palette(
    faint: .palette(245),
    accent: .palette(75),
    voices: [180, 110, 150, 174, 116, 183].map { .palette($0) },
    reshared: .palette(114),
    folded: .palette(215),
    code: .palette(150),
    sign: .palette(109),
    customEmoji: .palette(222),
    unread: .palette(75),
    kept: .palette(179),
    mention: .palette(140),
    hashtag: .palette(79),
    visited: .palette(146),
    problem: .palette(203),
    status: (.palette(252), .palette(237))
  )

  static let light = Palette(
    faint: .palette(241),
    accent: .palette(25),
    voices: [94, 25, 22, 125, 23, 91].map { .palette($0) },
    reshared: .palette(22),
    folded: .palette(88),
    code: .palette(22),
    sign: .palette(60),
    customEmoji: .palette(94),
    unread: .palette(25),
    kept: .palette(94),
    mention: .palette(91),
    hashtag: .palette(23),
    visited: .palette(60),
    problem: .palette(124),
    status: (.palette(236), .palette(252))
  )

  /// Colours with a contrast of at least 7 to 1 on black (WCAG 2.1, success criterion 1.4.6).
  static let contrast = Palette(
    faint: .standard,
    accent: .palette(123),
    voices: [229, 159, 157, 225, 195, 223].map { .palette($0) },
    reshared: .palette(157),
    folded: .palette(222),
    code: .palette(157),
    sign: .standard,
    customEmoji: .palette(222),
    unread: .palette(123),
    kept: .palette(226),
    mention: .palette(219),
    hashtag: .palette(122),
    visited: .palette(189),
    problem: .palette(217),
    status: (.palette(16), .palette(231)),
    signals: brightest
  )

  /// Colours with a contrast of at least 7 to 1 on white.
  static let contrastLight = Palette(
    faint: .standard,
    accent: .palette(18),
    voices: [52, 18, 22, 54, 23, 16].map { .palette($0) },
    reshared: .palette(22),
    folded: .palette(52),
    code: .palette(22),
    sign: .standard,
    customEmoji: .palette(52),
    unread: .palette(18),
    kept: .palette(52),
    mention: .palette(53),
    hashtag: .palette(23),
    visited: .palette(17),
    problem: .palette(88),
    status: (.palette(231), .palette(16)),
    signals: brightest
  )

  private static let brightest = Signals(
    match: .palette(226),
    currentMatch: .palette(215),
    focus: .palette(123),
    hint: .palette(226),
    typed: .palette(236),
    warning: .palette(221)
  )

  /// Gruvbox by Pavel Pertsev (MIT), its dark variant on #282828; its red is too dark for text.
  static let gruvbox = Palette(
    faint: .rgb(0xA8, 0x99, 0x84),
    accent: .rgb(0x83, 0xA5, 0x98),
    voices: [
      .rgb(0xFA, 0xBD, 0x2F), .rgb(0x83, 0xA5, 0x98), .rgb(0xB8, 0xBB, 0x26),
      .rgb(0xD3, 0x86, 0x9B), .rgb(0x8E, 0xC0, 0x7C), .rgb(0xFE, 0x80, 0x19),
    ],
    reshared: .rgb(0xB8, 0xBB, 0x26),
    folded: .rgb(0xFE, 0x80, 0x19),
    code: .rgb(0xB8, 0xBB, 0x26),
    sign: .rgb(0xBD, 0xAE, 0x93),
    customEmoji: .rgb(0xFA, 0xBD, 0x2F),
    unread: .rgb(0xFA, 0xBD, 0x2F),
    kept: .rgb(0xFE, 0x80, 0x19),
    mention: .rgb(0xD3, 0x86, 0x9B),
    hashtag: .rgb(0x8E, 0xC0, 0x7C),
    visited: .rgb(0xBD, 0xAE, 0x93),
    problem: .rgb(0xFE, 0x80, 0x19),
    status: (.rgb(0xEB, 0xDB, 0xB2), .rgb(0x50, 0x49, 0x45)),
    signals: Signals(
      match: .rgb(0xFA, 0xBD, 0x2F),
      currentMatch: .rgb(0xFE, 0x80, 0x19),
      focus: .rgb(0x83, 0xA5, 0x98),
      hint: .rgb(0xFA, 0xBD, 0x2F),
      typed: .rgb(0x50, 0x49, 0x45),
      warning: .rgb(0xFE, 0x80, 0x19)
    )
  )

  /// Nord by Arctic Ice Studio and Sven Greb (MIT), on #2e3440; its red is too dark for text, and its purple and orange are
  /// a shade lighter here, for a contrast of 4.5 to 1.
  static let nord = Palette(
    faint: .rgb(0x81, 0xA1, 0xC1),
    accent: .rgb(0x88, 0xC0, 0xD0),
    voices: [
      .rgb(0xEB, 0xCB, 0x8B), .rgb(0x88, 0xC0, 0xD0), .rgb(0xA3, 0xBE, 0x8C),
      .rgb(0xB6, 0x91, 0xAF), .rgb(0x8F, 0xBC, 0xBB), .rgb(0xE5, 0xE9, 0xF0),
    ],
    reshared: .rgb(0xA3, 0xBE, 0x8C),
    folded: .rgb(0xEB, 0xCB, 0x8B),
    code: .rgb(0xA3, 0xBE, 0x8C),
    sign: .rgb(0x81, 0xA1, 0xC1),
    customEmoji: .rgb(0xEB, 0xCB, 0x8B),
    unread: .rgb(0x88, 0xC0, 0xD0),
    kept: .rgb(0xEB, 0xCB, 0x8B),
    mention: .rgb(0xB6, 0x91, 0xAF),
    hashtag: .rgb(0x8F, 0xBC, 0xBB),
    visited: .rgb(0xD8, 0xDE, 0xE9),
    problem: .rgb(0xD1, 0x8B, 0x74),
    status: (.rgb(0xD8, 0xDE, 0xE9), .rgb(0x43, 0x4C, 0x5E)),
    signals: Signals(
      match: .rgb(0xEB, 0xCB, 0x8B),
      currentMatch: .rgb(0xD0, 0x87, 0x70),
      focus: .rgb(0x88, 0xC0, 0xD0),
      hint: .rgb(0xEB, 0xCB, 0x8B),
      typed: .rgb(0x43, 0x4C, 0x5E),
      warning: .rgb(0xD0, 0x87, 0x70)
    )
  )
}
