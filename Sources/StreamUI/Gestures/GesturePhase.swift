/// How far a gesture has come.
package enum GesturePhase: Hashable, Sendable {
  /// A button was pressed.
  case began
  /// The mouse moved with the button down.
  case moved
  /// The button was released, or a wheel turned, which is over as it comes.
  case ended
  /// Something else happened, or another recognizer has taken the gesture over.
  case cancelled
}
