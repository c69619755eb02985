/// The difference between two texts, word by word.
///
/// The shortest edit script over words, single signs and white space, by the greedy algorithm of E. Myers, "An O(ND)
/// Difference Algorithm and Its Variations" (Algorithmica 1, 1986), in the texts without their common start and end. It
/// takes time and memory in the square of the number of edits, which has a limit; texts that differ by more stand one after
/// the other, as do very long ones.
package struct WordDiff: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case same, removed, added
    }

    package let kind: Kind
    package let text: String
  }

  private typealias Word = ArraySlice<UInt8>

  /// The most edits that are looked for: at this number it takes about a millisecond and a megabyte.
  package static let editLimit = 400
  /// The longest texts that are compared, in bytes.
  package static let byteLimit = 256 << 10

  /// The parts in reading order; two neighbours are of different kinds, and what was removed comes before what was added.
  package let parts: [Part]

  package init(from old: String, to new: String) {
    let (before, after) = (Self.words(of: old), Self.words(of: new))
    let start = Self.commonWords(before, after)
    let end = Self.commonWords(
      before.dropFirst(start).reversed(),
      after.dropFirst(start).reversed()
    )
    let (old, new) = (before[start...].dropLast(end), after[start...].dropLast(end))
    var list = PartList()
    for word in before.prefix(start) { list.add(.same, word) }
    var (from, to) = (start, start)
    for edit in Self.edits(old, new) ?? Self.replacing(old.count, new.count) {
      list.add(edit, edit == .added ? after[to] : before[from])
      if edit != .added { from += 1 }
      if edit != .removed { to += 1 }
    }
    for word in before.suffix(end) { list.add(.same, word) }
    parts = list.parts
  }

  package var isEmpty: Bool { !parts.contains { $0.kind != .same } }

  /// Returns a text in UTF-8 as words of letters and digits, runs of white space, and all other signs one by one.
  ///
  /// Scripts that are written without spaces have a word for each sign. A text that is too long is a single word.
  private static func words(of text: String) -> [Word] {
    let bytes = Array(text.utf8)
    guard bytes.count <= byteLimit else { return [bytes[...]] }
    var words: [Word] = []
    var last = Sort.space
    var (start, end) = (0, 0)
    for scalar in text.unicodeScalars {
      let sort = Sort(scalar)
      if start < end, let sort, sort != last || sort == .sign {
        words.append(bytes[start..<end])
        start = end
      }
      last = sort ?? last
      end += UTF8.width(scalar)
    }
    if start < end { words.append(bytes[start...]) }
    return words
  }

  /// The number of words that both texts begin with.
  private static func commonWords(_ one: some Sequence<Word>, _ other: some Sequence<Word>) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }

  private static func replacing(_ old: Int, _ new: Int) -> [Part.Kind] {
    Array(repeating: .removed, count: old) + Array(repeating: .added, count: new)
  }

  private static func edits(_ old: ArraySlice<Word>, _ new: ArraySlice<Word>) -> [Part.Kind]? {
    guard !old.isEmpty, !new.isEmpty else { return replacing(old.count, new.count) }
    // Words as numbers: a comparison of two is one of integers.
    var numbers: [Word: Int] = [:]
    let number = { (word: Word) -> Int in
      let known = numbers[word] ?? numbers.count
      numbers[word] = known
      return known
    }
    let (from, to) = (old.map(number), new.map(number))
    let limit = min(editLimit, from.count + to.count)
    // The furthest place on each diagonal; `middle` is that of equal lengths. One more on either side is looked at.
    let middle = limit + 1
    var furthest = Array(repeating: Int32(0), count: 2 * limit + 3)
    var trace: [ArraySlice<Int32>] = []
    for edit in 0...limit {
      trace.append(furthest[(middle - edit - 1)...(middle + edit + 1)])
      for diagonal in stride(from: -edit, through: edit, by: 2) {
        let left = furthest[middle + diagonal - 1]
        let above = furthest[middle + diagonal + 1]
        let isDown = diagonal == -edit || diagonal != edit && left < above
        var x = Int(isDown ? above : left + 1)
        var y = x - diagonal
        while x < from.count, y < to.count, y >= 0, from[x] == to[y] {
          x += 1
          y += 1
        }
        furthest[middle + diagonal] = Int32(x)
        if x >= from.count, y >= to.count { return script(trace, from.count, to.count, middle) }
      }
    }
    return nil
  }

  /// Reads the edits off the furthest places before each of them, from the end.
  private static func script(
    _ trace: [ArraySlice<Int32>],
    _ oldCount: Int,
    _ newCount: Int,
    _ middle: Int
  ) -> [Part.Kind] {
    var edits: [Part.Kind] = []
    var (x, y) = (oldCount, newCount)
    for (edit, before) in trace.enumerated().reversed() {
      let diagonal = x - y
      let left = before[middle + diagonal - 1]
      let above = before[middle + diagonal + 1]
      let isDown = diagonal == -edit || diagonal != edit && left < above
      let start = edit == 0 ? 0 : Int(isDown ? above : left + 1)
      edits += Array(repeating: .same, count: max(0, x - start))
      guard edit > 0 else { break }
      edits.append(isDown ? .added : .removed)
      x = isDown ? start : start - 1
      y = isDown ? start - diagonal - 1 : start - diagonal
    }
    return edits.reversed()
  }

  private enum Sort {
    case letter, space, sign

    /// Returns nil for a scalar that belongs to the one before it, as an accent does.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x27, 0x2019: self = .letter
      case 0x09, 0x20: self = .space
      case 0..<0x80: self = .sign
      // Thai to Khmer, kana, ideographs.
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF,
        0xF900...0xFAFF, 0x20000...0x3FFFF:
        if scalar.properties.isGraphemeExtend { return nil }
        self = .sign
      // A zero-width joiner, and the signs that change the one before.
      case 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: return nil
      default:
        let properties = scalar.properties
        if properties.isGraphemeExtend { return nil }
        let isWord = properties.isAlphabetic || properties.numericType != nil
        self = isWord ? .letter : properties.isWhitespace ? .space : .sign
      }
    }
  }
}

