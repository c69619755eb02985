package import CellGrid

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
  package init(_ filter: Filter, besides names: @autoclosure () -> [String]) {
    guard filter.predicates.contains(where: \.asksWords) else {
      groups = []
      return
    }
    let added = AddedWords(names: names(), inRows: false)
    let found: [[TextNeedle]]? = filter.folded {
      Self.group($0, added).map { [$0] } ?? []
    } joined: { group, parts in
      switch group {
      case .not: []
      case .all: parts.flatMap(\.self)
      case .any: Self.anyOf(parts).map { [$0] } ?? []
      }
    }
    groups = (found ?? []).sorted { $0.count < $1.count }
  }

  /// The longest word that every record must show, for ``Timeline/search(_:from:bytes:)``; nil without one.
  package var needle: TextNeedle? {
    groups.filter { $0.count == 1 }.compactMap(\.first).max { $0.word.count < $1.word.count }
  }

  /// Whether a record may pass, as far as `mayShow` tells which words it shows, such as ``Timeline/mayShow(_:_:)``.
  package func mayMatch(_ mayShow: (TextNeedle) -> Bool) -> Bool {
    groups.allSatisfy { $0.contains(where: mayShow) }
  }

  /// Whether the bytes of a record may be those of a post that passes.
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

/// The words that rows show though no record holds them: labels, and names from elsewhere.
///
/// A search for any other word need only look at records whose bytes may show it. A label that is
/// missing here makes that search miss rows, which `SearchPropertyTests` notices.
package struct AddedWords: Sendable {
  private static let labels = TextFolding.caseless.scalars(
    of: """
      no author name date reply to in re replies replying answer answers reshared reshare reshares boost \
      boosted repost reposted share shared edited like likes liked dislike disliked comment comments boosts reposts \
      commented follow followed update updated delete deleted add added remove removed other post posted \
      vote votes poll closed attachment description x toggle shows it hides hidden folded press new utc zone not \
      stated and more by of are is named the feed feeds wrote link links mail mention hashtag card file \
      image video audio gif gifv document picture now direct followers only unlisted public private \
      elsewhere site on this thread goes on start end time former type object actor target origin result \
      instrument subject relationship context describes commit commits filtered quote shown nsfw spoiler \
      account tag announce bookmark bookmarked favourite favourited pinned score points user users www \
      reddit com github bsky app profile http https t1 t2 t3 t5 loading subreddit view tentative accept \
      reject block invite join leave listen offer move read travel undo flag ignore arrive question \
      expected unexpected line column record records object array text number string bytes at most whole \
      malformed truncated duplicate key left out entries activities cut nor neither an id activity unknown \
      version input ended early invalid unicode became fffd utf rfc 822 3339 count from not a seconds since \
      nested too deep levels inside another first behind element json \
      long source sources such as true false null further problems encoding none with until ago yesterday \
      today unread kept after before above below
      """
  )
  /// Words of rows alone, which no filter asks for.
  private static let rowWords = GitHubEvent.words.values.map {
    TextFolding.caseless.scalars(of: $0)
  }

  private let texts: [[UInt32]]

  /// - Parameters:
  ///   - names: titles and authors that stand outside the records.
  ///   - inRows: whether rows are searched; else posts, by a filter.
  package init(names: [String], inRows: Bool) {
    texts =
      [Self.labels] + (inRows ? Self.rowWords : [])
      + names.map { TextFolding.caseless.scalars(of: $0) }
  }

  /// Whether `word`, which is folded, may come onto the screen without being in the bytes.
  private func mayBring(_ word: [UInt32]) -> Bool {
    guard let first = word.first else { return true }
    var small: [UInt32] = []
    for scalar in word { TextFolding.caseless.forEach(scalar) { small.append($0) } }
    return texts.contains { text in
      var at = text.startIndex
      while let start = text[at...].firstIndex(of: small.first ?? first) {
        if text[start...].starts(with: small) { return true }
        at = start + 1
      }
      return false
    }
  }

  /// Dates and counts are digits that records may not hold as they are shown; longer numbers are ids.
  private static let mostDigits = 6

  /// The longest word of a text that only the bytes of a record can bring onto the screen, as a needle; nil where a
  /// row may show the text whatever its bytes are.
  package func needle(for pattern: FoldedPattern, ignoringCase: Bool) -> TextNeedle? {
    let words = pattern.scalars.split { !Self.isInWord($0) }.map { Array($0) }
    guard
      let word = words.filter({ !mayBring($0) && !Self.isNumber($0) })
        .max(by: { $0.count < $1.count })
    else { return nil }
    return TextNeedle(
      word,
      ignoringCase: ignoringCase,
      variants: pattern.folding.variants(within: Set(word))
    )
  }

  /// Whether a scalar is a letter, a digit or an emoji: what no label has between its words.
  private static func isInWord(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 {
      return (0x30...0x39).contains(scalar) || (0x61...0x7A).contains(scalar | 0x20)
    }
    guard scalar < 0x1F000, let scalar = Unicode.Scalar(scalar) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Whether a word may be part of a count, a date or an age such as "5m".
  private static func isNumber(_ word: [UInt32]) -> Bool {
    let digits = word.prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0 else { return false }
    let isAge =
      digits + 1 == word.count && word.last.map { [0x6D, 0x68, 0x64].contains($0) } == true
    return (digits == word.count || isAge) && digits <= mostDigits
  }
}

extension Predicate {
  fileprivate var asksWords: Bool {
    switch self {
    case .word, .text: true
    default: false
    }
  }
}
