/// The position of each row's record in the source, in document order.
struct RecordIndex {
  /// The bytes of one record.
  struct Entry {
    let start: Int
    private let bits: UInt32
    /// The record's number in its list, for its path; lost records leave gaps.
    let ordinal: UInt32

    init(_ range: Range<Int>, isBroken: Bool, ordinal: Int) {
      start = range.lowerBound
      let length = UInt32(clamping: range.count)
      bits = min(length, UInt32.max >> 1) << 1 | (isBroken ? 1 : 0)
      self.ordinal = UInt32(clamping: ordinal)
    }

    var length: Int { Int(bits >> 1) }
    var isBroken: Bool { bits & 1 == 1 }
    var range: Range<Int> { start..<start + length }
  }

  /// The start of a list of records in the index.
  private struct List {
    let firstRow: Int
    let path: String
    /// Whether this is a single record in place of a list, so that its path has no number.
    let isSingle: Bool
  }

  private(set) var entries = ChunkedList<Entry>()
  private var lists: [List] = []
  /// The faults of records that are malformed beyond decoding, by row; offsets are in the source.
  private(set) var breaks: [Int: JSONFault] = [:]

  /// Begins the list at `path`, such as `$.posts`, which all following records belong to.
  mutating func beginList(_ path: String, isSingle: Bool = false) {
    if let last = lists.last {
      if last.path == path, last.isSingle == isSingle { return }
      if last.firstRow == entries.count { lists.removeLast() }
    }
    lists.append(List(firstRow: entries.count, path: path, isSingle: isSingle))
  }

  /// Returns the prefix of the row's paths, such as `$.posts[3]`.
  func path(ofRow row: Int) -> String {
    guard entries.indices.contains(row) else { return "$" }
    let next = lists.partitioningIndex { $0.firstRow > row }
    guard next > 0 else { return "$" }
    let list = lists[next - 1]
    return list.isSingle ? list.path : list.path + "[\(entries[row].ordinal)]"
  }

  mutating func append(_ range: Range<Int>, ordinal: Int) {
    entries.append(Entry(range, isBroken: false, ordinal: ordinal))
  }

  /// Appends a record that the scan could not follow; the offset of `fault` is in the source.
  mutating func append(broken range: Range<Int>, ordinal: Int, fault: JSONFault) {
    breaks[entries.count] = fault
    entries.append(Entry(range, isBroken: true, ordinal: ordinal))
  }

  /// Returns the last entry that begins at or before `offset`; nil if there is none.
  func entry(at offset: Int) -> Int? {
    let next = entries.partitioningIndex { $0.start > offset }
    return next > 0 ? next - 1 : nil
  }
}
