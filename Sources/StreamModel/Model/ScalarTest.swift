/// The part of a filter that scalars can decide: which records need not be decoded, since no post with such numbers
/// passes.
///
/// Tests of anything else may go either way. What is not left out is decoded, and tested by the filter itself.
package struct ScalarTest: Sendable {
  /// A step of the evaluation on a stack.
  private enum Step {
    /// Whether the scalar lies in one of some ranges.
    case lies(PostScalar, in: Range<Int>)
    case unknown
    case not
    case all(Int)
    case any(Int)
  }

  /// The outcomes on the stack are the bits of a word.
  private static let mostSteps = 64

  private var steps: [Step] = []
  private var ranges: [ClosedRange<Int64>] = []

  /// Something that scalars cannot tell.
  package static let unknown: ScalarTest = {
    var test = ScalarTest()
    test.steps = [.unknown]
    return test
  }()

  private init() {}

  /// Whether the scalar lies in one of the ranges; a post without one does not.
  package init(_ field: PostScalar, in ranges: [ClosedRange<Int64>]) {
    self.ranges = ranges
    steps = [.lies(field, in: ranges.indices)]
  }

  package var negated: ScalarTest { Self.joined([self], by: .not) }

  package static func all(_ tests: [ScalarTest]) -> ScalarTest {
    joined(tests, by: .all(tests.count))
  }

  package static func any(_ tests: [ScalarTest]) -> ScalarTest {
    joined(tests, by: .any(tests.count))
  }

  private static func joined(_ tests: [ScalarTest], by step: Step) -> ScalarTest {
    guard tests.reduce(1, { $0 + $1.steps.count }) <= mostSteps else { return .unknown }
    var whole = ScalarTest()
    for test in tests {
      let shift = whole.ranges.count
      whole.ranges += test.ranges
      for step in test.steps {
        if case .lies(let field, let own) = step {
          whole.steps.append(.lies(field, in: own.lowerBound + shift..<own.upperBound + shift))
        } else {
          whole.steps.append(step)
        }
      }
    }
    whole.steps.append(step)
    return whole
  }

  var asksScalars: Bool {
    steps.contains { if case .lies = $0 { true } else { false } }
  }

  /// Whether a post between these bounds may pass.
  func mayPass(_ bounds: some ScalarBounds) -> Bool {
    // For each outcome on the stack, the lowest bit for the last, whether the test may hold and whether it may fail.
    var (holds, fails): (UInt64, UInt64) = (0, 0)
    for step in steps {
      switch step {
      case .lies(let field, let range):
        let (mayHold, mayFail) = compare(bounds.span(of: field), with: range)
        holds = holds << 1 | (mayHold ? 1 : 0)
        fails = fails << 1 | (mayFail ? 1 : 0)
      case .unknown:
        holds = holds << 1 | 1
        fails = fails << 1 | 1
      case .not:
        let changed = (holds ^ fails) & 1
        holds ^= changed
        fails ^= changed
      case .all(let count): (holds, fails) = Self.joined(holds, fails, count)
      case .any(let count): (fails, holds) = Self.joined(fails, holds, count)
      }
    }
    return holds & 1 == 1
  }

  /// Takes outcomes off the stack and puts one onto it, where all bits of one word must be set and any of the other.
  private static func joined(_ all: UInt64, _ any: UInt64, _ count: Int) -> (UInt64, UInt64) {
    let mask: UInt64 = count < 64 ? 1 << UInt64(count) - 1 : .max
    return (
      (all >> UInt64(count)) << 1 | (all & mask == mask ? 1 : 0),
      (any >> UInt64(count)) << 1 | (any & mask != 0 ? 1 : 0)
    )
  }

  private func compare(
    _ span: ScalarSpan,
    with range: Range<Int>
  ) -> (mayHold: Bool, mayFail: Bool) {
    var (mayHold, isInside) = (false, false)
    for index in range {
      let wanted = ranges[index]
      mayHold = mayHold || (span.lower <= wanted.upperBound && span.upper >= wanted.lowerBound)
      isInside = isInside || (wanted.lowerBound <= span.lower && span.upper <= wanted.upperBound)
    }
    // Where no record has a number, none passes; the bounds of nothing are inside everything.
    return (mayHold && span.lower <= span.upper, span.mayLack || !isInside)
  }
}
