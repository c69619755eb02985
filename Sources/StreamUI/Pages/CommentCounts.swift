/// The numbers of comments that a post's page tells.
struct CommentCounts {
  let known: Int?
  let shown: Int

  /// "5 comments"; "12 comments, 5 in the feed" where the feed lacks some.
  var text: String {
    guard let known, known != 0 else { return "no comments" }
    let all = known == 1 ? "1 comment" : "\(known.grouped) comments"
    guard shown < known else { return all }
    return "\(all), \(shown == 0 ? "none" : "\(shown.grouped)") in the feed"
  }
}
