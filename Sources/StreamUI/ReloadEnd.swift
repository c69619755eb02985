package import CellGrid

/// The end of a reload of the timeline.
package enum ReloadEnd: Equatable, Sendable {
  case shown
  case failed(SafeText)
  /// New posts are on their way and come in by themselves, or when the reader reloads again; the sentence
  /// says which.
  case waits(SafeText)
}
