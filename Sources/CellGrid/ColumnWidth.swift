/// The width of text in columns, measured by extended grapheme cluster.
///
/// Each scalar has the columns of our own table (UAX #11; East Asian ambiguous characters count one), and ``Graphemes``
/// adds them up. An emoji variation sequence with U+FE0F is two columns wide. U+FE0E changes nothing because terminals
/// ignore it.
package enum ColumnWidth {
  package static func columns(of text: SafeText, in range: Range<Int>? = nil) -> Int {
    let range = (range ?? 0..<text.count).clamped(to: 0..<text.count)
    return text.utf8.withUnsafeBufferPointer { bytes in
      var sum = 0
      forEachCluster(bytes, range) { cluster in
        sum += cluster.columns
        return true
      }
      return sum
    }
  }

  /// Returns the end of the longest prefix of `range` that consists of whole clusters and fits into `columns`.
  package static func prefix(of text: SafeText, in range: Range<Int>, fitting columns: Int) -> Int {
    let range = range.clamped(to: 0..<text.count)
    return text.utf8.withUnsafeBufferPointer { bytes in
      var end = range.lowerBound
      var left = columns
      forEachCluster(bytes, range) { cluster in
        left -= cluster.columns
        guard left >= 0 else { return false }
        end = cluster.range.upperBound
        return true
      }
      return end
    }
  }

  /// Returns the columns of a scalar that stands alone, 0 to 2.
  package static func columns(of scalar: UInt32) -> Int { ScalarProperties(scalar).columns }

  /// Whether a skin tone after `scalar` is part of the same picture (UTS #51).
  package static func isPictograph(_ scalar: UInt32) -> Bool {
    ScalarProperties(scalar).isPictographic
  }

  /// Calls `body` with each cluster until it returns false.
  ///
  /// Runs of ASCII bypass the tables.
  @inline(__always)
  static func forEachCluster(
    _ bytes: Bytes,
    _ range: Range<Int>,
    _ body: (Graphemes.Cluster) -> Bool
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      // A mark may follow the last letter of a run, so the run ends one before it.
      if byte >= 0x20, byte < 0x7F,
        index + 1 == range.upperBound || bytes[index + 1] < 0x80
      {
        let cluster = Graphemes.Cluster(
          range: index..<(index + 1),
          columns: 1,
          scalarCount: 1,
          first: UInt32(byte)
        )
        guard body(cluster) else { return }
        index += 1
        continue
      }
      var slow = Graphemes(bytes, index..<range.upperBound)
      while let cluster = slow.nextCluster() {
        guard body(cluster) else { return }
        index = cluster.range.upperBound
        // Return to the fast path as soon as ASCII follows ASCII.
        if index + 1 < range.upperBound, bytes[index] < 0x80, bytes[index + 1] < 0x80 { break }
      }
    }
  }
}
