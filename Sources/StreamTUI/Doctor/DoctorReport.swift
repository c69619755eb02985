/// The judgement of facts: a line for each, and whether something will not work.
struct DoctorReport: Equatable {
  let lines: [DoctorLine]

  init(_ facts: DoctorFacts) {
    lines =
      [DoctorLine(.ok, "versions", facts.versions.joined(separator: ", "))]
      + TerminalJudgement(facts.terminal).lines
      + MachineJudgement(facts.machine).lines
      + OpenerJudgement(facts.openers, isSecure: facts.machine.isSecure).lines
      + StateJudgement(facts.state, isSecure: facts.machine.isSecure).lines
  }

  /// Whether any line is a problem.
  var hasProblem: Bool { lines.contains { $0.health == .fail } }
}
