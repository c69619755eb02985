import CellGrid
import StreamModel

/// The signs at the right edge of a row of one line: attachments, likes, reshares and comments.
///
/// They stand for lines that a row of several lines has, and are no text to search.
struct CompactSigns {
  static let gap = 2
  /// Below this width, signs stand only where the text leaves room for them.
  static let leastColumns = 60

  private let attachments: Int
  private let likes: Int?
  private let reshares: Int?
  private let comments: Int?

  /// Makes the signs of `post`.
  ///
  /// Without a text, its line is the first attachment, which needs no sign.
  init(_ post: Post) {
    let isText = post.body != .missing || post.title != .missing || post.contentWarning != nil
    attachments = isText || post.attachments.count > 1 ? post.attachments.count : 0
    likes = post.knownLikesCount
    reshares = post.knownResharesCount
    comments = post.knownCommentsCount
  }

  /// Makes the signs of a post that stands as a comment: its replies stand below it.
  init(comment post: Post) {
    let isText = post.body != .missing || post.contentWarning != nil
    attachments = isText || post.attachments.count > 1 ? post.attachments.count : 0
    likes = post.knownLikesCount
    reshares = post.knownResharesCount
    comments = nil
  }

  init(_ comment: Comment) {
    let isText = comment.body != .missing
    attachments = isText || comment.attachments.count > 1 ? comment.attachments.count : 0
    likes = comment.knownLikesCount
    reshares = nil
    comments = nil
  }

  /// The signs with their numbers, such as "▣ 2", "♥ 12", "↻ 3", "↳ 4".
  var runs: [MetaLine.Run] {
    let parts: [(StaticString, Int?)] = [
      ("▣ ", attachments), ("♥ ", likes), ("↻ ", reshares), ("↳ ", comments),
    ]
    var runs: [MetaLine.Run] = []
    for (sign, number) in parts {
      guard let number, number != 0 else { continue }
      if !runs.isEmpty { runs.append(.init(" ", .rowSign)) }
      runs.append(.init(SafeText(sanitizing: "\(sign)\(number.grouped)"), .rowSign))
    }
    return runs
  }

  /// Returns the columns that a text leaves to `runs`: a quarter of `room` at most, none on a screen of few columns.
  static func reserve(for runs: [MetaLine.Run], room: Int, screen: Int) -> Int {
    screen >= leastColumns ? columns(of: fitting(runs, into: room / 4)) : 0
  }

  /// Returns the last of `runs` that fit into `room` columns: attachments go first, comments last.
  static func fitting(_ runs: [MetaLine.Run], into room: Int) -> ArraySlice<MetaLine.Run> {
    var kept = runs[...]
    // A sign goes with the blank after it.
    while !kept.isEmpty, columns(of: kept) > room { kept.removeFirst(min(2, kept.count)) }
    return kept
  }

  /// The columns of `runs` with the gap before them; 0 for none.
  static func columns(of runs: ArraySlice<MetaLine.Run>) -> Int {
    runs.isEmpty ? 0 : runs.reduce(gap) { $0 + ColumnWidth.columns(of: $1.text) }
  }
}
