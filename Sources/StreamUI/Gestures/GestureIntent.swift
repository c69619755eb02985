/// What a gesture asks of the app.
package enum GestureIntent: Equatable, Sendable {
  /// The button is down on what lies there.
  case press(Gesture.Place)
  /// The mouse moved with the button down: whether it is on what was pressed.
  case hold(isOnStart: Bool)
  /// The button is no longer down, and nothing else comes of it.
  case letGo
  case click(Gesture.Place)
  case doubleClick(Gesture.Place)
  /// Down if positive.
  case scroll(lines: Int)
  case action(Action)
}
