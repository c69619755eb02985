import Glibc
import StreamModel

/// The name under which the state of a source is kept from run to run.
package struct SourceName: Equatable {
  /// The stable name, such as "file:" and the path without links and dots.
  ///
  /// A name that the user gave stands after "name:"; a feed of several in an archive has a tab and its own name after
  /// that of the archive. A subscription is "web:" and its address, "acct:" and its account, or "file:" and its path.
  package let key: String
  package let title: String

  /// The names of feeds in their order; nil where one has none, such as a pipe or the built-in sample.
  ///
  /// - Parameter name: the name that the user has given for all of them together.
  package static func names(of feeds: [OpenedFeed], named name: String?) -> [SourceName]? {
    var members: [String: Int] = [:]
    for feed in feeds { members[feed.origin ?? "", default: 0] += 1 }
    var names: [SourceName] = []
    for feed in feeds {
      let subscribed = feed.subscription.map { SourceName(of: $0.source, title: $0.name) }
      let named = name.map { SourceName(key: "name:\($0)", title: $0) }
      guard let own = named ?? subscribed ?? SourceName(of: feed) else { return nil }
      let isAlone = name == nil ? members[feed.origin ?? ""] == 1 : feeds.count == 1
      if isAlone {
        names.append(own)
      } else {
        let title = feed.feed.name
        names.append(SourceName(key: "\(own.key)\t\(title)", title: title))
      }
    }
    return names.isEmpty ? nil : names
  }
}

extension SourceName {
  /// The name of a subscription, whose posts are in a log.
  ///
  /// - Parameter title: the name that the user gave or the feed's title; nil for the address.
  package init(of source: Subscription.Source, title: String?) {
    switch source {
    case .web(let address): self.init(key: "web:\(address.text)", title: title ?? source.name)
    case .account(let account): self.init(key: account.text, title: title ?? source.name)
    case .file(let path): self.init(key: "file:\(path)", title: title ?? path)
    case .program(let program): self.init(key: program.text, title: title ?? program.command)
    case .served(let feed): self.init(key: feed.text, title: title ?? feed.address)
    }
  }

  /// The name of a file, folder or archive; nil for pipes, and where the file is gone.
  private init?(of feed: OpenedFeed) {
    if let web = feed.source.web {
      self.init(of: web.source, title: nil)
      return
    }
    guard let origin = feed.origin, feed.source.spool == nil,
      let path = SourceFamily.resolved(origin)
    else { return nil }
    self.init(key: "file:\(path)", title: path)
  }
}

/// A source as the user names it, with all feeds in it if it is an archive or a folder.
package struct SourceFamily: Equatable {
  /// The stable name of the file or name, without that of a feed in it; see ``SourceName``.
  package let key: String

  package init(key: String) { self.key = key }

  package init(of source: Subscription.Source) {
    self.init(key: SourceName(of: source, title: nil).key)
  }

  package init(of key: String) { self.key = String(key.prefix { $0 != "\t" }) }

  package var title: String { String(key.drop { $0 != ":" }.dropFirst()) }

  /// The title as it is shown: without the password of an address.
  package var shownTitle: String { key.hasPrefix("web:") ? FeedAddress.shown(title) : title }

  /// Nil where a name was given for the source, as for a pipe.
  var path: String? { key.hasPrefix("file:") ? title : nil }

  var isWeb: Bool { key.hasPrefix("web:") || key.hasPrefix("acct:") }

  /// The name that opens the source; nil for one that came from a pipe.
  ///
  /// The place in subscriptions that were chosen one by one is kept under their own texts, such as "https://…", which have
  /// no kind before them.
  package var openingName: String? {
    // Nothing is run because its name was chosen from a list.
    if key.hasPrefix("name:") || ProgramFeed(key) != nil { return nil }
    return path ?? (key.hasPrefix("web:") ? title : key)
  }

  /// The subscription that the source may be; nil for one that came from a pipe.
  package var subscribed: Subscription.Source? {
    if let path { return .file(path) }
    if key.hasPrefix("web:") { return FeedAddress.judge(title).address.map { .web($0) } }
    if let program = ProgramFeed(key) { return .program(program) }
    if let feed = ServedFeed(key) { return .served(feed) }
    return key.hasPrefix("acct:") ? AccountName(key).map { .account($0) } : nil
  }

  /// The sources that a word of the command line may mean, the most likely first: a file, one that is
  /// gone, a subscription, a name that was given with --name.
  static func candidates(for word: String) -> [SourceFamily] {
    var paths: [String] = []
    if let path = resolved(word) { paths.append(path) }
    // A file that is gone may lie in a folder that is there.
    if let slash = word.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let folder = slash == word.startIndex ? "/" : String(word[..<slash])
      let name = word[word.utf8.index(after: slash)...]
      if let folder = resolved(folder), !name.isEmpty {
        paths.append(folder == "/" ? "/\(name)" : "\(folder)/\(name)")
      }
    } else if let folder = resolved(".") {
      paths.append(folder == "/" ? "/\(word)" : "\(folder)/\(word)")
    }
    if word.hasPrefix("/") { paths.append(word) }
    let subscriptions = SubscriptionWord.sources(of: word).map { SourceFamily(of: $0) }
    return paths.map { SourceFamily(key: "file:\($0)") } + subscriptions.filter(\.isWeb)
      + [SourceFamily(key: "name:\(word)")]
  }

  func contains(_ key: String) -> Bool {
    // By bytes: two names that only look the same are two files.
    let (own, other) = (self.key.utf8, key.utf8)
    guard other.starts(with: own) else { return false }
    let rest = other.dropFirst(own.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "\t")
  }

  fileprivate static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
