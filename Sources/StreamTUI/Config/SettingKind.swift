import Configuration

/// The values that a setting takes.
enum SettingKind: Equatable {
  /// One of several words.
  case choice([String])
  /// A whole number, in a unit such as milliseconds.
  case number(ClosedRange<Int>, unit: String)
  /// "auto", or a whole number in a unit such as columns.
  case automaticNumber(ClosedRange<Int>, unit: String)
  /// True or false.
  case flag
  /// Any text that is not empty.
  case text
  /// A list of texts: a program and its arguments, or nothing.
  case words

  /// The word for a number that the program chooses.
  static let automatic = "auto"

  /// Checks the value of the setting `name`.
  ///
  /// - Throws: ``ConfigProblem`` with the values that are allowed.
  func checked(_ value: ConfigValue, of name: String) throws(ConfigProblem) -> ConfigValue.Content {
    switch (self, value.content) {
    case (.choice(let words), .string(let word)):
      if words.contains(word) { return value.content }
      let nearest = NearestName.offer(word, among: words)
      throw ConfigProblem(
        at: value.place,
        "\(name) is \"\(word)\" (expected \(expectation)\(nearest))"
      )
    case (.automaticNumber, .string(Self.automatic)): return value.content
    case (.automaticNumber, .string(let word)):
      throw ConfigProblem(at: value.place, "\(name) is \"\(word)\" (expected \(expectation))")
    case (.number(let range, _), .integer(let number)),
      (.automaticNumber(let range, _), .integer(let number)):
      if range.contains(number) { return value.content }
      throw ConfigProblem(at: value.place, "\(name) is \(number) (expected \(expectation))")
    case (.flag, .boolean): return value.content
    case (.words, .array(let items)):
      for item in items {
        guard case .string(let text) = item.content, !text.utf8.contains(0) else {
          throw ConfigProblem(
            at: item.place,
            "\(item.content.kind) in \(name) (expected \(expectation))"
          )
        }
      }
      return value.content
    case (.text, .string(let text)):
      if !text.isEmpty { return value.content }
      throw ConfigProblem(at: value.place, "\(name) is empty (expected \(expectation))")
    default:
      throw ConfigProblem(
        at: value.place,
        "\(name) is \(value.content.kind) (expected \(expectation))"
      )
    }
  }

  /// Returns the value that a text of the command line certainly is; nil if the parser must judge it.
  func content(of text: String) -> ConfigValue.Content? {
    switch self {
    case .choice(let words): words.contains(text) ? .string(text) : nil
    case .number(let range, _):
      Int(text).flatMap { number in
        String(number) == text && range.contains(number) ? .integer(number) : nil
      }
    case .text: text.isEmpty ? nil : .string(text)
    case .automaticNumber, .flag, .words: nil
    }
  }

  /// The allowed values in words.
  var expectation: String {
    switch self {
    case .choice(let words):
      words.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
        + " or \"\(words.last ?? "")\""
    case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .automaticNumber(let range, let unit):
      "\"\(Self.automatic)\" or \(range.lowerBound) to \(range.upperBound) \(unit)"
    case .flag: "true or false"
    case .text: "a text in quotes"
    case .words: "a list of texts, such as [\"wl-copy\"]"
    }
  }
}
