import CellGrid
import StreamModel

/// Reloading the timeline, and going back to where the reader was.
extension Desk {
  /// Slices of the search for the place that a reload takes at once: all there is of a small feed, so
  /// that no frame shows its first rows in between.
  private static let slicesOfReload = 8

  /// Asks for the sources to be read anew; the place is kept by the posts that are there.
  mutating func reload(at moment: Moment) -> [Effect] {
    guard view.pages.count == 1 else {
      say("only the timeline can be reloaded (\(keymap.name(of: .leave)) goes back)")
      return []
    }
    mode.wait(for: .relocation(Relocation(of: view.list, in: view.feed, at: moment)))
    return [.reload]
  }

  /// Shows the reloaded timeline, or says why it is the old one.
  mutating func finishReload(_ failure: SafeText?, at moment: Moment) -> [Effect] {
    guard case .waiting(.relocation(var relocation), _) = mode else { return [] }
    if let failure {
      mode.leave()
      warn("Not reloaded: \(failure.string)")
      return []
    }
    view.startOver()
    begin()
    relocation.isReloaded = true
    mode.update(.relocation(relocation))
    for _ in 0..<Self.slicesOfReload {
      guard case .waiting(.relocation(let relocation), _) = mode,
        relocation.hasWork(in: view.feed)
      else { break }
      _ = relocate(relocation, at: moment)
    }
    return []
  }

  /// Looks for the place a little further; whether that is seen.
  mutating func relocate(_ search: Relocation, at moment: Moment) -> Bool {
    var relocation = search
    switch relocation.advance(view.feed) {
    case .looking:
      let becomesLong = relocation.becomesLong(at: moment)
      mode.update(.relocation(relocation))
      return becomesLong
    case .found(let place, let isExact):
      mode.leave()
      _ = view.takeInGrowth()
      _ = view.withList { $0.standpoint.jump(to: place, in: $1) }
      view.comeToRest()
      say(isExact ? "reloaded" : "reloaded; post gone, nearest by time")
    case .notFound:
      mode.leave()
      say("reloaded; the post is gone")
    }
    return true
  }

  /// Says that a file has changed in a way that only a reload shows.
  mutating func noteOutdated(_ text: SafeText) -> [Effect] {
    view.feed.isOutdated = true
    warn("\(text.string); \(keymap.name(of: .reload)) reloads")
    return []
  }

  /// Shows the feed from its first row on, or from its end if that is to be followed.
  mutating func begin() {
    view.begin()
    guard view.options.followsEnd else { return }
    view.withList { $0.standpoint.jump(to: .end, in: $1) }
    view.comeToRest()
  }
}
