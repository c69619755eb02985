import Configuration
import Glibc
import StreamHost
import StreamModel

/// The configuration file: its path, and the checks before it is read.
struct ConfigFile: Equatable {
  /// The largest file that is read, in bytes.
  static let limit = 1 << 20

  let path: String
  /// Whether the user named the file, so that it must exist.
  let isNamed: Bool

  /// The reason why a file is not read.
  struct Failure: Error, Equatable {
    /// The line for the user, which names the file.
    let text: String
    let reason: String
  }

  init(named path: String) {
    self.path = path
    isNamed = true
  }

  /// Locates the user's file: `$XDG_CONFIG_HOME/streamtui/config.toml`, else
  /// `~/.config/streamtui/config.toml`; nil without a home folder.
  init?(_ environment: (String) -> String? = Environment.value) {
    // A relative folder must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = folder + "/streamtui/config.toml"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      path = home + "/.config/streamtui/config.toml"
    } else {
      return nil
    }
    isNamed = false
  }

  var name: String { isNamed ? path : "config.toml" }

  /// Reads the bytes; nil if the user's own file is not there.
  ///
  /// A symbolic link may lead to it: the file that it leads to is checked.
  ///
  /// - Throws: ``Failure`` for a file that is missing though named, that others can change, that is too
  ///   large, or that is no regular file.
  func read() throws(Failure) -> [UInt8]? {
    // O_NONBLOCK: a pipe of that name would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      let reason = errno
      var link = stat()
      let isMissing = !isNamed && (reason == ENOENT || reason == ENOTDIR)
      if isMissing, lstat(path, &link) != 0 { return nil }
      if isMissing { throw refusal("it is a link to a file that does not exist") }
      throw refusal(SystemError.text(reason))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw refusal(SystemError.text(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("it is \(Self.kind(of: status.st_mode)) (expected a regular file)")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw refusal("it belongs to another user (expected a file of your own)")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw refusal("others can write to it (chmod go-w \(path))")
    }
    do throws(OpenFile.Failure) {
      return try OpenFile.bytes(of: file, limit: Self.limit)
    } catch {
      switch error {
      case .tooLarge: throw refusal("it is larger than 1 MiB")
      case .refused(let reason): throw refusal(SystemError.text(reason))
      }
    }
  }

  private func refusal(_ reason: String) -> Failure {
    Failure(text: "\(isNamed ? path : shownPath) was not read: \(reason)", reason: reason)
  }

  var shownPath: String {
    guard let home = Environment.value("HOME"), !home.isEmpty, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.utf8.count)
  }

  private static func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    default: "a device or socket"
    }
  }
}

enum ConfigSource: Equatable {
  case usual
  case named(String)
  case none

  var file: ConfigFile? {
    switch self {
    case .usual: ConfigFile()
    case .named(let path): ConfigFile(named: path)
    case .none: nil
    }
  }
}

/// Adds a saved view at the end of the configuration file, or gives one another filter in its line, and leaves every
/// other byte as it is.
struct ConfigAddition {
  /// The reason why a view is not saved, as a clause.
  struct Failure: Error, Equatable {
    let reason: String
    /// Whether it helps to write the lines into the file by hand.
    var isMendedByHand = true
  }

  /// The milliseconds for which another process that adds a view is waited for.
  private static let patience: Int32 = 1_000

  let name: String
  let filter: String
  /// The filter whose place the new one takes; nil for a view that is new.
  var former: String?

  var lines: [String] { ["[views.\(name)]", "filter = \(ConfigTables.quoted(filter))"] }

  // MARK: Words

  /// The sentence after the view was saved.
  func news(in place: String) -> String {
    former.map { "View \(name) is \(Self.shortened(filter)) now; it was \(Self.shortened($0))" }
      ?? "View \(name) is saved in \(place)"
  }

  /// The sentence where it was not: the reason first, for the end may have no room.
  func warning(_ failure: Failure, in place: String) -> String {
    let reason = "View \(name) is not saved: \(failure.reason)"
    guard failure.isMendedByHand else { return reason }
    let line = "filter = \(Self.shortened(ConfigTables.quoted(filter)))"
    return "\(reason). By hand, in \(place): [views.\(name)] and \(line)"
  }

  /// A filter in a message; a long one is cut in the middle, so that the words around it are seen.
  private static func shortened(_ filter: String) -> String {
    guard filter.count > 60 else { return filter }
    return "\(filter.prefix(30)) … \(filter.suffix(27))"
  }

