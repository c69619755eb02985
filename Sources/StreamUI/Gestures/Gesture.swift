/// One step of what the mouse does, with where it began.
package struct Gesture: Equatable, Sendable {
  /// What it is made with.
  package enum Means: Hashable, Sendable {
    /// 0 left, 1 middle, 2 right.
    case button(Int)
    case wheel(Wheel)
  }

  /// The way that a wheel turned.
  package enum Wheel: Hashable, Sendable {
    case up, down, left, right
  }

  /// A cell of the screen and what lies there.
  package struct Place: Equatable, Sendable {
    /// From 0 at the left.
    package let column: Int
    /// From 0 at the top.
    package let line: Int
    /// The area; nil outside of all.
    package let area: GestureArea.ID?
    package let target: GestureTarget

    package init(column: Int, line: Int, area: GestureArea.ID?, target: GestureTarget) {
      self.column = column
      self.line = line
      self.area = area
      self.target = target
    }
  }

  package let phase: GesturePhase
  package let means: Means
  package let modifiers: Key.Modifiers
  /// Where it began, as it was then.
  package let start: Place
  /// Where the mouse is.
  package let place: Place
  /// When this step happened.
  package let moment: Moment

  /// The same gesture, given up.
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

  /// Whether the mouse is still on what was pressed: the same link, or else the same spot.
  var isOnStart: Bool {
    guard place.area == start.area else { return false }
    if let link = start.target.link { return place.target.link == link }
    return place.line == start.line && abs(place.column - start.column) <= 1
  }
}
