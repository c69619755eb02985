import Configuration
import StreamHost
import StreamModel
import StreamUI

/// A setting of the configuration file: the one table of settings.
///
/// In the order of `streamtui config`. A new setting is a case, its ``entry``, and the property of
/// ``Settings`` or `ViewOptions` that it states. An option that states it takes its values and its help from here.
enum Setting: String, CaseIterable {
  case strategy
  case idleDelay = "idle-delay"
  case figures
  case order
  case publicOnly = "public-only"
  case layout
  case density
  case foldLines = "fold-lines"
  case measure
  case utc
  case theme
  case themeLight = "theme-light"
  case themeDark = "theme-dark"
  case preset
  case mouse, cursor
  case hyperlinks
  case pictures
  case picturesProtocol = "pictures-protocol"
  case linear
  case copyCommand = "copy-command"
  case network
  case refresh
  case refreshInterval = "refresh-interval"
  case stick
  case notifyCommand = "notify-command"
  case older
  case keepPosts = "keep-posts"
  case keepDays = "keep-days"
  case state
  case unread
  case readingTime = "reading-time"
  case firstUnread = "first-unread"
  case firstPage = "first-page"

  private struct Entry {
    /// Made when it is asked for: a look for an option by its name needs no key paths.
    let field: () -> SettingField
    let help: String

    init(_ field: @autoclosure @escaping () -> SettingField, _ help: String) {
      self.field = field
      self.help = help
    }
  }

  private var entry: Entry {
    switch self {
    case .strategy:
      Entry(
        .choice(\.options.strategy),
        """
        When posts show their styles and links. idle: once scrolling stops, and then they \
        keep them; strict: only while nothing scrolls; sync: at most 4 ms a frame while \
        scrolling; eager: always; flat: never.
        """
      )
    case .idleDelay:
      Entry(
        .number(\.options.idleDelay, 0...60_000, "milliseconds"),
        "Milliseconds without scrolling until posts show styles and links."
      )
    case .figures:
      Entry(.flag(\.showsFigures), "Show the strategy's live figures in the status line.")
    case .order:
      Entry(
        .automaticChoice(\.order),
        """
        The order of the posts. auto: newest for several feeds and for an account's export, \
        else document (as in the file); feed: one feed after the other, each with its newest post \
        first; likes and comments: those with most of them first. \
        A source that was left in another order opens in that one, unless the order stands in \
        a table [sources."NAME"].
        """
      )
    case .publicOnly: Entry(.flag(\.isPublicOnly), "Leave out posts that are not public.")
    case .layout:
      Entry(
        .choice(\.options.layout),
        """
        How pages share the screen. auto: a list and beside it the selected post from 140 \
        columns on; list: one page at a time; split: side by side from 80 columns on.
        """
      )
    case .density:
      Entry(
        .choice(\.densityName, Density.allCases.map { "\($0)" }),
        "The density of rows. compact: one line per post; full: whole texts."
      )
    case .foldLines:
      Entry(
        .number(\.options.foldLines, 1...1_000, "lines"),
        "The lines of a text at normal density; the rest is folded as \"+N lines\"."
      )
    case .measure:
      Entry(
        .number(\.options.measure, 0...1_000, "columns"),
        "The most columns of text, at the left of the window; 0 or more than 100: 100."
      )
    case .utc: Entry(.flag(\.usesUTC), "Show times in UTC instead of the local time zone.")
    case .theme:
      Entry(
        .text(\.theme),
        """
        The colours. auto: to suit the terminal's background; a theme that streamtui theme \
        lists; or one of yours, [themes.NAME].
        """
      )
    case .themeLight: Entry(.text(\.themeLight), "The theme that auto takes on a light background.")
    case .themeDark: Entry(.text(\.themeDark), "The theme that auto takes on a dark background.")
    case .preset:
      Entry(
        .choice(\.preset, KeyPreset.all.map(\.name)),
        "The keys to begin with: default, less, vim or newsboat; the table [keys] changes them."
      )
    case .mouse: Entry(.flag(\.usesMouse), "Use the mouse; false leaves it to the terminal.")
    case .cursor:
      Entry(
        .flag(\.options.showsCursor),
        """
        Show the terminal's cursor on the selected row, the link in focus or the text that you type, \
        for magnifiers and braille displays.
        """
      )
    case .hyperlinks:
      Entry(
        .choice(\.hyperlinks, HyperlinkChoice.allValueStrings),
        "Make links clickable in the terminal. auto: if it is known to support that."
      )
    case .pictures:
      Entry(
        .choice(\.options.pictureChoice, PictureChoice.names),
        """
        Which pictures stand in posts, in a terminal that draws them (PNG; JPEG, GIF and WebP if \
        chafa is installed). local: those of a folder or archive that you opened; ask: also those of the \
        network that you allow by a key, post by post or host by host; on: all of the network; off: none.
        """
      )
    case .picturesProtocol:
      Entry(
        .choice(\.pictureProtocolName, ["auto", "none"]),
        """
        How the terminal is told about pictures. auto: by kitty's protocol, if kitty, Ghostty or \
        Rio answer to their name; none: not at all.
        """
      )
    case .linear:
      Entry(
        .flag(\.isLinear),
        """
        Print one post at a time and read commands line by line, for screen readers. The default where \
        TERM is dumb.
        """
      )
    case .copyCommand:
      Entry(
        .words(\.copyCommand),
        """
        A program that copies its standard input, with its arguments; []: the terminal \
        copies (OSC 52).
        """
      )
    case .network:
      Entry(.flag(\.usesNetwork), "Fetch addresses and subscriptions; false: show the last copies.")
    case .refresh:
      Entry(
        .number(\.refreshMinutes, Self.refreshMinutes, "minutes"),
        """
        Minutes after which an address that is shown is fetched again, and a program runs \
        again; 0: never.
        """
      )
    case .refreshInterval:
      Entry(
        .number(\.refreshInterval, Self.refreshIntervals, "minutes"),
        """
        Minutes between two fetches of a subscription that has no interval of its own (add --every).
        """
      )
    case .stick:
      Entry(
        .flag(\.options.sticksToTop),
        """
        Show posts that come in above the first one at once, if it is selected at the top \
        of the screen.
        """
      )
    case .notifyCommand:
      Entry(
        .words(\.notifyCommand),
        """
        A program that streamtui refresh starts if there are new posts, with its arguments; \
        the last argument that it gets is a sentence that names their number and feeds. []: \
        none.
        """
      )
    case .older:
      Entry(
        .choice(\.options.older),
        """
        When the posts before the first one of a subscription are fetched. ask: when Enter on the line below \
        the last post asks for them; scroll: when you come to the last screenful, too; never: there is no such line.
        """
      )
    case .keepPosts:
      Entry(
        .number(\.retention.posts, 1...100_000, "posts"),
        """
        The number of a subscription's latest posts that stay. Posts that you keep or that \
        the feed lists stay, too.
        """
      )
    case .keepDays:
      Entry(
        .number(\.retention.days, 1...36_500, "days"),
        """
        The days for which a subscription's posts stay. Posts that you keep or that the \
        feed lists stay, too.
        """
      )
    case .state:
      Entry(.flag(\.keepsState), "Remember places, read posts and folds from run to run.")
    case .unread: Entry(.flag(\.tracksReading), "Tell read posts from unread ones.")
    case .readingTime:
      Entry(
        .number(\.options.readingMilliseconds, 0...3_600_000, "milliseconds"),
        "Milliseconds that a post stands still before it counts as read once it is scrolled past."
      )
    case .firstUnread: Entry(.flag(\.options.firstUnread), "Start at the first unread post.")
    case .firstPage:
      Entry(
        .choice(\.firstPage, StreamOptions.FirstPage.allCases.map(\.rawValue), orView: true),
        """
        The first page of streamtui without a source. unread: the unread posts of all \
        subscriptions; feeds: the subscriptions; timeline: all posts; view:NAME: the posts of a saved \
        view.
        """
      )
    }
  }

