/// The verbs of ActivityStreams 1.0 (activitystrea.ms/specs/json/1.0).
///
/// Its activities and objects have other names for the properties of version 2, and the same code
/// decodes them.
extension ActivityVocabulary {
  /// Returns the kind of activity for a verb of version 1.
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
