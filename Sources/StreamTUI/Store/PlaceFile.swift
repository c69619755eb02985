import Glibc
import StreamModel
import StreamUI

/// The file with a place in one source, or in several that are shown together: the one where the reader
/// stopped, or that of a capital letter.
///
/// It is written beside the old one, which it then replaces in one step, so a run that is killed
/// leaves the old place or the new one. No symbolic link below the state folder is followed.
struct PlaceFile {
  /// The outcome of a look for the file.
  enum Reading: Equatable {
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
  private let subfolder: PlaceFolder.Kind
  /// The name by which the source is known from run to run.
  private let source: String
  private let name: String

  init(of source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
    subfolder = .places
    name = hexDigits(stableHash(of: source))
  }

  /// The place that a capital letter names.
  ///
  /// - Parameter source: the source that is shown.
  init(of letter: Unicode.Scalar, shown source: String, in folder: StateFolder) {
    self.source = source
    self.folder = folder
    subfolder = .marks
    name = String(letter)
  }

  // MARK: Reading

  /// Reads the place; a file that is damaged is moved aside.
  func read() -> Reading {
    guard let places = folder.openSubfolder(subfolder.rawValue, creates: false) else {
      return .none
    }
    defer { close(places) }
    let file = openat(places, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      return errno == ENOENT ? .none : unusable("cannot be read: \(SystemError.text(errno))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let text = Self.text(of: file)
    else { return moveAside(places, "is damaged") }
    do throws(PlaceText.Failure) {
      let found = try PlaceText.read(text)
      if found.source == source { return .place(found.place) }
      // Two sources with the same hash share the file: the other one has it.
      return subfolder == .places ? .none : .elsewhere(found.place, source: found.source)
    } catch {
      switch error {
      case .newer:
        return .newer(
          "The saved place is from a newer version of streamtui and stays as it is. Update streamtui."
        )
      case .damaged: return moveAside(places, "is damaged")
      }
    }
  }

  private static func text(of file: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while bytes.count <= PlaceText.limit {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return String(validating: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
    return nil
  }

  private func moveAside(_ places: Int32, _ reason: String) -> Reading {
    guard renameat(places, name, places, name + ".bad") == 0 else { return unusable(reason) }
    return unusable("\(reason); it is kept as \(subfolder.rawValue)/\(name).bad")
  }

  private func unusable(_ reason: String) -> Reading {
    .unusable("The saved place \(reason)")
  }

  // MARK: Writing

  /// Replaces the file.
  ///
  /// - Parameter isDurable: Whether to wait until the disk has it, which can take tens of milliseconds.
  /// - Returns: The system's reason why it could not be written; nil if it was.
  func write(_ place: SavedPlace, isDurable: Bool) -> String? {
    guard let places = folder.openSubfolder(subfolder.rawValue, creates: true) else {
      return failure()
    }
    defer { close(places) }
    let draft = "\(name).\(getpid()).tmp"
    // One of a process with the same number that was killed.
    _ = unlinkat(places, draft, 0)
    let file = openat(places, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return failure() }
    let isWritten =
      Diagnostics.write(PlaceText.text(of: place, in: source), to: file)
      && (!isDurable || fsync(file) == 0)
    let reason = errno
    guard close(file) == 0, isWritten, renameat(places, draft, places, name) == 0 else {
      let text = failure(isWritten ? errno : reason)
      _ = unlinkat(places, draft, 0)
      return text
    }
    if isDurable { fsync(places) }
    return nil
  }

  private func failure(_ reason: Int32 = errno) -> String {
    SystemError.text(reason)
  }
}
