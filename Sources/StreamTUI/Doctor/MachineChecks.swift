import Glibc
import StreamHost

/// The checks of locale, time zone, file system and the program that makes requests.
struct MachineChecks {
  let environment: (String) -> String?
  let exists: (String) -> Bool

  var lines: [DoctorLine] { [localeLine, zoneLine, procLine, folderLine, requestLine] }

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
    let path = ShownPath(environment: environment).text(folder)
    return access(folder, W_OK | X_OK) == 0
      ? .ok(name, path) : .fail(name, "\(path) cannot be written; long pipes need it. Set TMPDIR.")
  }

  private var requestLine: DoctorLine {
    let program = ShownPath(environment: environment).text(Curl.program)
    let advice = "reading addresses needs it: install the package curl"
    return exists(Curl.program)
      ? .ok("requests", program) : .warn("requests", "\(program) is missing; \(advice)")
  }
}
