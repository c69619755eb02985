/// Folds text for searches: accents, compatibility forms and, if wanted, capitals make no difference.
///
/// "É", "e\u{301}" and "ｅ" all fold to "e"; "ß" folds to "ss" where case is ignored. Soft hyphens and
/// joiners fold to nothing. White space is one blank however much there is of it.
package struct TextFolding: Sendable {
  package static let caseless = TextFolding(ignoringCase: true)
  package static let cased = TextFolding(ignoringCase: false)

  /// Scalars below this are looked up without a search.
  private static let directCount: UInt32 = 0x3000

  private let ignoresCase: Bool
  /// Scalars that fold to others, ascending.
  private let scalars: [UInt32]
  /// The end of each one's fold in `values`; it begins where the one before ends.
  private let ends: [UInt16]
  private let values: [UInt32]
  /// For each scalar below ``directCount``, one more than its index in `scalars`; 0 for none.
  private let direct: [UInt16]

  private init(ignoringCase: Bool) {
    ignoresCase = ignoringCase
    var scalars: [UInt32] = []
    var ends: [UInt16] = []
    var values: [UInt32] = []
    var direct = [UInt16](repeating: 0, count: Int(Self.directCount))
    var fields: [[UInt32]] = [[]]
    var number: UInt32?
    FoldingTable.entries.withUTF8Buffer { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"):
          if let value = number { fields[fields.count - 1].append(value) }
          number = nil
          if byte == UInt8(ascii: ",") { fields.append([]) }
          guard byte == UInt8(ascii: ";"), let scalar = fields[0].first else { continue }
          let fold = ignoringCase || fields.count < 3 ? fields[1] : fields[2]
          if fold != [scalar] {
            scalars.append(scalar)
            values += fold
            ends.append(UInt16(clamping: values.count))
            if scalar < Self.directCount { direct[Int(scalar)] = UInt16(clamping: scalars.count) }
          }
          fields = [[]]
        default:
          let digit = byte < 0x3A ? byte &- 0x30 : byte &- 0x57
          number = (number ?? 0) &<< 4 | UInt32(digit & 0xF)
        }
      }
    }
    self.scalars = scalars
    self.ends = ends
    self.values = values
    self.direct = direct
  }

  /// Returns the fold of `text` as scalars, with one blank for each run of white space.
  package func scalars(of text: String) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in text.unicodeScalars {
      forEach(scalar.value) { folded in
        let folded = Self.isBlank(folded) ? 0x20 : folded
        if folded != 0x20 || result.last != 0x20 { result.append(folded) }
      }
    }
    return result
  }

  /// Calls `body` with each scalar that `scalar` folds to: most fold to themselves, some to none.
  @inline(__always)
  package func forEach(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    if scalar < 0x80 {
      return body(ignoresCase && (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar)
    }
    guard let index = index(of: scalar) else { return body(scalar) }
    for value in fold(at: index) { body(value) }
  }

  /// The scalars that can take part in a match of `text`, which is folded, with the fold of each.
  ///
  /// Those within ASCII that fold to themselves are left out. A scalar that folds to several may begin before the match or
  /// end after it, as "で", which folds to "て" and a mark, for the text "て".
  package func variants(within text: Set<UInt32>) -> [UInt32: [UInt32]] {
    var found: [UInt32: [UInt32]] = [:]
    for index in scalars.indices where mayTakePart(at: index, in: text) {
      found[scalars[index]] = Array(fold(at: index))
    }
    for scalar in text where scalar >= 0x80 && found[scalar] == nil { found[scalar] = [scalar] }
    return found
  }

  private func mayTakePart(at index: Int, in text: Set<UInt32>) -> Bool {
    let fold = fold(at: index)
    return fold.isEmpty || fold.contains { text.contains($0) }
  }

  /// Whether a folded scalar is white space.
  @inline(__always)
  package static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || (0x09...0x0D).contains(scalar) || scalar == 0x85 || scalar == 0x2028
      || scalar == 0x2029
  }

  private func index(of scalar: UInt32) -> Int? {
    if scalar < Self.directCount {
      let entry = direct[Int(scalar)]
      return entry == 0 ? nil : Int(entry) - 1
    }
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == scalar ? low : nil
  }

  private func fold(at index: Int) -> ArraySlice<UInt32> {
    values[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }
}
