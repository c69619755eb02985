import Configuration
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The tables `[sources."NAME"]` of the file.
struct SourceSections {
  private(set) var sections: [SourceSection] = []
  private(set) var problems: [ConfigProblem] = []
  private(set) var settingProblems: [ConfigProblem] = []

  init() {}

  /// Reads the table "sources" of the file.
  ///
  /// - Parameters:
  ///   - previous: The tables before; settings of theirs stay where lines have errors.
  ///   - faults: The errors of the document.
  ///   - themes: The themes that settings may name.
  ///   - keymap: The keys of all sources.
  init(
    _ table: ConfigTable,
    previous: SourceSections,
    faults: [ConfigProblem],
    themes: ThemeSet,
    over keymap: Keymap
  ) {
    for entry in table.entries {
      do throws(ConfigProblem) {
        let before = previous.sections.first { $0.scope.name == entry.key }
        let read = try SourceSection(entry, previous: before, faults: faults, themes: themes)
        sections.append(read)
        settingProblems += read.problems
        problems += read.problems + read.keymap(over: keymap).problems
      } catch {
        settingProblems.append(error)
        problems.append(error)
      }
    }
  }

  /// The tables that mean each of `sources`, a later one before an earlier: those of tags and folders, then
  /// those of single sources, each in the order of the file.
  ///
  /// Sources that are shown together have one screen and one keymap, so a table that means only some of
  /// them has no effect.
  func inForce(for sources: @autoclosure () -> [ShownSource]) -> [SourceSection] {
    // To know all names of hundreds of feeds takes a file of each.
    guard !sections.isEmpty else { return [] }
    let sources = sources()
    guard !sources.isEmpty else { return [] }
    let matching = sections.filter { section in sources.allSatisfy { section.scope.matches($0) } }
    return matching.filter(\.scope.isGroup) + matching.filter { !$0.scope.isGroup }
  }
}

/// A table `[sources."NAME"]`: settings, keys and commands for the sources that its name means.
struct SourceSection {
  let scope: SourceScope
  let place: ConfigPlace
  /// The problems in the order of the file, without those of keys and commands.
  let problems: [ConfigProblem]
  let settings: SettingList
  /// The names of its tables in the order of the file, with the places of their lines.
  let tables: [(name: String, place: ConfigPlace)]
  private let keys: ConfigTable?
  private let commands: OwnCommandTable

  /// Reads an entry of the table "sources".
  ///
  /// - Parameters:
  ///   - previous: The table of that name before; its settings stay where their lines have errors.
  ///   - faults: The errors of the document.
  ///   - themes: The themes that settings may name.
  /// - Throws: ``ConfigProblem`` if it costs the table.
  init(
    _ entry: ConfigTable.Entry,
    previous: SourceSection?,
    faults: [ConfigProblem],
    themes: ThemeSet
  ) throws(ConfigProblem) {
    guard case .table(let table) = entry.value.content else {
      throw UnknownKey.problem(besideSources: entry)
    }
    do throws(SourceScope.Failure) {
      scope = try SourceScope(entry.key)
    } catch {
      throw entry.place.problem(error.text)
    }
    place = entry.place
    var settings = SettingList()
    var tables: [(entry: ConfigTable.Entry, table: ConfigTable)] = []
    var problems: [ConfigProblem] = []
    let path = ["sources", entry.key]
    for held in table.entries {
      do throws(ConfigProblem) {
        if case .table(let own) = held.value.content, ConfigTables.ofSource.contains(held.key) {
          tables.append((held, own))
        } else if let setting = Setting(rawValue: held.key), !setting.isOfProgram {
          try settings.add(setting, of: held)
        } else {
          throw UnknownKey.problem(of: held, inSource: entry.key)
        }
      } catch {
        problems.append(error.place.problem(error.message, key: path + [held.key]))
      }
    }
    let before = previous?.settings ?? SettingList()
    settings.keep(before, because: faults + problems, in: path)
    problems += settings.replaceThemes(unknownTo: themes, with: before, in: path)
    self.settings = settings
    self.problems = problems
    self.tables = tables.map { ($0.entry.key, $0.entry.place) }
    keys = tables.first { $0.entry.key == "keys" }?.table
    let commands = tables.first { $0.entry.key == "commands" }?.table
    self.commands = OwnCommandTable(commands ?? ConfigTable())
  }

  /// Returns `base` with the commands and keys of the table, and the problems of their lines.
  func keymap(over base: Keymap) -> (keymap: Keymap, problems: [ConfigProblem]) {
    let others = base.commands.filter { !commands.names.contains($0.name) }
    let defined = base.applying([commands.keys]).defining(others + commands.commands)
    guard let keys else { return (defined, commands.problems) }
    let table = KeyTable(keys, over: defined, commands: defined.commands.map(\.name))
    return (table.keymap, commands.problems + table.problems)
  }
}

/// The name of a table `[sources."NAME"]`, and the sources that it means.
struct SourceScope: Equatable {
  /// The reason why a name can mean no source.
  struct Failure: Error, Equatable {
    let text: String
  }

