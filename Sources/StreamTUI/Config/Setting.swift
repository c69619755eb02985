import Configuration
import StreamModel
import StreamUI

/// A setting of the configuration file: the one table of their names, kinds, helps and effects.
///
/// In the order of `streamtui config`.
enum Setting: String, CaseIterable {
  case strategy
  case idleDelay = "idle-delay"
  case figures
  case order
  case publicOnly = "public-only"
  case density
  case foldLines = "fold-lines"
  case measure
  case panelWidth = "panel-width"
  case utc
  case theme
  case themeLight = "theme-light"
  case themeDark = "theme-dark"
  case preset
  case mouse
  case hyperlinks
  case linear
  case copyCommand = "copy-command"
  case network
  case refresh
  case stick
  case notifyCommand = "notify-command"
  case keepPosts = "keep-posts"
  case keepDays = "keep-days"
  case state
  case unread
  case readingTime = "reading-time"
  case firstUnread = "first-unread"
  case firstPage = "first-page"

  /// The name in the file.
  var name: String { rawValue }

  /// The values that the setting takes.
  var kind: SettingKind {
    switch self {
    case .strategy: .choice(["idle", "strict", "sync", "eager", "flat"])
    case .idleDelay: .number(0...60_000, unit: "milliseconds")
    case .order: .choice(["auto", "newest", "oldest", "document", "likes", "comments"])
    case .density: .choice(["compact", "normal", "full"])
    case .foldLines: .number(1...1_000, unit: "lines")
    case .measure: .number(0...1_000, unit: "columns")
    case .panelWidth: .automaticNumber(0...1_000, unit: "columns")
    case .theme, .themeLight, .themeDark: .text
    case .copyCommand, .notifyCommand: .words
    case .preset: .choice(KeyPreset.all.map(\.name))
    case .hyperlinks: .choice(["auto", "always", "never"])
    case .refresh: .number(Self.refreshMinutes, unit: "minutes")
    case .keepPosts: .number(1...100_000, unit: "posts")
    case .keepDays: .number(1...36_500, unit: "days")
    case .firstPage: .choice(["unread", "feeds", "timeline"])
    case .readingTime: .number(0...3_600_000, unit: "milliseconds")
    case .figures, .publicOnly, .utc, .mouse, .linear, .network, .state, .unread, .stick,
      .firstUnread:
      .flag
    }
  }

  /// The effect of the setting, in one or two sentences.
  var help: String {
    switch self {
    case .strategy:
      "When posts show their styles and links. idle: once scrolling stops, and then they keep them; strict: only "
        + "while nothing scrolls; sync: at most 4 ms a frame while scrolling; eager: always; flat: never."
    case .idleDelay: "Milliseconds without scrolling until posts show styles and links."
    case .figures: "Show the strategy's live figures in the status line."
    case .order:
      "The order of the posts. auto: newest for several feeds and for an account's export, else document "
        + "(as in the file); likes and comments: those with most of them first."
    case .publicOnly: "Leave out posts that are not public."
    case .density: "The density of rows. compact: one line per post; full: whole texts."
    case .measure: "The most columns of text, at the left of the window; 0: all of the window."
    case .foldLines:
      "The lines of a text at normal density; the rest is folded as \"+N lines\"."
    case .panelWidth:
      "The columns of the side panel; 0: there is none; auto: those beside the text, else two fifths."
    case .utc: "Show times in UTC instead of the local time zone."
    case .theme:
      "The colours. auto: to suit the terminal's background; a theme that streamtui theme lists; or one of "
        + "yours, [themes.NAME]."
    case .themeLight: "The theme that auto takes on a light background."
    case .themeDark: "The theme that auto takes on a dark background."
    case .preset:
      "The keys to begin with: default, less, vim or newsboat; the table [keys] changes them."
    case .mouse: "Use the mouse; false leaves it to the terminal."
    case .hyperlinks:
      "Make links clickable in the terminal. auto: if it is known to support that."
    case .linear:
      "Print one post at a time and read commands line by line, for screen readers."
    case .copyCommand:
      "A program that copies its standard input, with its arguments; []: the terminal copies (OSC 52)."
    case .network:
      "Fetch addresses and subscriptions; false: show the last copies."
    case .refresh:
      "Minutes after which an address that is shown is fetched again, and a program runs again; 0: never."
    case .stick:
      "Show posts that come in above the first one at once, if it is selected at the top of the screen."
    case .notifyCommand:
      "A program that streamtui refresh starts if there are new posts, with its arguments; the last argument that "
        + "it gets is a sentence that names their number and feeds. []: none."
    case .keepPosts:
      "The number of a subscription's latest posts that stay. Posts that you keep or that the feed lists stay, too."
    case .keepDays:
      "The days for which a subscription's posts stay. Posts that you keep or that the feed lists stay, too."
    case .state: "Remember places, read posts and folds from run to run."
    case .unread: "Tell read posts from unread ones."
    case .readingTime:
      "Milliseconds that a post stands still before it counts as read once it is scrolled past."
    case .firstUnread: "Start at the first unread post."
    case .firstPage:
      "The first page of streamtui without a source. unread: the unread posts of all subscriptions; feeds: the "
        + "subscriptions; timeline: all posts."
    }
  }

