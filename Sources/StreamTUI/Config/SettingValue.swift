import Configuration

/// A setting with a value that its kind allows, as a file or the command line gives it.
struct SettingValue: Equatable {
  let setting: Setting
  let content: ConfigValue.Content
  /// The line in the file, from 1; nil for the command line.
  let line: Int?

  init(_ setting: Setting, _ content: ConfigValue.Content, line: Int? = nil) {
    self.setting = setting
    self.content = content
    self.line = line
  }
}
