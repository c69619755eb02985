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

  /// The most edits that are looked for: at this number it takes about a millisecond and a megabyte.
  package static let editLimit = 400
  /// The most words of a text that are compared.
  package static let wordLimit = 40_000

  /// The parts in reading order; two neighbours are of different kinds, and what was removed comes before what was added.
  package let parts: [Part]

  package init(from old: String, to new: String) {
    let (before, after) = (Self.words(of: old), Self.words(of: new))
    let most = min(before.count, after.count)
    var start = 0
    while start < most, before[start] == after[start] { start += 1 }
    var end = 0
    while end < most - start, before[before.count - 1 - end] == after[after.count - 1 - end] {
      end += 1
    }
    let (old, new) = (before[start..<before.count - end], after[start..<after.count - end])
    let edits = Self.edits(Array(old), Array(new)) ?? Self.replacing(old.count, new.count)
    var list = PartList()
    for word in before[..<start] { list.add(.same, word) }
    var (from, to) = (old.startIndex, new.startIndex)
    for edit in edits {
      switch edit {
      case .same:
        list.add(.same, old[from])
        from += 1
        to += 1
      case .removed:
        list.add(.removed, old[from])
        from += 1
      case .added:
        list.add(.added, new[to])
        to += 1
      }
    }
    for word in before[(before.count - end)...] { list.add(.same, word) }
    parts = list.parts
  }

  /// Whether nothing was removed and nothing added.
  package var isEmpty: Bool { !parts.contains { $0.kind != .same } }

  /// The edits that replace everything.
  private static func replacing(_ old: Int, _ new: Int) -> [Part.Kind] {
    Array(repeating: .removed, count: old) + Array(repeating: .added, count: new)
  }

  // MARK: Words

  /// Words of letters and digits, runs of white space, and all other signs one by one.
  ///
  /// Scripts that are written without spaces have a word for each sign.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    let scalars = text.unicodeScalars
    var start = text.startIndex
    var last = Sort.space
    for index in scalars.indices {
      let sort = Sort(scalars[index]) ?? last
      if index > start, sort != last || sort == .sign && Sort(scalars[index]) != nil {
        words.append(text[start..<index])
        start = index
      }
      last = sort
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
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

  // MARK: Edits

  /// Returns the shortest edits from one list of words to the other; nil beyond the limits.
  private static func edits(_ old: [Substring], _ new: [Substring]) -> [Part.Kind]? {
    guard old.count <= wordLimit, new.count <= wordLimit else { return nil }
    guard !old.isEmpty, !new.isEmpty else { return replacing(old.count, new.count) }
    // Words as numbers: a comparison of two is one of integers.
    var numbers: [Substring: Int32] = [:]
    let number = { (word: Substring) -> Int32 in
      let next = Int32(numbers.count)
      numbers[word] = numbers[word] ?? next
      return numbers[word] ?? next
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
        if x >= from.count, y >= to.count {
          return script(trace, from.count, to.count, middle)
        }
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
}

/// Parts as they are put together: what is removed and added in one place becomes one part of each kind.
private struct PartList {
  private(set) var done: [WordDiff.Part] = []
  private var same = ""
  private var removed = ""
  private var added = ""

  /// The parts so far.
  var parts: [WordDiff.Part] {
    var list = self
    list.end()
    return list.done
  }

  mutating func add(_ kind: WordDiff.Part.Kind, _ word: Substring) {
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
    if !removed.isEmpty || !added.isEmpty, same.allSatisfy({ $0 == " " }) {
      removed += same
      added += same
      same = ""
    } else {
      end()
    }
  }

  private mutating func end() {
    for (kind, text) in [(WordDiff.Part.Kind.removed, removed), (.added, added), (.same, same)]
    where !text.isEmpty {
      done.append(WordDiff.Part(kind: kind, text: text))
    }
    (removed, added, same) = ("", "", "")
  }
}
