import CellGrid
import StreamUI

/// Encodes lines of cells as ncurses cells.
///
/// A cluster that ncurses would write otherwise than layout has it is drawn by ``StandIns``.
struct CellEncoder {
  private let ncurses: Ncurses
  private var styles: CellStyles
  private var widths = LibraryWidths()
  /// The colour pair of the last cell of a picture: its neighbours have the same.
  private var picturePair: (color: UInt8, pair: Int32)?
  private let forms: ClusterForms
  /// The clusters that ncurses' picture has stand-ins for; they outlive a change of colours.
  var standIns: StandIns

  init(
    ncurses: Ncurses,
    theme: Theme,
    forms: ClusterForms = .usual,
    standIns: StandIns = StandIns()
  ) {
    self.ncurses = ncurses
    self.forms = forms
    self.standIns = standIns
    styles = CellStyles(theme)
  }

  mutating func write(_ line: CellLine, at index: Int) {
    let end = line.usedColumns
    ncurses.setLine(index, columns: end) { row in
      var look = Cell.blank.look
      var drawn = styles.drawn(.blank, by: ncurses)
      line.cells.withUnsafeBufferPointer { cells in
        for column in 0..<end {
          let cell = cells[column]
          let ascii = cell.ascii
          if ascii == 0, cell.isContinuation { continue }
          if ascii == 0x20, drawn.leavesBlanks, cell.isBlank, column + 1 < end,
            styles.drawn(cells[column + 1], by: ncurses).attributes == drawn.attributes
          {
            // To end the attributes for a blank and set them again after it would take twenty bytes.
            row.add(0x20, attributes: drawn.attributes, pair: drawn.pair)
            continue
          }
          if cell.look != look {
            look = cell.look
            drawn = styles.drawn(cell, by: ncurses)
          }
          if ascii != 0 {
            row.add(ascii, attributes: drawn.attributes, pair: drawn.pair)
          } else {
            add(cell, at: column, of: line, drawn, to: &row)
          }
        }
      }
    }
  }

  /// Adds the cluster of a cell that is not plain ASCII.
  private mutating func add(
    _ cell: Cell,
    at column: Int,
    of line: CellLine,
    _ drawn: CellStyles.Drawn,
    to row: inout CursesCells
  ) {
    let first = cell.scalar(at: 0)
    if first == PicturePlaceholder.scalar { return addPicture(cell, drawn, to: &row) }
    if let colors = cell.symbolColors { return addSymbol(first, colors, to: &row) }
    let columns = Int(cell.columns)
    guard ncurses.isUTF8 else {
      Self.addFallback(AsciiFallback.sign(for: first), columns, drawn, to: &row)
      return
    }
    if cell.scalarCount == 1, libraryWidth(of: first) == columns,
      first < StandIns.scalars.lowerBound, !TerminalCluster.isFiller(first)
    {
      return Self.addSingle(first, drawn, to: &row)
    }
    let cluster = TerminalCluster(line.scalars(at: column), columns: columns, forms: forms) {
      libraryWidth(of: $0)
    }
    switch cluster.drawing {
    case .cells(let cells):
      for cell in cells {
        Self.addSingle(cell.first ?? 0x20, drawn, to: &row)
        for (index, scalar) in cell.enumerated().dropFirst() { row.extend(index, scalar) }
      }
    case .whole(let scalars):
      let isLast = column + columns >= line.cells.count
      let number = standIns.first(for: scalars, columns: columns, at: column, isLast: isLast)
      for offset in 0..<columns {
        Self.addSingle(number.map { $0 + UInt32(offset) } ?? 0xFFFD, drawn, to: &row)
      }
    }
  }

