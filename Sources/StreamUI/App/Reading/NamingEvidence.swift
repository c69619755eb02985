import StreamModel

/// Finds out whether the ids of a source change with every fetch: posts on the screen have flags of earlier
/// runs under their addresses or texts, and none of them under its id.
///
/// An address that several posts have tells nothing, such as that of a page of states or a comic. Nor do the posts
/// of a subscription: they stay in its log under the ids with which they came, those that were read too, which a
/// stream of unread posts does not show.
struct NamingEvidence {
  /// A source's posts that are on the screen or near it, and those of them that have flags.
  private struct Sample {
    var ids: Set<UInt64> = []
    /// The fallbacks, each with the number of its posts.
    var fallbacks: [UInt64: Int] = [:]
    var knownIDs = 0
    /// The fallbacks that flags name, each with the number of these flags.
    var known: [UInt64: Int] = [:]

    /// The fallbacks of one post here and of one with flags.
    var knownFallbacks: Int { known.count { $0.value == 1 && fallbacks[$0.key] == 1 } }
  }

  /// Rows before and after the anchor that are looked at.
  private static let rows = 16
  /// The least number of posts that must be known by their fallbacks: one may be a copy.
  private static let least = 2

  private var samples: [Int: Sample] = [:]

  init(in view: PageView) {
    let feed = view.feed
    guard let timeline = view.pages.ofStream.first, case .record(let id) = timeline.list.anchor.row,
      let row = feed.row(of: id)
    else { return }
    for position in max(0, row - Self.rows)..<min(feed.recordCount, row + Self.rows) {
      guard let id = feed.id(at: position), feed.records(ofSource: id.source)?.isLog != true,
        let key = feed.key(of: id), key.identity.hasStatedID
      else { continue }
      samples[key.source, default: Sample()].ids.insert(key.identity.id)
      samples[key.source]?.fallbacks[key.identity.fallback, default: 0] += 1
    }
  }

  mutating func take(_ states: [PostState]) {
    for state in states {
      guard let sample = samples[state.key.source] else { continue }
      if sample.ids.contains(state.key.identity.id) { samples[state.key.source]?.knownIDs += 1 }
      let fallback = state.key.identity.fallback
      if sample.fallbacks[fallback] != nil {
        samples[state.key.source]?.known[fallback, default: 0] += 1
      }
    }
  }

  /// The sources whose ids change, once all flags were taken in.
  var changing: [Int] {
    samples.filter { $0.value.knownIDs == 0 && $0.value.knownFallbacks >= Self.least }.keys.sorted()
  }
}
