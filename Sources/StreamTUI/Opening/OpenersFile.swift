import Glibc
import StreamHost

/// The openers file: its path and its contents.
struct OpenersFile {
  /// The rules and the problems of the file, the latter as lines for the user.
  struct Reading {
    var rules = OpenerRules()
    var problems: [String] = []
  }

  let path: String
  /// Whether the user named the file, so that it must exist.
  let isNamed: Bool

  /// Locates the file in this environment; nil if none is named and there is no home folder.
  init?(_ environment: (String) -> String? = Environment.value) {
    if let named = environment("STREAMTUI_OPENERS") {
      guard !named.isEmpty else { return nil }
      (path, isNamed) = (named, true)
      return
    }
    // A relative folder must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = folder + "/streamtui/openers"
    } else if let home = environment("HOME"), !home.isEmpty {
      path = home + "/.config/streamtui/openers"
    } else {
      return nil
    }
    isNamed = false
  }

  /// Reads the file; refuses one that others can write to or that is not a regular file.
  func read() -> Reading {
    // O_NONBLOCK: a pipe of that name would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      let reason = errno
      if !isNamed, reason == ENOENT || reason == ENOTDIR { return Reading() }
      return refused("cannot be read: \(SystemError.text(reason))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return refused("no file (expected a text file)")
    }
    guard status.st_uid == getuid() || status.st_uid == 0 else {
      return refused("belongs to somebody else (expected your own file)")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return refused("others can write to it (make it yours alone: chmod go-w)")
    }
    do throws(OpenFile.Failure) {
      let rules = OpenerRules(try OpenFile.bytes(of: file, limit: OpenerRules.limit))
      return Reading(
        rules: rules,
        problems: rules.problems.map { "\(path):\($0.line):\($0.column): \($0.message)" }
      )
    } catch {
      switch error {
      case .tooLarge: return refused("larger than \(OpenerRules.limit) bytes")
      case .refused(let reason): return refused("cannot be read: \(SystemError.text(reason))")
      }
    }
  }

  private func refused(_ reason: String) -> Reading {
    Reading(problems: ["\(path): \(reason)"])
  }
}
