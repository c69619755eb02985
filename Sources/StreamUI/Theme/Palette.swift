import CellGrid

/// The colours of a theme, by their use; each is readable on the background that it is made for.
///
/// Where the palette is our own, the contrast with the background is at least 4.5 to 1 (WCAG 2.1,
/// success criterion 1.4.3), which a test computes.
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
    case .accountName, .voice1: plain(voices[0], [.bold])
    case .voice2: plain(voices[1], [.bold])
    case .voice3: plain(voices[2], [.bold])
    case .voice4: plain(voices[3], [.bold])
    case .voice5: plain(voices[4], [.bold])
    case .voice6: plain(voices[5], [.bold])
    case .reshared: plain(reshared)
    case .unreadSign: plain(unread, [.bold])
    case .keptSign: plain(kept)
    case .title, .heading: plain(.standard, [.bold])
    case .contentWarning, .more: plain(folded)
    case .code: plain(code)
    case .quoteMark, .listMark, .attachment, .commentMark: plain(sign)
    case .mark, .searchMatch: black(on: signals.match)
    case .currentMatch: black(on: signals.currentMatch, [.bold])
    case .customEmoji: plain(customEmoji)
    case .link: plain(accent, [.underline])
    case .linkFocused: black(on: signals.focus, [.underline])
    case .linkPressed: plain(accent, [.underline, .reverse])
    case .mention: plain(mention)
    case .hashtag: plain(hashtag)
    case .linkVisited: plain(visited, [.underline])
    case .hint: black(on: signals.hint, [.bold])
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
}
