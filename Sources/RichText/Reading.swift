/// How much of a body's markup is read.
package enum Reading: Sendable {
  /// Plain text and blocks only.
  case flat
  /// Spans and links too.
  case rich
}
