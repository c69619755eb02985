package import CellGrid
package import StreamModel

/// An event that arrives while the loop waits.
package enum TerminalEvent {
  case input(Input)
  case resized(Size)
  /// The process was stopped and continued: everything must be redrawn.
  case resumed
  /// The feed may have more bytes.
  case bytesArrived
  case event(Event)
  /// The terminal is gone, or a signal asked to end: no input follows and nothing can be shown.
  case closed
  case scriptEnded
}

/// A source of events; tests and snapshots play a script instead of reading a terminal.
package protocol EventSource: AnyObject {
  /// Waits until events arrive or `deadline` has passed; nil waits without limit.
  ///
  /// - Returns: The pending events in order, a bounded number; empty if the deadline has passed.
  func wait(until deadline: Moment?) -> [TerminalEvent]
}

/// A surface that shows screens.
package protocol Terminal: AnyObject {
  var size: Size { get }
  /// Whether the terminal had received the last screen when the last events arrived.
  ///
  /// A slow terminal may not have shown it by then, and a key may have been meant for the screen
  /// before.
  var isCaughtUp: Bool { get }
  var pictureTraffic: PictureTraffic { get }
  /// Shows `screen`.
  func present(_ screen: Screen)
  /// Forgets the cells on the screen, so that the next `present` draws all of them.
  func invalidate()
}

extension Terminal {
  /// None: most terminals draw no pictures.
  package var pictureTraffic: PictureTraffic { PictureTraffic() }
}
