/// A violation of RFC 8259, or of a record's format.
struct JSONFault: Error, Equatable {
  /// The offset in bytes from the start of the text.
  let offset: Int
  /// The problem and what was expected instead, in one line.
  let message: String
}
