import Configuration
import StreamUI

/// The configuration of a run: the file, and what the command line gives beside it.
struct RunConfiguration {
  /// The file; nil for none.
  let file: ConfigFile?
  /// The settings of the command line.
  let given: [SettingValue]
  /// The contents of the file.
  private(set) var contents = UserConfiguration()
  /// The reason why the file was not read; nil if it was, or is not there.
  private(set) var refusal: String?

  /// Reads the file of `source`.
  init(_ source: ConfigSource, given: [SettingValue]) {
    file = source.file
    self.given = given
    read()
  }

  /// The settings in force.
  var settings: Settings { contents.settings(with: given) }

  /// The options of a viewer with these settings.
  var viewOptions: App.Options {
    var options = settings.options
    options.zone = settings.usesUTC ? .utc : SystemZone.local
    options.configReport = file.map {
      ConfigReport(path: $0.path, name: $0.name, problems: contents.problems)
    }
    return options
  }

  /// The message of the viewer about problems of the file; nil if there are none.
  func notice(keymap: Keymap) -> String? {
    refusal ?? viewOptions.configReport?.summary(keymap: keymap)
  }

  /// Reads the file again; settings whose lines have errors stay, and so do all if it is refused.
  mutating func read() {
    refusal = nil
    guard let file else { return }
    do throws(ConfigFile.Refusal) {
      guard let bytes = try file.read() else {
        contents = UserConfiguration()
        return
      }
      contents = UserConfiguration(ConfigDocument(bytes), previous: contents)
    } catch {
      refusal = error.text
    }
  }

  /// The problems as lines `name:line:column: message`, and the refusal.
  var lines: [String] {
    let name = file?.name ?? ""
    return (refusal.map { [$0] } ?? [])
      + contents.problems.map { "\(name):\($0.place.line):\($0.place.column): \($0.message)" }
  }
}
