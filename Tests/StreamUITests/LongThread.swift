import CellGrid
import StreamModel

@testable import StreamUI

/// A post with many comments, as a feed states it now and when more have come.
struct LongThread {
  let count: Int
  /// The comments that the feed does not have yet.
  var missing: Set<Int> = []

  /// The comments that are there, in document order.
  private var comments: [String] {
    (0..<count).filter { !missing.contains($0) }.map { "{\(fields(of: $0))}" }
  }

  /// The fields of a comment; of ten the first is on the post, each other has an earlier one as its parent.
  private func fields(of number: Int) -> String {
    let parent = number % 10 == 0 ? "" : #""parent":"c\#(number / 10 * 10 + number % 10 / 2)","#
    let minute = (number * 7) % count
    let time = Timestamp(secondsSinceEpoch: 1_700_000_000 + Int64(minute) * 60).rfc3339
    return """
      "id":"c\(number)",\(parent)"author":{"name":"Writer \(number % 7)"},"published":"\(time)",\
      "likes_count":\((number * 13) % count),"body_text":"saying \(number)."
      """
  }

  /// The missing comments as further lines of a feed with a record a line.
  var laterLines: String {
    missing.sorted().map { "{\"type\":\"comment\",\"post\":\"p1\",\(fields(of: $0))}\n" }.joined()
  }

  /// The feed with a record a line.
  var lines: String {
    """
    {"id":"p0","body_text":"before"}
    {"id":"p1","author":{"name":"Olga"},"body_text":"the question","comments":[\(comments.joined(separator: ","))]}
    {"id":"p2","body_text":"after"}

    """
  }

  /// The feed: this post between two others.
  var json: String {
    """
    [{"id":"p0","body_text":"before"},
     {"id":"p1","author":{"name":"Olga"},"body_text":"the question","comments":[\(comments.joined(separator: ","))]},
     {"id":"p2","body_text":"after"}]
    """
  }

  /// The text of the row that is selected, without what stands before the words of the comment.
  static func selected(_ viewer: Viewer) -> String {
    guard case .comment(let comment) = viewer.app.view.subject else { return "" }
    return comment.id.rawValue
  }
}
