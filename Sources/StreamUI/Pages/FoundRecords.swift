import StreamModel

/// Records that a page has found, in the order of the timeline or of their ranks.
struct FoundRecords {
  private(set) var ids: [RecordID] = []
  /// The ranks by which they are ordered first, the lowest first; nil for the order of the timeline.
  private var ranks: [RecordID: Int64]?

  /// - Parameter isRanked: whether each comes with a rank.
  init(isRanked: Bool = false) {
    ranks = isRanked ? [:] : nil
  }

  var count: Int { ids.count }

  /// Where `id` stands among them; nil if it was not found.
  func index(of id: RecordID, in feed: Timeline) -> Int? {
    let place = place(of: id, in: feed)
    return place < ids.count && ids[place] == id ? place : nil
  }

  /// Adds a record; false if it is there already.
  ///
  /// - Parameter rank: its rank; ignored where they have none.
  mutating func insert(_ id: RecordID, rank: Int64 = 0, in feed: Timeline) -> Bool {
    if ranks?[id] != nil { return false }
    ranks?[id] = rank
    let place = place(of: id, in: feed)
    guard place >= ids.count || ids[place] != id else { return false }
    ids.insert(id, at: place)
    return true
  }

  /// Drops a record; false if it is not there.
  mutating func remove(_ id: RecordID, in feed: Timeline) -> Bool {
    guard let index = index(of: id, in: feed) else { return false }
    ids.remove(at: index)
    return true
  }

  /// Takes in what the feed reports; the records that are gone, each with the one that stands for it
  /// now, or nil where none is left.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> [RecordID: RecordID?] {
    if changes.isReordered { return reorder(in: feed) }
    guard !changes.removed.isEmpty else { return [:] }
    let before = ids
    ids.removeAll { feed.row(of: $0) == nil }
    var gone: [RecordID: RecordID?] = [:]
    var next: RecordID?
    // From the end, so that each finds the next that is left at once.
    for id in before.reversed() {
      if feed.row(of: id) != nil {
        next = id
      } else {
        gone.updateValue(next ?? ids.last, forKey: id)
      }
    }
    return gone
  }

  /// Puts them in the order of the timeline; one that is no row any more is shown by another.
  private mutating func reorder(in feed: Timeline) -> [RecordID: RecordID?] {
    var gone: [RecordID: RecordID?] = [:]
    for id in ids where feed.row(of: id) == nil {
      gone.updateValue(feed.row(showing: id), forKey: id)
    }
    let rows = Set(ids.compactMap { feed.row(showing: $0) })
    for (id, next) in gone {
      if let next, let rank = ranks?[id], ranks?[next] == nil { ranks?[next] = rank }
    }
    ids = rows.map { ($0, key(of: $0, in: feed)) }.sorted { $0.1 < $1.1 }.map(\.0)
    return gone
  }

  /// Where `id` stands among them, or would.
  private func place(of id: RecordID, in feed: Timeline) -> Int {
    let key = key(of: id, in: feed)
    return ids.partitioningIndex { self.key(of: $0, in: feed) >= key }
  }

  private func key(of id: RecordID, in feed: Timeline) -> (Int64, Int) {
    (ranks?[id] ?? 0, feed.row(of: id) ?? 0)
  }
}
