import CellGrid
import StreamModel

package enum OlderFetching: String, CaseIterable, Sendable {
  case ask
  /// When the reader comes to the last screenful, too.
  case scroll
  /// Never, and nothing is said of them.
  case never
}

extension OlderPosts {
  /// The row below the last post of a stream.
  ///
  /// - Parameter place: where the posts come in; nil where that is in the place of the row.
  func row(_ clock: RowClock, key: String, density: Density, at place: StaticString?) -> Row {
    let (text, note) = words(clock, key, place)
    let isFailed = if case .failed = state { true } else { false }
    let line = MetaLine(
      [.init(sanitizing: text, isFailed ? .problem : .more), .init(sanitizing: note, .faint)],
      overflow: .wrap(hang: 0)
    )
    return Row(before: [line], endsWithGap: density != .compact)
  }

  private func words(
    _ clock: RowClock,
    _ key: String,
    _ place: StaticString?
  ) -> (text: String, note: String) {
    let subject = sources > 1 ? "older posts of \(sources.grouped) sources" : "older posts"
    switch state {
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
