/// The verbs of ActivityStreams 1.0 (activitystrea.ms/specs/json/1.0), whose activities and objects
/// say what those of version 2 say in other words and are read by the same means.
extension ActivityVocabulary {
  /// What this program makes of a verb of version 1.
  static func kind(ofVerb verb: String) -> Activity.Kind {
    switch verb {
    case "post", "create", "send": .post
    case "share": .reshare
    case "like", "favorite", "react": .like
    case "dislike": .dislike
    case "follow", "make-friend": .follow
    case "update": .update
    case "delete": .delete
    case "add", "tag", "save": .add
    case "remove", "untag": .remove
    default: .other
    }
  }
}
