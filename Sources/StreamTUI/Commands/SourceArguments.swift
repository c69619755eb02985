public import ArgumentParser
package import CellGrid
import Glibc
import StreamHost
public import StreamModel
package import StreamUI

/// The sources that a command without a screen reads.
struct SourceArguments: ParsableArguments {
  @Option(
    help: .value(
      "program arguments",
      "Read the output of a program; quotes keep blanks, and no shell reads it."
    )
  )
  var exec: [String] = []

  @Argument(
    help: """
      Files, folders, archives or addresses; subscriptions by name or as tag:NAME; unread or kept, alone or \
      with these; - for standard input. Default: a pipe on standard input.
      """,
    completion: .file()
  )
  var source: [String] = []

  /// The sources as named beside programs, or standard input if none is named and it is a pipe or a file.
  ///
  /// - Throws: Wrong usage if there is nothing to read.
  func names() throws -> [String] {
    if !source.isEmpty || !exec.isEmpty { return source }
    guard Self.hasInput else {
      throw ValidationError("no SOURCE: name a file, or pipe a feed into the command")
    }
    return ["-"]
  }

  /// What a command reads.
  struct Reading {
    let feeds: OpenedFeeds
    /// The kept posts, where they are the feeds.
    var kept: KeptPosts?
    /// Whether only the unread posts are meant.
    var isUnread = false
    /// The filter that the posts must pass; nil for none.
    var view: View?
  }

  /// Opens the sources as named, and waits for all their bytes; the filters of words such as view:NAME among them are
  /// joined to that of `--filter`.
  ///
  /// - Throws: Wrong usage if there is nothing to read; status 1, after a message, if there is no such view, or no source
  ///   can be opened.
  func opened(_ filter: FilterOptions, _ options: FeedOptions) throws -> Reading {
    let names = try names()
    let views = ViewWords(in: names)
    let view =
      try views.words.isEmpty
      ? filter.filter : views.joined(with: filter.filter, RunConfiguration.ofUser().views).view
    let others = names.filter { !views.words.contains($0) }
    guard !others.isEmpty || !exec.isEmpty else {
      // A saved view without sources means all subscriptions.
      let all = try SubscriptionChoice.all(for: views.words[0])
      return Reading(feeds: Self.opened(all.scoped(to: view)), view: view)
    }
    var reading = try opened(others, options)
    reading.view = view
    return reading
  }

  /// Opens the posts of these names and of the programs, and waits for all their bytes.
  ///
  /// - Throws: Status 1, after a message, if no source can be opened.
  func opened(_ names: [String], _ options: FeedOptions) throws -> Reading {
    guard exec.isEmpty, options.formatHint == nil else {
      return Reading(feeds: try options.opener.openAll(names, programs: exec))
    }
    switch try NamedStream(names, asksServers: true) {
    case .sources:
      // The stored posts of the subscriptions among them are meant.
      let subscriptions = names.filter(NamedStream.isSubscription)
      let logs = SubscriptionChoice(named: subscriptions).map { Self.opened($0).list } ?? []
      let others = names.filter { !subscriptions.contains($0) }
      return Reading(feeds: try options.opener.openAll(others, beside: logs))
    case .kept(let choice):
      let kept = try KeptPosts.opened(of: choice) ?? .none
      return Reading(feeds: kept.feeds, kept: kept)
    case .subscriptions(let choice, let isUnread):
      return Reading(feeds: Self.opened(choice), isUnread: isUnread)
    }
  }

  /// Opens subscriptions, and prints why some cannot be opened.
  static func opened(_ choice: SubscriptionChoice) -> OpenedFeeds {
    let feeds = SubscribedFeeds(choice).feeds
    for note in feeds.notes { Diagnostics.print(note) }
    return feeds
  }

  /// Whether standard input is a pipe or a file: nobody pipes a feed through a terminal or a device.
  static var hasInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}

