import Configuration

/// The property of ``Settings`` that a setting states, and the values that it takes.
struct SettingField {
  let kind: SettingKind
  /// Sets the property to a value that ``kind`` allows; leaves it as it is for any other.
  let set: (ConfigValue.Content, inout Settings) -> Void
  /// The value of the property.
  let content: (Settings) -> ConfigValue.Content

  /// True or false.
  static func flag(_ path: WritableKeyPath<Settings, Bool>) -> SettingField {
    SettingField(
      kind: .flag,
      set: { if case .boolean(let isOn) = $0 { $1[keyPath: path] = isOn } },
      content: { .boolean($0[keyPath: path]) }
    )
  }

  /// A whole number in a unit.
  static func number(
    _ path: WritableKeyPath<Settings, Int>,
    _ range: ClosedRange<Int>,
    _ unit: String
  ) -> SettingField {
    SettingField(
      kind: .number(range, unit: unit),
      set: { if case .integer(let number) = $0 { $1[keyPath: path] = number } },
      content: { .integer($0[keyPath: path]) }
    )
  }

  /// "auto", which is nil, or a whole number in a unit.
  static func automaticNumber(
    _ path: WritableKeyPath<Settings, Int?>,
    _ range: ClosedRange<Int>,
    _ unit: String
  ) -> SettingField {
    SettingField(
      kind: .automaticNumber(range, unit: unit),
      set: {
        switch $0 {
        case .integer(let number): $1[keyPath: path] = number
        case .string(SettingKind.automatic): $1[keyPath: path] = nil
        default: break
        }
      },
      content: {
        $0[keyPath: path].map { .integer($0) } ?? .string(SettingKind.automatic)
      }
    )
  }

  /// Any text that is not empty.
  static func text(_ path: WritableKeyPath<Settings, String>) -> SettingField {
    word(path, .text)
  }

  /// One of `words`.
  static func choice(
    _ path: WritableKeyPath<Settings, String>,
    _ words: [String]
  ) -> SettingField {
    word(path, .choice(words))
  }

  /// One of the names of the cases.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ path: WritableKeyPath<Settings, Choice>
  ) -> SettingField {
    SettingField(
      kind: .choice(Choice.allCases.map(\.rawValue)),
      set: {
        guard case .string(let word) = $0, let choice = Choice(rawValue: word) else { return }
        $1[keyPath: path] = choice
      },
      content: { .string($0[keyPath: path].rawValue) }
    )
  }

  /// "auto", which is nil, or one of the names of the cases.
  static func automaticChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ path: WritableKeyPath<Settings, Choice?>
  ) -> SettingField {
    SettingField(
      kind: .choice([SettingKind.automatic] + Choice.allCases.map(\.rawValue)),
      set: { if case .string(let word) = $0 { $1[keyPath: path] = Choice(rawValue: word) } },
      content: { .string($0[keyPath: path]?.rawValue ?? SettingKind.automatic) }
    )
  }

  /// A list of texts: a program and its arguments, or nothing.
  static func words(_ path: WritableKeyPath<Settings, [String]>) -> SettingField {
    SettingField(
      kind: .words,
      set: {
        guard case .array(let items) = $0 else { return }
        $1[keyPath: path] = items.compactMap {
          if case .string(let text) = $0.content { text } else { nil }
        }
      },
      content: {
        let place = ConfigPlace(line: 1, column: 1)
        return .array($0[keyPath: path].map { ConfigValue(.string($0), at: place) })
      }
    )
  }

  private static func word(
    _ path: WritableKeyPath<Settings, String>,
    _ kind: SettingKind
  ) -> SettingField {
    SettingField(
      kind: kind,
      set: { if case .string(let word) = $0 { $1[keyPath: path] = word } },
      content: { .string($0[keyPath: path]) }
    )
  }
}

/// The option of the viewer that states a setting.
struct SettingOption: Equatable {
  private enum Meaning: Equatable {
    /// A flag that states this value.
    case flag(Bool)
    /// An option with a value: one of these words; nil for the values of the setting.
    case value([String]?)
  }

  /// The name with its hyphens.
  let name: String
  private let meaning: Meaning

  /// A flag that sets its setting, or clears it.
  static func flag(_ name: String, _ isOn: Bool = true) -> SettingOption {
    SettingOption(name: name, meaning: .flag(isOn))
  }

  /// An option that is followed by its value.
  ///
  /// - Parameter words: The words that the option takes, where those of the setting are more.
  static func value(_ name: String, _ words: [String]? = nil) -> SettingOption {
    SettingOption(name: name, meaning: .value(words))
  }

  /// The value that the option states by itself; nil if a value follows it.
  var stated: ConfigValue.Content? {
    if case .flag(let isOn) = meaning { .boolean(isOn) } else { nil }
  }

  /// The values that may follow the option of a setting of `kind`.
  func kind(_ kind: SettingKind) -> SettingKind {
    if case .value(let words?) = meaning { .choice(words) } else { kind }
  }
}