  /// Adds a cell that the terminal fills with a part of a picture.
  ///
  /// The sign in a feed's text would show a part of any picture that is there, so it is drawn as a substitute.
  private mutating func addPicture(
    _ cell: Cell,
    _ drawn: CellStyles.Drawn,
    to row: inout CursesCells
  ) {
    guard let color = cell.pictureColor, ncurses.isUTF8, ncurses.colors >= Self.paletteColors else {
      return Self.addFallback(ncurses.isUTF8 ? 0xFFFD : 0x3F, 1, drawn, to: &row)
    }
    let pair =
      picturePair.flatMap { $0.color == color ? $0.pair : nil }
      ?? ncurses.pair(foreground: Int(color), background: -1)
    picturePair = (color, pair)
    row.add(PicturePlaceholder.scalar, attributes: 0, pair: pair)
    for place in 1...3 { row.extend(place, cell.scalar(at: place)) }
  }

  /// Adds a cell of a picture of blocks.
  private func addSymbol(
    _ sign: UInt32,
    _ colors: (foreground: UInt8?, background: UInt8?),
    to row: inout CursesCells
  ) {
    let pair =
      ncurses.colors >= Self.paletteColors
      ? ncurses.pair(
        foreground: colors.foreground.map { Int($0) } ?? -1,
        background: colors.background.map { Int($0) } ?? -1
      ) : 0
    row.add(ncurses.isUTF8 ? sign : AsciiFallback.sign(for: sign), attributes: 0, pair: pair)
  }

  /// The colours of a terminal whose palette can name pictures.
  private static let paletteColors = 256

  private static func addFallback(
    _ sign: UInt32,
    _ columns: Int,
    _ drawn: CellStyles.Drawn,
    to row: inout CursesCells
  ) {
    addSingle(sign, drawn, to: &row)
    for _ in 1..<max(1, columns) { addSingle(0x20, drawn, to: &row) }
  }

  private static func addSingle(
    _ scalar: UInt32,
    _ drawn: CellStyles.Drawn,
    to row: inout CursesCells
  ) { row.add(scalar, attributes: drawn.attributes, pair: drawn.pair) }

  private mutating func libraryWidth(of scalar: UInt32) -> Int {
    Int(widths.width(of: scalar, by: ncurses))
  }
}

/// A cache of the C library's widths; a scalar is asked for again only if another one took its slot.
private struct LibraryWidths {
  private static let slots = 256
  private var scalars = [UInt32](repeating: .max, count: slots)
  private var widths = [Int32](repeating: 0, count: slots)

  mutating func width(of scalar: UInt32, by ncurses: Ncurses) -> Int32 {
    let slot = Int(scalar) % Self.slots
    if scalars[slot] != scalar {
      scalars[slot] = scalar
      widths[slot] = ncurses.width(of: scalar)
    }
    return widths[slot]
  }
}

/// ASCII substitutes for characters that the locale's charset lacks.
enum AsciiFallback {
  static func sign(for scalar: UInt32) -> UInt32 {
    let sign: Character =
      switch scalar {
      case 0x2500, 0x2010...0x2015, 0xB7, 0x2212: "-"
      case 0x2502, 0x258C, 0x253C: "|"
      case 0x2022, 0x25E6, 0x25AA, 0x25CB, 0x25CF, 0x2665, 0x26A0: "*"
      case 0x2605: "+"
      case 0x2018, 0x2019: "'"
      case 0x201C, 0x201D: "\""
      case 0x2026: "."
      case 0x25B8: ">"
      case 0x25BE: "v"
      case 0x25A3, 0x29C9: "#"
      case 0x21BB: "@"
      case 0x2265: ">"
      case 0xA0: " "
      // Bars of the demonstration, the lowest first.
      case 0x2581: "_"
      case 0x2582: "."
      case 0x2583: "-"
      case 0x2584: "="
      case 0x2585: "+"
      case 0x2586: "*"
      case 0x2587: "%"
      case 0x2588: "#"
      default: "?"
      }
    return sign.unicodeScalars.first?.value ?? 0x3F
  }
}

