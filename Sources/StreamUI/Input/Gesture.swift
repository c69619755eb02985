/// One step of a mouse gesture, with the point where the gesture began.
package struct Gesture: Equatable, Sendable {
  /// The button or wheel of the gesture.
  package enum Means: Hashable, Sendable {
    /// A button: 0 left, 1 middle, 2 right.
    case button(Int)
    case wheel(Wheel)
  }

  /// The direction of a wheel.
  package enum Wheel: Hashable, Sendable {
    case up, down, left, right
  }

  /// A cell of the screen and the thing under it.
  package struct Point: Equatable, Sendable {
    /// The column, from 0 at the left.
    package let column: Int
    /// The line, from 0 at the top.
    package let line: Int
    /// The area; nil outside of all areas.
    package let area: GestureArea.ID?
    /// The thing under the cell.
    package let target: GestureTarget

    /// Makes a point.
    package init(column: Int, line: Int, area: GestureArea.ID?, target: GestureTarget) {
      self.column = column
      self.line = line
      self.area = area
      self.target = target
    }
  }

  /// The phase of the gesture.
  package let phase: GesturePhase
  /// The button or wheel of the gesture.
  package let means: Means
  /// The modifier keys that are held down.
  package let modifiers: Key.Modifiers
  /// The point where the gesture began, as it was at that time.
  package let start: Point
  /// The point where the mouse is now.
  package let place: Point
  /// The time of this step.
  package let moment: Moment

  /// Returns the gesture as cancelled at `moment`.
  func cancelled(at moment: Moment) -> Gesture {
    Gesture(
      phase: .cancelled,
      means: means,
      modifiers: modifiers,
      start: start,
      place: place,
      moment: moment
    )
  }

  /// Whether the mouse is still over the pressed link, or over the pressed cell if there was no
  /// link.
  var isOnStart: Bool {
    guard place.area == start.area else { return false }
    if let link = start.target.link { return place.target.link == link }
    return place.line == start.line && abs(place.column - start.column) <= 1
  }
}
