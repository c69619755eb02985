import Glibc
package import StreamModel

/// A feed with the source of its further bytes.
package struct OpenedFeed {
  package let feed: Feed
  package let source: OpenedSource
  /// The name by which it was asked for, that of its archive if it is in one; nil for the sample.
  package var origin: String?
  /// The subscription whose log it is; nil for other sources.
  package var subscription: Subscription?
}

extension OpenedFeed {
  /// Opens the feed of a source; a document of the web is one that strangers write.
  init(_ source: OpenedSource, hint: FormatHint?, origin: String? = nil) {
    let feed = Feed(
      source: source.bytes,
      hint: hint,
      comparesTexts: source.web != nil,
      takesLines: source.web == nil
    )
    self.init(feed: feed, source: source, origin: origin)
  }

  private static let sampleName = "built-in sample"

  /// Whether it is the sample, which is shown where no source is named.
  package var isSample: Bool { origin == nil && feed.name == Self.sampleName }

  package static var sampleBytes: any ByteSource {
    let text = UnsafeBufferPointer(
      start: SampleFeed.text.utf8Start,
      count: SampleFeed.text.utf8CodeUnitCount
    )
    return MemoryBytes(name: sampleName, bytes: Array(text))
  }
}

package struct OpenedFeeds {
  package var list: [OpenedFeed]
  package var failures: [FeedError] = []
  /// Lines about subscriptions that are not shown, or not as they were.
  package internal(set) var notes: [String] = []
  package fileprivate(set) var areAll = true
  /// Whether an account's export is among them, which stands in the order of its years.
  package var hasExport = false
  /// Whose export it is, where nothing else is among them.
  package var exportTitle: String?

  /// Whether they are logs, of which even one is read from the newest post on.
  package var isSubscribed = false
  /// The folders among the names whose new files become sources.
  package var folders: [String] = []
  /// Whether they stand in the order in which they are to be read.
  package var isInOrder = false

  /// One source that is in memory.
  package static func only(_ bytes: any ByteSource) -> OpenedFeeds {
    let feed = OpenedFeed(feed: Feed(source: bytes), source: OpenedSource(bytes: bytes))
    return OpenedFeeds(list: [feed])
  }

  /// The order of a print for people: that of the screen for subscriptions, the document's for all others.
  package var printedOrder: Timeline.Order { isSubscribed ? usualOrder : .document }

  /// The order that nobody has to ask for.
  package var usualOrder: Timeline.Order {
    (list.count > 1 || hasExport || isSubscribed || !folders.isEmpty) && !isInOrder
      ? .newest : .document
  }
}

extension SourceOpener {
  /// Opens all sources, including the feeds inside archives.
  ///
  /// - Parameter programs: Commands whose outputs are sources, too.
  package func opened(_ names: [String], programs: [String] = []) -> OpenedFeeds {
    var opened = OpenedFeeds(list: [])
    let attempt = { (body: () throws(FeedError) -> Void) in
      do throws(FeedError) {
        try body()
      } catch {
        opened.failures.append(error)
        opened.areAll = false
      }
    }
    for name in names {
      attempt { () throws(FeedError) in
        let found = try self.feeds(of: name)
        opened.failures += found.problems
        opened.list += found.feeds
        opened.exportTitle = names.count + programs.count == 1 ? found.exportTitle : nil
        opened.hasExport = opened.hasExport || found.isExport
      }
    }
    for command in programs {
      attempt { () throws(FeedError) in
        let source = try OpenedSource(arriving: ProgramSource(command))
        opened.list.append(OpenedFeed(source, hint: hint))
      }
    }
    if follows, !opened.hasExport { opened.folders = names.filter(Self.isFolder) }
    return opened
  }

