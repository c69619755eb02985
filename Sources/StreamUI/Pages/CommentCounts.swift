import StreamModel

/// The numbers of comments that a post's page tells.
struct CommentCounts {
  let known: Int?
  private let shown: Int
  private let leftOut: Int
  private let isFetched: Bool

  /// Counts the comments of a post whose feed states `stated` of them.
  ///
  /// - Parameters:
  ///   - leftOut: Comments of the feed that are not shown yet.
  ///   - isFetched: Whether comments came from a place where the post is discussed.
  init(stated: Int?, of thread: CommentThread, leftOut: Int, isFetched: Bool) {
    self.isFetched = isFetched
    known = Tally.known(stated: stated, listed: thread.listedCount + leftOut)
    shown = thread.commentCount
    self.leftOut = leftOut
  }

  /// "5 comments"; "12 comments, 5 in the feed" where the feed lacks some, "5 shown" where it has more; nil where it
  /// neither has comments nor says how many there are.
  var text: String? {
    guard let known else { return nil }
    guard known != 0 else { return "no comments" }
    let all = known == 1 ? "1 comment" : "\(known.grouped) comments"
    guard shown < known else { return all }
    if leftOut > 0 || isFetched { return "\(all), \(shown.grouped) shown" }
    return "\(all), \(shown == 0 ? "none" : "\(shown.grouped)") in the feed"
  }
}
