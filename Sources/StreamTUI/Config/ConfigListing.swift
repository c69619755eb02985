import CellGrid
import Configuration
import StreamUI

enum ConfigListing {
  /// A line of the listing, and the remark after it.
  private typealias Line = (text: String, origin: String)

  /// One line a setting: `name = value`, and its origin as a comment; the tables of sources follow.
  static func inForce(_ run: RunConfiguration) -> String {
    let settings = run.settings
    let name = run.file?.name ?? ""
    let lines = Setting.allCases.map { setting in
      line(setting, setting.content(in: settings), origin(of: setting, in: run))
    }
    let tables = run.contents.tables.filter { $0.key != "sources" }
    let text =
      aligned(lines) + tables.map { "# the table [\($0.key)]: \(name):\($0.place.line)\n" }.joined()
    return run.sourceSections.sections.reduce(into: text) { text, table in
      text += "\n" + Self.text(of: table, in: name)
    }
  }

  private static func text(of table: SourceSection, in file: String) -> String {
    let title = ConfigTables.title(table.scope.name)
    let settings = table.settings.values.map { value in
      line(value.setting, value.content, value.line.map { "\(file):\($0)" } ?? "")
    }
    let tables = table.tables.map {
      let title = ConfigTables.title(table.scope.name, $0.name)
      return "# the table \(title): \(file):\($0.place.line)\n"
    }
    return aligned([(title, "\(file):\(table.place.line)")] + settings) + tables.joined()
  }

  private static func line(
    _ setting: Setting,
    _ content: ConfigValue.Content,
    _ origin: String
  ) -> Line {
    ("\(setting.name) = \(text(of: content))", origin)
  }

  private static func aligned(_ lines: [Line]) -> String {
    TextTable(lines.map { [$0.text, $0.origin] }).aligned(.left, gap: "  # ")
  }

  private static func origin(of setting: Setting, in run: RunConfiguration) -> String {
    if run.given.contains(where: { $0.setting == setting }) { return "command line" }
    guard let value = run.contents.values.first(where: { $0.setting == setting }),
      let line = value.line
    else { return "default" }
    return "\(run.file?.name ?? ""):\(line)"
  }

  /// A value as it is written in the file.
  static func text(of content: ConfigValue.Content) -> String {
    switch content {
    case .integer(let number): String(number)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let text): ConfigTables.quoted(text)
    case .array(let items): "[\(items.map { Self.text(of: $0.content) }.joined(separator: ", "))]"
    // No setting has tables.
    case .table: ""
    }
  }
}

/// The configuration file that `config --default` prints: every setting, role and action as a comment, so
/// that a copy changes nothing.
///
/// A line that begins with `#` and no blank is one to be used; `# ` begins a remark.
enum DefaultFile {
  /// The columns of a remark at most.
  private static let width = 100

  static var text: String {
    """
    # The configuration of streamtui, in TOML. Its place: $XDG_CONFIG_HOME/streamtui/config.toml, else
    # ~/.config/streamtui/config.toml. Remove the # in front of a line to change it, and that in front
    # of the table it belongs to.

    """ + settings + keys + theme + views + sources
  }

  private static var settings: String {
    let settings = Settings()
    return Setting.allCases.reduce(into: "") { text, setting in
      let value = ConfigListing.text(of: setting.content(in: settings))
      text += "\n" + remark(setting.help)
      text += remark("Values: \(setting.kind.expectation).")
      text += "#\(setting.name) = \(value)\n"
    }
  }

  private static var keys: String {
    let start = remark(
      "Keys. A sequence has blanks between its keys: \"g g\". [] takes all keys from an action, and "
        + "none = [\"d\"] a key from its action. \"mark-read; row-down\" = \"x\" does both in order, and "
        + "\"mark-all-read?\" asks before. inherit = false starts from no keys."
    )
    let timeline = Keymap.standard.on(.timeline)
    let common = Action.allCases.map { line(of: $0, timeline.keys(of: $0), timeline) }
    let pages = KeyPage.allCases.dropFirst().map { page -> String in
      let keymap = Keymap.standard.on(page)
      let lines = Action.allCases.compactMap { action -> String? in
        let keys = keymap.keys(of: action)
        let own = keys.filter { !timeline.keys(of: action).contains($0) }
        return own.isEmpty ? nil : line(of: action, keys, keymap)
      }
      return lines.isEmpty ? "" : "\n#[keys.\(page.rawValue)]\n" + lines.joined()
    }
    return "\n" + start + "#[keys]\n" + common.joined() + pages.joined()
  }

