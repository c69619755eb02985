import ArgumentParser
import StreamHost
import StreamModel

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the subscriptions of an OPML file, of newsboat's urls or of a table (CSV).",
    discussion: """
      With newsboat's urls come the posts of the cache.db beside it, or of its data folder: with the marks of those \
      that were read, and flagged ones as kept posts. Query feeds become saved views in the configuration. Each program \
      of a line with exec: or filter: is asked about; without a terminal it waits as a comment in the list of subscriptions. \
      Folders and categories become tags. Tables are those of YouTube (subscriptions.csv), of Mastodon (follows and lists), \
      and others with a column feedurl. Nothing is fetched or run because the file says so. A feed that is in the list \
      already keeps its name and gets further tags. The text of streamtui export --format text is \
      read, too. The exit status is 1 if the file has no feed that could be added, or ends in the middle: the \
      feeds before that place are added, but never a part of an address. Nothing of a file with NUL bytes is added.
      """
  )

  /// The largest file in bytes.
  private static let limit = 64 << 20

  @Argument(help: "An OPML file, urls or a table, or - for standard input.", completion: .file())
  var file: String

  @Option(
    help: .value("file", "Take newsboat's posts and marks from this cache."),
    completion: .file()
  )
  var cache: String?

  @OptionGroup var configOptions: ConfigOptions

  @Flag(help: "Add also addresses that need a confirmation, such as those inside your own network.")
  var yes = false

  func run() throws {
    let subscriptions = try SubscriptionFile.forCommand()
    let bytes = try Self.bytes(of: file)
    let name = file == "-" ? SourceOpener.standardInput : file
    if let damage = Self.damage(of: bytes) {
      throw Diagnostics.failure("\(name):\(damage.text). Nothing was imported.")
    }
    let list = Self.list(bytes)
    SubscriptionFile.print(list, of: name)
    let (programs, waiting) = Self.ask(about: list.programs, name, in: subscriptions)
    let known = try SubscriptionFile.exiting("Not imported") {
      try subscriptions.read().list.subscriptions
    }
    let doubtful =
      yes
      ? []
      : list.doubts.filter {
        !SubscriptionWord.isConfirmed(list.subscriptions[$0.index].source, by: known)
      }
    Self.printReasons(of: doubtful, in: list, name)
    let leftOut = Set(doubtful.map(\.index))
    if let line = Self.hidden(list, besides: leftOut) { Diagnostics.print("\(name): \(line)") }
    let wanted =
      list.subscriptions.enumerated().filter { !leftOut.contains($0.offset) }
      .map(\.element) + programs
    let (new, merged, beyond) = try SubscriptionFile.exiting("Not imported") {
      try subscriptions.change(adding: waiting.map(\.line)) { Self.add(wanted, to: &$0) }
    }
    let views = saveViews(list.queries, name)
    if beyond > 0 {
      Diagnostics.print(
        "\(name): \(beyond) feeds left out (expected at most \(SubscriptionList.limit))"
      )
    }
    let refused = list.problemCount + doubtful.count + beyond + list.queries.count - views
    try SubscriptionFile.say(
      "Imported \(name): \(new) new, \(merged + list.duplicates) merged, \(refused) refused."
        + (views > 0 ? " Saved \(views) view\(views == 1 ? "" : "s") (streamtui views)." : "")
        + (new > 0 ? " streamtui refresh fetches them." : "")
    )
    if list.queries.contains(where: { $0.filter.contains("is:kept") }) {
      Diagnostics.print(
        "\(name): flags have one letter here: posts with any of newsboat's are kept"
      )
    }
    let isNewsboats = !Self.isOPML(bytes) && !FeedTable.isTable(bytes)
    if isNewsboats { Self.printHiding(beside: file) }
    if let path = cache ?? (isNewsboats ? NewsboatCache.path(beside: file) : nil) {
      try move(path, to: subscriptions)
    }
    guard !list.isCut, new + merged > 0 || refused == 0 else { throw ExitCode(1) }
  }

  /// Prints a line for each reason, with the first address that it holds for and the number of others.
  private static func printReasons(
    of doubts: [SubscriptionList.Doubt],
    in list: SubscriptionList,
    _ name: String
  ) {
    var counts: [String: Int] = [:]
    for doubt in doubts { counts[doubt.reason, default: 0] += 1 }
    for doubt in doubts {
      guard let count = counts.removeValue(forKey: doubt.reason) else { continue }
      let address = list.subscriptions[doubt.index].source.shown
      Diagnostics.print(
        "\(name):\(doubt.place.line):\(doubt.place.column): \(address)"
          + (count > 1 ? " and \(count - 1) more" : "")
          + " left out: \(doubt.reason) (--yes adds \(count > 1 ? "them" : "it"))"
      )
    }
  }

  /// Returns a sentence about the feeds that newsboat hides; nil without any.
  private static func hidden(_ list: SubscriptionList, besides leftOut: Set<Int>) -> String? {
    let hidden = list.hidden.filter { !leftOut.contains($0) }
    guard let first = hidden.first else { return nil }
    let address = list.subscriptions[first].source.shown
    let feeds = hidden.count == 1 ? "\(address) is" : "\(address) and \(hidden.count - 1) more are"
    return "\(feeds) hidden in newsboat (\"!\"): imported with the tag hidden, and shown here "
      + "(-in:hidden leaves them out)."
  }

  /// Asks about each program, which is run from now on after a yes; the others stay as comments, of which about a screenful
  /// is named.
  private static func ask(
    about programs: [SubscriptionList.Program],
    _ name: String,
    in file: SubscriptionFile
  ) -> (agreed: [Subscription], waiting: [SubscriptionList.Program]) {
    let most = 20
    var agreed: [Subscription] = []
    var waiting: [SubscriptionList.Program] = []
    for program in programs {
      let place = "\(name):\(program.place.line):\(program.place.column)"
      let line = String(decoding: program.line, as: UTF8.self)
      if let found = SubscriptionTextReader.program(in: program.line),
        SubscriptionFile.answer(to: "\(place): \(line): it runs a program. Subscribe? [y/N]") == "y"
      {
        agreed.append(found)
        continue
      }
      waiting.append(program)
      guard waiting.count <= most else { continue }
      Diagnostics.print(
        "\(place): \(line): a feed that a program makes. It waits as a comment in \(file.path); streamtui list "
          + "names it."
      )
    }
    let rest = waiting.count - most
    if rest > 0 { Diagnostics.print("\(name): \(rest) further lines with exec: or filter: wait") }
    return (agreed, waiting)
  }

  /// Prints the lines of newsboat's configuration by which it hid posts.
  private static func printHiding(beside file: String) {
    let path = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + "config"
    guard let bytes = try? bytes(of: path) else { return }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where line.starts(with: "ignore-article".utf8) {
      Diagnostics.print(
        "\(path):\(number + 1):1: \(String(decoding: line, as: UTF8.self)): not taken (a table [rules.NAME] "
          + "of the configuration hides posts: when = \"…\", do = \"hide\")"
      )
    }
  }

  /// Saves query feeds as views; prints those that cannot be saved.
  ///
  /// - Returns: How many are saved, now or before.
  private func saveViews(_ queries: [SubscriptionList.Query], _ name: String) -> Int {
    guard !queries.isEmpty else { return 0 }
    let run = RunConfiguration(configOptions.source, given: [])
    let known = Dictionary(run.views.map { ($0.name, $0.line) }) { first, _ in first }
    var saved = 0
    for query in queries {
      let view = ConfigAddition(name: query.name, filter: query.filter)
      do throws(ConfigAddition.Failure) {
        if known[query.name] != query.filter {
          guard let file = run.file else { throw .init(reason: "no configuration is read") }
          try view.write(to: file)
        }
        saved += 1
      } catch {
        let place = "\(name):\(query.place.line):\(query.place.column)"
        Diagnostics.print("\(place): view \(view.name) is not saved: \(error.reason). Its lines:")
        for line in view.lines { Diagnostics.print(line) }
      }
    }
    return saved
  }

  /// Moves the posts and marks of newsboat's cache.
  ///
  /// - Throws: Status 1, after a message, if that fails.
  private func move(_ path: String, to subscriptions: SubscriptionFile) throws {
    Diagnostics.print("streamtui: taking posts, read marks and flags from \(path)")
    do {
      var move = NewsboatMove(
        try NewsboatCache(path),
        to: subscriptions.folder,
        at: SystemTime().wall
      )
      try move.run(try subscriptions.read().list.subscriptions)
      for notice in move.notices { Diagnostics.print("streamtui: \(notice)") }
      if let first = move.others.first {
        let more = move.others.count > 1 ? " and \(move.others.count - 1) more" : ""
        Diagnostics.print(
          "\(path): left out, because not subscribed to: posts of \(first)\(more) (once subscribed to, "
            + "a further import takes them)"
        )
      }
      try SubscriptionFile.say(
        "Moved from newsboat: \(move.posts) posts, \(move.read) read, \(move.kept) kept."
      )
    } catch let failure as NewsboatCache.Failure {
      throw Diagnostics.failure("\(path): nothing more was taken: \(failure.reason)")
    } catch let failure as StateRefusal {
      throw Diagnostics.failure("\(path): not all was taken: \(failure.text).")
    } catch let error as StateError {
      throw Diagnostics.failure("\(path): nothing was taken: \(error.reason).")
    }
  }

  /// Returns why a file cannot be a list; nil for one that may be.
  ///
  /// A crash can leave zeros in place of the rest, and the address before them may be a part of one.
  private static func damage(of bytes: [UInt8]) -> ListProblem? {
    if let zero = bytes.firstIndex(of: 0) {
      return ListProblem(at: ListPlace(of: zero, in: bytes), "no list of feeds: a NUL byte")
    }
    let isBlank = bytes.allSatisfy { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return isBlank
      ? ListProblem(at: ListPlace(line: 1, column: 1), "no list of feeds: the file has no text")
      : nil
  }

  private static func add(
    _ wanted: [Subscription],
    to subscriptions: inout [Subscription]
  ) -> (new: Int, merged: Int, beyond: Int) {
    var places: [Subscription.Source: Int] = [:]
    for (index, subscription) in subscriptions.enumerated() { places[subscription.source] = index }
    var counts = (new: 0, merged: 0, beyond: 0)
    for subscription in wanted {
      if let index = places[subscription.source] {
        subscriptions[index] = subscriptions[index].merged(with: subscription)
        counts.merged += 1
      } else if subscriptions.count >= SubscriptionList.limit {
        counts.beyond += 1
      } else {
        places[subscription.source] = subscriptions.count
        subscriptions.append(subscription)
        counts.new += 1
      }
    }
    return counts
  }

  private static func list(_ bytes: [UInt8]) -> SubscriptionList {
    if isOPML(bytes) { return OPMLReader.read(bytes) }
    return FeedTable.isTable(bytes)
      ? FeedTable.read(bytes) : SubscriptionTextReader.readForeign(bytes)
  }

  private static func isOPML(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
  }

  /// Reads the whole file in UTF-8, without gzip.
  private static func bytes(of file: String) throws(FeedError) -> [UInt8] {
    let source = try Downloads.open(file)
    while source.bytes.count <= limit, try source.advance() {}
    guard source.bytes.count <= limit else {
      throw .unreadable(name: file, reason: "larger than \(limit >> 20) MiB")
    }
    return try source.bytes.bytes(in: 0..<source.bytes.count)
  }
}

struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument {
    case opml, text
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the subscriptions as OPML or as text.",
    discussion: """
      OPML names web addresses only: accounts and files are left out, and named on standard error. Other \
      programs read it, and so does streamtui import. Passwords in addresses are left out.
      """
  )

  @Option(help: .value("opml|text", "The output format."))
  var format = Format.opml

  @Flag(help: "Leave passwords in addresses.")
  var withPasswords = false

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    var subscriptions = try file.readForCommand().list.subscriptions
    if !withPasswords { subscriptions = subscriptions.compactMap(Self.withoutPassword) }
    switch format {
    case .text: try Diagnostics.output(SubscriptionTextWriter.write(subscriptions))
    case .opml:
      let files = FeedFiles(folder: file.folder)
      let result = OPMLWriter.write(
        subscriptions,
        title: "Subscriptions of streamtui",
        feedTitle: files.title
      )
      for subscription in result.leftOut {
        Diagnostics.print("\(subscription.source.shown): left out (OPML names web addresses only)")
      }
      try Diagnostics.output(result.text)
    }
  }

  private static func withoutPassword(_ subscription: Subscription) -> Subscription? {
    guard case .web(let address) = subscription.source else { return subscription }
    let open = address.withoutPassword
    guard open != address else { return subscription }
    guard let open else {
      Diagnostics.print("\(address.host): left out, because its address has a password")
      return nil
    }
    Diagnostics.print("\(open.text): its password is left out (--with-passwords prints it)")
    return subscription.moved(to: .web(open))
  }
}
