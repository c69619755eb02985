import StreamModel
import StreamSources
import StreamUI

/// Counts the posts of subscriptions that the reader has not read.
struct UnreadPosts {
  private static let slice = 4_096

  let folder: StateFolder
  /// The read marks; nil if nothing was ever saved.
  let store: StateStore?

  /// Counts the unread posts in the log of a subscription; nil if they cannot be counted now.
  func count(of source: Subscription.Source) -> Int? {
    let index: PostLogIndex
    do throws(StateFault) {
      // Without a log nothing was fetched.
      guard let found = try PostLog(of: source, in: folder).index() else { return 0 }
      index = found
    } catch {
      return nil
    }
    guard let store else { return index.entries.count }
    let family = SourceFamily(key: SourceName(of: source, title: "").key)
    guard let sources = store.sources(in: family) else { return nil }
    var read: Set<UInt64> = []
    for source in sources {
      var position: StateSlice.Position?
      repeat {
        guard let slice = store.flags(of: source, after: position, limit: Self.slice) else {
          return nil
        }
        for entry in slice.entries where entry.flags.contains(.read) { read.insert(entry.key.id) }
        position = slice.next
      } while position != nil
    }
    return index.entries.count { entry in
      // A source with changing ids has its posts under a part of their fallbacks.
      !read.contains(entry.key.id) && !read.contains(StateKey.truncated(entry.key.fallback))
    }
  }
}
