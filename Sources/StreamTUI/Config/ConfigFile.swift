import Configuration
import Glibc
import StreamHost

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

  /// A file that was named on the command line.
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

/// The configuration file that a command reads.
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
