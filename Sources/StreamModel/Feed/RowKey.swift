/// The place of a record among the rows of a sorted timeline: by rank, the highest first, then by
/// source, then by number, in the direction of the document.
struct RowKey: Comparable {
  /// The rank, such as seconds since 1970 where the newest come first; `Int64.min` for a record of a
  /// source without times, which comes last.
  let time: Int64
  let id: RecordID
  /// Whether records of one rank follow each other in the opposite order of their numbers, because the
  /// ranks of the document ascend.
  var isReversed = false

  static func < (one: RowKey, other: RowKey) -> Bool {
    if one.time != other.time { return one.time > other.time }
    if one.id.source != other.id.source { return one.id.source < other.id.source }
    return one.place < other.place
  }

  private var place: Int { isReversed ? -1 - id.number : id.number }
}
