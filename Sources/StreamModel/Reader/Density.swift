/// The amount of each post that is shown.
package enum Density: UInt8, CaseIterable, Sendable, Hashable {
  /// One line per post: author, time and the beginning of the text.
  case compact
  /// Long texts are cut after a few lines.
  case normal
  case full
}
