import CellGrid
import StreamModel

/// Reloads the timeline, and goes back to where the reader was.
enum Reloader {
  /// Slices of the search for the place that a reload takes at once: all there is of a small feed, so
  /// that no frame shows its first rows in between.
  private static let slicesOfReload = 8

  /// Asks for the sources to be read again; the place is kept by the ids of the posts.
  static func begin(on desk: inout Desk, at moment: Moment) -> [Effect] {
    guard desk.view.pages.count == 1 else {
      desk.say("Only the timeline can be reloaded (\(desk.keymap.name(of: .leave)) goes back)")
      return []
    }
    let relocation = Relocation(of: desk.view.list, in: desk.view.feed, at: moment)
    desk.mode.wait(for: .relocation(relocation))
    return [.reload]
  }

  /// Shows the reloaded timeline, or says why it is the old one.
  static func finish(_ failure: SafeText?, on desk: inout Desk, at moment: Moment) {
    guard case .waiting(.relocation(var relocation), _) = desk.mode else { return }
    if let failure {
      desk.mode.leave()
      return desk.warn("Not reloaded: \(failure.string)")
    }
    desk.view.startOver()
    desk.begin()
    relocation.isReloaded = true
    desk.mode.update(.relocation(relocation))
    for _ in 0..<slicesOfReload {
      guard case .waiting(.relocation(let relocation), _) = desk.mode,
        relocation.hasWork(in: desk.view.feed)
      else { break }
      _ = advance(relocation, on: &desk, at: moment)
    }
  }

  /// Searches for the place a little further; whether that is seen.
  static func advance(_ search: Relocation, on desk: inout Desk, at moment: Moment) -> Bool {
    var relocation = search
    switch relocation.advance(desk.view.feed) {
    case .looking:
      let becomesLong = relocation.becomesLong(at: moment)
      desk.mode.update(.relocation(relocation))
      return becomesLong
    case .found(let place, let isExact):
      desk.mode.leave()
      _ = desk.view.takeInGrowth()
      _ = desk.view.withList { $0.standpoint.jump(to: place, in: $1) }
      desk.view.comeToRest()
      desk.say(isExact ? "Reloaded" : "Reloaded; post gone, nearest in time")
    case .notFound:
      desk.mode.leave()
      desk.say("Reloaded; the post is gone")
    }
    return true
  }

  /// Says that a file has changed in a way that only a reload shows.
  static func noteOutdated(_ text: SafeText, on desk: inout Desk) {
    desk.view.feed.isOutdated = true
    desk.warn("\(text.string); \(desk.keymap.name(of: .reload)) reloads")
  }
}
