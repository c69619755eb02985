/// The lines about the state folder and the configuration.
struct StateJudgement {
  private let facts: StateFacts
  private let isSecure: Bool

  init(_ facts: StateFacts, isSecure: Bool) {
    self.facts = facts
    self.isSecure = isSecure
  }

  /// A line for each fact, in a fixed order.
  var lines: [DoctorLine] {
    isSecure
      ? [DoctorLine(.warn, "state", "off: secure mode is on (STREAMTUI_SECURE)"), configuration]
      : [folder, database, configuration]
  }

  private var folder: DoctorLine {
    switch facts.folder {
    case .unnamed:
      return DoctorLine(.warn, "state", "off: neither XDG_STATE_HOME nor HOME names a folder")
    case .missing(let canBeMade):
      return canBeMade
        ? DoctorLine(.ok, "state", "\(facts.path), not made yet")
        : DoctorLine(.fail, "state", "\(facts.path) cannot be made; nothing is remembered")
    case .unusable(let reason):
      return DoctorLine(
        .fail,
        "state",
        "\(facts.path) cannot be used (\(reason)); nothing is remembered"
      )
    case .present(let bytes):
      return DoctorLine(.ok, "state", "\(facts.path), \(Self.size(bytes))")
    }
  }

  private var database: DoctorLine {
    switch facts.integrity {
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

  private var configuration: DoctorLine {
    let name = "configuration"
    switch facts.configuration {
    case .unnamed:
      return DoctorLine(.ok, name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    case .missing: return DoctorLine(.ok, name, "\(facts.configurationPath), not there")
    case .readable(let count):
      guard count > 0 else { return DoctorLine(.ok, name, facts.configurationPath) }
      let problems = count == 1 ? "1 problem" : "\(count) problems"
      let advice = "streamtui config --check lists them"
      return DoctorLine(.warn, name, "\(facts.configurationPath) has \(problems); \(advice)")
    case .unreadable(let reason):
      return DoctorLine(.fail, name, "\(facts.configurationPath) cannot be read: \(reason)")
    }
  }

  /// Returns a number of bytes in the largest unit that makes it at least 1.
  private static func size(_ bytes: Int64) -> String {
    if bytes < 1024 { return "\(bytes) bytes" }
    if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
    return "\(bytes >> 20) MiB"
  }
}