  /// The option of the viewer that says the same; nil if there is none.
  var option: String? {
    switch self {
    case .strategy, .idleDelay, .order, .publicOnly, .utc, .theme, .hyperlinks, .firstUnread,
      .linear, .refresh, .stick:
      "--\(name)"
    case .figures: "--hud"
    case .mouse: "--no-mouse"
    case .network: "--no-network"
    case .state: "--no-state"
    case .unread: "--no-unread"
    case .density, .foldLines, .measure, .panelWidth, .themeLight, .themeDark, .preset,
      .readingTime, .firstPage, .copyCommand, .notifyCommand, .keepPosts, .keepDays:
      nil
    }
  }

  /// Whether the value is the name of a theme.
  var isTheme: Bool { [.theme, .themeLight, .themeDark].contains(self) }

  /// The values of ``refresh``: never, to once a week.
  static let refreshMinutes = 0...10_080

  /// Whether the setting holds for the whole program, so that no table of a source may state it.
  ///
  /// These are about the terminal and the keyboard, or are needed before a source is opened.
  var isOfProgram: Bool {
    [.preset, .mouse, .hyperlinks, .linear, .network, .notifyCommand, .state, .firstPage].contains(
      self
    )
  }

  /// The names of all settings.
  static var names: [String] { allCases.map(\.rawValue) }

  /// The names of the settings that tables of sources may state.
  static var namesOfSources: [String] { allCases.filter { !$0.isOfProgram }.map(\.rawValue) }

