/// The numbers of comments that a post's page tells.
struct CommentCounts {
  let known: Int?
  let shown: Int
  /// Those of the feed that are not shown yet.
  var leftOut = 0

  /// "5 comments"; "12 comments, 5 in the feed" where the feed lacks some, "5 shown" where it has more.
  var text: String {
    guard let known, known != 0 else { return "no comments" }
    let all = known == 1 ? "1 comment" : "\(known.grouped) comments"
    guard shown < known else { return all }
    if leftOut > 0 { return "\(all), \(shown.grouped) shown" }
    return "\(all), \(shown == 0 ? "none" : "\(shown.grouped)") in the feed"
  }
}
