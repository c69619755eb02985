import Glibc
import StreamHost

/// The checks of the state folder and the configuration.
struct StateChecks {
  let environment: (String) -> String?

  private var shown: ShownPath { ShownPath(environment: environment) }

  var lines: [DoctorLine] {
    guard let path = StateFolder(environment)?.path else {
      return [.warn("state", "off: neither XDG_STATE_HOME nor HOME names a folder")]
    }
    let name = shown.text(path)
    var status = stat()
    let fault = lstat(path, &status) == 0 ? 0 : errno
    guard fault != ENOENT else { return [missingLine(path)] }
    let reason: String? =
      switch status.st_mode & S_IFMT {
      case _ where fault != 0: SystemError.text(fault)
      case S_IFLNK: "it is a symbolic link"
      case S_IFDIR where status.st_uid != geteuid(): "it belongs to another user"
      case S_IFDIR: access(path, R_OK | W_OK | X_OK) == 0 ? nil : SystemError.text(errno)
      default: "it is no folder"
      }
    return reason.map { [.fail("state", "\(name) cannot be used (\($0)); nothing is remembered")] }
      ?? [.ok("state", name), databaseLine(in: path)]
  }

  private func missingLine(_ path: String) -> DoctorLine {
    var parts = path.split(separator: "/").dropLast()
    while access("/" + parts.joined(separator: "/"), F_OK) != 0, parts.popLast() != nil {}
    return access("/" + parts.joined(separator: "/"), W_OK | X_OK) == 0
      ? .ok("state", "\(shown.text(path)), not made yet")
      : .fail("state", "\(shown.text(path)) cannot be made; nothing is remembered")
  }

  private func databaseLine(in path: String) -> DoctorLine {
    // SQLite refuses links in the path.
    let real = realpath("\(path)/\(StateFiles.name)", nil)
    guard let real else { return .ok("database", "none yet") }
    defer { free(real) }
    do throws(DatabaseError) {
      let database = try Database(path: String(cString: real))
      database.wait(milliseconds: 500)
      guard try database.isSound else { throw DatabaseError(kind: .damaged, text: "") }
      try StateSchema.checkVersion(of: database)
      return .ok("database", "ok")
    } catch {
      return switch error.kind {
      case .damaged: .fail("database", "damaged; the next run sets it aside")
      case .older: .warn("database", "from an earlier build; the next run sets it aside")
      case .newer: .fail("database", "from a newer version of streamtui; update streamtui")
      case .busy: .warn("database", "busy; another process uses it")
      default: .fail("database", "unreadable; nothing is remembered")
      }
    }
  }

  /// The line about the configuration, which `run` has read.
  func line(on run: RunConfiguration) -> DoctorLine {
    let name = "configuration"
    guard let file = run.file else {
      return .ok(name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    }
    let path = shown.text(file.path)
    if let reason = run.refused?.reason.replacing(file.path, with: path) {
      return .fail(name, "\(path) cannot be read: \(reason)")
    }
    let count = run.problems.count
    guard count == 0 else {
      return .warn(name, "\(path) has problems: \(count); streamtui config --check lists them")
    }
    return .ok(name, access(file.path, F_OK) == 0 ? path : "\(path), not there")
  }
}
