/// The words that the bytes of each post that passes a filter show, in whatever spelling its format uses.
///
/// A record that shows none of a group of words needs no decoding. No record is left out that passes: words come only from
/// tests that every passing post meets, and a ``TextNeedle`` finds too much rather than too little.
package struct RequiredLiterals: Sendable {
  /// More words in one group take longer to look for than most records to decode.
  private static let mostNeedles = 32

  /// A record shows at least one word of each group; without groups no record can be left out.
  private let groups: [[TextNeedle]]

  /// - Parameter names: texts that posts have and their records do not; see ``Timeline/namesBesideRecords``. More of them
  ///   need new literals.
  package init(_ filter: Filter, besides names: [String]) {
    let added = AddedWords(names: names, inRows: false)
    // From the last node to the first, so that the parts of a group lie on the stack when it comes.
    var done: [(groups: [[TextNeedle]], start: Int)] = []
    for (at, node) in filter.nodes.enumerated().reversed() {
      switch node {
      case .test(let predicate):
        done.append((Self.group(predicate, added).map { [$0] } ?? [], at))
      case .group(let group, let span):
        var parts: [[[TextNeedle]]] = []
        while let last = done.last, last.start < at + span {
          parts.append(last.groups)
          done.removeLast()
        }
        switch group {
        case .not: done.append(([], at))
        case .all: done.append((parts.flatMap(\.self), at))
        case .any: done.append((Self.anyOf(parts).map { [$0] } ?? [], at))
        }
      }
    }
    groups = (done.last?.groups ?? []).sorted { $0.count < $1.count }
  }

  /// Whether a record can be left out at all.
  package var canExclude: Bool { !groups.isEmpty }

  /// The longest word that every record must show, for ``Timeline/search(_:from:bytes:)``; nil without one.
  package var needle: TextNeedle? {
    groups.filter { $0.count == 1 }.compactMap(\.first).max { $0.word.count < $1.word.count }
  }

  /// Whether a record may pass, as far as `mayShow` tells which words it shows, such as ``Timeline/mayShow(_:_:)``.
  package func mayMatch(_ mayShow: (TextNeedle) -> Bool) -> Bool {
    groups.allSatisfy { $0.contains(where: mayShow) }
  }

  /// Whether the bytes of a record may be those of a post that passes.
  ///
  /// - Parameter escapes: whether a backslash begins an escape, as in JSON.
  package func mayMatch(record: UnsafeBufferPointer<UInt8>, escapes: Bool) -> Bool {
    mayMatch { $0.first(in: record, from: 0, escapes: escapes) != nil }
  }

  /// One group for an "or": of each side the one with the fewest words; nil if a side has none.
  private static func anyOf(_ parts: [[[TextNeedle]]]) -> [TextNeedle]? {
    var all: [TextNeedle] = []
    for part in parts {
      guard let best = part.min(by: { $0.count < $1.count }) else { return nil }
      all += best
    }
    return all.count <= mostNeedles ? all : nil
  }

  /// The words of which a post that passes a test shows one; nil where it may show none.
  private static func group(_ predicate: Predicate, _ added: AddedWords) -> [TextNeedle]? {
    switch predicate {
    case .word(let word): needles(of: [word], added)
    // Addresses may be percent-encoded or relative, and languages, hosts and handles come from what surrounds records.
    case .text(.link, _, _), .text(.url, _, _), .text(.host, _, _), .text(.lang, _, _),
      .text(.mentions, _, _):
      nil
    case .text(_, _, let choices): needles(of: choices.values, added)
    case .count, .date, .kind, .visibility, .state, .has, .source, .view: nil
    }
  }

  private static func needles(of tests: [TextTest], _ added: AddedWords) -> [TextNeedle]? {
    guard tests.count <= mostNeedles else { return nil }
    var all: [TextNeedle] = []
    for test in tests {
      guard let pattern = test.literal, let needle = added.needle(for: pattern, ignoringCase: true)
      else { return nil }
      all.append(needle)
    }
    return all
  }
}
