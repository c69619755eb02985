/// The numbers of a post that filters ask for, as far as 32 bits hold them.
struct PostScalars: Equatable {
  /// Seconds since 1970, and the numbers of likes and comments; each may be one of the codes below.
  var time: Int32
  var likes: Int32
  var comments: Int32

  /// The post states none.
  private static let none = Int32.min
  /// Nobody has looked at the record.
  private static let unseen = Int32.min + 1
  /// The record states another number than is shown, or may.
  private static let any = Int32.min + 2
  /// That number, or any below it.
  private static let least = Int32.min + 3
  /// That number, or any above it.
  private static let most = Int32.max

  /// Those of a record that nobody has looked at.
  static let unknown = PostScalars(time: unseen, likes: unseen, comments: unseen)

  private init(time: Int32, likes: Int32, comments: Int32) {
    (self.time, self.likes, self.comments) = (time, likes, comments)
  }

  /// - Parameter post: nil for a record that is malformed.
  init(_ post: Post?) {
    // A bare reshare shows the numbers of the post that it names, which may be another record.
    guard let post, post.resharedAddress == nil else {
      self.init(time: Self.any, likes: Self.any, comments: Self.any)
      return
    }
    self.init(
      time: Self.code(post.rankTime(at: nil)?.secondsSinceEpoch),
      likes: Self.code(post.knownLikesCount.map { Int64($0) }),
      comments: Self.code(post.knownCommentsCount.map { Int64($0) })
    )
  }

  private static func code(_ number: Int64?) -> Int32 {
    number.map { max(least, Int32(clamping: $0)) } ?? none
  }

  /// Whether somebody has looked at the record.
  var isSeen: Bool { time != Self.unseen }
}

extension PostScalars {
  /// The bounds of those of records that somebody has looked at.
  static func spans(
    of all: [PostScalars]
  ) -> (time: ScalarSpan, likes: ScalarSpan, comments: ScalarSpan) {
    (
      span(of: all) { $0.time }, span(of: all) { $0.likes }, span(of: all) { $0.comments }
    )
  }

  /// One by one the spans of a million posts would take as long as to read them.
  @inline(__always)
  private static func span(
    of all: [PostScalars],
    _ field: (PostScalars) -> Int32
  ) -> ScalarSpan {
    var (lower, upper) = (Int32.max, Int32.min)
    var (mayLack, isAny) = (false, false)
    for one in all where one.isSeen {
      let code = field(one)
      if code >= least {
        lower = min(lower, code)
        upper = max(upper, code)
      } else if code == none {
        mayLack = true
      } else {
        isAny = true
      }
    }
    if isAny { return .anything }
    guard lower <= upper else { return mayLack ? .nothing : .none }
    var span = PostScalars.span(ofCode: lower)
    span.unite(PostScalars.span(ofCode: upper))
    span.mayLack = mayLack
    return span
  }
}

extension PostScalars: ScalarBounds {
  func span(of field: PostScalar) -> ScalarSpan {
    let code =
      switch field {
      case .time: time
      case .likes: likes
      case .comments: comments
      }
    return Self.span(ofCode: code)
  }

  private static func span(ofCode code: Int32) -> ScalarSpan {
    switch code {
    case none: .nothing
    case unseen, any: .anything
    default:
      ScalarSpan(
        lower: code == least ? .min : Int64(code),
        upper: code == most ? .max : Int64(code),
        mayLack: false
      )
    }
  }
}

/// A number of a post that is kept beside its position.
package enum PostScalar: Sendable {
  case time, likes, comments
}

/// The numbers between which a scalar lies, of one record or of several.
struct ScalarSpan: Equatable {
  /// Above ``upper`` where no record has a number.
  var lower: Int64
  var upper: Int64
  /// Whether a record may have none.
  var mayLack: Bool

  /// That of no records.
  static let none = ScalarSpan(lower: .max, upper: .min, mayLack: false)
  /// That of records without a number.
  static let nothing = ScalarSpan(lower: .max, upper: .min, mayLack: true)
  static let anything = ScalarSpan(lower: .min, upper: .max, mayLack: true)

  mutating func unite(_ other: ScalarSpan) {
    lower = min(lower, other.lower)
    upper = max(upper, other.upper)
    mayLack = mayLack || other.mayLack
  }
}

/// The bounds of the scalars of a record, or of several.
protocol ScalarBounds {
  func span(of field: PostScalar) -> ScalarSpan
}

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

  /// Whether scalars are asked for at all.
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
