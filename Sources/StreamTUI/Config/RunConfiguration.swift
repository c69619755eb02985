import CellGrid
import Configuration
import StreamHost
import StreamModel
import StreamUI

/// The configuration of a run: the file, and what the command line gives beside it.
struct RunConfiguration {
  let file: ConfigFile?
  let given: [SettingValue]
  private(set) var contents = UserConfiguration()
  private(set) var themes = ThemeSet()
  private(set) var sourceSections = SourceSections()
  /// The tables of the sources that are shown, a later one before an earlier.
  private(set) var sectionsInForce: [SourceSection] = []
  /// The sources that are shown; none for the configuration of all.
  private var shown: () -> [ShownSource] = { [] }
  private var commonKeymap = Keymap.standard
  /// The table `[keys]`; nil where the file has none.
  private var keyTable: KeyTable?
  private(set) var keymap = Keymap.standard
  private(set) var views: [SavedView] = []
  private(set) var rules: [PostRule] = []
  private(set) var discussions: [DiscussionLine] = []
  private(set) var openers = OpenerRules()
  private(set) var problems: [ConfigProblem] = []
  /// The reason why the file was not read; nil if it was, or is not there.
  private(set) var refused: ConfigFile.Failure?

  init(_ source: ConfigSource, given: [SettingValue]) { self.init(source.file, given: given) }

  init(_ file: ConfigFile?, given: [SettingValue] = []) {
    self.file = file
    self.given = given
    read()
  }

  /// The line that says why the file was not read; nil if it was, or is not there.
  var refusal: String? { refused?.text }

  var settingProblems: [ConfigProblem] { contents.problems + sourceSections.settingProblems }

  /// The options with which another process of this program reads the same file.
  var options: [String] {
    guard let file else { return ["--no-config"] }
    return file.isNamed ? ["--config", file.path] : []
  }

  var settings: Settings {
    contents.settings(with: sectionsInForce.flatMap(\.settings.values) + given)
  }

  /// Returns the configuration for sources that are shown together.
  ///
  /// The tables that mean all of `sources` are in force; without sources there are none.
  func scoped(to sources: @autoclosure @escaping () -> [ShownSource]) -> RunConfiguration {
    var run = self
    run.shown = sources
    run.applySourceSections()
    return run
  }

  func scoped(as other: RunConfiguration) -> RunConfiguration { scoped(to: other.shown()) }

  /// Whether the command line, or a table of the sources that are shown, states the setting.
  func statesForSources(_ setting: Setting) -> Bool {
    given.contains { $0.setting == setting }
      || sectionsInForce.contains { $0.settings.states(setting) }
  }

  var themeSetting: ThemeSetting {
    let settings = settings
    return ThemeSetting(name: settings.theme, dark: settings.themeDark, light: settings.themeLight)
  }

  /// The themes in force.
  ///
  /// - Throws: `ValidationError` for a name on the command line that no theme has; those of the file were
  ///   checked when it was read.
  func chosenTheme() throws -> ThemeChoice { try themes.chosen(themeSetting) }

  var viewOptions: App.Options {
    var options = settings.options
    options.themes = themes.ownNames
    options.views = views
    options.rules = rules
    options.discussions = discussions
    options.zone = settings.usesUTC ? .utc : SystemZone.local
    options.configReport = file.map {
      ConfigReport(
        path: $0.path,
        name: $0.name,
        problems: problems,
        rules: Dictionary(rules.map { ($0.name, $0.place) }) { first, _ in first }
      )
    }
    return options
  }

  /// Which records of feeds are shown at a time.
  func shown(at now: Timestamp) -> ShownRecords {
    ShownRecords(isPublicOnly: settings.isPublicOnly, rules: rules.filter { $0.isInForce(at: now) })
  }

  /// The message of the viewer about problems of the file; nil if there are none.
  var notice: String? { refusal ?? viewOptions.configReport?.summary(keymap: keymap) }

  /// Reads the file again; settings whose lines have errors stay, and so do all if it is refused.
  mutating func read() {
    refused = nil
    guard let file else { return }
    do throws(ConfigFile.Failure) {
      interpret(ConfigDocument(try file.read() ?? []))
    } catch {
      refused = error
    }
  }

