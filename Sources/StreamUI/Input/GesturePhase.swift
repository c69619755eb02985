/// The phase of a gesture.
package enum GesturePhase: Hashable, Sendable {
  /// A button was pressed.
  case began
  /// The mouse moved with the button down.
  case moved
  /// The button was released, or a wheel turned, which is complete at once.
  case ended
  /// Another input intervened, or another recognizer claimed the gesture.
  case cancelled
}