extension SourceOpener {
  /// Opens all sources for a command, and prints why some cannot be opened.
  ///
  /// - Parameter feeds: Those that are open already, and come first.
  /// - Throws: Status 1 if no source can be opened.
  func openAll(
    _ names: [String],
    programs: [String] = [],
    beside feeds: [OpenedFeed] = []
  ) throws -> OpenedFeeds {
    var opened = opened(names, programs: programs)
    opened.list = feeds + opened.list
    for failure in opened.failures { Diagnostics.print(failure) }
    guard !opened.list.isEmpty else { throw ExitCode(1) }
    if waits { Self.wait(for: opened.list) }
    return opened
  }

  /// Waits for addresses and for programs, whose bytes come in a loop.
  static func wait(for feeds: [OpenedFeed]) {
    Downloads.wait(for: feeds.compactMap(\.source.web))
    SourceRuns.wait(for: feeds.compactMap(\.source.program))
  }
}

/// Parses a size such as 80x24 on the command line.
extension Size: ExpressibleByArgument {
  /// Parses columns and lines separated by "x"; nil for anything else.
  package init?(argument: String) {
    let parts = argument.split(separator: "x")
    guard parts.count == 2, let columns = Int(parts[0]), let lines = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(lines)
    else { return nil }
    self.init(columns: columns, lines: lines)
  }

  /// As it is typed, such as 80x24.
  package var defaultValueDescription: String { "\(columns)x\(lines)" }
}

extension Timestamp: ExpressibleByArgument {
  /// Parses an RFC 3339 time; nil for anything else.
  public init?(argument: String) { self.init(rfc3339: argument) }

  /// As it is typed, such as 2026-02-01T00:00:00Z.
  public var defaultValueDescription: String { rfc3339 }
}

extension Strategy {
  static let names = "idle, strict, sync, eager or flat"

  /// Returns the strategy that an argument names.
  ///
  /// - Throws: `ValidationError` that names the strategies.
  static func parsed(_ argument: String) throws -> Strategy {
    guard let strategy = Strategy(rawValue: argument) else {
      throw ValidationError("expected \(names)")
    }
    return strategy
  }
}

extension Timeline.Order: ExpressibleByArgument {}

extension HyperlinkChoice: ExpressibleByArgument {
  /// Listed here because deriving them from `allCases` searches all conformances at every start.
  static var allValueStrings: [String] { ["auto", "always", "never"] }
}

extension PictureChoice: ExpressibleByArgument {
  package static var allValueStrings: [String] { names }
}

extension ThemeSetting: ExpressibleByArgument {
  /// Takes any name: the user's themes are known only later.
  package init?(argument: String) { self.init(name: argument) }

  package var defaultValueDescription: String { name }
}

extension ThemeSet {
  /// Returns the themes that `setting` names, for a command.
  ///
  /// - Throws: `ValidationError` with the nearest name if there is no such theme.
  func chosen(_ setting: ThemeSetting) throws -> ThemeChoice {
    do throws(UnknownTheme) {
      return try choice(of: setting)
    } catch {
      throw ValidationError(error.message)
    }
  }
}

