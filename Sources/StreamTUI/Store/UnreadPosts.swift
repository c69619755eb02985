import StreamModel
import StreamSources
import StreamUI

/// Counts the posts of subscriptions that the reader has not read.
struct UnreadPosts {
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
    guard let marked = store.posts(with: .read, in: SourceFamily(of: source)) else { return nil }
    let read = Set(marked.map(\.id))
    return index.entries.count { entry in
      // A source with changing ids has its posts under their fallbacks.
      !read.contains(entry.identity.id) && !read.contains(entry.identity.fallback)
    }
  }
}
