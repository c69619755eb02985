import CellGrid
import StreamModel

/// Reloads the timeline, and goes back to where the reader was.
enum Reloader {
  /// Asks for the sources to be read again; the place is kept by the ids of the posts.
  static func begin(on desk: inout Desk, at moment: Moment) -> [Effect] {
    // Files of subscriptions grow by what is fetched, and the timeline follows them: no page is left.
    if desk.view.options.stream.refreshes { return FeedFollower.refresh(.shown, on: &desk) }
    guard desk.view.pages.isFirst else {
      desk.say("Only the timeline can be reloaded (\(desk.keymap.name(of: .leave)) goes back)")
      return []
    }
    let place = PlaceFollower.place(of: desk.view)
    // Its first slice waits for the sources to be read.
    return Jobs.begin(.place(Relocation(of: place, for: .reload)), on: &desk, at: moment) + [
      .reload
    ]
  }

  /// Shows the reloaded timeline, or says why it is the old one.
  static func finish(_ end: ReloadEnd, on desk: inout Desk, at moment: Moment) {
    guard let job = desk.mode.job, case .place(let relocation) = job.goal else { return }
    switch end {
    case .shown: break
    case .failed(let reason):
      desk.mode.leave()
      return desk.warn("Not reloaded: \(reason.string)")
    case .waits(let sentence):
      desk.mode.leave()
      return desk.say(sentence.string)
    }
    desk.view.startOver()
    desk.begin(at: moment, isFirst: false)
    MarkFollower.recall(relocation.place?.marks ?? [], on: &desk)
    PlaceFollower.resume(job, on: &desk, at: moment)
  }

  /// Says that a file has changed in a way that only a reload shows.
  static func noteOutdated(_ text: SafeText, on desk: inout Desk) {
    desk.view.feed.isOutdated = true
    desk.warn("\(text.string); \(desk.keymap.name(of: .reload)) reloads")
  }
}
