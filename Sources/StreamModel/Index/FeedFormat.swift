/// The format of a feed: the vocabulary of its records and their layout in the bytes.
struct FeedFormat: Equatable {
  let vocabulary: Vocabulary
  let layout: RecordLayout
}

/// The layout of a feed's records in its bytes.
enum RecordLayout: Equatable {
  /// An object with lists of records under some of its keys.
  case document(DocumentShape)
  /// A list at the top level.
  case list
  /// Consecutive values that span several lines, or a document that is one record.
  case values
  /// One value per line.
  case lines
  /// Elements of an XML document; its root has this name and begins at this offset in bytes.
  case markup(root: [UInt8], offset: Int)
  /// The whole document as one record.
  case page
}
