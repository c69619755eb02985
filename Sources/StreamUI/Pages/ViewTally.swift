import StreamModel

/// A saved view on the page of subscriptions, and the look for its unread posts.
struct ViewTally {
  let name: String
  /// The filter as the reader wrote it.
  let line: String
  /// The file and line of the configuration that state it; nil where the run reads none.
  let edited: (path: String, line: Int)?
  /// The look through the stream; nil where that does not show all subscriptions, or does not tell unread posts.
  var walk: FilterWalk?

  /// The number of unread posts; nil before they are counted.
  var unread: Int? { walk.flatMap { $0.wasThrough ? $0.count : nil } }
}