extension FormatHint {
  /// Returns the format that an argument names.
  ///
  /// - Throws: `ValidationError` that names all formats.
  static func parsed(_ argument: String) throws -> FormatHint {
    guard let hint = FormatHint(rawValue: argument) else {
      throw ValidationError("expected \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return hint
  }
}

/// The form of a list: columns for people, or fields separated by tabs for programs.
enum TableFormat: String, ExpressibleByArgument {
  case table, tsv
}

/// The posts that the words of a command line name.
///
/// A file of that name comes first. Else `kept` means the kept posts and `unread` the unread posts, of all
/// subscriptions or of those that further words name. Any other word is a subscription or a tag
/// (``SubscriptionChoice/init(named:)``), or a source that is no subscription.
enum NamedStream {
  /// Those of sources of which not all are subscriptions.
  case sources
  case subscriptions(SubscriptionChoice, isUnread: Bool = false)
  /// The kept posts of subscriptions; nil for those of other sources, too.
  case kept(SubscriptionChoice?)

  /// Finds out what the words name; without words, they name no subscription.
  ///
  /// - Parameter asksServers: Whether an address means the document that its server has now, also if it is a
  ///   subscription.
  /// - Throws: Status 1, after a message, for `unread` and `kept` without subscriptions that go with them, or a tag
  ///   that no subscription has.
  init(_ words: [String], asksServers: Bool = false) throws {
    let kinds = words.filter { ["unread", "kept"].contains($0) && access($0, F_OK) != 0 }
    if let kind = kinds.first {
      guard kinds.count == 1 else {
        throw Diagnostics.failure(
          "unread and kept: name one of them, with tags or subscriptions if you like"
        )
      }
      let others = words.filter { $0 != kind }
      let choice = try others.isEmpty ? nil : Self.choice(of: others)
      if kind == "kept" {
        self = .kept(choice)
      } else {
        self = .subscriptions(try choice ?? SubscriptionChoice.all(for: kind), isUnread: true)
      }
    } else if !asksServers || !words.contains(where: Self.isAddress),
      let choice = SubscriptionChoice(named: words)
    {
      self = .subscriptions(choice)
    } else {
      if let word = words.first, words.count == 1, access(word, F_OK) != 0,
        SubscriptionChoice.tag(word) != nil
      {
        throw Self.hasNoTag(word)
      }
      self = .sources
    }
  }

  /// The subscriptions that the words beside `unread` or `kept` name.
  private static func choice(of words: [String]) throws -> SubscriptionChoice {
    if let choice = SubscriptionChoice(named: words) { return choice }
    for word in words where SubscriptionChoice(named: [word]) == nil {
      if SubscriptionChoice.tag(word) != nil { throw hasNoTag(word) }
      Diagnostics.print("\(word): no subscription has this name (streamtui list shows them all)")
    }
    throw ExitCode(1)
  }

  private static func hasNoTag(_ word: String) -> ExitCode {
    let tags = SubscriptionChoice.tags
    let known = tags.isEmpty ? "no subscription has a tag" : "tags: " + tags.joined(separator: ", ")
    return Diagnostics.failure("\(word): no subscription has this tag (\(known))")
  }

  /// Whether a word that names no file and no address is the name of subscriptions, or `tag:NAME` of some.
  static func isSubscription(_ word: String) -> Bool {
    access(word, F_OK) != 0 && !isAddress(word) && SubscriptionChoice(named: [word]) != nil
  }

  private static func isAddress(_ word: String) -> Bool {
    switch AddressGuess(word) {
    // "Heise: News" has the form of an address, and is a name.
    case .web(let verdict, _): verdict.address != nil
    case .account: true
    case .file, .refused: false
    }
  }
}

/// The words of a command line such as view:NAME, which mean the posts of a saved view.
struct ViewWords {
  let words: [String]

  /// - Parameter names: the sources of the command line; a file of such a name comes first.
  init(in names: [String]) {
    words = names.filter { $0.hasPrefix("view:") && access($0, F_OK) != 0 }
  }

  /// Returns the views together with a filter: as they are written, and with what they stand for.
  ///
  /// - Throws: Status 1, after a message, if there is no such view, or if one is wrong.
  func joined(with filter: View?, _ saved: [SavedView]) throws -> (text: String, view: View) {
    let text = (words + [filter?.description].compactMap(\.self)).joined(separator: " ")
    do throws(ViewError) {
      return (try View(text).description, try saved.view(text))
    } catch {
      throw Diagnostics.failure("\(words.joined(separator: " ")): \(error.description)")
    }
  }
}

extension SubscriptionChoice {
  /// Returns all subscriptions, which a word of the command line means where no other source stands beside it.
  ///
  /// - Throws: Status 1, after a message, if there are none.
  static func all(for word: String) throws -> SubscriptionChoice {
    guard let all = SubscriptionChoice(.all) else {
      throw Diagnostics.failure("\(word): no subscriptions yet; add one: streamtui add ADDRESS")
    }
    return all
  }
}
