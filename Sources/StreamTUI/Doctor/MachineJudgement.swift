/// The lines about locale, time zone and file system.
struct MachineJudgement {
  private let facts: MachineFacts

  init(_ facts: MachineFacts) {
    self.facts = facts
  }

  /// A line for each fact, in a fixed order.
  var lines: [DoctorLine] {
    [locale, zone, proc, temporaryFolder]
  }

  private var locale: DoctorLine {
    let variable = facts.localeVariable ?? "no variable is set"
    guard facts.isUTF8 else {
      let advice = "only ASCII is shown; set LC_ALL=C.UTF-8"
      return DoctorLine(.fail, "locale", "not UTF-8 (\(variable)); \(advice)")
    }
    guard !facts.lacksLocale else {
      return DoctorLine(.warn, "locale", "\(variable) is not installed; C.UTF-8 is used")
    }
    return DoctorLine(.ok, "locale", "UTF-8 (\(variable))")
  }

  private var zone: DoctorLine {
    let origin = facts.zone.map { "TZ=\($0)" } ?? "TZ is not set"
    guard facts.knowsZone else {
      return DoctorLine(.warn, "zone", "\(origin) is not known; times are in UTC")
    }
    let minutes = abs(facts.zoneOffset) / 60
    let sign = facts.zoneOffset < 0 ? "-" : "+"
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return DoctorLine(.ok, "zone", "UTC\(sign)\(parts.joined(separator: ":")) now (\(origin))")
  }

  private var proc: DoctorLine {
    facts.hasProc
      ? DoctorLine(.ok, "/proc", "mounted")
      : DoctorLine(.fail, "/proc", "not mounted; a statically linked streamtui needs it")
  }

  private var temporaryFolder: DoctorLine {
    let path = facts.temporaryFolder
    return facts.canWriteTemporaryFiles
      ? DoctorLine(.ok, "temporary files", path)
      : DoctorLine(
        .fail,
        "temporary files",
        "\(path) cannot be written; long pipes need it. Set TMPDIR."
      )
  }
}
