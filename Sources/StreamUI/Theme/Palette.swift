import CellGrid

/// The colours of a theme, by their use; each is readable on the terminal's own background.
///
/// The contrast with the background is at least 4.5 to 1 (WCAG 2.1, success criterion 1.4.3), which a
/// test computes.
struct Palette: Sendable {
  /// Dates, handles, counts.
  let faint: Color
  /// Links, the selected row, keys on the help page.
  let accent: Color
  /// The names of the people in a conversation; the first one is everybody's elsewhere.
  let voices: [Color]
  let reshared: Color
  /// Content warnings and folded text.
  let folded: Color
  let code: Color
  /// Signs of lists, quotes, comments and attachments.
  let sign: Color
  let customEmoji: Color
  /// The sign of a post that was not read.
  let unread: Color
  /// The sign of a post that is kept and was read.
  let kept: Color
  let mention: Color
  let hashtag: Color
  let visited: Color
  let problem: Color
  /// The text and the bar of the status line.
  let status: (text: Color, bar: Color)

  /// Colours for a dark background.
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

  /// Colours for a light background.
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
}