  private mutating func interpret(_ document: ConfigDocument) {
    let before = contents
    contents = UserConfiguration(document, previous: before)
    let own = ThemeTable(contents.table("themes"))
    themes = own.themes
    let unknown = contents.replaceThemes(unknownTo: themes, with: before)
    let name = contents.settings(with: given).preset
    let preset = name == Settings().preset ? nil : Keymap.preset(named: name)
    let base = preset ?? .standard
    let commands = OwnCommandTable(contents.table("commands"))
    let defined = base.applying([commands.keys]).defining(commands.commands)
    let keys = KeyTable(contents.table("keys"), over: defined, commands: commands.names)
    keyTable = keys
    commonKeymap = keys.keymap
    var openerProblems: [ConfigProblem] = []
    openers = OpenerRules(
      contents.table("openers"),
      in: file?.name ?? "",
      problems: &openerProblems
    )
    let savedViews = SavedViewTable(contents.table("views"))
    views = savedViews.views
    let firstPage = contents.list.dropFirstPage(unlessAmong: views.map(\.name))
    let rules = PostRuleTable(contents.table("rules"), views: views)
    self.rules = rules.rules
    let discussed = DiscussionSection(contents.table("discussions"))
    discussions = discussed.lines
    sourceSections = SourceSections(
      contents.table("sources"),
      previous: sourceSections,
      faults: contents.problems,
      themes: themes,
      over: commonKeymap
    )
    applySourceSections()
    problems =
      (contents.problems + own.problems + unknown + commands.problems
      + keys.problems + openerProblems + savedViews.problems + firstPage
      + rules.problems + discussed.problems
      + sourceSections.problems)
      .sorted { $0.place < $1.place }
  }

  private mutating func applySourceSections() {
    sectionsInForce = sourceSections.inForce(for: shown())
    keymap = sectionsInForce.reduce(commonKeymap) { $1.keymap(over: $0).keymap }
  }

  /// The problems as lines `name:line:column: message`, and the refusal.
  var lines: [String] {
    (refusal.map { [$0] } ?? []) + problems.map { line(of: $0.place, $0.message) }
  }

  /// The remarks about keys as lines: no problems, and not said at each start.
  var remarks: [String] {
    keyTable?.remarks.map { line(of: $0.place, "remark: \($0.message)") } ?? []
  }

  private func line(of place: ConfigPlace, _ message: String) -> String {
    "\(file?.name ?? ""):\(place.line):\(place.column): \(message)"
  }
}

/// The configuration of a running viewer: reads the file again, shows it in an editor, and changes the theme.
final class LiveConfiguration {
  private(set) var run: RunConfiguration
  private weak var terminal: NcursesTerminal?
  /// Whether the file was read again, so that streams below the one that is seen are to be told.
  private var wasRead = false

  /// - Parameter terminal: nil where nothing is drawn.
  init(_ run: RunConfiguration, on terminal: NcursesTerminal?) {
    self.run = run
    self.terminal = terminal
  }

  /// The message about problems of the file; nil if there are none.
  var notice: Event? { run.notice.map { .warning($0) } }

  /// The program that copies its input, and its arguments; empty for the terminal.
  var copyCommand: [String] { run.settings.copyCommand }

  /// Changes to the sources of another stream: their tables are in force now.
  ///
  /// - Parameter configuration: the configuration as it was when the stream was opened.
  /// - Returns: the event of a configuration that was read again since.
  @discardableResult
  func show(_ configuration: RunConfiguration) -> [Event] {
    let old = run
    run = run.scoped(as: configuration)
    if run.themeSetting != old.themeSetting,
      let theme = try? run.themes.choice(of: run.themeSetting)
    {
      terminal?.use(theme)
    }
    return wasRead ? [.configured(run.viewOptions, run.keymap)] : []
  }

  /// Reads the file again; settings whose lines have errors stay as they were.
  func reload() -> [Event] {
    let rules = run.rules
    let event = takeUp()
    guard run.refusal == nil else { return [event] }
    let ruled = run.rules == rules ? "" : "; lists of posts follow its rules"
    let text = run.notice ?? "\(run.file?.name ?? "No configuration file") was read again\(ruled)"
    return [event, .message(SafeText(sanitizing: text), isWarning: run.notice != nil)]
  }

  /// Adds a view to the file, and reads it again.
  func save(_ view: ConfigAddition) -> [Event] {
    do throws(ConfigAddition.Failure) {
      guard let file = run.file else { throw .init(reason: "this run reads no configuration") }
      try view.write(to: file)
      let event = takeUp()
      guard run.refusal == nil else { return [event] }
      let text = SafeText(sanitizing: view.news(in: file.shownPath))
      return [event, .message(text, isWarning: false)]
    } catch {
      return [.warning(view.warning(error, in: run.file?.shownPath ?? "a configuration file"))]
    }
  }

  /// Reads the file again; the event tells the app, or why the file was refused.
  private func takeUp() -> Event {
    let old = run
    wasRead = true
    run.read()
    if let refusal = run.refusal { return .warning(refusal) }
    // A theme that a key has chosen stays, unless the file names another one now.
    if run.themeSetting != old.themeSetting || run.themes != old.themes {
      if let theme = try? run.themes.choice(of: run.themeSetting) { terminal?.use(theme) }
    }
    return .configured(run.viewOptions, run.keymap)
  }

