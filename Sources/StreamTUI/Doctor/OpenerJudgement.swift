/// The lines about the programs that open links.
struct OpenerJudgement {
  private let facts: OpenerFacts
  private let isSecure: Bool

  init(_ facts: OpenerFacts, isSecure: Bool) {
    self.facts = facts
    self.isSecure = isSecure
  }

  /// A line for each kind of target, and one for the openers file.
  var lines: [DoctorLine] {
    guard !isSecure else {
      return [DoctorLine(.warn, "openers", "off: secure mode is on (STREAMTUI_SECURE)")]
    }
    return facts.candidates.map(line) + [file]
  }

  private func line(_ candidates: OpenerFacts.Candidates) -> DoctorLine {
    let name = "open \(candidates.scheme)"
    if let program = candidates.programs.first(where: \.isFound) {
      return DoctorLine(.ok, name, "\(program.name) (\(program.origin))")
    }
    guard let first = candidates.programs.first else {
      return DoctorLine(
        .warn,
        name,
        "no program; a line such as \"file: mpv\" in the openers file names one"
      )
    }
    // A rule names one program, and no other is tried.
    if candidates.programs.count == 1 {
      return DoctorLine(.fail, name, "\(first.name) was not found (\(first.origin))")
    }
    let names = candidates.programs.map(\.name).joined(separator: ", ")
    return DoctorLine(.fail, name, "none of \(names) was found; set BROWSER")
  }

  private var file: DoctorLine {
    let name = "openers file"
    guard let path = facts.file else {
      return DoctorLine(.ok, name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    }
    guard facts.problemCount > 0 else {
      return DoctorLine(.ok, name, facts.hasFile ? path : "\(path), not there")
    }
    let problems = facts.problemCount == 1 ? "1 problem" : "\(facts.problemCount) problems"
    return DoctorLine(.fail, name, "\(path) has \(problems); the viewer names them at its end")
  }
}
