package import CellGrid

/// What arrives from outside while the loop waits.
package enum TerminalEvent: Sendable {
  case input(Input)
  case resized(Size)
  /// Stopped and continued: everything must be drawn anew.
  case resumed
  /// More bytes of the feed may be there.
  case bytesArrived
  /// What became of an effect.
  case event(Event)
  /// Nothing will come any more, and nothing can be shown: hang-up, a signal to end.
  case closed
  /// The script has been played; the frame that stands now is the last.
  case scriptEnded
}

/// Where events come from; tests and snapshots play a script instead.
package protocol EventSource: AnyObject {
  /// Waits until something arrives or `deadline` has come (nil: as long as it takes).
  ///
  /// - Returns: the events that are there, in order, bounded; empty when the deadline has come.
  func wait(until deadline: Moment?) -> [TerminalEvent]
}

/// A place to draw on.
package protocol Terminal: AnyObject {
  /// The size of the screens that it shows.
  var size: Size { get }
  /// Whether the last screen had reached the terminal when the last events came.
  ///
  /// A slow terminal may not have shown it then, and a key may have been meant for the screen
  /// before.
  var isCaughtUp: Bool { get }
  /// Shows `screen`.
  func present(_ screen: Screen)
  /// Forgets the cells on the screen; the next `present` draws every one of them.
  func invalidate()
}
