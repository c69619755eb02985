package import Configuration

package struct ConfigReport: Equatable, Sendable {
  package let path: String
  package let name: String
  package let problems: [ConfigProblem]

  package let rules: [String: ConfigPlace]

  package init(
    path: String,
    name: String,
    problems: [ConfigProblem],
    rules: [String: ConfigPlace] = [:]
  ) {
    self.rules = rules
    self.path = path
    self.name = name
    self.problems = problems
  }

  /// The message that says how many problems there are and which key lists them; nil without problems.
  package func summary(keymap: Keymap) -> String? {
    guard !problems.isEmpty else { return nil }
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    let them = problems.count == 1 ? "it" : "them"
    return "\(name): \(count) (\(keymap.name(of: .problems)) lists \(them))"
  }
}
