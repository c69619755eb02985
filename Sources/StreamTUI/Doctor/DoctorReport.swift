import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The checks of this machine, a line each, with the remedy where something is missing.
struct DoctorReport {
  private let environment: (String) -> String?
  private let exists: (String) -> Bool
  private let isTerminal: Bool
  private let run: RunConfiguration

  /// - Parameter exists: Whether a program is found and can be run.
  init(
    _ environment: @escaping (String) -> String? = Environment.value,
    exists: @escaping (String) -> Bool = ChildProcess.exists,
    isTerminal: Bool = isatty(STDOUT_FILENO) == 1
  ) {
    self.environment = environment
    self.exists = exists
    self.isTerminal = isTerminal
    run = RunConfiguration(ConfigFile(environment))
  }

  /// Looks at the machine, without a change to it, once ``Ncurses/setLocale()`` was called.
  var lines: [DoctorLine] {
    var lines = BuildFacts.ofThisProgram.lines
    lines += [typeLine, colorLine, linkLine, pictureLine, clipboardLine]
    lines += [localeLine, zoneLine, procLine, folderLine, requestLine]
    if environment("STREAMTUI_SECURE") == "1" {
      lines.append(.warn("openers and state", "off: secure mode is on (STREAMTUI_SECURE)"))
    } else {
      lines += openerLines + stateLines
    }
    return lines + [configurationLine]
  }

  /// Returns `path` as it may be shown to others: the home folder is "~", and the name of the user is left out elsewhere.
  private func shown(_ path: String) -> String {
    let home = environment("HOME") ?? ""
    let isOwn = home.hasPrefix("/") && (path + "/").hasPrefix(home + "/")
    let path = isOwn ? "~" + path.dropFirst(home.count) : path
    let users = [environment("USER"), environment("LOGNAME")].filter { $0 != "" }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { users.contains(String($0)) ? "USER" : $0 }.joined(separator: "/")
  }
}

/// The checks of the terminal by its type and the environment; it is asked nothing.
extension DoctorReport {
  private var type: String { environment("TERM") ?? "" }
  /// -1 for none, -2 if the type cannot place the cursor, -3 if it has no description.
  private var colors: Int { Ncurses.describedColors(of: type) }
  private var isColorless: Bool { environment("NO_COLOR")?.isEmpty == false }

  private var typeLine: DoctorLine {
    let name = "terminal"
    guard isTerminal else { return .warn(name, "output is no terminal") }
    return switch (type, colors) {
    case ("", _): .fail(name, "TERM is not set; set it to the type of this terminal")
    case ("dumb", _): .warn(name, "dumb; posts are printed one at a time (--linear)")
    case (_, ...(-3)): .fail(name, "\(type); no description in terminfo; install one, or set TERM")
    case (_, -2): .fail(name, "\(type); it cannot place the cursor; set TERM, or use --linear")
    default: .ok(name, type)
    }
  }

  private var colorLine: DoctorLine {
    let name = "colours"
    if isColorless { return .warn(name, "none, because NO_COLOR is set") }
    return switch colors {
    case ...0: .warn(name, "none; another TERM may have some")
    case ..<256: .warn(name, "\(colors), for theme = \"auto\" and theme = \"terminal\" alone")
    default: .ok(name, "\(colors)")
    }
  }

  private var linkLine: DoctorLine {
    HyperlinkChoice.auto.holds(environment)
      ? .ok("hyperlinks", "links are clickable (OSC 8)")
      : .warn("hyperlinks", "not known to be supported; --hyperlinks always writes them")
  }

  private var pictureLine: DoctorLine {
    let name = "pictures"
    let pictures = run.settings.options.pictureChoice
    guard pictures != .off else { return .ok(name, "none: pictures = \"off\"") }
    switch PictureQuery.way(environment) {
    case .none(let reason): return .ok(name, "none: \(reason)")
    case .tmux where isTerminal:
      if let refusal = TmuxPassthrough.asked().refusal { return .ok(name, "none: \(refusal)") }
    case .tmux, .terminal: break
    }
    if isColorless || colors < 256 { return .ok(name, "none: they need 256 colours") }
    guard exists(TerminalPicture.decoder) else {
      return .warn(name, "PNG files only; install chafa to see other kinds")
    }
    let advice = "pictures-protocol = \"none\" if you see boxes"
    return pictures.isOfNetwork && !exists(Curl.program)
      ? .warn(name, "files only; install curl for those of the network")
      : .ok(name, "in kitty from 0.28 on, Ghostty, and Rio from 0.3.9 on; \(advice)")
  }

