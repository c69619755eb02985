import StreamModel

/// Goes to a post by its identity, once the timeline has been searched for it.
enum PostFollower {
  /// Slices that the key takes itself: all there are of a small feed, so that the next key acts on
  /// the post.
  private static let slicesOfKey = 2

  /// Begins to search the timeline.
  static func follow(
    _ post: Timeline.SourceKey,
    sourceName: String,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    let lookup = PostLookup(post, sourceName: sourceName, at: moment)
    desk.mode.wait(for: .postLookup(lookup))
    var effects: [Effect] = []
    for _ in 0..<slicesOfKey {
      guard case .waiting(.postLookup(let lookup), _) = desk.mode,
        lookup.hasWork(in: desk.view.feed)
      else { break }
      effects += advance(lookup, on: &desk, at: moment).effects
    }
    return effects
  }

  /// Does a slice of the search; what must be done outside, and whether that is seen.
  static func advance(
    _ lookup: PostLookup,
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool) {
    var lookup = lookup
    let becomesLong = lookup.becomesLong(at: moment)
    switch lookup.advance(desk.view.feed) {
    case .looking:
      desk.mode.update(.postLookup(lookup))
      return ([], becomesLong)
    case .found(let id):
      desk.mode.leave()
      return (desk.carryOut(.goTo(.record(id)), isShown: false, .focus, at: moment), true)
    case .notFound:
      desk.mode.leave()
      desk.say("The post is gone from its source: \(lookup.sourceName)")
      return ([], true)
    }
  }
}
