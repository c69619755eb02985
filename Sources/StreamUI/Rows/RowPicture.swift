import CellGrid
import StreamModel

package struct PictureGrid: Equatable, Sendable {
  struct Symbols: Equatable {
    let number: PictureNumber
    let picture: SymbolPicture
  }

  package let aspect: Int
  /// The high byte of this run, which is added to the numbers of pictures.
  package let run: UInt8
  package let decodes: Bool
  /// Whether pictures are made of blocks, since the terminal draws none itself.
  package var usesSymbols = false
  private(set) var symbols: Symbols?
  var permission = PicturePermission()
  private(set) var faults: [PictureNumber: SafeText] = [:]

  /// The most faults that are remembered: more pictures than that are far away from the viewport.
  private static let mostFaults = 4_096

  /// The shape of a cell where the terminal does not tell its size in pixels.
  package static let usualAspect = 2.0

  /// Makes a grid; a shape that no font has counts as the usual one.
  package init(aspect: Double = Self.usualAspect, run: UInt8, decodes: Bool = false) {
    let thousandths = (aspect * 1_000).rounded()
    self.aspect =
      (500...8_000).contains(thousandths) ? Int(exactly: thousandths) ?? 2_000 : 2_000
    self.run = run
    self.decodes = decodes
  }

  /// Takes in why a picture is not shown, nil if it can be now; whether that is news.
  mutating func note(_ fault: SafeText?, of number: PictureNumber) -> Bool {
    guard faults[number] != fault else { return false }
    if faults.count >= Self.mostFaults { faults = [:] }
    faults[number] = fault
    return true
  }

  /// The grid of a second viewer in the same terminal.
  package var ofAnotherRun: PictureGrid {
    PictureGrid(aspect: Double(aspect) / 1_000, run: run &+ 128, decodes: decodes)
  }

  mutating func note(_ picture: SymbolPicture, of number: PictureNumber) {
    symbols = Symbols(number: number, picture: picture)
  }

  func place(of file: Attachment) -> PicturePlace? {
    PicturePlace(of: file, permission, decodes: decodes)
  }
}

/// A picture below the line of its attachment.
///
/// Its cells depend on the record, the room and the grid alone: they are there before the pixels are, and stay as they
/// are. A class, because most lines have no picture and should not be larger for it.
package final class RowPicture: Sendable {
  package struct Box: Hashable, Sendable {
    package let columns: Int
    package let lines: Int
  }

  package let place: PicturePlace
  private let size: PixelSize?
  private let mostLines: Int
  /// Whether it has all of the room, and does not stand below a line.
  package let fillsPage: Bool
  private let seed: UInt64
  private let grid: PictureGrid

  /// The pixels that one column stands for: small pictures are not blown up.
  private static let pixelsOfColumn = 10
  private static let leastColumns = 2
  private static let usual = Box(columns: 24, lines: 6)

  /// - Parameter seed: The hash of the record and of the attachment in it.
  init(
    _ place: PicturePlace,
    size: PixelSize?,
    mostLines: Int,
    fillsPage: Bool = false,
    seed: UInt64,
    grid: PictureGrid
  ) {
    self.place = place
    self.size = size
    self.fillsPage = fillsPage
    let most = fillsPage ? PicturePlaceholder.mostCells : PicturePlaceholder.mostLines
    self.mostLines = min(max(1, mostLines), most)
    self.seed = seed
    self.grid = grid
  }

  func box(room: Int) -> Box? {
    let most = fillsPage ? PicturePlaceholder.mostCells : PicturePlaceholder.mostColumns
    let room = min(room, most)
    guard room >= Self.leastColumns else { return nil }
    guard let size else {
      // The terminal keeps the shape of a picture within its box.
      if fillsPage { return Box(columns: room, lines: mostLines) }
      return Box(columns: min(Self.usual.columns, room), lines: min(Self.usual.lines, mostLines))
    }
    // Sizes are at most 65,535, so no product overflows.
    var columns = fillsPage ? room : min((size.width - 1) / Self.pixelsOfColumn + 1, room)
    var lines = Self.rounded(columns * size.height * 1_000, by: size.width * grid.aspect)
    if lines > mostLines {
      lines = mostLines
      columns = Self.rounded(mostLines * size.width * grid.aspect, by: size.height * 1_000)
    }
    return Box(
      columns: min(max(Self.leastColumns, columns), room),
      lines: min(max(1, lines), mostLines)
    )
  }

  private static func rounded(_ number: Int, by divisor: Int) -> Int {
    (number + divisor / 2) / divisor
  }

  var waits: Bool { grid.permission.asks(for: place) }

  func fault(of number: PictureNumber) -> SafeText? { grid.faults[number] }

  func words(of number: PictureNumber) -> SafeText? {
    grid.permission.question(about: place) ?? fault(of: number)
  }

  func symbols(of number: PictureNumber) -> SymbolPicture? {
    grid.symbols.flatMap { $0.number == number ? $0.picture : nil }
  }

  /// Whether its cells are blank until it is made of blocks.
  var usesSymbols: Bool { grid.usesSymbols }

  /// The number of the picture in a box: the terminal scales a picture to one box, so that in another is another one.
  func number(in box: Box) -> PictureNumber {
    let hash = (seed ^ UInt64(box.columns << 8 | box.lines)) &* 0x9E37_79B9_7F4A_7C15
    return PictureNumber(hash: hash >> 16, run: grid.run)
  }
}

struct PostPictures {
  private let grid: PictureGrid
  private let mostLines: Int
  /// The most pictures of a row: a post may have a thousand.
  private let most: Int
  private let record: String
  private let isWarned: Bool
  private let isUnfolded: Bool

  static func areHidden(of post: Post) -> Bool {
    post.attachments.contains { file in
      file.type == "image" && (file.isSensitive || post.contentWarning != nil)
    }
  }

  init(_ grid: PictureGrid, _ post: Post, isOpened: Bool, isUnfolded: Bool) {
    self.grid = grid
    mostLines = isOpened ? PicturePlaceholder.mostLines : 12
    most = isOpened ? 16 : 4
    record = post.id.rawValue
    isWarned = post.contentWarning != nil && !isUnfolded
    self.isUnfolded = isUnfolded
  }

  func choice(of files: [Attachment]) -> [Int: PicturePlace] {
    var chosen: [Int: PicturePlace] = [:]
    for index in files.indices where chosen.count < most {
      chosen[index] = grid.place(of: files[index])
    }
    return chosen
  }

  func picture(of attachment: Attachment, _ index: Int, _ place: PicturePlace) -> RowPicture? {
    guard !isWarned, isUnfolded || !attachment.isSensitive else { return nil }
    return RowPicture(
      place,
      size: attachment.size,
      mostLines: mostLines,
      seed: stableHash(of: "\(record)\u{0}\(index)\u{0}\(place.written)"),
      grid: grid
    )
  }
}
