import CellGrid
import StreamUI

/// Reads the reader's place when the viewer begins and keeps it up to date; a failure is said once and
/// ends the keeping.
final class PlaceKeeper {
  /// The place where an earlier run ended; nil where none is known.
  let place: SavedPlace?
  /// The outcome of reading for the status line; nil where there is nothing to say.
  let notice: String?
  /// The file; nil from the first failure on, and where nothing is to be kept.
  private var file: PlaceFile?

  init(_ file: PlaceFile?) {
    self.file = file
    switch file?.read() {
    case .place(let place): (self.place, notice) = (place, nil)
    case .unusable(let notice): (self.place, self.notice) = (nil, notice)
    case .none?, .elsewhere?, nil: (place, notice) = (nil, nil)
    }
  }

  /// Whether places are kept.
  var isKeeping: Bool { file != nil }

  /// Keeps a place while the viewer rests; a power failure may lose it.
  func keep(_ place: SavedPlace) -> [Event] {
    write(place, isDurable: false).map { [.message(SafeText(sanitizing: $0), isWarning: true)] }
      ?? []
  }

  /// Keeps the last place, and waits until the disk has it.
  ///
  /// - Returns: Why it is not kept, unless that was said before; nil if it is.
  func finish(_ place: SavedPlace?) -> String? {
    place.flatMap { write($0, isDurable: true) }
  }

  private func write(_ place: SavedPlace, isDurable: Bool) -> String? {
    guard let failure = file?.write(place, isDurable: isDurable) else { return nil }
    file = nil
    return failure
  }
}
