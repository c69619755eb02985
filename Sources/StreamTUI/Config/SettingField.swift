import Configuration
import StreamHost
import StreamModel
import StreamUI

/// The property of ``Settings`` that a setting states, and the values that it takes.
struct SettingField {
  let kind: SettingKind
  /// Sets the property to a value that ``kind`` allows; leaves it as it is for any other.
  let set: (ConfigValue.Content, inout Settings) -> Void
  let content: (Settings) -> ConfigValue.Content

  static func flag(_ path: WritableKeyPath<Settings, Bool>) -> SettingField {
    field(path, .flag, { if case .boolean(let isOn) = $0 { isOn } else { nil } }) { .boolean($0) }
  }

  static func number(
    _ path: WritableKeyPath<Settings, Int>,
    _ range: ClosedRange<Int>,
    _ unit: String
  ) -> SettingField {
    let kind = SettingKind.number(range, unit: unit)
    return field(path, kind, { if case .integer(let number) = $0 { number } else { nil } }) {
      .integer($0)
    }
  }

  static func text(_ path: WritableKeyPath<Settings, String>) -> SettingField {
    field(path, .text, text) { .string($0) }
  }

  static func choice(
    _ path: WritableKeyPath<Settings, String>,
    _ words: [String],
    orView: Bool = false
  ) -> SettingField {
    field(path, .choice(words, orView: orView), text) { .string($0) }
  }

  /// One of the names of the cases.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ path: WritableKeyPath<Settings, Choice>
  ) -> SettingField { choice(path, Choice.allCases.map(\.rawValue)) }

  static func choice<Choice: RawRepresentable<String>>(
    _ path: WritableKeyPath<Settings, Choice>,
    _ names: [String]
  ) -> SettingField {
    field(path, .choice(names), { text($0).flatMap { Choice(rawValue: $0) } }) {
      .string($0.rawValue)
    }
  }

  /// "auto", which is nil, or one of the names of the cases.
  static func automaticChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ path: WritableKeyPath<Settings, Choice?>
  ) -> SettingField {
    let names = [SettingKind.automatic] + Choice.allCases.map(\.rawValue)
    return field(path, .choice(names), { text($0).map { Choice(rawValue: $0) } }) {
      .string($0?.rawValue ?? SettingKind.automatic)
    }
  }

  /// A list of texts: a program and its arguments, or nothing.
  static func words(_ path: WritableKeyPath<Settings, [String]>) -> SettingField {
    let texts = { (content: ConfigValue.Content) -> [String]? in
      guard case .array(let items) = content else { return nil }
      return items.compactMap { text($0.content) }
    }
    return field(path, .words, texts) { words in
      .array(words.map { ConfigValue(.string($0), at: ConfigPlace(line: 1, column: 1)) })
    }
  }

  private static func text(_ content: ConfigValue.Content) -> String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// - Parameter read: the value that a content states; nil for any other kind of content.
  private static func field<Value>(
    _ path: WritableKeyPath<Settings, Value>,
    _ kind: SettingKind,
    _ read: @escaping (ConfigValue.Content) -> Value?,
    _ write: @escaping (Value) -> ConfigValue.Content
  ) -> SettingField {
    SettingField(
      kind: kind,
      set: { if let value = read($0) { $1[keyPath: path] = value } },
      content: { write($0[keyPath: path]) }
    )
  }
}

enum SettingKind: Equatable {
  /// One of the words; with `orView` also a saved view as "view:NAME".
  case choice([String], orView: Bool = false)
  /// A whole number, in a unit such as milliseconds.
  case number(ClosedRange<Int>, unit: String)
  case flag
  case text
  case words

  /// The word for a choice that the program makes.
  static let automatic = "auto"

  /// Checks the value of the setting `name`.
  ///
  /// - Throws: ``ConfigProblem`` with the values that are allowed.
  func checked(_ value: ConfigValue, of name: String) throws(ConfigProblem) -> ConfigValue.Content {
    switch (self, value.content) {
    case (.choice(let words, let orView), .string(let word)):
      if words.contains(word) || orView && Self.view(named: word) != nil { return value.content }
      let nearest = NearestName.offer(word, among: words)
      throw value.place.problem("\(name) is \"\(word)\" (expected \(expectation)\(nearest))")
    case (.number(let range, _), .integer(let number)):
      if range.contains(number) { return value.content }
      throw value.place.problem("\(name) is \(number) (expected \(expectation))")
    case (.flag, .boolean): return value.content
    case (.words, .array(let items)):
      for item in items {
        guard case .string(let text) = item.content, !text.utf8.contains(0) else {
          throw item.place.problem("\(item.content.kind) in \(name) (expected \(expectation))")
        }
      }
      return value.content
    case (.text, .string(let text)):
      if !text.isEmpty { return value.content }
      throw value.place.problem("\(name) is empty (expected \(expectation))")
    default:
      throw value.place.problem("\(name) is \(value.content.kind) (expected \(expectation))")
    }
  }

  /// The name of the saved view that a first page such as "view:water" is; nil for a page of the program.
  static func view(named firstPage: String) -> String? {
    let prefix = "view:"
    guard firstPage.hasPrefix(prefix), firstPage != prefix else { return nil }
    return String(firstPage.dropFirst(prefix.count))
  }

  var expectation: String {
    switch self {
    case .choice(let words, orView: true):
      words.map { "\"\($0)\"" }.joined(separator: ", ")
        + " or a saved view such as \"view:water\""
    case .choice(let words, orView: false):
      words.dropLast().map { "\"\($0)\"" }.joined(separator: ", ") + " or \"\(words.last ?? "")\""
    case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .flag: "true or false"
    case .text: "a text in quotes"
    case .words: "a list of texts, such as [\"wl-copy\"]"
    }
  }
}

struct Settings: Equatable {
  var options = App.Options()
  /// Nil for the usual order.
  var order: Timeline.Order?
  var isPublicOnly = false
  var usesUTC = false
  /// The name of the theme, or "auto".
  var theme = "auto"
  var themeLight = "light"
  var themeDark = "dark"
  var preset = "default"
  var usesMouse = true
  var hyperlinks = HyperlinkChoice.auto
  /// Whether the terminal is asked if it draws pictures.
  var usesPictureProtocol = true
  /// Whether posts are printed one at a time, without a screen.
  var isLinear = false
  /// The program that copies its input, and its arguments; empty for the terminal.
  var copyCommand: [String] = []
  /// The program that a refresh starts if there are new posts, and its arguments; empty for none.
  var notifyCommand: [String] = []
  var retention = Retention()
  var usesNetwork = true
  /// The minutes between two fetches of an address that is shown; 0 for a single one.
  var refreshMinutes = 0
  /// The minutes between two fetches of a subscription without an interval of its own.
  var refreshInterval = 30
  /// The same in seconds.
  var subscriptionInterval: Int64 { Int64(refreshInterval) * 60 }
  var keepsState = true
  var tracksReading = true
  /// "unread", "feeds", "timeline", or a saved view as "view:NAME".
  var firstPage = "unread"
}
