import StreamModel
import StreamUI

/// The flags of posts as a dump tells them; it changes nothing that is saved.
struct DumpStates {
  private let state: SavedState?
  /// The sources of the feeds in their order; nil inside for one of which nothing is saved.
  private let sources: [SourceID?]
  private let kept: KeptPosts?

  /// Opens the state of feeds; a pipe has none.
  ///
  /// - Parameter kept: the kept posts, where they are the feeds.
  /// - Throws: ``StateRefusal`` if the state may not or cannot be used.
  init(of feeds: [OpenedFeed], kept: KeptPosts?) throws(StateRefusal) {
    self.kept = kept
    guard kept == nil else {
      state = nil
      sources = []
      return
    }
    let state = try SavedState.opened()
    let names = SourceName.names(of: feeds, named: nil) ?? []
    sources = names.map { state?.store.knownSource(key: $0.key) }
    self.state = state
  }

  /// The flags of a post, by the number of its source and of its record there.
  func flags(of post: Post, _ id: RecordID) -> PostFlags {
    if let kept {
      let place = kept.runs.indices.contains(id.source) ? kept.runs[id.source].lowerBound : 0
      guard kept.posts.indices.contains(place &+ id.number) else { return .kept }
      let origin = kept.posts[place &+ id.number]
      return (kept.store.flags(of: origin.source, for: [origin.identity])?.first ?? []).union(.kept)
    }
    guard let state, sources.indices.contains(id.source), let source = sources[id.source] else {
      return []
    }
    return state.store.flags(of: source, for: [PostIdentity(post)])?.first ?? []
  }
}
