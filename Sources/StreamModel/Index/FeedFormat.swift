/// How a feed's records lie in its bytes.
enum FeedFormat: Equatable {
  /// An object whose "posts" is the list.
  case native
  /// A list at the top.
  case list
  /// Values one after the other, each over several lines.
  case values
  /// A value a line.
  case lines

  /// What stands before a record's own path.
  func path(ordinal: Int) -> String {
    switch self {
    case .native: "$.posts[\(ordinal)]"
    case .list: "$[\(ordinal)]"
    case .values, .lines: "$"
    }
  }
}
