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
