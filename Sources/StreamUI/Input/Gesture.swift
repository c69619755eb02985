package import StreamModel

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
    /// Nil outside of all areas.
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
  package let start: Point
  package let place: Point
  package let moment: Moment

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

/// The phase of a gesture.
package enum GesturePhase: Hashable, Sendable {
  case began
  case moved
  /// The button was released, or a wheel turned, which is complete at once.
  case ended
  /// Another input intervened, or another recognizer claimed the gesture.
  case cancelled
}

/// A rectangle of the frame that takes part in gestures.
///
/// The app registers the areas for each input; later ones are on top of earlier ones.
package struct GestureArea: Equatable, Sendable {
  /// The part of the screen.
  package enum ID: Hashable, Sendable {
    case page, beside, panel, statusLine
  }

  package let id: ID
  package let columns: Range<Int>
  package let lines: Range<Int>

  package init(_ id: ID, columns: Range<Int>, lines: Range<Int>) {
    self.id = id
    self.columns = columns
    self.lines = lines
  }

  func contains(column: Int, line: Int) -> Bool {
    columns.contains(column) && lines.contains(line)
  }
}

/// The thing under the mouse.
package struct GestureTarget: Equatable, Sendable {
  package let page: Int
  /// Nil outside of rows.
  package let row: RowID?
  /// The link, if the row is rich; nil outside of links.
  package let link: LinkFocus?
  /// Whether the cell is part of "+N lines".
  package let isFold: Bool

  package init(
    page: Int,
    row: RowID? = nil,
    link: LinkFocus? = nil,
    isFold: Bool = false
  ) {
    self.page = page
    self.row = row
    self.link = link
    self.isFold = isFold
  }
}

/// A request of a gesture to the app.
package enum GestureIntent: Equatable, Sendable {
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
