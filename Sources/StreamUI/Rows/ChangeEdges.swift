/// Moves the white space at the edges of changes out of them, as far as both texts allow.
///
/// The shortest edits put a space now into a change, now beside it. Where both sides of a change begin or end with
/// the same space, it is no part of the change. Where words were only added, or only removed, one space must belong to
/// them: the one after them, unless a sign or the end of the text follows.
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

  /// The number of spaces at the start of a change that the text after it begins with, too.
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