/// Parts as they are put together: what is removed and added in one place becomes one part of each kind.
private struct PartList {
  private(set) var done: [WordDiff.Part] = []
  private var same: [UInt8] = []
  private var removed: [UInt8] = []
  private var added: [UInt8] = []

  var parts: [WordDiff.Part] {
    var list = self
    list.end()
    return ChangeEdges.settled(list.done)
  }

  mutating func add(_ kind: WordDiff.Part.Kind, _ word: ArraySlice<UInt8>) {
    switch kind {
    case .same: same += word
    case .removed:
      join()
      removed += word
    case .added:
      join()
      added += word
    }
  }

  /// Before a change: a space between two changed words is no reason to end a change.
  private mutating func join() {
    guard !same.isEmpty else { return }
    if !removed.isEmpty || !added.isEmpty, same.allSatisfy({ $0 == 0x20 }) {
      removed += same
      added += same
      same = []
    } else {
      end()
    }
  }

  private mutating func end() {
    for (kind, text) in [(WordDiff.Part.Kind.removed, removed), (.added, added), (.same, same)]
    where !text.isEmpty {
      done.append(WordDiff.Part(kind: kind, text: String(decoding: text, as: UTF8.self)))
    }
    (removed, added, same) = ([], [], [])
  }
}

/// Moves the white space at the edges of changes out of them, as far as both texts allow: the shortest edits put a space
/// now into a change, now beside it.
///
/// Where words were only added, or only removed, one space must belong to them: the one after them, unless a sign or the
/// end of the text follows.
enum ChangeEdges {
  typealias Part = WordDiff.Part

  /// Returns the parts of the same two texts with the spaces moved.
  static func settled(_ parts: [Part]) -> [Part] {
    var result: [Part] = []
    var same: [UInt8] = []
    var index = 0
    while index < parts.count {
      // Spaces that a change has taken from the text after it are gone from there already.
      guard parts[index].kind != .same else {
        same += parts[index].text.utf8
        index += 1
        continue
      }
      var (removed, added): ([UInt8], [UInt8]) = ([], [])
      while index < parts.count, parts[index].kind != .same {
        if parts[index].kind == .removed { removed += parts[index].text.utf8 }
        if parts[index].kind == .added { added += parts[index].text.utf8 }
        index += 1
      }
      let isLast = index + 1 >= parts.count
      var after = index < parts.count ? Array(parts[index].text.utf8) : []
      index += 1
      let lead = commonSpaces(removed, added)
      same += removed.prefix(lead)
      (removed, added) = (Array(removed.dropFirst(lead)), Array(added.dropFirst(lead)))
      let trail = commonSpaces(removed.reversed(), added.reversed())
      after = removed.suffix(trail) + after
      (removed, added) = (Array(removed.dropLast(trail)), Array(added.dropLast(trail)))
      let most = isLast ? after.count : after.count - 1
      let turned = turnedSpaces(removed.isEmpty ? added : removed, after, atMost: most)
      if removed.isEmpty || added.isEmpty, turned > 0 {
        same += after.prefix(turned)
        removed = turn(removed, by: turned)
        added = turn(added, by: turned)
        after.removeFirst(turned)
      }
      append(.same, same, to: &result)
      append(.removed, removed, to: &result)
      append(.added, added, to: &result)
      same = after
    }
    append(.same, same, to: &result)
    return result
  }

  private static func append(_ kind: Part.Kind, _ text: [UInt8], to parts: inout [Part]) {
    guard !text.isEmpty else { return }
    parts.append(Part(kind: kind, text: String(decoding: text, as: UTF8.self)))
  }

  /// The number of spaces that both texts begin with.
  private static func commonSpaces(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).prefix { $0 == $1 && isSpace($0) }.count
  }

  private static func turnedSpaces(_ change: [UInt8], _ after: [UInt8], atMost most: Int) -> Int {
    // White space alone has no better place.
    guard !change.allSatisfy(isSpace) else { return 0 }
    return min(max(0, most), commonSpaces(change, after))
  }

  /// A text with its first bytes at the end.
  private static func turn(_ text: [UInt8], by count: Int) -> [UInt8] {
    Array(text.dropFirst(count) + text.prefix(count))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }
}