  /// Sets the setting to a value that its kind allows.
  func apply(_ content: ConfigValue.Content, to settings: inout Settings) {
    switch (self, content) {
    case (.strategy, .string(let word)):
      settings.options.strategy = Strategy(rawValue: word) ?? settings.options.strategy
    case (.idleDelay, .integer(let number)): settings.options.idleDelay = number
    case (.figures, .boolean(let isOn)): settings.options.figures = isOn ? .shown : .hidden
    case (.order, .string(let word)): settings.order = Timeline.Order(rawValue: word)
    case (.publicOnly, .boolean(let isOn)): settings.isPublicOnly = isOn
    case (.density, .string(let word)):
      settings.options.density = Density(named: word) ?? settings.options.density
    case (.measure, .integer(let number)): settings.options.measure = number
    case (.foldLines, .integer(let number)): settings.options.foldLines = number
    case (.panelWidth, .integer(let number)): settings.options.panelWidth = number
    case (.panelWidth, .string): settings.options.panelWidth = nil
    case (.utc, .boolean(let isOn)): settings.usesUTC = isOn
    case (.theme, .string(let name)): settings.theme = name
    case (.themeLight, .string(let name)): settings.themeLight = name
    case (.themeDark, .string(let name)): settings.themeDark = name
    case (.preset, .string(let name)): settings.preset = name
    case (.mouse, .boolean(let isOn)): settings.usesMouse = isOn
    case (.hyperlinks, .string(let word)):
      settings.hyperlinks = HyperlinkChoice(rawValue: word) ?? settings.hyperlinks
    case (.linear, .boolean(let isOn)): settings.isLinear = isOn
    case (.copyCommand, .array(let items)): settings.copyCommand = Self.words(items)
    case (.notifyCommand, .array(let items)): settings.notifyCommand = Self.words(items)
    case (.network, .boolean(let isOn)): settings.usesNetwork = isOn
    case (.keepPosts, .integer(let number)): settings.retention.posts = number
    case (.keepDays, .integer(let number)): settings.retention.days = number
    case (.refresh, .integer(let minutes)): settings.refreshMinutes = minutes
    case (.stick, .boolean(let isOn)): settings.options.sticksToTop = isOn
    case (.state, .boolean(let isOn)): settings.keepsState = isOn
    case (.unread, .boolean(let isOn)): settings.tracksReading = isOn
    case (.readingTime, .integer(let number)): settings.options.readingMilliseconds = number
    case (.firstUnread, .boolean(let isOn)): settings.options.firstUnread = isOn
    case (.firstPage, .string(let word)):
      settings.firstPage = StreamOptions.FirstPage(rawValue: word) ?? settings.firstPage
    default: break
    }
  }

  /// The value of the setting in `settings`.
  func content(in settings: Settings) -> ConfigValue.Content {
    switch self {
    case .strategy: .string(settings.options.strategy.rawValue)
    case .idleDelay: .integer(settings.options.idleDelay)
    case .figures: .boolean(settings.options.figures != .hidden)
    case .order: .string(settings.order?.rawValue ?? "auto")
    case .publicOnly: .boolean(settings.isPublicOnly)
    case .density: .string(settings.options.density.configName)
    case .measure: .integer(settings.options.measure)
    case .foldLines: .integer(settings.options.foldLines)
    case .panelWidth:
      settings.options.panelWidth.map { .integer($0) } ?? .string(SettingKind.automatic)
    case .utc: .boolean(settings.usesUTC)
    case .theme: .string(settings.theme)
    case .themeLight: .string(settings.themeLight)
    case .themeDark: .string(settings.themeDark)
    case .preset: .string(settings.preset)
    case .mouse: .boolean(settings.usesMouse)
    case .hyperlinks: .string(settings.hyperlinks.rawValue)
    case .linear: .boolean(settings.isLinear)
    case .copyCommand: Self.content(of: settings.copyCommand)
    case .notifyCommand: Self.content(of: settings.notifyCommand)
    case .network: .boolean(settings.usesNetwork)
    case .keepPosts: .integer(settings.retention.posts)
    case .keepDays: .integer(settings.retention.days)
    case .refresh: .integer(settings.refreshMinutes)
    case .stick: .boolean(settings.options.sticksToTop)
    case .state: .boolean(settings.keepsState)
    case .unread: .boolean(settings.tracksReading)
    case .readingTime: .integer(settings.options.readingMilliseconds)
    case .firstUnread: .boolean(settings.options.firstUnread)
    case .firstPage: .string(settings.firstPage.rawValue)
    }
  }

  private static func words(_ items: [ConfigValue]) -> [String] {
    items.compactMap { if case .string(let text) = $0.content { text } else { nil } }
  }

  private static func content(of words: [String]) -> ConfigValue.Content {
    .array(words.map { ConfigValue(.string($0), at: ConfigPlace(line: 1, column: 1)) })
  }
}

extension Density {
  /// The density of a name in the file; nil for another name.
  init?(named name: String) {
    guard let density = Self.allCases.first(where: { $0.configName == name }) else { return nil }
    self = density
  }

  /// The name in the file.
  fileprivate var configName: String {
    switch self {
    case .compact: "compact"
    case .normal: "normal"
    case .full: "full"
    }
  }
}