/// Maps role and emphasis to ncurses attributes and colour pairs, and caches the results.
struct CellStyles {
  /// The attributes and the colour pair of a cell.
  struct Drawn {
    let attributes: UInt32
    let pair: Int32
    /// Whether something is set, and a blank looks as it does without.
    let leavesBlanks: Bool
  }

  private let theme: Theme
  private var known: [Drawn?]

  init(_ theme: Theme) {
    self.theme = theme
    known = Array(repeating: nil, count: Self.slots * Role.allCases.count)
  }

  mutating func drawn(_ cell: Cell, by ncurses: Ncurses) -> Drawn {
    let slot = Int(cell.role.rawValue) * Self.slots + Int(cell.emphasis.rawValue) % Self.slots
    if let drawn = known[slot] { return drawn }
    let drawn = make(cell.role, cell.emphasis, ncurses)
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
      pair: plain ? 0 : ncurses.pair(foreground: look.foreground, background: look.background),
      leavesBlanks: look.attributes == .bold && look.background == -1
    )
  }
}

struct TerminalCluster {
  /// How ncurses' picture holds a cluster.
  enum Drawing: Equatable {
    /// Cells that together take the cluster's columns, each with its scalars.
    case cells([[UInt32]])
    /// One piece, for which ``StandIns`` stand.
    case whole([UInt32])
  }

  let drawing: Drawing

  /// Decides how a cluster of `columns` is drawn.
  ///
  /// - Parameter width: The C library's width of a scalar; negative if it does not know it.
  init(_ all: [UInt32], columns: Int, forms: ClusterForms, width: (UInt32) -> Int) {
    var scalars = Self.composed(all)
    let blank: [UInt32] = [0x20]
    guard let first = scalars.first, !scalars.allSatisfy({ Self.isFiller($0) || $0 == 0xA0 }) else {
      drawing = .cells(Array(repeating: blank, count: columns))
      return
    }
    if scalars.count == 2, !forms.contains(.flags), scalars.allSatisfy(Self.indicators.contains) {
      drawing = .cells(scalars.map { [$0 - Self.indicators.lowerBound + 0x41] })
      return
    }
    let isPicture = ColumnWidth.isPictograph(first)
    if isPicture, width(first) < 0, !forms.contains(.newEmoji) {
      drawing = .cells([[0xFFFD]] + Array(repeating: blank, count: columns - 1))
      return
    }
    if isPicture, !forms.contains(.skinTones) { scalars.removeAll(where: Self.tones.contains) }
    if !forms.contains(.joined), let single = Self.single(scalars, columns: columns) {
      drawing = .cells([[single]] + Array(repeating: blank, count: columns - width(single)))
      return
    }
    // A sign in the feed's text would show a part of any picture that is there.
    scalars = scalars.map { $0 == PicturePlaceholder.scalar ? 0xFFFD : $0 }
    let plain = scalars.filter { $0 != 0xFE0F }
    let lead = width(first)
    if plain.count <= CursesCells.scalarsPerCell, first < StandIns.scalars.lowerBound,
      Self.isOneCell(plain, width), forms.contains(.newMarks) || !plain.contains(where: Self.isNew)
    {
      if lead == columns {
        drawing = .cells([plain])
        return
      }
      // If a selector makes a narrow character wide, its text form and a blank are drawn.
      if lead == 1, columns == 2, plain.count < scalars.count, ColumnWidth.columns(of: first) == 1 {
        drawing = .cells([plain, blank])
        return
      }
    }
    drawing = .whole(scalars)
  }

