import Configuration
import StreamModel

/// A line typed after ":": a place to go to, or an action by its name.
enum Command: Equatable {
  case nothing
  case destination(Destination)
  case date(DateText)
  case action(Action, argument: String?)
  case own(String)
  case source(SourceCommand, String)
  case saveView(String)
  /// The name of an action whose argument is missing: the line is to be filled in.
  case incomplete(Action)
  case unknown(String)

  /// Reads a post's number, a percentage, "$" for the end, a date on clocks of `zone`, or the name of an action or command.
  init(_ text: String, zone: TimeZoneRules, _ added: AddedNames = AddedNames()) {
    let commands = added.commands
    let typed = text.filter { !$0.isWhitespace && $0 != "," }
    if typed.isEmpty {
      self = .nothing
    } else if typed == "$" {
      self = .destination(.end)
    } else if typed.last == "%", let percentage = Int(typed.dropLast()), percentage >= 0 {
      self = .destination(.percentage(min(100, percentage)))
    } else if let number = Int(typed), number >= 0 {
      self = .destination(.number(number))
    } else if let date = DateText(Self.joined(text), zone: zone) {
      self = .date(date)
    } else if let (command, source) = SourceCommand.parsed(text),
      // A command of the configuration may have this name since before there was one.
      !source.isEmpty || !commands.contains(where: { $0.name == typed })
    {
      self = .source(command, source)
    } else if let command = Self.argued(text, added) {
      self = command
    } else if commands.contains(where: { $0.name == typed }) {
      self = .own(typed)
    } else if let action = CommandNames.action(named: typed) {
      self = .action(action, argument: nil)
    } else if let command = CommandNames.own(named: typed, among: commands) {
      self = .own(command.name)
    } else if text.lowercased().split(separator: " ").first == "set" {
      self = .unknown(Self.aboutSettings)
    } else {
      self = .unknown(Self.message(about: text, as: typed, commands))
    }
  }

  /// The message about ":set", which other programs have for their settings.
  private static let aboutSettings =
    "Unknown command: set. Settings are in the configuration file (streamtui config names it); "
    + ":theme, :order, :density and :layout change a few here."

  /// The words of `text` as one: a date and a time of day may stand apart.
  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: "T")
  }

  private static func argued(_ text: String, _ added: AddedNames) -> Command? {
    let words = text.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard let name = words.first, let action = CommandNames.action(named: name),
      let argument = action.argument
    else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    guard !rest.isEmpty else { return .incomplete(action) }
    if action == .view, words.count > 2, words[1] == "save" {
      return words.count == 3
        ? .saveView(words[2])
        : .unknown("A view has no such name (expected \(SavedView.nameForm))")
    }
    guard let word = argument.word(rest, added) else {
      return .unknown(argument.message(about: rest))
    }
    return .action(action, argument: word)
  }

  private static func message(
    about text: String,
    as typed: String,
    _ commands: [OwnCommand]
  ) -> String {
    let nearest = CommandNames.nearest(to: typed, commands)
    let hint =
      nearest.isEmpty
      ? "Try :700, :50%, :2023-07 or :quit."
      : "Did you mean \(nearest.map { ":\($0)" }.joined(separator: ", "))?"
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "Unknown command: \(words). \(hint)"
  }
}

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

  static func isTaken(_ name: String) -> Bool {
    shortForms[name.lowercased()] != nil || Action(named: name.lowercased()) != nil
  }

  static func own(named text: String, among commands: [OwnCommand]) -> OwnCommand? {
    if let command = commands.first(where: { $0.name == text }) { return command }
    let found = matching(text, commands).filter { $0.hasPrefix(text.lowercased()) }
    return found.count == 1 ? commands.first { $0.name == found[0] } : nil
  }

  /// The lines that complete `text`: names of actions and commands, or an action with each of its arguments.
  static func completions(of text: String, _ added: AddedNames = AddedNames()) -> [String] {
    guard let (action, argument, typed) = argument(in: text) else {
      return matching(text, added.commands)
    }
    return argument.words(beginningWith: typed, added).map { "\(action.name) \($0)" }
  }

  /// The action with an argument that `text` begins to name, and as much of it as was typed; nil before the blank after it.
  static func argument(in text: String) -> (Action, ActionArgument, typed: String)? {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let action = action(named: String(words[0])),
      let argument = action.argument
    else { return nil }
    return (action, argument, String(words[1].drop { $0.isWhitespace }))
  }

  static func matching(_ prefix: String, _ commands: [OwnCommand] = []) -> [String] {
    let prefix = prefix.lowercased()
    let all = commands.isEmpty ? all : (all + commands.map(\.name)).sorted()
    let beginning = all.filter { $0.hasPrefix(prefix) }
    return beginning.isEmpty ? all.filter { $0.contains("-\(prefix)") } : beginning
  }

  static func nearest(to text: String, _ commands: [OwnCommand] = []) -> [String] {
    let text = String(text.lowercased().prefix(longestName))
    let candidates = (all + commands.map(\.name)).map {
      (name: $0, distance: NearestName.distance(text, $0))
    }
    .filter { $0.distance <= max(1, min(text.count, $0.name.count) / 3) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .map(\.name)
    var seen: Set<String> = []
    let names = candidates + matching(text, commands)
    return Array(names.filter { seen.insert($0).inserted }.prefix(3))
  }

  private static let longestName = 40
}

