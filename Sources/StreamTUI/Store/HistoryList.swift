import StreamModel
import StreamUI

/// The sources that the reader has opened, the last one first; feeds of one archive together.
struct HistoryList {
  let sources: [HistoryEntry]

  /// Reads the history.
  ///
  /// - Parameter limit: the most feeds, each one of an archive counted.
  /// - Throws: ``StateRefusal`` if the store cannot be read.
  init(of state: SavedState, limit: Int = .max) throws(StateRefusal) {
    guard let entries = state.store.history(limit: limit) else {
      throw StateRefusal("The history cannot be read now", state.store)
    }
    let places = PlaceFolder(in: state.folder)
    var sources: [HistoryEntry] = []
    var indexes: [String: Int] = [:]
    for var entry in entries {
      let family = entry.family.key
      if family != entry.key, let index = indexes[family] {
        sources[index].posts = sources[index].posts.addingSaturated(entry.posts)
        sources[index].unread = sources[index].unread.flatMap { sum in
          entry.unread.map { sum.addingSaturated($0) }
        }
        sources[index].place = nil
        continue
      }
      if family != entry.key { indexes[family] = sources.count }
      // Sorted posts have other numbers on the screen than in their source.
      entry.place = places?.place(in: entry.key).flatMap { saved in
        saved.order == .document ? saved.selection.number + 1 : nil
      }
      sources.append(entry)
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
