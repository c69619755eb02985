/// The times and counts that an index states of a post, or of all posts of a sheet.
package struct IndexedFacts {
  /// The times that they state, in seconds since 1970.
  let times: ClosedRange<Int64>
  /// The least and the largest counts of those that tell some; nil where the index tells none.
  let counts: (least: RecordCounts, most: RecordCounts)?
}

/// The likes, reshares and comments that the record of a post tells.
struct RecordCounts: Equatable {
  /// Stands for a number that a record does not tell.
  static let unknown = Int32.min
  static let none = RecordCounts(likes: unknown, reshares: unknown, comments: unknown)

  let likes: Int32
  let reshares: Int32
  let comments: Int32

  /// The larger of each of two numbers.
  func joined(_ other: RecordCounts) -> RecordCounts {
    RecordCounts(
      likes: max(likes, other.likes),
      reshares: max(reshares, other.reshares),
      comments: max(comments, other.comments)
    )
  }
}

extension RecordCounts {
  init(_ post: Post) {
    let number = { (count: Int?) in count.map { max(Self.unknown + 1, Int32(clamping: $0)) } }
    likes = number(post.knownLikesCount) ?? Self.unknown
    reshares = number(post.knownResharesCount) ?? Self.unknown
    comments = number(post.knownCommentsCount) ?? Self.unknown
  }
}
