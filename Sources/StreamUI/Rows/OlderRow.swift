import CellGrid
import StreamModel

package enum OlderFetching: String, CaseIterable, Sendable {
  case ask
  /// When the reader comes to the last screenful, too.
  case scroll
  /// Never, and nothing is said of them.
  case never
}

/// Builds the row below the last post of a stream.
struct OlderRow {
  let posts: OlderPosts
  /// Where they come in; nil where that is in the place of the row.
  let place: StaticString?

  func row(_ clock: RowClock, key: String, density: Density) -> Row {
    let (text, note) = words(clock, key)
    let line = MetaLine(
      [.init(sanitizing: text, isFailed ? .problem : .more), .init(sanitizing: note, .faint)],
      overflow: .wrap(hang: 0)
    )
    return Row(before: [line], endsWithGap: density != .compact)
  }

  private var isFailed: Bool { if case .failed = posts.state { true } else { false } }

  private func words(_ clock: RowClock, _ key: String) -> (text: String, note: String) {
    let subject =
      posts.sources > 1 ? "older posts of \(posts.sources.grouped) sources" : "older posts"
    switch posts.state {
    case .more: return (subject, " · \(key) fetches them" + (place.map { ", \($0)" } ?? ""))
    case .missed: return ("some newer posts are not loaded", " · \(key) fetches them")
    case .fetching: return ("fetching \(subject) …", "")
    case .failed(let reason, let time):
      let note = " · \(clock.age(of: time)) · \(key) asks again"
      return ("\(subject) not fetched: \(reason.string)", note)
    case .elsewhere(_, let host):
      return ("older posts on \(host.string)", " · \(key) asks whether to fetch them")
    case .first: return ("the first post is here", "")
    }
  }
}
