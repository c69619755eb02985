import StreamModel
import StreamUI

/// Where the store has the posts of a timeline of kept posts.
struct KeptOrigins {
  /// Posts whose flags are recalled in one turn: each is decoded once more, in 50 µs.
  private static let slice = 16

  private let kept: KeptPosts
  /// The numbers of kept posts by their names on the timeline.
  private var numbers: [Timeline.SourceKey: [Int]] = [:]

  init(_ kept: KeptPosts) {
    self.kept = kept
  }

  /// Finds out the names of a slice of posts.
  ///
  /// - Returns: Their flags, and the number of the next post; nil where these were the last.
  mutating func recall(from start: Int) -> (states: [PostState], next: Int?) {
    let end = min(start + Self.slice, kept.posts.count)
    var states: [PostState] = []
    for index in start..<max(start, end) {
      guard let name = kept.name(of: index) else { continue }
      numbers[name, default: []].append(index)
      let post = kept.posts[index]
      let flags = kept.store.flags(of: post.source, for: [post.identity])?.first ?? []
      // The record is there, so the post is kept, whatever another viewer has made of its flag.
      states.append(PostState(key: name, flags: flags.union(.kept)))
    }
    return (states, end < kept.posts.count ? end : nil)
  }

  /// The kept posts that have a name: one, or those of several sources that claim the same id.
  func posts(of name: Timeline.SourceKey) -> [KeptRecord] {
    (numbers[name] ?? []).map { kept.posts[$0] }
  }
}
