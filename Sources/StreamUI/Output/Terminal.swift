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

/// A place to draw on and to wait for keys at.
package protocol Terminal: AnyObject {
  var size: Size { get }
  /// Whether the last screen had reached the terminal when the last events came.
  ///
  /// A terminal that takes its time may not have shown it then, and a key may have been meant for
  /// what stood there before.
  var isCaughtUp: Bool { get }
  /// Waits until something arrives or `deadline` has come (nil: as long as it takes); returns what
  /// is there, in order, bounded; empty when the deadline has come.
  func wait(until deadline: Moment?) -> [TerminalEvent]
  /// Shows `screen`.
  func present(_ screen: Screen)
  /// Forgets what it believes to be on the screen; the next `present` draws every cell.
  func invalidate()
}