  // MARK: Writing

  /// Writes the lines into `file`, which is made with its folder if it is missing.
  ///
  /// The file is replaced in one step: a run that is killed leaves the old bytes or the new ones. Where a symbolic link
  /// leads to it, the link stays.
  func write(to file: ConfigFile) throws(Failure) {
    guard !Environment.isSecure else {
      throw Failure(reason: "secure mode is on (STREAMTUI_SECURE)")
    }
    guard SavedView.isName(name) else {
      throw Failure(reason: "this cannot be its name (expected \(SavedView.nameForm))")
    }
    let path = try Self.target(of: file)
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.failure(errno) }
    // The lock ends with the descriptor.
    defer { close(folder) }
    try Self.lock(folder)
    var before = stat()
    let isThere = stat(path, &before) == 0
    let old: [UInt8]
    do throws(ConfigFile.Failure) { old = try file.read() ?? [] } catch {
      throw Failure(reason: error.reason)
    }
    if isThere { try Self.check(before) }
    let new =
      try former.map { former throws(Failure) in try replacement(of: former, in: old) }
      ?? old + addition(to: old)
    guard new.count <= ConfigFile.limit else {
      throw Failure(reason: "the file would be larger than 1 MiB")
    }
    try check(new, madeOf: old, in: file)
    let mode = isThere ? before.st_mode & 0o7777 : 0o600
    try Self.replace(path, in: folder, with: new, mode: mode, isThere ? before : nil)
  }

  // MARK: The text

  /// The bytes that are added: the lines, after an empty one.
  private func addition(to old: [UInt8]) -> [UInt8] {
    let usesReturns = old.suffix(2) == [0x0D, 0x0A]
    let end = usesReturns ? "\r\n" : "\n"
    let isOpen = old.last.map { $0 != 0x0A } ?? false
    let start = (isOpen ? end : "") + (old.isEmpty ? "" : end)
    return Array((start + lines.map { $0 + end }.joined()).utf8)
  }

  /// The bytes with the filter in place of `former`, which must stand in one line, in quotation marks.
  private func replacement(of former: String, in old: [UInt8]) throws(Failure) -> [UInt8] {
    let known = Self.views(of: old).lines[name]
    guard let known, known.text == former else {
      throw Failure(reason: "the file has another filter for it by now; :config-reload reads it")
    }
    var lines = old.split(separator: 0x0A, omittingEmptySubsequences: false)
    let index = known.line - 1
    guard lines.indices.contains(index), let text = Self.quotedText(in: lines[index]) else {
      throw Failure(reason: "its filter is not a text within one line")
    }
    lines[index].replaceSubrange(text, with: ConfigTables.quoted(filter).utf8)
    return Array(lines.joined(separator: [0x0A]))
  }

  /// The text after the first "=" of a line, with its quotation marks; nil where another value stands there.
  private static func quotedText(in line: ArraySlice<UInt8>) -> Range<Int>? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
      let start = line[equals...].dropFirst().firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
      [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(line[start])
    else { return nil }
    let mark = line[start]
    // Three marks begin a text of several lines.
    guard !line[start...].starts(with: [mark, mark, mark]) else { return nil }
    var isEscaped = false
    for (index, byte) in zip(line.indices, line).drop(while: { $0.0 <= start }) {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
        isEscaped = true
      } else if byte == mark {
        return start..<(index + 1)
      }
    }
    return nil
  }

  /// Checks that the new text states this view and is otherwise what it was.
  private func check(_ new: [UInt8], madeOf old: [UInt8], in file: ConfigFile) throws(Failure) {
    let (before, after) = (Self.views(of: old), Self.views(of: new))
    if former == nil, let place = before.places[name] {
      throw Failure(
        reason:
          "there is a view of this name (\(file.name):\(place.line)); :config-reload reads it",
        isMendedByHand: false
      )
    }
    guard after.table.views.contains(where: { $0.name == name && $0.line == filter }) else {
      let known = Set(before.problems.map(\.message))
      let problem = after.problems.first { !known.contains($0.message) } ?? after.problems.first
      // The same lines have the same problem wherever they are written.
      throw Failure(
        reason: problem?.message ?? "the end of the file cannot take a table",
        isMendedByHand: problem == nil
      )
    }
    guard after.problems.count == before.problems.count else {
      throw Failure(reason: after.problems.last?.message ?? "it would be a problem of the file")
    }
  }

  private static func views(of bytes: [UInt8]) -> (
    table: SavedViewTable, places: [String: ConfigPlace],
    lines: [String: (text: String, line: Int)], problems: [ConfigProblem]
  ) {
    let document = ConfigDocument(bytes)
    var entries: [ConfigTable.Entry] = []
    if case .table(let found)? = document.root["views"]?.content { entries = found.entries }
    let table = SavedViewTable(ConfigTable(entries))
    let places = Dictionary(entries.map { ($0.key, $0.place) }) { first, _ in first }
    var lines: [String: (text: String, line: Int)] = [:]
    for entry in entries {
      guard case .table(let held) = entry.value.content, let value = held["filter"],
        case .string(let text) = value.content
      else { continue }
      lines[entry.key] = (text, value.place.line)
    }
    return (table, places, lines, document.problems + table.problems)
  }

  // MARK: The file

  /// The path of the file behind symbolic links; makes the folder of one that is missing.
  private static func target(of file: ConfigFile) throws(Failure) -> String {
    if let canonical = realpath(file.path, nil) {
      defer { free(canonical) }
      return String(cString: canonical)
    }
    guard errno == ENOENT else { throw failure(errno) }
    var status = stat()
    guard lstat(file.path, &status) != 0 else {
      throw Failure(reason: "it is a link to a file that does not exist")
    }
    guard !file.isNamed else { throw failure(ENOENT) }
    var prefix = ""
    for part in folder(of: file.path).split(separator: "/") {
      prefix += "/" + part
      guard mkdir(prefix, 0o700) != 0 else { continue }
      let reason = errno
      // A folder that exists may also report that its parent cannot be written.
      guard stat(prefix, &status) == 0 else { throw failure(reason) }
    }
    return file.path
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  /// Waits until no other process of this program adds to a file of the folder.
  private static func lock(_ folder: Int32) throws(Failure) {
    var left = patience
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks does not hold anything up.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard left > 0 else { throw Failure(reason: "another viewer is writing to it") }
      poll(nil, 0, 2)
      left -= 2
    }
  }

  /// Checks that the file may be replaced: the replacement would lose its owner and its other names.
  private static func check(_ status: stat) throws(Failure) {
    guard status.st_uid == geteuid() else { throw Failure(reason: "the file belongs to root") }
    guard status.st_mode & S_IWUSR != 0 else { throw Failure(reason: "the file is read-only") }
    guard status.st_nlink <= 1 else {
      throw Failure(reason: "the file has several names (hard links)")
    }
  }

  /// - Parameter before: the file as it was read; nil if there was none.
  private static func replace(
    _ path: String,
    in folder: Int32,
    with bytes: [UInt8],
    mode: mode_t,
    _ before: stat?
  ) throws(Failure) {
    let name = name(of: path)
    let draft = ".\(name).\(getpid()).tmp"
    // One of a process with the same number that was killed.
    _ = unlinkat(folder, draft, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(folder, draft, flags, 0o600)
    guard file >= 0 else { throw failure(errno) }
    let isWritten =
      bytes.withUnsafeBytes { Diagnostics.write($0, to: file) } && fchmod(file, mode) == 0
      && fsync(file) == 0
    let reason = errno
    guard close(file) == 0, isWritten else {
      let why = isWritten ? errno : reason
      _ = unlinkat(folder, draft, 0)
      throw failure(why)
    }
    // An editor knows nothing of the lock.
    var now = stat()
    let isThere = fstatat(folder, name, &now, 0) == 0
    let isSame =
      isThere == (before != nil) && now.st_ino == before?.st_ino ?? now.st_ino
      && now.st_size == before?.st_size ?? now.st_size
      && now.st_mtim.tv_sec == before?.st_mtim.tv_sec ?? now.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == before?.st_mtim.tv_nsec ?? now.st_mtim.tv_nsec
    guard isSame else {
      _ = unlinkat(folder, draft, 0)
      throw Failure(reason: "another program has just changed the file; try again")
    }
    guard renameat(folder, draft, folder, name) == 0 else {
      let why = errno
      _ = unlinkat(folder, draft, 0)
      throw failure(why)
    }
    fsync(folder)
  }

  private static func failure(_ number: Int32) -> Failure {
    Failure(reason: SystemError.text(number))
  }
}
