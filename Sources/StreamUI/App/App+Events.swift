import CellGrid
package import StreamModel

/// What each event does to the state.
extension App {
  /// Takes in one event; returns what must be done outside.
  package mutating func handle(_ event: Event, at moment: Moment, wall: Timestamp) -> [Effect] {
    tellTime(wall)
    switch event {
    case .input(let input):
      return handle(input, at: moment)
    case .resized(let size):
      cancelGesture(at: moment)
      resize(to: size)
      return []
    case .due:
      return comeDue(at: moment)
    case .feedGrew:
      takeInGrowth()
      return []
    case .enriched(let token, let outcome):
      finish(token, outcome)
      return takeEarlyKeys(at: moment)
    case .message(let text, let isWarning):
      // Of several that one key opened, good news does not cover what went wrong.
      if isWarning || message?.isWarning != true {
        message = Message(text: text, isWarning: isWarning)
      }
      return []
    case .resumed:
      cancelGesture(at: moment)
      return [.redraw]
    }
  }

  private mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
    if endsGesture(input) { cancelGesture(at: moment) }
    if let answer = takeAnswer(input) ?? takeHint(input, at: moment)
      ?? takeTyped(input, at: moment)
    {
      return answer
    }
    let routed = route(input, at: moment)
    // To draw the screen anew is to show the same again, its message too.
    if routed != .action(.redraw), routed != .gesture([]) { message = nil }
    switch routed {
    case .action(let action): return perform(action, at: moment)
    case .gesture(let intents): return intents.flatMap { perform($0, at: moment) }
    case .nothing:
      // A number belongs to the key behind it, whatever that means.
      if case .key = input { count = nil }
      return []
    }
  }

  private mutating func resize(to size: Size) {
    hints = nil
    keepingSelectionSeen { app in
      // Rows of the old width are of no use any more; a window that is dragged has many widths.
      if size.columns != app.size.columns { app.memo.clear() }
      app.size = size
    }
    refillQueue()
    // Where no row is left to become rich, nothing else would take the step that waits.
    continueLinkSteps()
  }

  /// The minute is all that "5m" depends on; a new one lays rows out anew.
  private mutating func tellTime(_ wall: Timestamp) {
    if wall.secondsSinceEpoch / 60 != now.secondsSinceEpoch / 60 { now = wall }
  }

  private mutating func takeInGrowth() {
    changesTaken = feed.changes
    refreshDetails()
    settleViewport()
    followDestination()
    // Rows beyond those that are looked ahead at change nothing here.
    if overscanIsShort { refillQueue() } else { lineUpVisible() }
  }

  private mutating func refreshDetails() {
    for index in pages.indices {
      guard case .detail(var detail) = pages[index].content else { continue }
      let revision = feed.revision(at: detail.record)
      guard revision != detail.revision else { continue }
      hints = nil
      detail.update(feed.record(at: detail.record), revision: revision)
      pages[index].content = .detail(detail)
    }
  }
}
