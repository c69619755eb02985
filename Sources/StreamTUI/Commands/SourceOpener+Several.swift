import ArgumentParser
import StreamModel
import StreamSources
import StreamUI

/// A feed with the source of its further bytes.
struct OpenedFeed {
  let feed: Feed
  let source: OpenedSource
  /// The name by which it was asked for, that of its archive if it is in one; nil for the sample.
  var origin: String?
  /// The subscription whose log it is; nil for other sources.
  var subscription: Subscription?

  /// The bytes of the built-in sample.
  static var sampleBytes: any ByteSource {
    let text = UnsafeBufferPointer(
      start: SampleFeed.text.utf8Start,
      count: SampleFeed.text.utf8CodeUnitCount
    )
    return MemoryBytes(name: "built-in sample", bytes: Array(text))
  }
}

/// The feeds of the command line that could be opened.
struct OpenedFeeds {
  let list: [OpenedFeed]
  /// Whether every source that was named is among them.
  let areAll: Bool
  /// Whether an account's export is among them, which stands in the order of its years.
  var hasExport = false

  /// Whether they are subscriptions, of which even one is read from the newest post on.
  var isSubscribed = false
  /// Whether they stand in the order in which they are to be read.
  var isInOrder = false

  /// The numbers of the subscriptions of which opening a post fetches the web page that it is about.
  var fullTextSources: Set<Int> {
    Set(list.indices.filter { list[$0].subscription?.wantsFullText ?? false })
  }

  /// The order that nobody has to ask for.
  var usualOrder: Timeline.Order {
    (list.count > 1 || hasExport || isSubscribed) && !isInOrder ? .newest : .document
  }
}

extension SourceOpener {
  /// Opens all sources, including the feeds inside archives, and prints the names of those that
  /// fail.
  ///
  /// - Parameters:
  ///   - waits: Whether to wait for the bytes of pipes and addresses.
  ///   - follows: Whether files of lines are followed by their names; see ``TailedFile``.
  ///   - mayFetch: Whether addresses may be fetched.
  /// - Throws: Status 1 if no source can be opened.
  static func openAll(
    _ names: [String],
    hint: FormatHint?,
    waits: Bool = true,
    follows: Bool = false,
    mayFetch: Bool = true
  ) throws -> OpenedFeeds {
    var feeds: [OpenedFeed] = []
    var areAll = true
    var hasExport = false
    for name in names {
      do throws(FeedError) {
        let found = try self.feeds(
          of: name,
          hint: hint,
          waits: waits,
          follows: follows,
          mayFetch: mayFetch
        )
        for problem in found.problems { Diagnostics.print(Diagnostics.text(of: problem)) }
        feeds += found.feeds
        hasExport = hasExport || found.isExport
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
        areAll = false
      }
    }
    guard !feeds.isEmpty else { throw ExitCode(1) }
    if waits { Downloads.wait(for: feeds.compactMap(\.source.web)) }
    return OpenedFeeds(list: feeds, areAll: areAll, hasExport: hasExport)
  }

  /// Opens the named sources once more; pipes, which can be read only once, go on.
  ///
  /// - Throws: ``FeedError`` for the first that cannot be opened; the others are not used then.
  static func reopened(
    _ names: [String],
    _ old: [OpenedFeed],
    hint: FormatHint?,
    follows: Bool
  ) throws(FeedError) -> [OpenedFeed] {
    var feeds: [OpenedFeed] = []
    for name in names where name != "-" {
      let pipes = old.filter { $0.source.spool != nil && $0.feed.name == name }
      feeds +=
        pipes.isEmpty
        ? try self.feeds(of: name, hint: hint, follows: follows).feeds : pipes
    }
    return feeds + old.filter { names.isEmpty || $0.feed.name == standardInput }
  }
}

extension SourceOpener {
  /// Opens one source, including the feeds inside an archive.
  ///
  /// - Throws: ``FeedError`` if nothing can be read; the problems of a part are returned.
  static func feeds(
    of name: String,
    hint: FormatHint?,
    waits: Bool = true,
    follows: Bool = false,
    mayFetch: Bool = true
  ) throws(FeedError) -> (feeds: [OpenedFeed], isExport: Bool, problems: [FeedError]) {
    let found = try openAll(name, waits: waits, mayFetch: mayFetch)
    var feeds =
      found.archive?.feeds
      ?? found.sources.map { opened in
        let source = follows ? opened.followed(hint: hint) : opened
        return OpenedFeed(feed: Feed(source: source.bytes, hint: hint), source: source)
      }
    for index in feeds.indices { feeds[index].origin = name }
    return (feeds, found.archive != nil, found.problems)
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
