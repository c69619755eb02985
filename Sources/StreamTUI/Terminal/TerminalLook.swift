import CellGrid

/// A style as a terminal with a certain number of colours can show it.
struct TerminalLook: Equatable {
  let attributes: Attributes
  /// The number of the text's colour; -1 is the terminal's default.
  let foreground: Int
  /// The number of the background's colour; -1 is the terminal's default.
  let background: Int

  /// Maps `style` to a terminal with `colors` colours; 0 is none.
  init(_ style: Style, colors: Int) {
    let usesOwn = style.foreground.isTerminals && style.background.isTerminals
    // With few colours, those of a theme made for one background are unreadable on the other: the
    // terminal's default colours and the attributes are readable on any. A theme that asks for the
    // terminal's own colours by name gets them.
    guard colors >= 256 || (colors >= 8 && usesOwn) else {
      var attributes = style.attributes
      if style.background != .standard { attributes.insert(.reverse) }
      self.attributes = attributes
      foreground = -1
      background = -1
      return
    }
    var attributes = style.attributes
    // Terminals with eight colours show the other eight as bold text.
    if colors < 16, case .ansi(8...) = style.foreground { attributes.insert(.bold) }
    self.attributes = attributes
    foreground = ColorMapping.number(of: style.foreground, count: colors)
    background = ColorMapping.number(of: style.background, count: colors)
  }
}

extension Color {
  /// Whether the terminal decides how the colour looks.
  fileprivate var isTerminals: Bool {
    switch self {
    case .standard, .ansi: true
    case .palette, .rgb: false
    }
  }
}

/// Maps the theme's colours to those of the terminal.
enum ColorMapping {
  /// Returns the colour number on a terminal with `count` colours; -1 is the terminal's default.
  static func number(of color: Color, count: Int) -> Int {
    guard count >= 8 else { return -1 }
    switch color {
    case .standard: return -1
    case .ansi(let index):
      // Direct colours have numbers for the first eight only; 8 would be a blue that is nearly black.
      if count > 256, index >= 8 { return direct(XtermPalette.rgb(index % 16)) }
      return Int(index) % (count >= 16 ? 16 : 8)
    case .palette(let index):
      if count > 256 { return direct(XtermPalette.rgb(index)) }
      return count == 256 ? Int(index) : nearest(to: XtermPalette.rgb(index))
    case .rgb(let red, let green, let blue):
      let rgb = (Int(red), Int(green), Int(blue))
      if count > 256 { return direct(rgb) }
      return count == 256 ? cube(rgb) : nearest(to: rgb)
    }
  }

  /// Returns a direct colour of at least 8, which is just as dark: terminfo entries with direct
  /// colours reserve 0 to 7 for the ANSI colours.
  private static func direct(_ rgb: (Int, Int, Int)) -> Int {
    max(8, rgb.0 << 16 | rgb.1 << 8 | rgb.2)
  }

  private static func cube(_ rgb: (Int, Int, Int)) -> Int {
    let step = { (value: Int) in value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }
    return 16 + 36 * step(rgb.0) + 6 * step(rgb.1) + step(rgb.2)
  }

  /// Returns the nearest of the eight base colours.
  private static func nearest(to rgb: (Int, Int, Int)) -> Int {
    let distance = { (other: (Int, Int, Int)) -> Int in
      let (red, green, blue) = (rgb.0 - other.0, rgb.1 - other.1, rgb.2 - other.2)
      return red * red + green * green + blue * blue
    }
    return (0..<8).min {
      distance(XtermPalette.rgb(UInt8($0))) < distance(XtermPalette.rgb(UInt8($1)))
    } ?? 7
  }
}
