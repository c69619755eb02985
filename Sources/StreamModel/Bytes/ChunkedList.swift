/// A list in chunks: growing never copies existing elements, so no key waits for it.
struct ChunkedList<Element>: RandomAccessCollection, MutableCollection {
  private static var chunkBits: Int { 12 }
  static var chunkSize: Int { 1 << chunkBits }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Element {
    get { chunks[position >> Self.chunkBits][position & (Self.chunkSize - 1)] }
    _modify { yield &chunks[position >> Self.chunkBits][position & (Self.chunkSize - 1)] }
  }

  mutating func append(_ element: Element) {
    if count & (Self.chunkSize - 1) == 0 {
      var chunk: [Element] = []
      // The first chunk stays as small as its feed; the others fill up soon.
      if count > 0 { chunk.reserveCapacity(Self.chunkSize) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element satisfies `belongs`, otherwise `endIndex`.
  ///
  /// All elements that satisfy it must come after all that do not; O(log n).
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
