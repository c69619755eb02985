import CellGrid
import Glibc
import StreamUI

/// Keeps the places that capital letters name in all sources, a file for each letter.
struct MarkKeeper {
  /// A place in sources other than those that are shown.
  struct Elsewhere {
    /// The paths and addresses of the sources in their order.
    let names: [String]
    /// The subscriptions, if the place is in all of them or in those of a tag.
    var choice: FeedChoice?
    let place: SavedPlace
  }

  /// The outcome of a look for a mark.
  enum Finding {
    case event(Event)
    case elsewhere(Elsewhere)
  }

  private let folder: StateFolder
  /// The name of the sources that are shown.
  private let source: String

  /// - Parameter source: the name under which the place in the sources that are shown is kept.
  init(of source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
  }

  /// Keeps `place` under a letter; what the status line says if that fails.
  func set(_ letter: Unicode.Scalar, to place: SavedPlace) -> [Event] {
    let file = PlaceFile(of: letter, shown: source, in: folder)
    let failure = file.write(place, isDurable: true)
    return failure.map { [Self.warning("Mark \(letter) is not saved: \($0)")] } ?? []
  }

  func find(_ letter: Unicode.Scalar) -> Finding {
    switch PlaceFile(of: letter, shown: source, in: folder).read() {
    case .none: return .event(Self.warning("Mark \(letter) is not set"))
    case .newer(let reason), .unusable(let reason): return .event(Self.warning(reason))
    case .place(let place): return .event(.mark(place))
    case .elsewhere(let place, let source):
      if let choice = SubscriptionChoice.choice(placed: source) {
        guard SubscriptionChoice(choice) != nil else {
          return .event(Self.warning("Mark \(letter) is in subscriptions that are gone"))
        }
        return .elsewhere(Elsewhere(names: [], choice: choice, place: place))
      }
      var names: [String] = []
      for key in source.split(separator: "\n") {
        let family = SourceFamily(of: String(key))
        guard !family.isWeb else {
          if !names.contains(family.address) { names.append(family.address) }
          continue
        }
        guard let path = family.path else {
          return .event(
            Self.warning("Mark \(letter) is in \(family.shownTitle), which came from a pipe")
          )
        }
        guard access(path, R_OK) == 0 else {
          let reason = SystemError.text(errno)
          return .event(Self.warning("Mark \(letter) is in \(path): \(reason)"))
        }
        if !names.contains(path) { names.append(path) }
      }
      return .elsewhere(Elsewhere(names: names, place: place))
    }
  }

  private static func warning(_ text: String) -> Event {
    .message(SafeText(sanitizing: text), isWarning: true)
  }
}