  /// Shows a line of the file in the user's editor, and reads the file again.
  func edit(_ path: String, _ line: Int) -> [Event] {
    let arguments = EditorCommand.arguments(path: path, line: line)
    guard let terminal, let program = arguments.first, ChildProcess.exists(program),
      terminal.lend(to: arguments) != nil
    else {
      let program = arguments.first ?? ""
      return [.warning("Not edited: \(program) was not found; set EDITOR, such as EDITOR=nano")]
    }
    return terminal.isGone ? [] : reload()
  }

  /// Draws in the theme called `name`; the answer says so, or why not.
  func useTheme(_ name: String) -> Event {
    var setting = run.themeSetting
    setting.name = name
    do throws(ThemeSet.UnknownTheme) {
      terminal?.use(try run.themes.choice(of: setting))
      return .message(SafeText(sanitizing: "Theme \(name)"), isWarning: false)
    } catch {
      return .warning(error.message)
    }
  }
}

/// The contents of the configuration file: settings, the tables of other parts, and problems.
struct UserConfiguration: Equatable {
  fileprivate var list: SettingList
  let tables: [ConfigTable.Entry]
  let problems: [ConfigProblem]

  init() { (list, tables, problems) = (SettingList(), [], []) }

  /// Interprets a document.
  ///
  /// - Parameter previous: The configuration before, whose settings stay where the document has an error
  ///   in their lines.
  init(_ document: ConfigDocument, previous: UserConfiguration? = nil) {
    var list = SettingList()
    var tables: [ConfigTable.Entry] = []
    var problems = document.problems
    for entry in document.root.entries {
      do throws(ConfigProblem) {
        if ConfigTables.ofFile.contains(entry.key) {
          guard case .table = entry.value.content else {
            // The table may follow, and is read.
            tables += document.shadowed.filter { $0.key == entry.key }
            let hint = NearestName.offer(entry.key, among: Setting.names)
            throw entry.value.place.problem(
              "\(entry.key) is \(entry.value.content.kind) (expected a table [\(entry.key)]\(hint))"
            )
          }
          tables.append(entry)
        } else if let setting = Setting(rawValue: entry.key) {
          try list.add(setting, of: entry)
        } else {
          problems += UnknownKey.problems(of: entry)
        }
      } catch {
        problems.append(error.place.problem(error.message, key: [entry.key]))
      }
    }
    if let previous { list.keep(previous.list, because: problems) }
    self.list = list
    self.tables = tables
    self.problems = problems.sorted { $0.place < $1.place }
  }

  /// The settings above the first table, in the order of the file, each once.
  var values: [SettingValue] { list.values }

  /// The table of a name in ``ConfigTables/ofFile``; empty if the file has none.
  func table(_ name: String) -> ConfigTable {
    let found = tables.first { $0.key == name }?.value.content
    return if case .table(let table)? = found { table } else { ConfigTable() }
  }

  /// Replaces settings that name a theme that does not exist by those of `previous`; the problems of their lines.
  mutating func replaceThemes(
    unknownTo themes: ThemeSet,
    with previous: UserConfiguration
  ) -> [ConfigProblem] {
    list.replaceThemes(unknownTo: themes, with: previous.list)
  }

  /// The settings in force: those of `given`, a later one before an earlier, else those of the file, else the defaults.
  func settings(with given: [SettingValue]) -> Settings {
    var settings = Settings()
    for value in values + given { value.setting.apply(value.content, to: &settings) }
    return settings
  }
}

/// Reads the table `[discussions]` of a configuration file: a line for each form of addresses.
///
/// An error costs its line only.
struct DiscussionSection {
  /// The most lines: each is compared with each address of a post.
  private static let most = 100

  /// The lines in the order of the file.
  private(set) var lines: [DiscussionLine] = []
  private(set) var problems: [ConfigProblem] = []

  init(_ table: ConfigTable) {
    for entry in table.entries {
      do throws(ConfigProblem) {
        guard lines.count < Self.most else {
          throw entry.place.problem("Too many lines (expected at most \(Self.most))")
        }
        lines.append(try Self.line(entry))
      } catch {
        problems.append(error)
      }
    }
  }

  private static func line(_ entry: ConfigTable.Entry) throws(ConfigProblem) -> DiscussionLine {
    guard case .string(let target) = entry.value.content else {
      throw entry.value.place.problem(
        "\"\(entry.key.prefix(60))\" is \(entry.value.content.kind) (expected a text)"
      )
    }
    do throws(DiscussionLine.Fault) {
      return try DiscussionLine(pattern: entry.key, target: target)
    } catch {
      switch error {
      case .pattern(let words): throw entry.place.problem(words)
      case .target(let words): throw entry.value.place.problem(words)
      }
    }
  }
}
