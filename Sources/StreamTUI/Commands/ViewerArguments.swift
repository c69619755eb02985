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
  ///   - commands: The words that are not sources, the viewer's own name among them.
  init?(_ arguments: [String], commands: [String]) {
    var rest = arguments[...]
    if rest.first == ViewCommand.configuration.commandName { rest.removeFirst() }
    var seen: [String] = []
    while let argument = rest.popFirst() {
      guard !argument.isEmpty, !commands.contains(argument) else { return nil }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        sources.append(argument)
        continue
      }
      // The value of an option may be attached to it: --order=newest.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      if parts.count == 2 { rest = [String(parts[1])] + rest }
      let count = rest.count
      guard !seen.contains(option), take(option, from: &rest, commands),
        parts.count == 1 || rest.count < count
      else { return nil }
      seen.append(option)
    }
  }

  /// Takes an option, with the value that follows it; false if the parser must.
  private mutating func take(
    _ option: String,
    from rest: inout ArraySlice<String>,
    _ commands: [String]
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
      guard config == .usual, let path = Self.value(in: &rest, commands) else { return false }
      config = .named(path)
    case "--name":
      guard let name = Self.value(in: &rest, commands) else { return false }
      self.name = name
    default:
      guard let setting = Setting.allCases.first(where: { $0.option?.name == option }) else {
        return false
      }
      return take(setting, from: &rest, commands)
    }
    return true
  }

  private mutating func take(
    _ setting: Setting,
    from rest: inout ArraySlice<String>,
    _ commands: [String]
  ) -> Bool {
    guard let option = setting.option else { return false }
    let content =
      option.stated
      ?? Self.value(in: &rest, commands).flatMap { option.kind(setting.kind).content(of: $0) }
    guard let content else { return false }
    given.append(SettingValue(setting, content))
    return true
  }

  /// Takes the word that is certainly the value of an option.
  private static func value(in rest: inout ArraySlice<String>, _ commands: [String]) -> String? {
    guard let word = rest.popFirst(), let first = word.utf8.first, first != UInt8(ascii: "-"),
      !commands.contains(word)
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
