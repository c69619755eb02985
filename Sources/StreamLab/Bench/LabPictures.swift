import CellGrid
package import StreamUI

/// The pictures that a lab draws: how rows draw them, and where their bytes come from.
package struct LabPictures {
  /// Encodes the next slice of a picture for the terminal; returns its bytes, nil after the last one.
  package typealias Slices = () -> Int?

  let grid: PictureGrid
  let open: (PictureWish) -> Slices?

  package init(grid: PictureGrid, open: @escaping (PictureWish) -> Slices?) {
    self.grid = grid
    self.open = open
  }
}

/// The pictures that a terminal has, sent by the slice as the program sends them, and counted.
struct PictureUploads {
  private let open: (PictureWish) -> LabPictures.Slices?
  private var held: Set<PictureNumber> = []
  private var wanted: [PictureWish] = []
  private var current: (number: PictureNumber, slices: LabPictures.Slices)?
  private(set) var count = 0

  /// The most pictures that the terminal has at a time.
  private static let most = 64

  init(_ pictures: LabPictures) { open = pictures.open }

  /// Sends what is wanted from now on, and deletes what is far away.
  mutating func want(_ wishes: PictureWishes) { want(wishes.wanted, keeping: wishes.kept) }

  /// Sends what is on the screen from now on, and deletes what is far away.
  mutating func wantVisible(_ wishes: PictureWishes) {
    want(Array(wishes.wanted.prefix(wishes.visibleCount)), keeping: wishes.kept)
  }

  private mutating func want(_ wishes: [PictureWish], keeping kept: Set<PictureNumber>) {
    held.formIntersection(kept)
    wanted = wishes
    if let current, !wishes.contains(where: { $0.number == current.number }) { self.current = nil }
  }

  /// Sends the next slice; returns its bytes, nil once everything is there that is wanted.
  mutating func sendSlice() -> Int? {
    while true {
      if let current {
        if let bytes = current.slices() { return bytes }
        held.insert(current.number)
        count += 1
        self.current = nil
      }
      guard held.count < Self.most,
        let index = wanted.firstIndex(where: { !held.contains($0.number) })
      else { return nil }
      let wish = wanted.remove(at: index)
      if let slices = open(wish) { current = (wish.number, slices) }
    }
  }

  /// Sends everything that is wanted; returns its bytes.
  mutating func sendAll() -> Int {
    var bytes = 0
    while let more = sendSlice() { bytes += more }
    return bytes
  }
}
