/// The amount of markup that is read.
package enum Reading: Sendable {
  /// Plain text and blocks.
  case flat
  /// Plain text, blocks, spans and links.
  case rich
}
