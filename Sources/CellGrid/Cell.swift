/// One cell of the grid: the lead of a cluster, or a continuation of one that takes several columns.
///
/// A cell has room for five scalars, as the cells of ncursesw do. The lead holds the first five of its cluster, and
/// each continuation five more: ``Graphemes`` gives a cluster the columns that its scalars need.
package struct Cell: Hashable, Sendable {
  private var scalars: (UInt32, UInt32, UInt32, UInt32, UInt32)
  package var role: Role
  package var emphasis: Emphasis
  package let columns: UInt8

  package static let blank = Cell(0x20, role: .text)

  static let limit = 5

  init(_ scalar: UInt32, role: Role, emphasis: Emphasis = []) {
    scalars = (scalar, 0, 0, 0, 0)
    self.role = role
    self.emphasis = emphasis
    columns = 1
  }

  /// Makes a later cell of a cluster, with scalars that those before it have no room for.
  init(continuing role: Role, emphasis: Emphasis, tail: ArraySlice<UInt32> = []) {
    scalars = Self.packed(tail)
    self.role = role
    self.emphasis = emphasis
    columns = 0
  }

  /// Makes the cell of a picture at one of its lines and columns; its fifth scalar is the colour that is
  /// part of the picture's number.
  init(_ picture: PictureNumber, line: Int, column: Int) {
    scalars = (
      PicturePlaceholder.scalar,
      PicturePlaceholder.mark(UInt8(clamping: line)),
      PicturePlaceholder.mark(UInt8(clamping: column)),
      PicturePlaceholder.mark(picture.high),
      UInt32(picture.low)
    )
    role = .attachment
    emphasis = []
    columns = 1
  }

  /// Makes a cell of a picture of symbols; its last scalars are colours, which no scalar can be.
  init(_ symbol: SymbolPicture.Symbol) {
    let color = { (number: UInt8?) in Self.firstColor + (number.map { UInt32($0) + 1 } ?? 0) }
    scalars = (symbol.scalar, 0, 0, color(symbol.foreground), color(symbol.background))
    role = .attachment
    emphasis = []
    columns = 1
  }

  private init(_ list: ArraySlice<UInt32>, columns: Int, role: Role, emphasis: Emphasis) {
    scalars = Self.packed(list)
    self.role = role
    self.emphasis = emphasis
    self.columns = UInt8(clamping: columns)
  }

  /// Writes the cells of a cluster of `bytes` from `column` on; they must lie inside `cells`.
  static func put(
    _ bytes: Bytes,
    _ cluster: Graphemes.Cluster,
    into cells: UnsafeMutableBufferPointer<Cell>,
    at column: Int,
    role: Role,
    emphasis: Emphasis
  ) {
    let columns = cluster.columns
    if cluster.scalarCount == 1, !cluster.standsOnBlank {
      cells[column] = Cell([cluster.first], columns: columns, role: role, emphasis: emphasis)
      if columns > 1 { cells[column + 1] = Cell(continuing: role, emphasis: emphasis) }
      return
    }
    // A mark that follows no letter stands on a blank.
    var all: [UInt32] = cluster.standsOnBlank ? [0xA0] : []
    var index = cluster.range.lowerBound
    while index < cluster.range.upperBound {
      let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
      all.append(scalar ?? 0xFFFD)
      index += length
    }
    cells[column] = Cell(all.prefix(limit), columns: columns, role: role, emphasis: emphasis)
    for offset in 1..<max(1, columns) {
      let tail = all.dropFirst(offset * limit).prefix(limit)
      cells[column + offset] = Cell(continuing: role, emphasis: emphasis, tail: tail)
    }
  }

  /// Returns the lead of the same cluster in other columns.
  func taking(columns: Int) -> Cell {
    let list = (0..<scalarCount).map(scalar)
    return columns == Int(self.columns) || isContinuation
      ? self : Cell(list[...], columns: columns, role: role, emphasis: emphasis)
  }

  /// The colour of the palette that names the picture, in the cell of a picture; otherwise nil.
  ///
  /// Text cannot look like one: no scalar from 16 to 255 joins a cluster after its first.
  package var pictureColor: UInt8? {
    guard scalars.0 == PicturePlaceholder.scalar, (16...255).contains(scalars.4) else { return nil }
    return UInt8(truncatingIfNeeded: scalars.4)
  }

  /// The colours of sign and background in a cell of a picture of symbols, each nil for the terminal's own; nil
  /// for other cells.
  package var symbolColors: (foreground: UInt8?, background: UInt8?)? {
    guard scalars.4 >= Self.firstColor else { return nil }
    let number = { (color: UInt32) in
      color == Self.firstColor ? nil : UInt8(truncatingIfNeeded: color - Self.firstColor - 1)
    }
    return (number(scalars.3), number(scalars.4))
  }

  private static let firstColor: UInt32 = 0x110000

  package var isContinuation: Bool { columns == 0 }

  /// The number of scalars in the cell: 0 in a continuation, otherwise 1 to 5.
  package var scalarCount: Int {
    isContinuation
      ? 0 : scalars.1 == 0 ? 1 : scalars.2 == 0 ? 2 : scalars.3 == 0 ? 3 : scalars.4 == 0 ? 4 : 5
  }

  /// Whether the cell holds scalars of the cluster to its left, which are after its first five.
  package var hasTail: Bool { isContinuation && scalars.0 != 0 }

  /// Returns the scalar at `index`; 0 after the last one.
  package func scalar(at index: Int) -> UInt32 {
    switch index {
    case 0: scalars.0
    case 1: scalars.1
    case 2: scalars.2
    case 3: scalars.3
    case 4: scalars.4
    default: 0
    }
  }

  /// Whether the cell is ``blank``; asked of each cell that is written, and other modules compare at ten times the cost.
  package var isBlank: Bool { scalars.0 == 0x20 && role == .text && self == .blank }

  package var look: UInt16 { UInt16(role.rawValue) << 8 | UInt16(emphasis.rawValue) }

  /// The character of a cell that holds one of ASCII and nothing else; 0 for any other cell.
  package var ascii: UInt32 { scalars.0 < 0x7F && scalars.1 == 0 ? scalars.0 : 0 }

  func hasSameText(as other: Cell) -> Bool { scalars == other.scalars && columns == other.columns }

  /// Whether both are the same cell of a picture, whatever runs of the program have given it its number.
  func hasSamePicture(as other: Cell) -> Bool {
    guard let color = pictureColor, color == other.pictureColor else { return false }
    return scalars.1 == other.scalars.1 && scalars.2 == other.scalars.2
  }

  package static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.scalars == rhs.scalars && lhs.role == rhs.role && lhs.emphasis == rhs.emphasis
      && lhs.columns == rhs.columns
  }

  package func hash(into hasher: inout Hasher) {
    for index in 0..<Self.limit { hasher.combine(scalar(at: index)) }
    hasher.combine(role)
    hasher.combine(emphasis)
    hasher.combine(columns)
  }

  private static func packed(
    _ list: ArraySlice<UInt32>
  ) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
    let at = { (offset: Int) in
      offset < list.count ? list[list.startIndex + offset] : 0
    }
    return (at(0), at(1), at(2), at(3), at(4))
  }
}
