import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Reads the reader's place when the viewer begins and keeps it up to date.
///
/// The first failure is a message and ends the keeping until the viewer ends, which tries once more.
final class PlaceKeeper {
  /// The place where an earlier run ended; nil where none is known.
  let place: SavedPlace?
  /// The outcome of reading for the status line; nil where there is nothing to say.
  let notice: String?
  /// Nil where nothing is to be kept.
  private let file: PlaceFile?
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

  var isKeeping: Bool { file != nil }

  /// Keeps a place while the viewer rests; a power failure may lose it.
  func keep(_ place: SavedPlace) -> [Event] {
    guard !hasFailed, let failure = file?.write(place, isDurable: false) else { return [] }
    hasFailed = true
    return [.warning("Your place is not saved: \(failure)")]
  }

  /// Keeps the last place, and waits until the disk has it.
  ///
  /// - Returns: Why it is not kept, in a clause; nil if it is.
  func finish(_ place: SavedPlace?) -> String? {
    guard let place, let failure = file?.write(place, isDurable: true) else { return nil }
    return "the place in \(title) was not saved: \(failure)"
  }
}

/// Keeps the places that capital letters name in all sources, a file for each letter.
struct MarkKeeper {
  enum Finding {
    case event(Event)
    /// A place in sources other than those that are shown.
    case elsewhere(SavedPlace, in: StreamChoice)
  }

  private let folder: StateFolder
  private let source: String

  /// - Parameter source: the name under which the place in the sources that are shown is kept.
  init(of source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
  }

  /// The marks as a page without sources of its own finds them; nil where no folder keeps any.
  static var ofNoSource: MarkKeeper? { StateFolder().map { MarkKeeper(of: "", in: $0) } }

  /// Keeps `place` under a letter; what the status line says if that fails.
  func set(_ letter: Unicode.Scalar, to place: SavedPlace) -> [Event] {
    let file = PlaceFile(of: letter, shown: source, in: folder)
    let failure = file.write(place, isDurable: true)
    return failure.map { [.warning("Mark \(letter) is not saved: \($0)")] } ?? []
  }

  func find(_ letter: Unicode.Scalar) -> Finding {
    switch PlaceFile(of: letter, shown: source, in: folder).read() {
    case .none: return .event(.warning("Mark \(letter) is not set"))
    case .newer(let reason), .unusable(let reason): return .event(.warning(reason))
    case .place(let place): return .event(.mark(place))
    case .elsewhere(let place, let source):
      if let choice = FeedChoice.placed(source) {
        guard SubscriptionChoice(choice) != nil else {
          return .event(.warning("Mark \(letter) is in subscriptions that are gone"))
        }
        return .elsewhere(place, in: .subscriptions(choice))
      }
      var names: [String] = []
      for key in source.split(separator: "\n") {
        let family = SourceFamily(of: String(key))
        guard let name = family.openingName else {
          return .event(
            .warning("Mark \(letter) is in \(family.shownTitle), which came from a pipe")
          )
        }
        guard !name.hasPrefix("/") || access(name, R_OK) == 0 else {
          let reason = SystemError.text(errno)
          return .event(.warning("Mark \(letter) is in \(name): \(reason)"))
        }
        if !names.contains(name) { names.append(name) }
      }
      return .elsewhere(place, in: .sources(names))
    }
  }
}
