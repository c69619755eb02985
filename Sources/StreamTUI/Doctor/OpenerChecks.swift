/// The checks of the programs that open links, found as ``LinkOpener`` finds them.
struct OpenerChecks {
  let environment: (String) -> String?
  let exists: (String) -> Bool
  /// The rules of the configuration.
  let configured: OpenerRules

  /// A line for each kind of target, and one for the openers file where it has problems.
  var lines: [DoctorLine] {
    let file = OpenersFile(environment)
    let reading = file?.read() ?? OpenersFile.Reading()
    let rules = configured.before(reading.rules)
    // No host: rules for single hosts do not count.
    let lines = ["http", "https", "mailto"].map { scheme in
      rules.rule(scheme: scheme, host: "").map { line(scheme, $0) } ?? usualLine(scheme)
    }
    let advice = "no program; \"file:\" = \"mpv\" in [openers] of the configuration names one"
    let files = rules.ruleForFiles.map { line("file", $0) } ?? .warn("open file", advice)
    guard let file, !reading.problems.isEmpty else { return lines + [files] }
    let path = ShownPath(environment: environment).text(file.path)
    let problems = "\(path) has problems: \(reading.problems.count); the viewer names them"
    return lines + [files, .fail("openers file", problems)]
  }

  /// A rule names one program, and no other is tried.
  private func line(_ scheme: String, _ rule: OpenerRules.Rule) -> DoctorLine {
    let program = Self.name(rule.command.words[0])
    return exists(rule.command.words[0])
      ? .ok("open \(scheme)", "\(program) (\(rule.origin))")
      : .fail("open \(scheme)", "\(program) was not found (\(rule.origin))")
  }

  private func usualLine(_ scheme: String) -> DoctorLine {
    let browsers = OpenerCommand.browsers(environment("BROWSER") ?? "").map { $0.words[0] }
    let programs = browsers + LinkOpener.usualPrograms
    guard let index = programs.firstIndex(where: exists) else {
      let names = programs.map(Self.name).joined(separator: ", ")
      return .fail("open \(scheme)", "none of \(names) was found; set BROWSER")
    }
    let origin = index < browsers.count ? "BROWSER" : "PATH"
    return .ok("open \(scheme)", "\(Self.name(programs[index])) (\(origin))")
  }

  /// The name without its folder, which may name the user.
  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }
}
