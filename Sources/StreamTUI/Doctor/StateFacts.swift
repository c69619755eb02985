import Glibc

/// The facts about the state folder and the configuration.
struct StateFacts {
  enum Folder: Equatable {
    /// No variable names a folder.
    case unnamed
    /// Nothing was saved yet.
    case missing(canBeMade: Bool)
    case unusable(because: String)
    /// The folder with the bytes of all files in it and in its subfolders.
    case present(bytes: Int64)
  }

  enum Integrity: Equatable {
    case none
    case ok
    case damaged
    case newer
    case busy
    case unreadable
  }

  enum Configuration: Equatable {
    case unnamed
    case missing
    /// A file that is read, with the number of its problems.
    case readable(problemCount: Int)
    case unreadable(because: String)
  }

  /// The path of the state folder as it may be shown.
  var path: String
  var folder: Folder
  var integrity: Integrity
  /// The path of the configuration file as it may be shown.
  var configurationPath: String
  var configuration: Configuration

  /// Looks at both; makes and changes nothing.
  static func collected(_ environment: (String) -> String? = Environment.value) -> StateFacts {
    let shown = ShownPath(environment)
    let folder = StateFolder(environment)
    let file = ConfigFile(environment)
    return StateFacts(
      path: folder.map { shown.text($0.path) } ?? "",
      folder: folder.map { look(at: $0.path) } ?? .unnamed,
      integrity: folder.map { integrity(in: $0.path) } ?? .none,
      configurationPath: file.map { shown.text($0.path) } ?? "",
      configuration: file.map { configuration($0, shown) } ?? .unnamed
    )
  }

  // MARK: State

  private static func look(at path: String) -> Folder {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let reason = errno
      guard reason == ENOENT else { return .unusable(because: SystemError.text(reason)) }
      return .missing(canBeMade: access(nearestFolder(above: path), W_OK | X_OK) == 0)
    }
    if status.st_mode & S_IFMT == S_IFLNK { return .unusable(because: "it is a symbolic link") }
    guard status.st_mode & S_IFMT == S_IFDIR else { return .unusable(because: "it is no folder") }
    guard status.st_uid == geteuid() else {
      return .unusable(because: "it belongs to another user")
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return .unusable(because: SystemError.text(errno))
    }
    return .present(bytes: bytes(in: path, levels: 2))
  }

  /// Returns the innermost folder above `path` that exists.
  private static func nearestFolder(above path: String) -> String {
    var parts = path.split(separator: "/")
    while !parts.isEmpty {
      parts.removeLast()
      let folder = "/" + parts.joined(separator: "/")
      if access(folder, F_OK) == 0 { return folder }
    }
    return "/"
  }

  /// Returns the bytes of the files in a folder and, below it, in at most `levels` of folders.
  private static func bytes(in path: String, levels: Int) -> Int64 {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var sum: Int64 = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: sum &+= Int64(clamping: status.st_size)
      case S_IFDIR where levels > 1: sum &+= bytes(in: "\(path)/\(name)", levels: levels - 1)
      default: break
      }
    }
    return sum
  }

  private static func integrity(in path: String) -> Integrity {
    // SQLite refuses links in the path.
    guard let real = realpath("\(path)/\(StateFiles.name)", nil) else { return .none }
    defer { free(real) }
    do throws(DatabaseError) {
      let database = try Database(path: String(cString: real))
      database.wait(milliseconds: 500)
      return try database.isSound ? StateSchema.isNewer(database) ? .newer : .ok : .damaged
    } catch {
      switch error.kind {
      case .damaged: return .damaged
      case .busy: return .busy
      default: return .unreadable
      }
    }
  }

  // MARK: Configuration

  private static func configuration(_ file: ConfigFile, _ shown: ShownPath) -> Configuration {
    if access(file.path, F_OK) != 0, [ENOENT, ENOTDIR].contains(errno) { return .missing }
    let run = RunConfiguration(file)
    guard let reason = run.refused?.reason else {
      return .readable(problemCount: run.problems.count)
    }
    return .unreadable(because: reason.replacing(file.path, with: shown.text(file.path)))
  }
}

/// The lines about the state folder and the configuration.
extension StateFacts {
  /// A line for each fact, in a fixed order.
  func lines(isSecure: Bool) -> [DoctorLine] {
    isSecure
      ? [
        DoctorLine(.warn, "state", "off: secure mode is on (STREAMTUI_SECURE)"), configurationLine,
      ]
      : [folderLine, databaseLine, configurationLine]
  }

  private var folderLine: DoctorLine {
    switch folder {
    case .unnamed:
      return DoctorLine(.warn, "state", "off: neither XDG_STATE_HOME nor HOME names a folder")
    case .missing(let canBeMade):
      return canBeMade
        ? DoctorLine(.ok, "state", "\(path), not made yet")
        : DoctorLine(.fail, "state", "\(path) cannot be made; nothing is remembered")
    case .unusable(let reason):
      return DoctorLine(
        .fail,
        "state",
        "\(path) cannot be used (\(reason)); nothing is remembered"
      )
    case .present(let bytes):
      return DoctorLine(.ok, "state", "\(path), \(Self.size(bytes))")
    }
  }

  private var databaseLine: DoctorLine {
    switch integrity {
    case .none: return DoctorLine(.ok, "database", "none yet")
    case .ok: return DoctorLine(.ok, "database", "ok")
    case .damaged:
      return DoctorLine(.fail, "database", "damaged; the next run sets it aside")
    case .newer:
      return DoctorLine(.fail, "database", "newer; the next run sets it aside")
    case .busy: return DoctorLine(.warn, "database", "busy; another process uses it")
    case .unreadable: return DoctorLine(.fail, "database", "unreadable; nothing is remembered")
    }
  }

  private var configurationLine: DoctorLine {
    let name = "configuration"
    switch configuration {
    case .unnamed:
      return DoctorLine(.ok, name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    case .missing: return DoctorLine(.ok, name, "\(configurationPath), not there")
    case .readable(let count):
      guard count > 0 else { return DoctorLine(.ok, name, configurationPath) }
      let problems = count == 1 ? "1 problem" : "\(count) problems"
      let advice = "streamtui config --check lists them"
      return DoctorLine(.warn, name, "\(configurationPath) has \(problems); \(advice)")
    case .unreadable(let reason):
      return DoctorLine(.fail, name, "\(configurationPath) cannot be read: \(reason)")
    }
  }

  /// Returns a number of bytes in the largest unit that makes it at least 1.
  private static func size(_ bytes: Int64) -> String {
    if bytes < 1024 { return "\(bytes) bytes" }
    if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
    return "\(bytes >> 20) MiB"
  }
}
