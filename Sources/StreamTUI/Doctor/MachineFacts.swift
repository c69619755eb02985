import Glibc

/// The facts about locale, time zone, file system and the program that makes requests.
struct MachineFacts {
  /// The variable that sets the charset with its value, such as "LANG=C"; nil if none is set.
  var localeVariable: String?
  var lacksLocale: Bool
  var isUTF8: Bool
  /// TZ; nil if it is not set.
  var zone: String?
  var knowsZone: Bool
  /// The seconds east of UTC now.
  var zoneOffset: Int
  var hasProc: Bool
  /// The folder for parts of long pipes, as it may be shown.
  var temporaryFolder: String
  var canWriteTemporaryFiles: Bool
  /// The program that makes requests, as it may be shown.
  var curl: String
  var hasCurl: Bool
  /// Whether `STREAMTUI_SECURE` forbids to open and to write.
  var isSecure: Bool

  /// Looks at the machine; ``Ncurses/setLocale()`` must have been called.
  ///
  /// - Parameters:
  ///   - curl: the program that makes requests.
  static func collected(
    _ environment: (String) -> String? = Environment.value,
    curl: String,
    hasCurl: Bool
  ) -> MachineFacts {
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment($0)?.isEmpty == false }
    let value = variable.flatMap(environment)
    let temporary = environment("TMPDIR") ?? "/tmp"
    return MachineFacts(
      localeVariable: variable.map { "\($0)=\(value ?? "")" },
      lacksLocale: setlocale(LC_CTYPE, "").map { _ in false } ?? true,
      isUTF8: Ncurses.codesetIsUTF8,
      zone: environment("TZ"),
      knowsZone: knowsZone(environment),
      zoneOffset: offset(at: time(nil)),
      hasProc: access("/proc/self/exe", F_OK) == 0,
      temporaryFolder: ShownPath(environment).text(temporary),
      canWriteTemporaryFiles: access(temporary, W_OK | X_OK) == 0,
      curl: ShownPath(environment).text(curl),
      hasCurl: hasCurl,
      isSecure: environment("STREAMTUI_SECURE") == "1"
    )
  }

  private static func offset(at moment: time_t) -> Int {
    var moment = moment
    var parts = tm()
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Whether the C library finds rules for `TZ`: a file, or rules in the variable itself.
  private static func knowsZone(_ environment: (String) -> String?) -> Bool {
    guard var name = environment("TZ"), !name.isEmpty else { return true }
    if name.hasPrefix(":") { name.removeFirst() }
    let folder = environment("TZDIR") ?? "/usr/share/zoneinfo"
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    // Rules such as "CET-1CEST" have an offset; names of files with digits exist.
    return access(path, R_OK) == 0 || name == "UTC"
      || name.dropFirst(3).contains { ("0"..."9").contains($0) }
  }
}

/// Paths without private words: the home folder is "~", and the name of the user is left out elsewhere.
struct ShownPath {
  private let home: String?
  private let user: String?

  init(_ environment: (String) -> String? = Environment.value) {
    home = environment("HOME").flatMap { $0.hasPrefix("/") && $0.utf8.count > 1 ? $0 : nil }
    let users = [environment("USER"), environment("LOGNAME")].compactMap(\.self)
    user = users.first { !$0.isEmpty }
  }

  /// Returns `path` as it may be shown to others.
  func text(_ path: String) -> String {
    var path = path
    if let home, path == home || path.hasPrefix(home + "/") {
      path = "~" + path.dropFirst(home.count)
    }
    guard let user else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == user ? "USER" : $0 }.joined(separator: "/")
  }
}

/// The lines about locale, time zone and file system.
extension MachineFacts {
  /// A line for each fact, in a fixed order.
  var lines: [DoctorLine] {
    [localeLine, zoneLine, procLine, folderLine, curlLine]
  }

  private var curlLine: DoctorLine {
    hasCurl
      ? DoctorLine(.ok, "requests", curl)
      : DoctorLine(
        .warn,
        "requests",
        "\(curl) is missing; reading addresses needs it: install the package curl"
      )
  }

  private var localeLine: DoctorLine {
    let variable = localeVariable ?? "no variable is set"
    guard isUTF8 else {
      let advice = "only ASCII is shown; set LC_ALL=C.UTF-8"
      return DoctorLine(.fail, "locale", "not UTF-8 (\(variable)); \(advice)")
    }
    guard !lacksLocale else {
      return DoctorLine(.warn, "locale", "\(variable) is not installed; C.UTF-8 is used")
    }
    return DoctorLine(.ok, "locale", "UTF-8 (\(variable))")
  }

  private var zoneLine: DoctorLine {
    let origin = zone.map { "TZ=\($0)" } ?? "TZ is not set"
    guard knowsZone else {
      return DoctorLine(.warn, "zone", "\(origin) is not known; times are in UTC")
    }
    let minutes = abs(zoneOffset) / 60
    let sign = zoneOffset < 0 ? "-" : "+"
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return DoctorLine(.ok, "zone", "UTC\(sign)\(parts.joined(separator: ":")) now (\(origin))")
  }

  private var procLine: DoctorLine {
    hasProc
      ? DoctorLine(.ok, "/proc", "mounted")
      : DoctorLine(.fail, "/proc", "not mounted; a statically linked streamtui needs it")
  }

  private var folderLine: DoctorLine {
    let path = temporaryFolder
    return canWriteTemporaryFiles
      ? DoctorLine(.ok, "temporary files", path)
      : DoctorLine(
        .fail,
        "temporary files",
        "\(path) cannot be written; long pipes need it. Set TMPDIR."
      )
  }
}
