import StreamModel
import StreamSources
import StreamUI

/// Finds the posts of a subscription that the reader keeps, which no log loses.
struct KeptKeys {
  private static let slice = 4_096

  /// The state; nil where nothing was ever saved.
  let store: StateStore?

  /// Returns the keys of the kept posts; nil if they cannot be read now.
  func keys(of source: Subscription.Source) -> Set<PostKey>? {
    guard let store else { return [] }
    let family = SourceFamily(key: SourceName(of: source, title: nil).key)
    guard let sources = store.sources(in: family) else { return nil }
    var keys: Set<PostKey> = []
    for source in sources {
      var position: StateSlice.Position?
      repeat {
        guard let slice = store.flags(of: source, after: position, limit: Self.slice) else {
          return nil
        }
        for entry in slice.entries where entry.flags.contains(.kept) { keys.insert(entry.key) }
        position = slice.next
      } while position != nil
    }
    return keys
  }
}