  private static func isFolder(_ name: String) -> Bool {
    var status = stat()
    return name != "-" && RawArguments.withPath(name) { stat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Opens one source, including the feeds inside an archive.
  ///
  /// - Throws: ``FeedError`` if nothing can be read; the problems of a part are returned.
  func feeds(of name: String) throws(FeedError) -> (
    feeds: [OpenedFeed], isExport: Bool, exportTitle: String?, problems: [FeedError]
  ) {
    let found = try openAll(name)
    var feeds =
      found.exports.flatMap(\.feeds)
      + found.sources.map { opened in
        OpenedFeed(follows ? opened.followed(hint: hint) : opened, hint: hint)
      }
    for index in feeds.indices { feeds[index].origin = name }
    let only = found.exports.count == 1 && found.sources.isEmpty ? found.exports[0] : nil
    let title = only.map { $0.owner?.account.name ?? $0.owner?.account.handle ?? name }
    return (feeds, !found.exports.isEmpty, title, found.problems)
  }
}

extension AccountArchive {
  /// The posts, likes and bookmarks of the account; its posts refer to it by its own name.
  var feeds: [OpenedFeed] {
    let parts: [(source: OpenedSource?, activity: Activity?)] = [
      (outbox, nil), (likes, Activity(.like, name: "Like")),
      (bookmarks, Activity(.other, name: "Bookmark")),
    ]
    // Posts share the account; its biography would be hashed and compared with each of them.
    let accounts = owner.map { [$0.id: $0.account.withoutBiography] } ?? [:]
    return parts.compactMap { source, activity in
      source.map { source in
        let feed = Feed(
          source: source.bytes,
          accounts: accounts,
          activity: activity,
          owner: owner?.account
        )
        return OpenedFeed(feed: feed, source: source)
      }
    }
  }
}

package struct NamedSources {
  /// Files, folders, addresses, or "-" for standard input.
  package let names: [String]
  /// The commands whose outputs are sources, too.
  package let programs: [String]
  package let hint: FormatHint?

  package init(names: [String], programs: [String], hint: FormatHint?) {
    self.names = names
    self.programs = programs
    self.hint = hint
  }

  package var isEmpty: Bool { names.isEmpty && programs.isEmpty }

  /// Opens the sources; without any, a pipe on standard input, or else the sample feed.
  ///
  /// None may be left if all fail.
  ///
  /// - Parameters:
  ///   - isShown: Whether a viewer shows them while they arrive; the others wait for all bytes.
  ///   - follows: Whether a viewer follows files of lines by their names.
  package func opened(
    isShown: Bool,
    follows: Bool,
    mayFetch: Bool,
    keepsCopies: Bool
  ) -> OpenedFeeds {
    let names = isEmpty && isatty(STDIN_FILENO) == 0 ? ["-"] : names
    if !names.isEmpty || !programs.isEmpty {
      let opener = SourceOpener(
        hint: hint,
        waits: !isShown,
        follows: isShown && follows,
        mayFetch: mayFetch,
        keepsCopies: keepsCopies
      )
      return opener.opened(names, programs: programs)
    }
    return .only(OpenedFeed.sampleBytes)
  }

  /// Opens the sources once more; pipes, which can be read only once, go on, and so do logs, and programs that did not run
  /// again.
  ///
  /// - Throws: ``FeedError`` for the first that cannot be opened; the others are not used then.
  package func reopened(_ old: [OpenedFeed], follows: Bool) throws(FeedError) -> [OpenedFeed] {
    var feeds: [OpenedFeed] = []
    for name in names where name != "-" {
      let pipes = old.filter { $0.source.spool != nil && $0.feed.name == name }
      if !pipes.isEmpty {
        feeds += pipes
      } else if let log = old.first(where: { $0.origin == name && $0.subscription != nil }) {
        feeds.append(log)
      } else {
        feeds += try SourceOpener(hint: hint, follows: follows).feeds(of: name).feeds
      }
    }
    for opened in old {
      if let program = opened.source.program, program.showNewer() {
        feeds.append(OpenedFeed(try OpenedSource(arriving: program), hint: hint))
      } else if opened.source.program != nil || isEmpty
        || opened.feed.name == SourceOpener.standardInput
        || opened.subscription.map({ if case .program = $0.source { true } else { false } })
          ?? false
      {
        feeds.append(opened)
      }
    }
    return feeds
  }
}
