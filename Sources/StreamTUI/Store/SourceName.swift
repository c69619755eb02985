import Glibc
import StreamModel
import StreamSources

/// The name under which the state of a source is kept from run to run.
struct SourceName: Equatable {
  /// The stable name, such as "file:" and the path without links and dots.
  ///
  /// A name that the user gave stands after "name:"; a feed of several in an archive has a tab and its
  /// own name after that of the archive. A subscription is "web:" and its address, "acct:" and its
  /// account, or "file:" and its path.
  let key: String
  /// The name that the history shows.
  let title: String

  /// The names of feeds in their order; nil where one has none, such as a pipe or the built-in sample.
  ///
  /// - Parameter name: the name that the user has given for all of them together.
  static func names(of feeds: [OpenedFeed], named name: String?) -> [SourceName]? {
    var members: [String: Int] = [:]
    for feed in feeds { members[feed.origin ?? "", default: 0] += 1 }
    var names: [SourceName] = []
    for feed in feeds {
      let subscribed = feed.subscription.map { SourceName(of: $0.source, title: $0.name) }
      guard let own = name.map({ SourceName(named: $0) }) ?? subscribed ?? SourceName(of: feed)
      else {
        return nil
      }
      let isAlone = name == nil ? members[feed.origin ?? ""] == 1 : feeds.count == 1
      names.append(isAlone ? own : own.member(feed.feed.name))
    }
    return names.isEmpty ? nil : names
  }

  private init(key: String, title: String) {
    self.key = key
    self.title = title
  }

  /// The name of a subscription, whose posts are in a log.
  ///
  /// - Parameter title: the name that the user gave or the feed's title; nil for the address.
  init(of source: Subscription.Source, title: String?) {
    switch source {
    case .web(let address):
      self.init(key: "web:\(address.text)", title: title ?? address.shown)
    case .account(let account): self.init(key: account.text, title: title ?? account.text)
    case .file(let path): self.init(key: "file:\(path)", title: title ?? path)
    }
  }

  private init(named name: String) {
    self.init(key: "name:\(name)", title: name)
  }

  /// The name of a file, folder or archive; nil for pipes, and where the file is gone.
  private init?(of feed: OpenedFeed) {
    if let web = feed.source.web {
      self.init(of: web.source, title: nil)
      return
    }
    guard let origin = feed.origin, feed.source.spool == nil, let path = realpath(origin, nil)
    else {
      return nil
    }
    defer { free(path) }
    self.init(key: "file:\(String(cString: path))", title: String(cString: path))
  }

  private func member(_ name: String) -> SourceName {
    SourceName(key: "\(key)\t\(name)", title: name)
  }
}
