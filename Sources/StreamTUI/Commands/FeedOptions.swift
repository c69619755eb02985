import ArgumentParser
import Configuration
import StreamHost
import StreamModel
import StreamUI

struct FeedOptions: ParsableArguments {
  @Option(
    help: "The format, if the content does not show it. man streamtui-formats lists the names.",
    completion: .list(FormatHint.allCases.map(\.rawValue)),
    transform: FormatHint.parsed
  )
  var formatHint: FormatHint?

  @Flag(help: .of(.publicOnly))
  var publicOnly = false

  @Flag(help: "Fetch nothing; addresses are shown as they were fetched last.")
  var noNetwork = false

  var opener: SourceOpener {
    let mayFetch = !noNetwork && RunConfiguration(.usual, given: []).settings.usesNetwork
    return SourceOpener(hint: formatHint, mayFetch: mayFetch)
  }

  var given: [SettingValue] {
    (publicOnly ? [SettingValue(.publicOnly, .boolean(true))] : [])
      + (noNetwork ? [SettingValue(.network, .boolean(false))] : [])
  }
}

struct StrategyOptions: ParsableArguments {
  @Option(
    help: .of(.strategy),
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var strategy: Strategy?

  @Option(help: .of(.idleDelay))
  var idleDelay: Int?

  @Flag(help: .of(.figures))
  var hud = false

  mutating func validate() throws { try Setting.idleDelay.check(idleDelay, of: "--idle-delay") }

  var given: [SettingValue] {
    [
      strategy.map { SettingValue(.strategy, .string($0.rawValue)) },
      idleDelay.map { SettingValue(.idleDelay, .integer($0)) },
      hud ? SettingValue(.figures, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}

struct OrderOptions: ParsableArguments {
  @Flag(help: .of(.utc))
  var utc = false

  @Option(
    help: """
      The order of the posts; likes and comments: those with most of them first. Without it: newest for several \
      feeds and for an account's export, else document (as in the file).
      """
  )
  var order: Timeline.Order?

  var given: [SettingValue] {
    (utc ? [SettingValue(.utc, .boolean(true))] : [])
      + (order.map { [SettingValue(.order, .string($0.rawValue))] } ?? [])
  }
}

struct ScreenOptions: ParsableArguments {
  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(help: .of(.hyperlinks))
  var hyperlinks: HyperlinkChoice?

  @Option(help: .of(.pictures))
  var pictures: PictureChoice?

  @Option(
    help: .of(.theme, "name"),
    completion: .list(ThemeSet().choices)
  )
  var theme: String?

  @Flag(help: .of(.linear))
  var linear = false

  var given: [SettingValue] {
    [
      noMouse ? SettingValue(.mouse, .boolean(false)) : nil,
      hyperlinks.map { SettingValue(.hyperlinks, .string($0.rawValue)) },
      pictures.map { SettingValue(.pictures, .string($0.rawValue)) },
      theme.map { SettingValue(.theme, .string($0)) },
      linear ? SettingValue(.linear, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}

extension ArgumentHelp {
  /// The help of an option that states a setting: the setting's own.
  static func of(_ setting: Setting, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(setting.help, valueName: valueName)
  }

  /// The help of an option whose value has a name.
  static func value(_ name: String, _ help: String) -> ArgumentHelp {
    ArgumentHelp(help, valueName: name)
  }
}

extension Setting {
  /// Checks the number after the option of this setting; nil where the option is not there.
  ///
  /// - Throws: `ValidationError` with the numbers that are allowed.
  func check(_ number: Int?, of option: String) throws {
    guard case .number(let range, let unit) = kind, let number, !range.contains(number) else {
      return
    }
    throw ValidationError("\(option) takes \(range.lowerBound) to \(range.upperBound) \(unit)")
  }
}
