import Configuration

/// The names that the command line knows: those of the actions, and a few short forms.
enum CommandNames {
  /// Short forms that people bring from other programs.
  private static let shortForms: [String: Action] = ["q": .quit, "quit!": .quit, "q!": .quit]

  /// All names in alphabetical order, without the short forms.
  static let all = Action.allCases.map(\.name).sorted()

  /// The action of a name, or of its beginning if only one name has it; case is ignored.
  static func action(named text: String) -> Action? {
    let name = text.lowercased()
    if let action = shortForms[name] ?? Action.allCases.first(where: { $0.name == name }) {
      return action
    }
    let beginning = Action.allCases.filter { $0.name.hasPrefix(name) }
    return beginning.count == 1 ? beginning.first : nil
  }

  /// The names that begin with `prefix`, else those with a word that does.
  static func matching(_ prefix: String) -> [String] {
    let prefix = prefix.lowercased()
    let beginning = all.filter { $0.hasPrefix(prefix) }
    return beginning.isEmpty ? all.filter { $0.contains("-\(prefix)") } : beginning
  }

  /// At most three names that `text` may have meant, the nearest first.
  static func nearest(to text: String) -> [String] {
    let text = String(text.lowercased().prefix(longestName))
    let candidates = all.map { (name: $0, distance: NearestName.distance(text, $0)) }
      .filter { $0.distance <= max(1, min(text.count, $0.name.count) / 3) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .map(\.name)
    return Array((candidates + matching(text)).uniqued().prefix(3))
  }

  private static let longestName = 40
}

extension Array where Element: Hashable {
  /// The elements in their order, each only once.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
