/// What a feed is: whose words its records use, and how they lie in the bytes.
struct FeedFormat: Equatable {
  let vocabulary: Vocabulary
  let layout: RecordLayout
}

/// How a feed's records lie in its bytes.
enum RecordLayout: Equatable {
  /// An object that holds the records in lists under some of its keys.
  case document(DocumentShape)
  /// A list at the top.
  case list
  /// Values one after the other, each over several lines; a document that is one record, too.
  case values
  /// A value a line.
  case lines
  /// Elements of an XML document, whose root has this name and begins at this offset in bytes.
  case markup(root: [UInt8], offset: Int)
  /// All of the document is one record.
  case page
}
