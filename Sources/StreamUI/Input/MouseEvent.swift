/// What the mouse did, at a place of the screen.
package struct MouseEvent: Hashable, Sendable {
  /// The phases of a gesture and the turns of a wheel.
  package enum Kind: Hashable, Sendable {
    case press, drag, release
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package let kind: Kind
  /// 0 left, 1 middle, 2 right; 0 for wheels.
  package let button: Int
  /// From 0 at the left.
  package let column: Int
  /// From 0 at the top.
  package let line: Int
  package let modifiers: Key.Modifiers

  package init(
    _ kind: Kind,
    button: Int = 0,
    column: Int,
    line: Int,
    modifiers: Key.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}
