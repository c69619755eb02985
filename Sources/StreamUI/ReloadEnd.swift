package import CellGrid

/// The end of a reload of the timeline.
package enum ReloadEnd: Equatable, Sendable {
  /// The timeline shows its sources as they are now.
  case shown
  /// The sources could not be read, for this reason.
  case failed(SafeText)
  /// New posts are on their way and come in by themselves, or when the reader reloads again; the sentence
  /// says which.
  case waits(SafeText)
}
