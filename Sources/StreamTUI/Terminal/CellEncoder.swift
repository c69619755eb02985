import CellGrid
import StreamUI

/// Lines of cells to ncurses' cells, where our widths and those of the C library may differ.
///
/// ncurses moves its cursor by the C library's width of a cell's first code point. Where that is
/// not ours, the cell is drawn as something of our width that both agree on.
struct CellEncoder {
  private let ncurses: Ncurses
  private var styles = CellStyles()
  private var widths: [UInt32: Int32] = [:]
  private var scalars: [UInt32] = []

  init(ncurses: Ncurses) {
    self.ncurses = ncurses
    scalars.reserveCapacity(5)
  }

  /// Writes `line` into ncurses' picture.
  mutating func write(_ line: CellLine, at index: Int) {
    ncurses.beginRow()
    for cell in line.cells where !cell.isContinuation {
      let drawn = styles.drawn(cell.role, cell.emphasis, by: ncurses)
      scalars.removeAll(keepingCapacity: true)
      for position in 0..<cell.scalarCount { scalars.append(cell.scalar(at: position)) }
      add(columns: Int(cell.columns), drawn)
    }
    ncurses.endRow(at: index)
  }

  private mutating func add(columns: Int, _ drawn: CellStyles.Drawn) {
    guard let first = scalars.first else {
      addSingle([0x20], drawn)
      return
    }
    if scalars.count == 1, first < 0x7F {
      addSingle(scalars, drawn)
      return
    }
    guard ncurses.isUTF8 else {
      addFallback(AsciiFallback.sign(for: first), columns, drawn)
      return
    }
    if scalars.count == 2, columns == 2, scalars.allSatisfy(Self.isRegionalIndicator) {
      // A flag is two cells for ncurses; the terminal joins them.
      let pair = scalars
      addSingle([pair[0]], drawn)
      addSingle([pair[1]], drawn)
      return
    }
    let width = libraryWidth(of: first)
    if width == columns {
      addSingle(scalars, drawn)
    } else if width == 1, columns == 2 {
      // Emoji by variation selector: terminals disagree, so the text form and a blank.
      addSingle(scalars.filter { $0 != 0xFE0F }, drawn)
      addSingle([0x20], drawn)
    } else {
      addFallback(0xFFFD, columns, drawn)
    }
  }

  private func addFallback(_ sign: UInt32, _ columns: Int, _ drawn: CellStyles.Drawn) {
    addSingle([sign], drawn)
    if columns == 2 { addSingle([0x20], drawn) }
  }

  private func addSingle(_ scalars: [UInt32], _ drawn: CellStyles.Drawn) {
    scalars.withUnsafeBufferPointer {
      ncurses.addCell($0, attributes: drawn.attributes, pair: drawn.pair)
    }
  }

  private mutating func libraryWidth(of scalar: UInt32) -> Int {
    if let known = widths[scalar] { return Int(known) }
    let width = ncurses.width(of: scalar)
    widths[scalar] = width
    return Int(width)
  }

  private static func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar)
  }
}

/// What stands for a character where the locale's charset has none of them.
enum AsciiFallback {
  static func sign(for scalar: UInt32) -> UInt32 {
    let sign: Character =
      switch scalar {
      case 0x2500, 0x2010...0x2015, 0xB7, 0x2212: "-"
      case 0x2502, 0x258C, 0x253C: "|"
      case 0x2022, 0x25E6, 0x25AA, 0x25CB, 0x2665, 0x26A0: "*"
      case 0x2018, 0x2019: "'"
      case 0x201C, 0x201D: "\""
      case 0x2026: "."
      case 0x25B8: ">"
      case 0x25BE: "v"
      case 0x25A3, 0x29C9: "#"
      case 0x21BB: "@"
      case 0x2265: ">"
      case 0xA0: " "
      default: "?"
      }
    return sign.unicodeScalars.first?.value ?? 0x3F
  }
}
