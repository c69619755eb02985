/// What a feed is: whose words its records use, and how they lie in the bytes.
struct FeedFormat: Equatable {
  let vocabulary: Vocabulary
  let layout: RecordLayout
}

/// How a feed's records lie in its bytes.
enum RecordLayout: Equatable {
  /// An object whose "posts" is the list.
  case native
  /// A list at the top.
  case list
  /// Values one after the other, each over several lines.
  case values
  /// A value a line.
  case lines
  /// Elements of an XML document.
  case markup

  /// What stands before a record's own path.
  func path(ordinal: Int) -> String {
    switch self {
    case .native: "$.posts[\(ordinal)]"
    case .list: "$[\(ordinal)]"
    case .values, .lines: "$"
    case .markup: ""
    }
  }
}