  /// Whether a character draws nothing in its columns: the fillers of Hangul.
  static func isFiller(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true
    default: false
    }
  }

  /// Whether all terminals write `scalars` into the columns of the first, as far as was measured.
  ///
  /// Joined emoji are, if the first is wide and the terminal joins them; kitty has letters of Hangul that do not make
  /// a syllable side by side.
  private static func isOneCell(_ scalars: [UInt32], _ width: (UInt32) -> Int) -> Bool {
    let isWide = width(scalars[0]) == 2
    return zip(scalars, scalars.dropFirst()).allSatisfy { before, scalar in
      if scalar == joiner || before == joiner { return isWide }
      return width(scalar) == 0 && !isVowel(scalar) || isWide && tones.contains(scalar)
    }
  }

  /// Whether a scalar was assigned after Unicode 5.0.
  private static func isNew(_ scalar: UInt32) -> Bool {
    guard let age = Unicode.Scalar(scalar)?.properties.age else { return true }
    return (age.major, age.minor) > (5, 0)
  }

  private static let joiner: UInt32 = 0x200D
  private static let tones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
  private static let indicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// Whether a scalar is a vowel or a final consonant of Hangul.
  private static func isVowel(_ scalar: UInt32) -> Bool {
    (0x1160...0x11FF).contains(scalar) || (0xD7B0...0xD7FB).contains(scalar)
  }

  /// Returns the scalars with the letters of a Hangul syllable as one (Unicode 3.12, "Hangul Syllable Composition").
  private static func composed(_ scalars: [UInt32]) -> [UInt32] {
    guard scalars.count > 1 else { return scalars }
    var syllable = scalars[0]
    var count = 1
    if (0x1100...0x1112).contains(syllable), (0x1161...0x1175).contains(scalars[1]) {
      syllable = 0xAC00 + ((syllable - 0x1100) * 21 + scalars[1] - 0x1161) * 28
      count = 2
    }
    if count < scalars.count, (0xAC00...0xD7A3).contains(syllable), (syllable - 0xAC00) % 28 == 0,
      (0x11A8...0x11C2).contains(scalars[count])
    {
      syllable += scalars[count] - 0x11A7
      count += 1
    }
    return [syllable] + scalars.dropFirst(count)
  }

  private static let kiss: UInt32 = 0x1F48B
  private static let heart: UInt32 = 0x2764
  /// Man, woman, boy, girl, baby, person.
  private static let people: Set<UInt32> = [
    0x1F466, 0x1F467, 0x1F468, 0x1F469, 0x1F476, 0x1F9D1, 0x1F9D2,
  ]

  /// Returns a sign that stands for joined ones in a terminal that draws them side by side; nil for other clusters.
  ///
  /// It means the same with less detail, or nothing: a part of a family would be another family, and half a couple
  /// another person.
  private static func single(_ scalars: [UInt32], columns: Int) -> UInt32? {
    guard columns > 1, scalars.contains(joiner) else { return nil }
    if scalars.contains(kiss) { return 0x1F48F }
    if scalars.contains(heart), scalars.count(where: people.contains) > 1 { return 0x1F491 }
    switch scalars.count(where: people.contains) {
    case ...1: return scalars[0] >= 0x1F000 ? scalars[0] : nil
    case 2: return 0x3013
    default: return 0x1F46A
    }
  }
}

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
    var attributes = style.attributes
    guard colors >= 256 || (colors >= 8 && usesOwn) else {
      if style.background != .standard { attributes.insert(.reverse) }
      (self.attributes, foreground, background) = (attributes, -1, -1)
      return
    }
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
  ///
  /// The terminal has 256 or more for a colour that is not its own.
  static func number(of color: Color, count: Int) -> Int {
    switch color {
    case .standard: return -1
    case .ansi(let index):
      // Direct colours have numbers for the first eight only; 8 would be a blue that is nearly black.
      if count > 256, index >= 8 { return direct(XtermPalette.rgb(index % 16)) }
      return Int(index) % (count >= 16 ? 16 : 8)
    case .palette(let index):
      return count > 256 ? direct(XtermPalette.rgb(index)) : Int(index)
    case .rgb(let red, let green, let blue):
      let rgb = (Int(red), Int(green), Int(blue))
      return count > 256 ? direct(rgb) : cube(rgb)
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
}
