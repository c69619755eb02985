/// The judgement of facts: a line for each, and whether something will not work.
struct DoctorReport: Equatable {
  let lines: [DoctorLine]

  init(_ facts: DoctorFacts) {
    lines =
      [DoctorLine(.ok, "versions", facts.versions.joined(separator: ", "))]
      + facts.terminal.lines
      + facts.machine.lines
      + facts.openers.lines(isSecure: facts.machine.isSecure)
      + facts.state.lines(isSecure: facts.machine.isSecure)
  }

  var hasProblem: Bool { lines.contains { $0.health == .fail } }
}

/// The facts that ``DoctorReport`` judges.
struct DoctorFacts {
  var terminal: TerminalFacts
  var machine: MachineFacts
  var openers: OpenerFacts
  var state: StateFacts
  /// The libraries in the program with their releases, such as "zlib 1.2.13".
  var versions: [String]
}

/// The version that `--version` prints.
enum Version {
  static let text = "streamtui 0.1.0"
}
