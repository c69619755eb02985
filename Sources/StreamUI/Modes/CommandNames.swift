import Configuration

/// The names that the command line knows: those of the actions, and a few short forms.
enum CommandNames {
  private static let shortForms: [String: Action] = ["q": .quit, "quit!": .quit, "q!": .quit]

  /// All names in alphabetical order, without the short forms.
  static let all = Set(Action.allCases.map(\.name) + SourceCommand.allCases.map(\.rawValue))
    .sorted()

  /// The action of a name, or of its beginning if only one name has it; case is ignored.
  static func action(named text: String) -> Action? {
    let name = text.lowercased()
    if let action = shortForms[name] ?? Action(named: name) { return action }
    let beginning = Action.allCases.filter { $0.name.hasPrefix(name) }
    return beginning.count == 1 ? beginning.first : nil
  }

  /// Whether `name` is that of an action, or a short form.
  static func isTaken(_ name: String) -> Bool {
    shortForms[name.lowercased()] != nil || Action(named: name.lowercased()) != nil
  }

  /// The command of the configuration called `text`, or of its beginning if nothing else has it.
  static func own(named text: String, among commands: [OwnCommand]) -> OwnCommand? {
    if let command = commands.first(where: { $0.name == text }) { return command }
    let found = matching(text, commands).filter { $0.hasPrefix(text.lowercased()) }
    return found.count == 1 ? commands.first { $0.name == found[0] } : nil
  }

  /// The lines that complete `text`: names of actions and commands, or an action with each of its
  /// arguments.
  static func completions(of text: String, _ added: AddedNames = AddedNames()) -> [String] {
    guard let (action, argument, typed) = argument(in: text) else {
      return matching(text, added.commands)
    }
    return argument.words(beginningWith: typed, added).map { "\(action.name) \($0)" }
  }

  /// The action with an argument that `text` begins to name, and as much of it as was typed; nil
  /// before the blank that follows the action's name.
  static func argument(in text: String) -> (Action, ActionArgument, typed: String)? {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let action = action(named: String(words[0])),
      let argument = action.argument
    else { return nil }
    return (action, argument, String(words[1].drop { $0.isWhitespace }))
  }

  /// The names that begin with `prefix`, else those with a word that does.
  static func matching(_ prefix: String, _ commands: [OwnCommand] = []) -> [String] {
    let prefix = prefix.lowercased()
    let all = commands.isEmpty ? all : (all + commands.map(\.name)).sorted()
    let beginning = all.filter { $0.hasPrefix(prefix) }
    return beginning.isEmpty ? all.filter { $0.contains("-\(prefix)") } : beginning
  }

  /// At most three names that `text` may have meant, the nearest first.
  static func nearest(to text: String, _ commands: [OwnCommand] = []) -> [String] {
    let text = String(text.lowercased().prefix(longestName))
    let candidates = (all + commands.map(\.name)).map {
      (name: $0, distance: NearestName.distance(text, $0))
    }
    .filter { $0.distance <= max(1, min(text.count, $0.name.count) / 3) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .map(\.name)
    return Array((candidates + matching(text, commands)).uniqued().prefix(3))
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

/// The names that the configuration adds to those of the command line.
struct AddedNames: Equatable {
  var commands: [OwnCommand] = []
  var themes: [String] = []
  var views: [String] = []
}
