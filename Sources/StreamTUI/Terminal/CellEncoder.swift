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

  /// Writes `line` into line `index` of ncurses' picture.
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
  ) {
    row.add(scalar, attributes: drawn.attributes, pair: drawn.pair)
  }

  private mutating func libraryWidth(of scalar: UInt32) -> Int {
    Int(widths.width(of: scalar, by: ncurses))
  }
}

/// A cache of the C library's widths; a scalar is asked for again only if another one took its
/// slot.
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

  mutating func drawn(_ role: Role, _ emphasis: Emphasis, by ncurses: Ncurses) -> Drawn {
    let slot = Int(role.rawValue) * Self.slots + Int(emphasis.rawValue) % Self.slots
    if let drawn = known[slot] { return drawn }
    let drawn = make(role, emphasis, ncurses)
    known[slot] = drawn
    return drawn
  }

  mutating func drawn(_ cell: Cell, by ncurses: Ncurses) -> Drawn {
    drawn(cell.role, cell.emphasis, by: ncurses)
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