  var name: String { rawValue }

  var kind: SettingKind { entry.field().kind }

  var help: String { entry.help }

  var isTheme: Bool { [.theme, .themeLight, .themeDark].contains(self) }

  /// The values of ``refresh``: never, to once a week.
  static let refreshMinutes = 0...10_080

  static let refreshIntervals = 5...43_200

  /// Whether the setting holds for the whole program, so that no table of a source may state it.
  ///
  /// These are about the terminal and the keyboard, or are needed before a source is opened.
  var isOfProgram: Bool {
    switch self {
    case .preset, .mouse, .cursor, .hyperlinks, .picturesProtocol, .linear, .network,
      .refreshInterval, .notifyCommand, .state, .firstPage:
      true
    default: false
    }
  }

  static var names: [String] { allCases.map(\.rawValue) }

  static var namesOfSources: [String] { allCases.filter { !$0.isOfProgram }.map(\.rawValue) }

  /// Sets the setting to a value that its kind allows.
  func apply(_ content: ConfigValue.Content, to settings: inout Settings) {
    entry.field().set(content, &settings)
  }

  func content(in settings: Settings) -> ConfigValue.Content { entry.field().content(settings) }
}

extension Settings {
  fileprivate var showsFigures: Bool {
    get { options.figures != .hidden }
    set { options.figures = newValue ? .shown : .hidden }
  }

  fileprivate var pictureProtocolName: String {
    get { usesPictureProtocol ? "auto" : "none" }
    set { usesPictureProtocol = newValue != "none" }
  }

  fileprivate var densityName: String {
    get { "\(options.density)" }
    set { options.density = Density.allCases.first { "\($0)" == newValue } ?? options.density }
  }
}
