package import CellGrid

/// The answer of a place where a post is discussed, or how far that is.
package enum DiscussionAnswer: Equatable, Sendable {
  case asked
  /// The copy of an earlier answer, and when the site last sent or confirmed it.
  case copy(Discussion, of: Timestamp?)
  case discussion(Discussion)
  case unchanged
  case failure(SafeText)

  /// The comments that came; nil for answers without any.
  package var discussion: Discussion? {
    switch self {
    case .copy(let discussion, _), .discussion(let discussion): discussion
    case .asked, .unchanged, .failure: nil
    }
  }
}
