/// The work of putting the records of several feeds in order, in slices.
struct TimelineMerge {
  /// The rows in their order, and the other feeds that hold a row's record.
  struct Outcome {
    let rows: [Timeline.Place]
    let copies: [Int: [UInt16]]
  }

  private struct Key {
    let place: Timeline.Place
    /// Seconds since 1970; what has no time takes that of the record before it.
    var time: Int64
    /// Hashes of what makes a record the same as one of another feed; 0 where there is none.
    let address: UInt64
    let id: UInt64
  }

  private var keys: [Key] = []
  private var feed = 0
  private var record = 0
  /// The time of the record before; nil before the first that has one.
  private var time: Int64?
  /// Where the keys of the feed in work begin.
  private var firstKey = 0

  init(_ feeds: [Feed]) {
    keys.reserveCapacity(feeds.reduce(0) { $0 + $1.recordCount })
  }

  /// Looks at records of about `budget` bytes; nil as long as there are more.
  mutating func advance(_ feeds: [Feed], bytes budget: Int) -> Outcome? {
    var left = budget
    while feed < feeds.count {
      let source = feeds[feed]
      while record < source.recordCount {
        guard left > 0 else { return nil }
        left -= source.byteCount(at: record) + 64
        take(source.record(at: record))
        record += 1
      }
      settleUndated()
      feed += 1
      record = 0
    }
    return outcome(feeds)
  }

  private mutating func take(_ entry: Feed.Record) {
    let place = Timeline.Place(feed: UInt16(clamping: feed), record: UInt32(clamping: record))
    guard case .post(let post) = entry else {
      keys.append(Key(place: place, time: time ?? .max, address: 0, id: 0))
      return
    }
    if let stated = post.published ?? post.edited { time = stated.secondsSinceEpoch }
    // The same post passed on by two people is two things.
    let sharer = post.resharedBy.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
    let address = post.url.map { stableHash(($0 + " " + sharer).utf8) } ?? 0
    let isGlobal = post.idIsStated && post.id.rawValue.contains(":")
    let id = isGlobal ? stableHash((post.id.rawValue + " " + sharer).utf8) : 0
    keys.append(Key(place: place, time: time ?? .max, address: address, id: id))
  }

  /// What stands before the first time of a feed takes it; a feed without any goes to the end.
  private mutating func settleUndated() {
    let first = keys[firstKey...].first { $0.time != .max }?.time ?? .min
    for index in firstKey..<keys.count {
      guard keys[index].time == .max else { break }
      keys[index].time = first
    }
    firstKey = keys.count
    time = nil
  }

  /// Newest first; at the same time by feed, then by place in the document.
  private mutating func outcome(_ feeds: [Feed]) -> Outcome {
    keys.sort { one, other in
      if one.time != other.time { return one.time > other.time }
      if one.place.feed != other.place.feed { return one.place.feed < other.place.feed }
      return one.place.record < other.place.record
    }
    var rows: [Timeline.Place] = []
    rows.reserveCapacity(keys.count)
    var copies: [Int: [UInt16]] = [:]
    var seen: [UInt64: Int] = [:]
    for key in keys {
      let known = [key.id, key.address].lazy.filter { $0 != 0 }.compactMap { seen[$0] }.first
      if let known, rows[known].feed != key.place.feed,
        !(copies[known] ?? []).contains(key.place.feed)
      {
        copies[known, default: []].append(key.place.feed)
        continue
      }
      for hash in [key.id, key.address] where hash != 0 && seen[hash] == nil {
        seen[hash] = rows.count
      }
      rows.append(key.place)
    }
    return Outcome(rows: rows, copies: copies)
  }
}
