extension ConversationSearch {
  /// A post that the opened one replies to, directly or not.
  public enum Ancestor: Equatable, Sendable {
    case post(RecordID)
    /// The id or address of one that is not in the timeline.
    case elsewhere(String)
  }

  /// How far the search goes below the post.
  public enum Reach: Sendable {
    /// At most ``limit`` posts at a time.
    case page
    /// Everything.
    case whole
    /// Replies to the post itself.
    case direct
  }
}
