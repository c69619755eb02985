/// Extended grapheme clusters of UTF-8 text (UAX #29, rules GB1 to GB999 of Unicode 15).
struct Graphemes {
  /// A cluster with its width and its scalars.
  struct Cluster {
    /// The bytes of the cluster in the text.
    let range: Range<Int>
    /// The width: 0, 1 or 2 columns.
    let columns: Int
    let scalarCount: Int
    let first: UInt32
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var index: Int
  private var next: (scalar: UInt32, properties: ScalarProperties, length: Int)?

  /// Iterates over the clusters of `bytes[range]`, which must be well-formed UTF-8 inside `bytes`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    next = nil
    next = scalar(at: index)
  }

  /// Returns the next cluster; nil at the end.
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
      guard
        Self.joins(before, after)
          || (isAfterEmojiJoiner && follower.properties.isPictographic)
          || (indicators == 1 && before == .regionalIndicator && after == .regionalIndicator)
      else {
        next = follower
        return cluster(start, columns, count, first.scalar)
      }
      isAfterEmojiJoiner = after == .zwj && isAfterEmoji
      if after != .extend, after != .zwj { isAfterEmoji = follower.properties.isPictographic }
      if after == .regionalIndicator {
        indicators += 1
        columns = 2
      }
      if count == 1, Self.makesEmoji(follower.scalar, of: first.properties) { columns = 2 }
      if columns == 0, count == 1, before == .prepend { columns = 1 }
      count += 1
      before = after
      index += follower.length
    }
    next = nil
    return cluster(start, columns, count, first.scalar)
  }

  /// Makes a cluster; a mark without a base takes a column because it is drawn on a dotted circle.
  private func cluster(_ start: Int, _ columns: Int, _ count: Int, _ first: UInt32) -> Cluster {
    var columns = columns
    if columns == 0 {
      let kind = ScalarProperties(first).graphemeBreak
      if kind == .extend || kind == .spacingMark || kind == .v || kind == .t { columns = 1 }
    }
    // A joiner or a variation selector alone is invisible.
    if first == 0x200D || first == 0x200C || (0xFE00...0xFE0F).contains(first), count == 1 {
      columns = 0
    }
    return Cluster(range: start..<index, columns: columns, scalarCount: count, first: first)
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

  /// Whether `scalar`, a selector or a skin tone, turns the text form before it into an emoji.
  private static func makesEmoji(_ scalar: UInt32, of first: ScalarProperties) -> Bool {
    scalar == 0xFE0F && first.hasEmojiForm
      || (0x1F3FB...0x1F3FF).contains(scalar) && first.isPictographic
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
