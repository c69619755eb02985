/// A limit that hostile or malformed markup reached; the rest is dropped and reported.
package enum Limit: Equatable, Sendable {
  /// The body has more bytes of text than are kept.
  case textBytes(Int)
  /// The body has more links than are kept.
  case links(Int)
  /// The body is nested deeper than the reader follows; it keeps the text but not the structure.
  case depth(Int)
}