struct AddedNames: Equatable {
  var commands: [OwnCommand] = []
  var themes: [String] = []
  var views: [String] = []
}

/// The argument that an action takes, one of a few words: ":order likes".
///
/// A new kind is one case here, named as its action; completion, bindings and messages follow.
enum ActionArgument: String {
  case order, strategy, density, layout
  case count, theme, view

  /// The words in the order in which they are offered, with the names that the configuration adds.
  func words(_ added: AddedNames) -> [String] {
    switch self {
    case .order: Timeline.Order.allCases.map(\.rawValue)
    case .strategy: Strategy.allCases.map(\.rawValue)
    case .density: Density.allCases.map { "\($0)" }
    case .layout: ScreenLayout.allCases.map(\.rawValue)
    case .count: PostCounts.Key.allCases.map(\.rawValue)
    case .theme: ThemeSet().choices + added.themes
    case .view: added.views
    }
  }

  func words(beginningWith prefix: String, _ added: AddedNames) -> [String] {
    let prefix = prefix.lowercased()
    return words(added).filter { $0.lowercased().hasPrefix(prefix) }
  }

  func word(_ text: String, _ added: AddedNames = AddedNames()) -> String? {
    let matching = words(beginningWith: text, added)
    if matching.contains(text) { return text }
    if let word = matching.first(where: { $0 == text.lowercased() }) { return word }
    if matching.count == 1 { return matching.first }
    // The file that binds a key may define it; which there are is said when it is asked for.
    return self == .theme || self == .view ? text : nil
  }

  func message(about text: String) -> String {
    "Unknown \(rawValue) \"\(text)\". Choose \(choices)."
  }

  private var choices: String {
    let words = words(AddedNames())
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Action {
  var argument: ActionArgument? { ActionArgument(rawValue: rawValue) }
}

/// A command that takes the name of a source, typed after ":" on any page: "add https://blog.example".
enum SourceCommand: String, CaseIterable {
  case add
  /// Shows it over the page, as the command line of the shell would.
  case open

  /// Reads a line: the command and the source, which is empty until it is typed.
  ///
  /// "open" alone is the action that opens a link, and "subscribe" with a source means the same as "add".
  static func parsed(_ line: String) -> (command: SourceCommand, source: String)? {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first?.lowercased() else { return nil }
    let hasRest = words.count == 2 || line.last?.isWhitespace == true
    let command = name == Action.subscribe.name ? add : SourceCommand(rawValue: name)
    guard let command, hasRest || name == add.rawValue else { return nil }
    var source = words.count == 2 ? words[1] : ""
    while source.last?.isWhitespace == true { source.removeLast() }
    // A path with blanks needs no quotation marks here, and may have those that a shell wants.
    for mark in ["\"", "'"]
    where source.count > 2 && source.hasPrefix(mark) && source.hasSuffix(mark) {
      source = source.dropFirst().dropLast()
    }
    return (command, String(source))
  }

  /// The name at the end of a line with a path, without the folders that it lies in.
  static func lastName(in line: String) -> String {
    let source = parsed(line)?.source ?? line
    let names = source.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = names.last, !source.contains("://") else { return source }
    return last + (source.hasSuffix("/") ? "/" : "")
  }

  var typed: String { ":" + rawValue }
  var start: String { rawValue + " " }

  var help: String {
    switch self {
    case .add: "subscribes to a web address, @user@host or a file"
    case .open: "shows a file, a folder, an archive or an address; Enter alone lists earlier ones"
    }
  }
}
