/// Where JSON text breaks RFC 8259, or a record what its format demands.
struct JSONFault: Error, Equatable {
  /// In bytes from the start of what was read.
  let offset: Int
  /// What is wrong and what was expected, one line.
  let message: String
}
