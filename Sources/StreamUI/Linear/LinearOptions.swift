/// The choices of a ``LinearReader`` that hold from start to end.
package struct LinearOptions {
  /// The width of lines in columns.
  package var columns = 80
  /// The zone of the times that are printed.
  package var zone = TimeZoneRules.utc
  /// Whether nothing may be opened.
  package var isSecure = false
  /// The place where an earlier run ended; nil to begin at the first post.
  package var place: SavedPlace?
  /// Whether to begin at the last post.
  package var beginsAtEnd = false

  /// Makes the usual choices.
  package init() {}
}
