/// The place of a record among the rows of a sorted timeline: by rank, the highest first, then by
/// source, then by number.
struct RowKey: Comparable {
  /// The rank, such as seconds since 1970 where the newest come first; `Int64.min` for a record of a
  /// source without times, which comes last.
  let time: Int64
  let id: RecordID

  static func < (one: RowKey, other: RowKey) -> Bool {
    one.time != other.time ? one.time > other.time : one.id < other.id
  }
}
