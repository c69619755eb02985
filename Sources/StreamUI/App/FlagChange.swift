import StreamModel

/// A change of one flag by a key, which can be undone.
struct FlagChange {
  /// A key of a post whose flag has changed, and the row that showed the post.
  struct Part {
    let row: RecordID
    let key: Timeline.SourceKey
  }

  let flag: PostFlags
  /// Whether the flag was set, or cleared.
  let isSet: Bool
  /// All keys whose flag has changed, in the order of the rows.
  var parts: [Part] = []
  /// The post, where it was kept or let go.
  var post: KeptPost?
}