  private var clipboardLine: DoctorLine {
    Clipboard.isKnown(term: type)
      ? .ok("clipboard", "OSC 52, if the terminal allows it; else set copy-command")
      : .warn("clipboard", "terminals of this type have none; set copy-command")
  }
}

/// The checks of locale, time zone, file system and the program that makes requests.
extension DoctorReport {
  private var localeLine: DoctorLine {
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment($0)?.isEmpty == false }
    let shown = variable.map { "\($0)=\(environment($0) ?? "")" } ?? "no variable is set"
    guard Ncurses.codesetIsUTF8 else {
      return .fail("locale", "not UTF-8 (\(shown)); only ASCII is shown; set LC_ALL=C.UTF-8")
    }
    return setlocale(LC_CTYPE, "") == nil
      ? .warn("locale", "\(shown) is not installed; C.UTF-8 is used")
      : .ok("locale", "UTF-8 (\(shown))")
  }

  private var zoneLine: DoctorLine {
    guard let zone = environment("TZ"), !zone.isEmpty else {
      return .ok("zone", "the system's (TZ is not set)")
    }
    let name = zone.hasPrefix(":") ? zone.dropFirst() : zone[...]
    let path = name.hasPrefix("/") ? "" : (environment("TZDIR") ?? "/usr/share/zoneinfo") + "/"
    // Rules such as "CET-1CEST" have an offset.
    let isKnown =
      access(path + name, R_OK) == 0 || name == "UTC"
      || name.dropFirst(3).contains(where: \.isNumber)
    return isKnown
      ? .ok("zone", "TZ=\(zone)") : .warn("zone", "TZ=\(zone) is not known; times are in UTC")
  }

  private var procLine: DoctorLine {
    access("/proc/self/exe", F_OK) == 0
      ? .ok("/proc", "mounted")
      : .fail("/proc", "not mounted; a statically linked streamtui needs it")
  }

  private var folderLine: DoctorLine {
    let (name, folder) = ("temporary files", environment("TMPDIR") ?? "/tmp")
    let path = shown(folder)
    return access(folder, W_OK | X_OK) == 0
      ? .ok(name, path) : .fail(name, "\(path) cannot be written; long pipes need it. Set TMPDIR.")
  }

  private var requestLine: DoctorLine {
    let program = shown(Curl.program)
    let advice = "reading addresses needs it: install the package curl"
    return exists(Curl.program)
      ? .ok("requests", program) : .warn("requests", "\(program) is missing; \(advice)")
  }
}

/// The checks of the programs that open links, found as ``LinkOpener`` finds them.
extension DoctorReport {
  /// A line for each kind of target, and one for the openers file where it has problems.
  private var openerLines: [DoctorLine] {
    let file = OpenersFile(environment)
    let reading = file?.read() ?? OpenersFile.Reading()
    let rules = run.openers.before(reading.rules)
    // No host: rules for single hosts do not count.
    let lines = ["http", "https", "mailto"].map { scheme in
      rules.rule(scheme: scheme, host: "").map { line(scheme, $0) } ?? usualLine(scheme)
    }
    let advice = "no program; \"file:\" = \"mpv\" in [openers] of the configuration names one"
    let files = rules.ruleForFiles.map { line("file", $0) } ?? .warn("open file", advice)
    guard let file, !reading.problems.isEmpty else { return lines + [files] }
    let path = shown(file.path)
    let problems = "\(path) has problems: \(reading.problems.count); the viewer names them"
    return lines + [files, .fail("openers file", problems)]
  }

