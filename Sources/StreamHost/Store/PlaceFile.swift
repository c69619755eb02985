import Glibc
package import StreamModel

/// The file with a place in one source, or in several that are shown together: the one where the reader
/// stopped, or that of a capital letter.
///
/// A run that is killed leaves the old place or the new one.
package struct PlaceFile {
  package enum Reading: Equatable {
    case none
    case place(SavedPlace)
    /// A place in another source, by its name.
    case elsewhere(SavedPlace, source: String)
    /// A newer version wrote the file, which stays as it is; the sentence is for the status line.
    case newer(String)
    /// The file cannot be used; the sentence is for the status line.
    case unusable(String)
  }

  private let folder: StateFolder
  private let kind: PlaceFolder.Kind
  private let source: String
  private let name: String

  package init(of source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
    kind = .places
    name = PlaceFolder.fileName(of: source)
  }

  /// The place that a capital letter names.
  ///
  /// - Parameter source: the source that is shown.
  package init(of letter: Unicode.Scalar, shown source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
    kind = .marks
    name = String(letter)
  }

  /// Reads the place; a file that is damaged, or of an earlier build, is moved aside.
  package func read() -> Reading {
    guard let places = PlaceFolder(kind, in: folder)?.files else { return .none }
    do throws(StateError) {
      guard let bytes = try places.read(name, limit: PlaceText.limit) else { return .none }
      guard let text = String(validating: bytes, as: UTF8.self) else { return moveAside(places) }
      return reading(of: text, places)
    } catch {
      switch error {
      case .tooLarge, .wrongKind: return moveAside(places)
      default: return .unusable("The saved place cannot be read: \(error.reason)")
      }
    }
  }

  private func reading(of text: String, _ places: PrivateFolder) -> Reading {
    do throws(PlaceText.Failure) {
      let found = try PlaceText.read(text)
      if found.source == source { return .place(found.place) }
      // Two sources with the same hash share the file: the other one has it.
      return kind == .places ? .none : .elsewhere(found.place, source: found.source)
    } catch {
      switch error {
      case .newer:
        return .newer(
          "The saved place is from a newer version of streamtui and stays as it is. Update streamtui."
        )
      case .older: return moveAside(places, "is from an earlier build of streamtui")
      case .damaged: return moveAside(places)
      }
    }
  }

  private func moveAside(_ places: PrivateFolder, _ reason: String = "is damaged") -> Reading {
    let aside = name + ".bad"
    let isMoved = places.rename(name, to: aside)
    let rest = isMoved ? "; it is kept as \(kind.rawValue)/\(aside)" : ""
    return .unusable("The saved place \(reason)\(rest)")
  }

  /// Replaces the file.
  ///
  /// - Parameter isDurable: Whether to wait until the disk has it, which can take tens of milliseconds.
  /// - Returns: The reason why it could not be written; nil if it was.
  package func write(_ place: SavedPlace, isDurable: Bool) -> String? {
    do throws(StateError) {
      let places = try PrivateFolder.opened(kind.rawValue, in: folder, creates: true)
      guard let places else { throw .refused(ENOENT) }
      let text = PlaceText.text(of: place, in: source)
      try places.replace(name, with: Array(text.utf8), isDurable: isDurable)
      return nil
    } catch {
      return error.reason
    }
  }
}

package struct PlaceFolder {
  package enum Kind: String, CaseIterable {
    case places
    case marks
  }

  struct Removal {
    var count = 0
    var isClean = true
  }

  package let files: PrivateFolder

  package init?(_ kind: Kind = .places, in folder: StateFolder) {
    let opened = try? PrivateFolder.opened(kind.rawValue, in: folder, creates: false)
    guard let opened else { return nil }
    files = opened
  }

  static func fileName(of source: String) -> String { hexDigits(stableHash(of: source)) }

  /// Reads the place in a source, and moves nothing aside; nil where none can be read.
  func place(in source: String) -> SavedPlace? {
    guard let text = String(validating: bytes(of: Self.fileName(of: source)), as: UTF8.self),
      let found = try? PlaceText.read(text), found.source == source
    else { return nil }
    return found.place
  }

  /// Removes the places of all views that show a source, with drafts and damaged files.
  func forget(_ source: SourceFamily) -> Removal {
    remove { bytes in
      // One that is cut or damaged may be that of any source, and is of no use to it.
      let sources = PlaceText.sources(in: String(decoding: bytes, as: UTF8.self))
      return sources?.contains { source.contains($0) } ?? true
    }
  }

  func forgetAll() -> Removal { remove { _ in true } }

  private func remove(_ isMeant: ([UInt8]) -> Bool) -> Removal {
    var removal = Removal()
    for name in files.names where isMeant(bytes(of: name)) {
      do throws(StateError) {
        // The name of a place file is its hash alone.
        if try files.remove(name), !name.contains(".") { removal.count += 1 }
      } catch {
        removal.isClean = false
      }
    }
    return removal
  }

  /// The bytes of a file; none where it cannot be read or is too long for a place.
  private func bytes(of name: String) -> [UInt8] {
    (try? files.read(name, limit: PlaceText.limit)).flatMap(\.self) ?? []
  }
}
