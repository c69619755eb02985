/// A request of a gesture to the app.
package enum GestureIntent: Equatable, Sendable {
  /// The button went down at this point.
  case press(Gesture.Point)
  /// The mouse moved with the button down; `isOnStart` is true while it is over the pressed thing.
  case hold(isOnStart: Bool)
  /// The button is up again, without effect.
  case letGo
  case click(Gesture.Point)
  case doubleClick(Gesture.Point)
  /// Scroll by a number of lines, down if positive.
  case scroll(lines: Int)
  case action(Action)
}
