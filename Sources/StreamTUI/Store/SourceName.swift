import Glibc
import StreamModel

/// The name under which the state of a source is kept from run to run.
struct SourceName: Equatable {
  /// The stable name: "file:" and the path without links and dots, or "name:" and the user's word; for a
  /// feed of several in an archive followed by a tab and its name.
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
      guard let own = name.map({ SourceName(named: $0) }) ?? SourceName(of: feed) else {
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

  private init(named name: String) {
    self.init(key: "name:\(name)", title: name)
  }

  /// The name of a file, folder or archive; nil for pipes, and where the file is gone.
  private init?(of feed: OpenedFeed) {
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
