/// One cell of the grid: a cluster, or the continuation of a wide one.
///
/// A cell has room for five scalars, as the cells of ncursesw do. The continuation of a wide cluster
/// holds five more, which is enough for every emoji sequence of Unicode 15. Longer clusters are cut
/// where the rest is still a whole cluster: at the last joiner, before tags, or after the marks that
/// fit.
package struct Cell: Hashable, Sendable {
  private var scalars: (UInt32, UInt32, UInt32, UInt32, UInt32)
  /// The meaning of the cell, which decides its look.
  package var role: Role
  /// The emphasis of the cell.
  package var emphasis: Emphasis
  /// The width: 1 or 2 for the lead of a cluster, 0 for the continuation of a wide one.
  package let columns: UInt8

  package static let blank = Cell(0x20, role: .text)

  static let limit = 5

  /// Makes a cell with a single scalar, one column wide.
  init(_ scalar: UInt32, role: Role, emphasis: Emphasis = []) {
    scalars = (scalar, 0, 0, 0, 0)
    self.role = role
    self.emphasis = emphasis
    columns = 1
  }

  /// Makes the second cell of a wide cluster, with the scalars that the first has no room for.
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

  /// Makes the first cell of a cluster of `columns`.
  private init(_ list: ArraySlice<UInt32>, columns: Int, role: Role, emphasis: Emphasis) {
    scalars = Self.packed(list)
    self.role = role
    self.emphasis = emphasis
    self.columns = UInt8(clamping: columns)
  }

  /// Returns the cells of a cluster of `bytes`; the second is nil for a narrow one.
  static func cells(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ cluster: Graphemes.Cluster,
    role: Role,
    emphasis: Emphasis
  ) -> (Cell, Cell?) {
    let isWide = cluster.columns == 2
    if cluster.scalarCount == 1, !isMark(cluster.first) {
      let lead = Cell([cluster.first], columns: cluster.columns, role: role, emphasis: emphasis)
      return (lead, isWide ? Cell(continuing: role, emphasis: emphasis) : nil)
    }
    let room = isWide ? 2 * limit : limit
    var all: [UInt32] = []
    var index = cluster.range.lowerBound
    while index < cluster.range.upperBound, all.count <= room {
      let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
      all.append(scalar ?? 0xFFFD)
      index += length
    }
    let fitted = fitted(all, in: room)
    let lead = Cell(
      fitted.prefix(limit),
      columns: cluster.columns,
      role: role,
      emphasis: emphasis
    )
    guard isWide else { return (lead, nil) }
    return (lead, Cell(continuing: role, emphasis: emphasis, tail: fitted.dropFirst(limit)))
  }

  /// Returns the cell with other text, as wide as it is; scalars beyond the fifth are dropped.
  package func replacing(_ list: [UInt32]) -> Cell {
    Cell(list.prefix(Self.limit), columns: Int(columns), role: role, emphasis: emphasis)
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

  /// Beyond the last scalar.
  private static let firstColor: UInt32 = 0x110000

  /// Whether the cell continues the wide cluster to its left.
  package var isContinuation: Bool { columns == 0 }

  /// The number of scalars in the cell: 0 in a continuation, otherwise 1 to 5.
  package var scalarCount: Int {
    isContinuation
      ? 0 : scalars.1 == 0 ? 1 : scalars.2 == 0 ? 2 : scalars.3 == 0 ? 3 : scalars.4 == 0 ? 4 : 5
  }

  /// Whether the cell holds scalars of the wide cluster to its left, which are after its first five.
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

  /// The role and the emphasis as a number, for comparisons.
  package var look: UInt16 { UInt16(role.rawValue) << 8 | UInt16(emphasis.rawValue) }

  /// The character of a cell that holds one of ASCII and nothing else; 0 for any other cell.
  package var ascii: UInt32 { scalars.0 < 0x7F && scalars.1 == 0 ? scalars.0 : 0 }

  /// Whether the cell shows the same characters in the same columns as `other`.
  func hasSameText(as other: Cell) -> Bool {
    scalars == other.scalars && columns == other.columns
  }

  /// Whether both are the same cell of a picture, whatever runs of the program have given it its number.
  func hasSamePicture(as other: Cell) -> Bool {
    guard let color = pictureColor, color == other.pictureColor else { return false }
    return scalars.1 == other.scalars.1 && scalars.2 == other.scalars.2
  }

  /// Compares text, role, emphasis and width.
  package static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.scalars == rhs.scalars && lhs.role == rhs.role && lhs.emphasis == rhs.emphasis
      && lhs.columns == rhs.columns
  }

  /// Hashes the scalars, the role, the emphasis and the width.
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

  /// Whether a lone scalar needs a base character.
  private static func isMark(_ scalar: UInt32) -> Bool {
    let kind = ScalarProperties(scalar).graphemeBreak
    return kind == .extend || kind == .spacingMark || kind == .zwj
  }

  /// Returns at most `limit` of a cluster's scalars, cut where a cluster can end.
  private static func fitted(_ all: [UInt32], in limit: Int) -> [UInt32] {
    // A cluster that begins with a mark is drawn on a dotted circle.
    var list = all
    if let first = list.first, isMark(first) { list.insert(0x25CC, at: 0) }
    guard list.count > limit else { return list }
    if list.dropFirst().contains(where: { (0xE0020...0xE007F).contains($0) }) {
      return Array(list.prefix(1))
    }
    var cut = Array(list.prefix(limit))
    if let joiner = list.firstIndex(of: 0x200D), joiner < limit {
      // The part after the last joiner that fits is whole only if the next scalar begins another.
      if list[limit] != 0x200D, let last = cut.lastIndex(of: 0x200D) {
        cut = Array(cut.prefix(last))
      }
    }
    while cut.last == 0x200D { cut.removeLast() }
    return cut
  }
}
