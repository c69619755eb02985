import StreamModel
import StreamUI

/// The sources that the reader has opened, the last one first; feeds of one archive together.
struct HistoryList {
  /// A source that was opened.
  struct Source: Equatable {
    let family: SourceFamily
    /// When it was last seen, in seconds since 1970.
    var seen: Int64
    var posts: Int
    /// nil where they were not counted.
    var unread: Int?
    /// The number of the selected post in its source, counted from 1; nil where it is not known, or the posts
    /// were sorted.
    var place: Int?
  }

  let sources: [Source]

  /// Reads the history.
  ///
  /// - Parameter limit: the most feeds, each one of an archive counted.
  /// - Throws: ``StateRefusal`` if the store cannot be read.
  init(of state: SavedState, limit: Int = .max) throws(StateRefusal) {
    guard let entries = state.store.history(limit: limit) else {
      throw StateRefusal("The history cannot be read now", state.store)
    }
    let places = PlaceFolder(in: state.folder)
    var sources: [Source] = []
    var indexes: [String: Int] = [:]
    for entry in entries {
      let family = SourceFamily(of: entry.key)
      let unread = entry.unread == StateKeeper.unknown ? nil : entry.unread
      if family.key != entry.key, let index = indexes[family.key] {
        sources[index].posts = sources[index].posts.addingSaturated(entry.posts)
        let sum = sources[index].unread.flatMap { sum in unread.map { sum.addingSaturated($0) } }
        sources[index].unread = sum
        sources[index].place = nil
        continue
      }
      if family.key != entry.key { indexes[family.key] = sources.count }
      // Sorted posts have other numbers on the screen than in their source.
      let place = places?.place(in: entry.key).flatMap { saved in
        saved.order == .document ? saved.selection.number + 1 : nil
      }
      let source = Source(
        family: family,
        seen: entry.seen,
        posts: entry.posts,
        unread: unread,
        place: place
      )
      sources.append(source)
    }
    self.sources = sources
  }
}

extension Int {
  /// The sum of two counts of a file that may be damaged.
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, hasOverflowed) = addingReportingOverflow(other)
    return hasOverflowed ? .max : sum
  }
}
