/// Makes letter labels for links; no label is a prefix of another, so its last letter is the last
/// key.
enum HintLabels {
  /// The letters: home row first, then the keys near it; digits if the letters do not suffice.
  static let alphabet = Array("asdfjklghqwertyuiopzxcvbnm1234567890".unicodeScalars)

  /// The largest number of labels: all combinations of two letters.
  static var limit: Int { alphabet.count * alphabet.count }

  /// Returns a label for each of `hints`, at most ``limit``: the easiest that differs from the letters that it covers.
  static func labels(of hints: [Hint]) -> [String] {
    var free = labels(hints.count)[...]
    if free.count < alphabet.count { free += alphabet.dropFirst(free.count).map { String($0) } }
    return hints.prefix(limit).map { hint in
      let place = free.firstIndex { !hint.isHidden(as: $0) } ?? free.startIndex
      return place == free.startIndex ? free.removeFirst() : free.remove(at: place)
    }
  }

  /// Returns `count` labels, at most ``limit``, the shortest and easiest first.
  ///
  /// Two-letter labels use only as many first letters as necessary, from the end of the alphabet:
  /// of 60 links, 35 have one letter.
  static func labels(_ count: Int) -> [String] {
    let letters = alphabet.map { String($0) }
    let count = min(max(0, count), limit)
    var prefixes = 0
    while letters.count - prefixes + prefixes * letters.count < count { prefixes += 1 }
    var labels = Array(letters.prefix(letters.count - prefixes))
    for first in letters.suffix(prefixes) {
      for second in letters where labels.count < count { labels.append(first + second) }
    }
    return Array(labels.prefix(count))
  }
}
