import Glibc
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

  init(
    feed: Feed,
    source: OpenedSource,
    origin: String? = nil,
    subscription: Subscription? = nil
  ) {
    self.feed = feed
    self.source = source
    self.origin = origin
    self.subscription = subscription
  }

  /// Opens the feed of a source; a document of the web is one that strangers write.
  init(_ source: OpenedSource, hint: FormatHint?, origin: String? = nil) {
    let feed = Feed(source: source.bytes, hint: hint, comparesTexts: source.web != nil)
    self.init(feed: feed, source: source, origin: origin)
  }

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
  /// Why sources, or parts of them, are not among them.
  var failures: [FeedError] = []
  /// Whether every source that was named is among them.
  let areAll: Bool
  /// Whether an account's export is among them, which stands in the order of its years.
  var hasExport = false

  /// Whether they are subscriptions, of which even one is read from the newest post on.
  var isSubscribed = false
  /// The folders among the names whose new files become sources.
  var folders: [String] = []
  /// Whether they stand in the order in which they are to be read.
  var isInOrder = false

  /// The numbers of the subscriptions of which opening a post fetches the web page that it is about.
  var fullTextSources: Set<Int> {
    Set(list.indices.filter { list[$0].subscription?.wantsFullText ?? false })
  }

  /// The order that nobody has to ask for.
  var usualOrder: Timeline.Order {
    (list.count > 1 || hasExport || isSubscribed || !folders.isEmpty) && !isInOrder
      ? .newest : .document
  }
}

extension SourceOpener {
  /// Opens all sources, including the feeds inside archives.
  ///
  /// - Parameters:
  ///   - programs: Commands whose outputs are sources, too.
  ///   - waits: Whether to wait for the bytes of pipes, programs and addresses.
  ///   - follows: Whether files of lines are followed by their names; see ``TailedFile``.
  ///   - mayFetch: Whether addresses may be fetched.
  ///   - keepsCopies: Whether copies of their documents are kept, and the last ones read.
  static func opened(
    _ names: [String],
    programs: [String] = [],
    hint: FormatHint?,
    waits: Bool,
    follows: Bool = false,
    mayFetch: Bool,
    keepsCopies: Bool
  ) -> OpenedFeeds {
    var feeds: [OpenedFeed] = []
    var failures: [FeedError] = []
    var areAll = true
    var hasExport = false
    for name in names {
      do throws(FeedError) {
        let found = try self.feeds(
          of: name,
          hint: hint,
          waits: waits,
          follows: follows,
          mayFetch: mayFetch,
          keepsCopies: keepsCopies
        )
        failures += found.problems
        feeds += found.feeds
        hasExport = hasExport || found.isExport
      } catch {
        failures.append(error)
        areAll = false
      }
    }
    for command in programs {
      do throws(FeedError) {
        let source = try OpenedSource(arriving: ProgramSource(command))
        feeds.append(OpenedFeed(feed: Feed(source: source.bytes, hint: hint), source: source))
      } catch {
        failures.append(error)
        areAll = false
      }
    }
    var opened = OpenedFeeds(
      list: feeds,
      failures: failures,
      areAll: areAll,
      hasExport: hasExport
    )
    if follows, !hasExport { opened.folders = names.filter(isFolder) }
    return opened
  }
}

extension SourceOpener {
  private static func isFolder(_ name: String) -> Bool {
    var status = stat()
    return name != "-" && RawArguments.withPath(name) { stat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Opens one source, including the feeds inside an archive.
  ///
  /// - Throws: ``FeedError`` if nothing can be read; the problems of a part are returned.
  static func feeds(
    of name: String,
    hint: FormatHint?,
    waits: Bool = true,
    follows: Bool = false,
    mayFetch: Bool = true,
    keepsCopies: Bool = true
  ) throws(FeedError) -> (feeds: [OpenedFeed], isExport: Bool, problems: [FeedError]) {
    let found = try openAll(name, waits: waits, mayFetch: mayFetch, keepsCopies: keepsCopies)
    var feeds =
      found.exports.flatMap(\.feeds)
      + found.sources.map { opened in
        let source = follows ? opened.followed(hint: hint) : opened
        return OpenedFeed(source, hint: hint)
      }
    for index in feeds.indices { feeds[index].origin = name }
    return (feeds, !found.exports.isEmpty, found.problems)
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
