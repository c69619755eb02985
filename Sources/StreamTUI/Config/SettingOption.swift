import Configuration

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