  /// A rule names one program, and no other is tried.
  private func line(_ scheme: String, _ rule: OpenerRules.Rule) -> DoctorLine {
    let program = OpenerCommand.name(of: rule.command.words[0])
    return exists(rule.command.words[0])
      ? .ok("open \(scheme)", "\(program) (\(rule.origin))")
      : .fail("open \(scheme)", "\(program) was not found (\(rule.origin))")
  }

  private func usualLine(_ scheme: String) -> DoctorLine {
    let browsers = OpenerCommand.browsers(environment("BROWSER") ?? "").map { $0.words[0] }
    let programs = browsers + LinkOpener.usualPrograms
    guard let index = programs.firstIndex(where: exists) else {
      let names = programs.map(OpenerCommand.name).joined(separator: ", ")
      return .fail("open \(scheme)", "none of \(names) was found; set BROWSER")
    }
    let origin = index < browsers.count ? "BROWSER" : "PATH"
    return .ok("open \(scheme)", "\(OpenerCommand.name(of: programs[index])) (\(origin))")
  }
}

/// The checks of the saved state and of the configuration.
extension DoctorReport {
  var stateLines: [DoctorLine] {
    guard let path = StateFolder(environment)?.path else {
      return [.warn("state", "off: neither XDG_STATE_HOME nor HOME names a folder")]
    }
    let name = shown(path)
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
      ?? [.ok("state", name), databaseLine(in: path)] + accountLines
  }

  /// The outcome of the last exchange of each account.
  private var accountLines: [DoctorLine] {
    guard let folder = StateFolder(environment) else { return [] }
    do throws(AccountFailure) {
      return try AccountFile(in: folder).read().map { account in
        let record = AccountRecord.of(account.name, in: folder)
        let last = record.history.lastSuccess.map { " Last exchange: \($0.rfc3339)." } ?? ""
        return record.trouble.map { .fail("account \(account.name)", $0 + last) }
          ?? .ok("account \(account.name)", account.program)
      }
    } catch {
      return [.fail("accounts", shown(error.text))]
    }
  }

  private func missingLine(_ path: String) -> DoctorLine {
    var parts = path.split(separator: "/").dropLast()
    while access("/" + parts.joined(separator: "/"), F_OK) != 0, parts.popLast() != nil {}
    return access("/" + parts.joined(separator: "/"), W_OK | X_OK) == 0
      ? .ok("state", "\(shown(path)), not made yet")
      : .fail("state", "\(shown(path)) cannot be made; nothing is remembered")
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

  private var configurationLine: DoctorLine {
    let name = "configuration"
    guard let file = run.file else {
      return .ok(name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    }
    let path = shown(file.path)
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

/// The version of the program, and the facts of its build, which two builds of one commit share.
struct BuildFacts {
  /// Manual pages and documents repeat it, and a test compares them.
  static let version = CurlRequest.version

  /// The facts in a fixed order, without the version.
  let list: [(name: String, value: String)]

  /// - Parameter stated: the lines that `script/build` has linked in: a name, a blank and a value.
  init(_ stated: String, libraries: [String]) {
    let lines = stated.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    func value(_ name: String) -> String? {
      lines.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
    }
    let commit = value("commit").map { commit in
      let date = value("date").map { " of \($0)" } ?? ""
      return commit + date + (value("changed") == "yes" ? ", with changes" : "")
    }
    let origin = lines.isEmpty ? "not built by script/build" : "built outside git"
    let linking = value("linking").map { ", \($0)" } ?? ""
    let parser = value("argument-parser").map { ["argument-parser \($0)"] } ?? []
    list = [
      ("commit", commit ?? "unknown: \(origin)"),
      ("compiler", value("compiler") ?? "Swift 6.2 or later"),
      ("target", (value("target") ?? Self.machine) + linking),
      ("libraries", (libraries + parser).joined(separator: ", ")),
    ]
  }

  /// The text of `--version`: name and version on the first line, then a line for each fact.
  var text: String { list.reduce("streamtui \(Self.version)") { "\($0)\n\($1.name): \($1.value)" } }

  var lines: [DoctorLine] { [.ok("version", Self.version)] + list.map { .ok($0.name, $0.value) } }

  private static var machine: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown machine"
    #endif
  }
}