  private static func line(
    of action: Action,
    _ keys: [KeySequence],
    _ keymap: PageKeymap
  ) -> String {
    let list = keys.map(\.quoted).joined(separator: ", ")
    return remark(keymap.help(of: action)) + "#\(action.name) = [\(list)]\n"
  }

  private static var theme: String {
    let start = remark(
      "A theme of your own, for theme = \"mine\". A style is a colour, bold, faint, italic, underline or "
        + "reverse, and on with a second colour: \"bold #ffb454 on 237\". Colours are default, 0 to 255, "
        + "#rrggbb, the names of the terminal's sixteen, and those of the palette. A role that is not stated "
        + "looks as in the base."
    )
    let roles = Role.allCases.map { role in
      let name = role.name.contains(".") ? ConfigTables.quoted(role.name) : role.name
      let style = ConfigTables.quoted(StyleText.text(of: Theme.dark.style(role)))
      return remark(RoleName(role).help + ".") + "#\(name) = \(style)\n"
    }
    return "\n" + start + "#[themes.mine]\n#base = \"dark\"\n#inherit = false\n" + roles.joined()
      + "\n#[themes.mine.palette]\n#sand = \"#ffb454\"\n"
  }

  private static var views: String {
    let start = remark(
      "A saved view: a line of the filter language, which view:mine stands for. sort: and limit: may be part "
        + "of it, and view: with the name of another one. streamtui views lists them."
    )
    let rules = remark(
      "A rule for the posts that pass a filter: hide leaves them out, read shows them as read, until a day. "
        + "streamtui rules counts them."
    )
    return "\n" + start + "#[views.mine]\n#filter = \"water is:unread sort:likes\"\n\n" + rules
      + "#[rules.ads]\n#when = \"title:sponsored\"\n#do = \"hide\"\n#until = \"2027-01-01\"\n\n"
      + discussions
  }

  private static var discussions: String {
    remark(
      "A form of addresses of posts, the kind of site that they are on, and the address of the comments. {id} stands "
        + "for letters and digits, {id#} for digits."
    ) + "#[discussions]\n#\"forum.example/topic/{id#}\" = \"discourse {origin}/t/{id}.json\"\n"
  }

  private static var sources: String {
    let start = remark(
      "Settings, keys and commands for one source: the name of a subscription, \"tag:NAME\", an address, or a "
        + "path such as \"~/feeds/*\". Those of a single source go before those of a tag or folder, and a "
        + "later table before an earlier one. Where several sources are shown, only a table for all of them "
        + "counts. These settings are the same for all sources: "
        + Setting.allCases.filter(\.isOfProgram).map(\.name).joined(separator: ", ") + "."
    )
    let settings = Settings()
    let examples = [Setting.order, .density, .firstUnread].map { setting in
      "#\(setting.name) = \(ConfigListing.text(of: setting.content(in: settings)))\n"
    }
    let timeline = Keymap.standard.on(.timeline)
    let keys = timeline.keys(of: .open).map(\.quoted).joined(separator: ", ")
    return "\n" + start + "#[sources.\"tag:work\"]\n" + examples.joined()
      + "\n#[sources.\"tag:work\".keys]\n#\(Action.open.name) = [\(keys)]\n"
  }

  /// A sentence as lines of comment.
  private static func remark(_ text: String) -> String {
    var lines: [String] = []
    var line = "#"
    for word in text.split(separator: " ") {
      if line.count + word.count + 1 > width {
        lines.append(line)
        line = "#"
      }
      line += " " + word
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }
}
