import StreamModel

/// Anything but a change of flags that is to be written.
enum StateWrite: Sendable {
  case keep(KeptPost)
  case unkeep(SourceID, PostIdentity)
  case visit(Visit)
  case note(SourceID, seen: Int64, posts: Int, unread: Int)
  case nameByFallback(SourceID)

  /// The source that it concerns.
  var source: SourceID? {
    switch self {
    case .keep(let post): post.source
    case .unkeep(let source, _), .note(let source, _, _, _), .nameByFallback(let source): source
    case .visit(let visit): visit.source
    }
  }
}
