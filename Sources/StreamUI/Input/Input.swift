/// One input event decoded from the terminal's bytes.
package enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text as bytes, none of which is a key.
  case paste([UInt8])
}

/// A mouse event at a cell of the screen.
package struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse events: button changes, motion with a button down, and wheel turns.
  package enum Kind: Hashable, Sendable {
    case press, drag, release
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package let kind: Kind
  /// The button: 0 left, 1 middle, 2 right; 0 for wheels.
  package let button: Int
  /// The column, from 0 at the left.
  package let column: Int
  /// The line, from 0 at the top.
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

  /// Returns the same event at another column.
  package func moved(to column: Int) -> MouseEvent {
    MouseEvent(kind, button: button, column: column, line: line, modifiers: modifiers)
  }
}
