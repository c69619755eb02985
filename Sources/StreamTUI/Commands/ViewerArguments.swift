import ArgumentParser

/// A command line of the viewer that is read without the parser.
///
/// The parser finds its options by reflection, which takes twice as long as everything else up to the first
/// frame. The options of settings are those of the table ``Setting``. Everything that this type does not know
/// for certain is left to the parser: other commands and options, options that stand twice, values that may be
/// wrong. Help, completion and messages are therefore the parser's alone.
struct ViewerArguments {
  private var sources: [String] = []
  private var given: [SettingValue] = []
  private var config = ConfigSource.usual
  private var followsEnd = false
  private var beginsAnew = false
  private var name: String?

  /// Reads a command line; nil if the parser must.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - isCommand: whether a word is no source: the viewer's own name is one, and those of the other commands.
  init?(_ arguments: [String], isCommand: (String) -> Bool) {
    var rest = arguments[...]
    if let first = rest.first, isCommand(first), first == ViewCommand.configuration.commandName {
      rest.removeFirst()
    }
    var seen: [String] = []
    while let argument = rest.popFirst() {
      guard !argument.isEmpty, !isCommand(argument) else { return nil }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        sources.append(argument)
        continue
      }
      // The value of an option may be attached to it: --order=newest.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      if parts.count == 2 { rest = [String(parts[1])] + rest }
      let count = rest.count
      guard !seen.contains(option), take(option, from: &rest, isCommand),
        parts.count == 1 || rest.count < count
      else { return nil }
      seen.append(option)
    }
  }

  /// Takes an option, with the value that follows it; false if the parser must.
  private mutating func take(
    _ option: String,
    from rest: inout ArraySlice<String>,
    _ isCommand: (String) -> Bool
  ) -> Bool {
    switch option {
    case "--from-start": beginsAnew = true
    case "-f", "--follow":
      guard !followsEnd else { return false }
      followsEnd = true
    case "--no-config":
      guard config == .usual else { return false }
      config = .none
    case "--config":
      guard config == .usual, let path = Self.value(in: &rest, isCommand) else { return false }
      config = .named(path)
    case "--name":
      guard let name = Self.value(in: &rest, isCommand) else { return false }
      self.name = name
    default:
      guard let setting = Setting.allCases.first(where: { $0.option?.name == option }) else {
        return false
      }
      return take(setting, from: &rest, isCommand)
    }
    return true
  }

  private mutating func take(
    _ setting: Setting,
    from rest: inout ArraySlice<String>,
    _ isCommand: (String) -> Bool
  ) -> Bool {
    guard let option = setting.option else { return false }
    let content =
      option.stated
      ?? Self.value(in: &rest, isCommand).flatMap { option.kind(setting.kind).content(of: $0) }
    guard let content else { return false }
    given.append(SettingValue(setting, content))
    return true
  }

  /// Takes the word that is certainly the value of an option.
  private static func value(
    in rest: inout ArraySlice<String>,
    _ isCommand: (String) -> Bool
  ) -> String? {
    guard let word = rest.popFirst(), let first = word.utf8.first, first != UInt8(ascii: "-"),
      !isCommand(word)
    else { return nil }
    return word
  }

  var viewing: Viewing {
    Viewing(
      sources: sources,
      hint: nil,
      given: given,
      config: config,
      followsEnd: followsEnd,
      beginsAnew: beginsAnew,
      name: name
    )
  }
}
