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