  private enum Meaning: Equatable {
    case tag(String)
    /// A folder and everything below it, by its path without links and with a slash at the end.
    case folder(String)
    /// A file or folder, by its path without links.
    case file(String)
    /// A name in lower case, and the address or account that it is if it can be one.
    case name(String, Subscription.Source?)
  }

  let name: String
  private let meaning: Meaning

  /// Interprets the name of a table.
  ///
  /// - Parameter home: The user's home folder, for which `~` stands; nil if it is not known.
  /// - Throws: ``Failure`` for a name that can mean no source.
  init(_ name: String, home: String? = Environment.value("HOME")) throws(Failure) {
    self.name = name
    let tag = "tag:"
    if name.isEmpty {
      throw Failure(text: "a table of sources needs a name (expected \(Self.forms))")
    } else if name.hasPrefix(tag) {
      guard name.utf8.count > tag.utf8.count else {
        throw Failure(text: "\"tag:\" names no tag (expected \(Self.forms))")
      }
      meaning = .tag(String(name.dropFirst(tag.count)))
    } else if name.hasPrefix("/") || name.hasPrefix("~/") {
      meaning = try Self.path(name, home)
    } else if ["./", "../", "~"].contains(where: { name.hasPrefix($0) }) {
      throw Failure(text: "\"\(name)\" is no whole path (expected one that begins with / or ~/)")
    } else {
      meaning = .name(name.lowercased(), try Self.address(name))
    }
  }

  /// Whether the name may mean several sources, as a tag or a folder does.
  var isGroup: Bool {
    switch meaning {
    case .tag, .folder: true
    case .file, .name: false
    }
  }

  func matches(_ source: ShownSource) -> Bool {
    switch meaning {
    case .tag(let tag): source.tags.contains(tag)
    case .folder(let folder):
      source.path.map { Self.paths(of: $0).contains { "\($0)/".hasPrefix(folder) } } ?? false
    case .file(let file): source.path.map { Self.paths(of: $0).contains(file) } ?? false
    case .name(let name, let address):
      source.names.contains { $0.lowercased() == name }
        || (address != nil && address == source.source)
    }
  }

  static let forms = "a subscription's name, \"tag:NAME\", an address or a path"

  private static func path(_ name: String, _ home: String?) throws(Failure) -> Meaning {
    var path = name
    if name.hasPrefix("~") {
      guard let home, home.hasPrefix("/") else {
        throw Failure(text: "\"\(name)\" needs a home folder (expected HOME to be set)")
      }
      path = home + name.dropFirst()
    }
    let isFolder = path.hasSuffix("/*")
    if isFolder { path.removeLast(2) }
    guard !path.contains("*") else {
      throw Failure(
        text: "\"\(name)\" has a * inside (expected one after the last slash, for a whole folder)"
      )
    }
    let found = resolved(path.isEmpty ? "/" : path)
    return isFolder ? .folder(found.hasSuffix("/") ? found : found + "/") : .file(found)
  }

  private static func address(_ name: String) throws(Failure) -> Subscription.Source? {
    switch AddressGuess(name) {
    case .account(let account): return .account(account)
    case .web(let verdict, _):
      if name.hasSuffix("/*") {
        throw Failure(text: "\"\(name)\" is no address (expected one; a tag can name several)")
      }
      if case .refuse(let reason) = verdict, name.contains("://") {
        throw Failure(text: "\"\(name)\" cannot be fetched: \(reason)")
      }
      return verdict.address.map { .web($0) }
    // Any other text may be the name of a subscription.
    case .file, .refused: return nil
    }
  }

  /// The path without links, and the path in its folder without links: a link in a folder is in it, too.
  private static func paths(of path: String) -> [String] {
    var folder = "."
    var name = path[...]
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = path[path.index(after: slash)...]
    }
    let inside = resolved(folder)
    return [resolved(path), inside.hasSuffix("/") ? inside + name : "\(inside)/\(name)"]
  }

  /// The path without links; as it is where nothing exists.
  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(validatingCString: found) ?? path
  }
}

/// A source that is shown, by everything that the name of a table `[sources."NAME"]` may mean.
struct ShownSource: Equatable {
  /// The names of the subscription, or of `--name`.
  var names: [String] = []
  var tags: [String] = []
  /// The address, account or file of a subscription; the address of a document that is not subscribed to.
  var source: Subscription.Source?
  var path: String?

  init() {}

  /// The sources of opened feeds, in their order.
  ///
  /// - Parameter name: The name that the user has given for all of them together.
  static func all(of feeds: [OpenedFeed], named name: String?) -> [ShownSource] {
    feeds.map { ShownSource($0, named: name) }
  }

  /// Makes a subscription with its own name, or its feed's title.
  init(_ subscription: Subscription, named name: String?) {
    names = [name].compactMap(\.self)
    tags = subscription.tags
    source = subscription.source
    if case .file(let path) = subscription.source { self.path = path }
  }

  private init(_ opened: OpenedFeed, named name: String?) {
    if let subscription = opened.subscription {
      self = ShownSource(subscription, named: subscription.name ?? opened.feed.title)
    } else if let web = opened.source.web {
      source = web.source
    } else if let origin = opened.origin, origin != "-" {
      path = origin
    }
    if let name { names.append(name) }
  }
}
