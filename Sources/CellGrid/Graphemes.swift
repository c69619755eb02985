/// Extended grapheme clusters of UTF-8 text (UAX #29, rules GB1 to GB999 of Unicode 15).
///
/// A cluster is as wide as its scalars together, as terminals count them (`wcwidth`): a spacing mark, such as a vowel
/// sign of Hindi, Tamil or Thai, has a column of its own. What emoji join counts once.
struct Graphemes {
  struct Cluster {
    let range: Range<Int>
    /// The width in columns: 0 if it is invisible, at least a column for five scalars, ten at most.
    let columns: Int
    let scalarCount: Int
    let first: UInt32
    var standsOnBlank = false
  }

  /// The columns from which on another spacing mark begins a cluster of its own.
  private static let mostColumns = 8

  private let bytes: Bytes
  private let end: Int
  private var index: Int
  private var next: (scalar: UInt32, properties: ScalarProperties, length: Int)?

  /// Iterates over the clusters of `bytes[range]`, which must be well-formed UTF-8 inside `bytes`.
  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    next = nil
    next = scalar(at: index)
  }

  mutating func nextCluster() -> Cluster? {
    guard let first = next else { return nil }
    let start = index
    var columns = first.properties.columns
    var before = first.properties.graphemeBreak
    var count = 1
    // State for GB11 (emoji ZWJ emoji) and GB12/13 (pairs of regional indicators).
    var isAfterEmoji = first.properties.isPictographic
    var isAfterEmojiJoiner = false
    var indicators = before == .regionalIndicator ? 1 : 0
    index += first.length
    while let follower = scalar(at: index) {
      let after = follower.properties.graphemeBreak
      let added = follower.properties.columns
      let isJoinedEmoji = isAfterEmojiJoiner && follower.properties.isPictographic
      let isPair = indicators == 1 && before == .regionalIndicator && after == .regionalIndicator
      guard
        isJoinedEmoji || isPair
          || Self.joins(before, after) && (added == 0 || columns < Self.mostColumns)
      else {
        next = follower
        return cluster(start, columns, count, first)
      }
      let isTone = isAfterEmoji && (0x1F3FB...0x1F3FF).contains(follower.scalar)
      if isJoinedEmoji || isTone { columns = max(columns, 2) } else { columns += added }
      isAfterEmojiJoiner = after == .zwj && isAfterEmoji
      if after != .extend, after != .zwj { isAfterEmoji = follower.properties.isPictographic }
      if after == .regionalIndicator { indicators += 1 }
      if count == 1, follower.scalar == 0xFE0F, first.properties.hasEmojiForm { columns = 2 }
      count += 1
      before = after
      index += follower.length
    }
    next = nil
    return cluster(start, columns, count, first)
  }

  /// Makes a cluster; a mark without a letter takes the column of the blank that it stands on.
  private func cluster(
    _ start: Int,
    _ columns: Int,
    _ count: Int,
    _ first: (scalar: UInt32, properties: ScalarProperties, length: Int)
  ) -> Cluster {
    let scalar = first.scalar
    if first.properties.graphemeBreak == .other, count <= Cell.limit {
      return Cluster(range: start..<index, columns: columns, scalarCount: count, first: scalar)
    }
    // A joiner or a variation selector alone is invisible.
    let isSelector = scalar == 0x200D || scalar == 0x200C || (0xFE00...0xFE0F).contains(scalar)
    var standsOnBlank = false
    switch first.properties.graphemeBreak {
    case .extend, .spacingMark, .zwj, .v, .t:
      standsOnBlank = first.properties.columns < 2 && !(isSelector && count == 1)
    default: break
    }
    let blanks = standsOnBlank ? 1 : 0
    let wanted = columns + blanks
    return Cluster(
      range: start..<index,
      columns: wanted == 0 ? 0 : max(wanted, (count + blanks + Cell.limit - 1) / Cell.limit),
      scalarCount: count,
      first: scalar,
      standsOnBlank: standsOnBlank
    )
  }

  @inline(__always)
  private func scalar(
    at index: Int
  ) -> (scalar: UInt32, properties: ScalarProperties, length: Int)? {
    guard index < end else { return nil }
    let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
    let value = scalar ?? 0xFFFD
    return (value, ScalarProperties(value), min(length, end - index))
  }

  /// Applies the rules that need only the two neighbours: GB3 to GB9b.
  private static func joins(_ before: GraphemeBreak, _ after: GraphemeBreak) -> Bool {
    switch (before, after) {
    case (.cr, .lf): true
    case (.cr, _), (.lf, _), (.control, _), (_, .cr), (_, .lf), (_, .control): false
    case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt): true
    case (.lv, .v), (.lv, .t), (.v, .v), (.v, .t), (.lvt, .t), (.t, .t): true
    case (_, .extend), (_, .zwj), (_, .spacingMark), (.prepend, _): true
    default: false
    }
  }
}
