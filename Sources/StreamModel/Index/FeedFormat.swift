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
  /// Elements of an XML document, whose root has this name and begins at this offset in bytes.
  case markup(root: [UInt8], offset: Int)
  /// All of the document is one record.
  case page

  /// What stands before a record's own path.
  func path(ordinal: Int) -> String {
    switch self {
    case .native: "$.posts[\(ordinal)]"
    case .list: "$[\(ordinal)]"
    case .values, .lines: "$"
    case .markup: "//item[\(ordinal &+ 1)]"
    case .page: ""
    }
  }
}
