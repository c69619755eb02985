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

  /// Reads `text`: a post's number, a percentage, "$" for the end, a date on clocks of `zone`, or the
  /// name of an action or of a command that the configuration adds.
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

  /// The command of an action that takes an argument; nil if `text` names no such action.
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
