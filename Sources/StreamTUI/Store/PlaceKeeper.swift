import CellGrid
import StreamUI

/// Reads the reader's place when the viewer begins and keeps it up to date.
///
/// The first failure is a message and ends the keeping until the viewer ends, which tries once more.
final class PlaceKeeper {
  /// The place where an earlier run ended; nil where none is known.
  let place: SavedPlace?
  /// The outcome of reading for the status line; nil where there is nothing to say.
  let notice: String?
  /// The file; nil where nothing is to be kept.
  private let file: PlaceFile?
  /// The name of the sources for a message.
  private let title: String
  private var hasFailed = false

  /// - Parameter title: the name of the sources for a message.
  init(_ file: PlaceFile?, in title: String) {
    self.title = title
    let found = file?.read()
    if case .newer = found { self.file = nil } else { self.file = file }
    switch found {
    case .place(let place): (self.place, notice) = (place, nil)
    case .newer(let notice)?, .unusable(let notice)?: (self.place, self.notice) = (nil, notice)
    case .none?, .elsewhere?, nil: (place, notice) = (nil, nil)
    }
  }

  /// Whether places are kept.
  var isKeeping: Bool { file != nil }

  /// Keeps a place while the viewer rests; a power failure may lose it.
  func keep(_ place: SavedPlace) -> [Event] {
    guard !hasFailed, let failure = file?.write(place, isDurable: false) else { return [] }
    hasFailed = true
    let text = "Your place is not saved: \(failure)"
    return [.message(SafeText(sanitizing: text), isWarning: true)]
  }

  /// Keeps the last place, and waits until the disk has it.
  ///
  /// - Returns: Why it is not kept, in a clause; nil if it is.
  func finish(_ place: SavedPlace?) -> String? {
    guard let place, let failure = file?.write(place, isDurable: true) else { return nil }
    return "the place in \(title) was not saved: \(failure)"
  }
}
