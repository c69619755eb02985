package import CellGrid

/// Something that a handler of the loop tells the program around it.
package enum LoopEvent {
  /// A source may have more bytes, or something changed that is looked at after each turn.
  case bytesArrived
  /// A sentence for the reader.
  case message(SafeText, isWarning: Bool)
  /// A document has changed in a way that only a reload shows.
  ///
  /// - Parameter isAsked: whether the reader asked for it, and waits.
  case outdated(SafeText, isAsked: Bool = false)
  /// A signal has ended the loop, or nothing can be waited for any more.
  case closed
  /// An event of the program around the loop, which hands it on.
  case own(any OwnEvent)

  /// A sentence about something that did not go well.
  package static func warning(_ text: String) -> LoopEvent {
    .message(SafeText(sanitizing: text), isWarning: true)
  }
}

/// An event that only the program around the loop knows.
package protocol OwnEvent {}
