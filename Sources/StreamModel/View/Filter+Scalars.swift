extension Filter {
  /// Returns the part of the filter that the scalars of posts can decide; nil without one.
  ///
  /// - Parameter now: the time from which ages count, as in ``FilterFacts/now``.
  package func scalarTest(at now: Timestamp?) -> ScalarTest? {
    // From the last node to the first, so that the parts of a group lie on the stack when it comes.
    var done: [(test: ScalarTest, start: Int)] = []
    for (at, node) in nodes.enumerated().reversed() {
      switch node {
      case .test(let predicate): done.append((predicate.scalarTest(at: now), at))
      case .group(let group, let span):
        var parts: [ScalarTest] = []
        while let last = done.last, last.start < at + span {
          parts.append(last.test)
          done.removeLast()
        }
        switch group {
        case .not: done.append((parts.first?.negated ?? .unknown, at))
        case .all: done.append((.all(parts), at))
        case .any: done.append((.any(parts), at))
        }
      }
    }
    return done.last.flatMap { $0.test.asksScalars ? $0.test : nil }
  }
}

extension Predicate {
  fileprivate func scalarTest(at now: Timestamp?) -> ScalarTest {
    switch self {
    case .count(.likes, let test): ScalarTest(.likes, in: test.ranges)
    case .count(.comments, let test): ScalarTest(.comments, in: test.ranges)
    case .date(let test): ScalarTest(.time, in: test.ranges(at: now))
    case .word, .text, .count, .kind, .visibility, .state, .has, .source, .view: .unknown
    }
  }
}

extension CountTest {
  /// The counts that pass.
  fileprivate var ranges: [ClosedRange<Int64>] {
    switch self {
    case .atLeast(let least): [Int64(least)...Int64.max]
    case .atMost(let most): [Int64.min...Int64(most)]
    case .above(let number): number < .max ? [Int64(number) + 1...Int64.max] : []
    case .below(let number): number > .min ? [Int64.min...Int64(number) - 1] : []
    case .within(let ranges):
      ranges.values.map { Int64($0.lowerBound)...Int64($0.upperBound) }
    }
  }
}

extension DateTest {
  /// The times that pass, in seconds since 1970.
  fileprivate func ranges(at now: Timestamp?) -> [ClosedRange<Int64>] {
    let pairs: [(start: Int64?, end: Int64?)] =
      switch self {
      case .after(let moment): [(moment.start(now), .max)]
      case .before(let moment): [(.min, moment.start(now).flatMap(Self.last))]
      case .during(let periods):
        periods.values.map { ($0.first.start(now), $0.last.end(now).flatMap(Self.last)) }
      }
    return pairs.compactMap { pair in
      guard let start = pair.start, let end = pair.end, start <= end else { return nil }
      return start...end
    }
  }

  /// The last second before an end.
  private static func last(before end: Int64) -> Int64? { end > .min ? end - 1 : nil }
}
