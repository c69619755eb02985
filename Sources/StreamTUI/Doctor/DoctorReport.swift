/// The judgement of facts: a line for each, and whether something will not work.
struct DoctorReport: Equatable {
  let lines: [DoctorLine]

  init(_ facts: DoctorFacts) {
    lines =
      facts.build.lines
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
  var build: BuildFacts
}
