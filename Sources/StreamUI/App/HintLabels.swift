/// Letter labels for links: prefix-free, so that the last letter of one is the last key.
enum HintLabels {
  /// Home row first, then what is near it; digits where letters do not suffice.
  static let alphabet = Array("asdfjklghqwertyuiopzxcvbnm1234567890".unicodeScalars)

  /// The most labels that there are: two letters each.
  static var limit: Int { alphabet.count * alphabet.count }

  /// `count` labels, at most ``limit``, the shortest and easiest first.
  ///
  /// Only as many letters as are needed begin two-letter labels, the last of the alphabet: of 60
  /// links 35 have one letter.
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
