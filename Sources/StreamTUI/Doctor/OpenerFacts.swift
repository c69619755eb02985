import Glibc

/// The facts about the programs that open links.
struct OpenerFacts {
  /// A program that would be tried.
  struct Program: Equatable {
    /// The name without its folder.
    let name: String
    let isFound: Bool
    /// The place that names it, such as "BROWSER".
    let origin: String
  }

  /// The programs for one kind of target, in the order in which they are tried.
  struct Candidates: Equatable {
    /// "http", "https", "mailto" or "file".
    let scheme: String
    let programs: [Program]
  }

  var candidates: [Candidates]
  /// The path of the openers file, as it may be shown; nil if there can be none.
  var file: String?
  var hasFile: Bool
  var problemCount: Int

  /// Determines which programs would open links.
  ///
  /// - Parameters:
  ///   - configured: the rules of the configuration.
  ///   - exists: Whether a program is found and can be run.
  static func collected(
    _ configured: OpenerRules,
    _ environment: (String) -> String? = Environment.value,
    exists: (String) -> Bool = ChildProcess.exists
  ) -> OpenerFacts {
    let file = OpenersFile(environment)
    let reading = file?.read() ?? OpenersFile.Reading()
    return OpenerFacts(
      rules: configured.before(reading.rules),
      browsers: OpenerCommand.browsers(environment("BROWSER") ?? ""),
      file: file.map { ShownPath(environment).text($0.path) },
      hasFile: file.map { access($0.path, F_OK) == 0 } ?? false,
      problemCount: reading.problems.count,
      exists: exists
    )
  }

  /// Applies the rules as ``LinkOpener`` does.
  init(
    rules: OpenerRules,
    browsers: [OpenerCommand],
    file: String?,
    hasFile: Bool,
    problemCount: Int,
    exists: (String) -> Bool
  ) {
    self.file = file
    self.hasFile = hasFile
    self.problemCount = problemCount
    let usual =
      browsers.map { Self.program($0, "BROWSER", exists) }
      + LinkOpener.usualPrograms.map {
        Program(name: $0, isFound: exists($0), origin: "PATH")
      }
    candidates = ["http", "https", "mailto"].map { scheme in
      // No host: rules for single hosts do not count.
      let rule = rules.rule(scheme: scheme, host: "")
      return Candidates(
        scheme: scheme,
        programs: rule.map { [Self.program($0, exists)] } ?? usual
      )
    }
    let rule = rules.ruleForFiles
    candidates.append(
      Candidates(scheme: "file", programs: rule.map { [Self.program($0, exists)] } ?? [])
    )
  }

  private static func program(_ rule: OpenerRules.Rule, _ exists: (String) -> Bool) -> Program {
    program(rule.command, rule.origin, exists)
  }

  private static func program(
    _ command: OpenerCommand,
    _ origin: String,
    _ exists: (String) -> Bool
  ) -> Program {
    let path = command.arguments(opening: "").first ?? ""
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return Program(name: name, isFound: exists(path), origin: origin)
  }
}

extension OpenerFacts {
  /// A line for each kind of target, and one for the openers file.
  func lines(isSecure: Bool) -> [DoctorLine] {
    guard !isSecure else {
      return [DoctorLine(.warn, "openers", "off: secure mode is on (STREAMTUI_SECURE)")]
    }
    return candidates.map(line) + [fileLine]
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
        "no program; the line \"file:\" = \"mpv\" in [openers] of the configuration names one"
      )
    }
    // A rule names one program, and no other is tried.
    if candidates.programs.count == 1 {
      return DoctorLine(.fail, name, "\(first.name) was not found (\(first.origin))")
    }
    let names = candidates.programs.map(\.name).joined(separator: ", ")
    return DoctorLine(.fail, name, "none of \(names) was found; set BROWSER")
  }

  private var fileLine: DoctorLine {
    let name = "openers file"
    guard let path = file else {
      return DoctorLine(.ok, name, "none: neither XDG_CONFIG_HOME nor HOME names a folder")
    }
    guard problemCount > 0 else {
      return DoctorLine(.ok, name, hasFile ? path : "\(path), not there")
    }
    let problems = problemCount == 1 ? "1 problem" : "\(problemCount) problems"
    return DoctorLine(.fail, name, "\(path) has \(problems); the viewer names them at its end")
  }
}
