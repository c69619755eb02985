/// Sees every input first and says whose it is.
///
/// A gesture belongs to where it began: a release far from its press is no click, and nothing that
/// a terminal reports between press and release acts on what lies under it.
struct Router: Sendable {
  /// What an input means for the page.
  enum Routed: Equatable {
    case action(Action)
    case scroll(lines: Int)
    case click(line: Int, column: Int)
    case nothing
  }

  /// Lines that one turn of the wheel scrolls.
  static let wheelLines = 3

  private var pressed: (line: Int, column: Int)?

  mutating func route(_ input: Input, keymap: Keymap) -> Routed {
    switch input {
    case .key(let key):
      return keymap.action(of: key).map { .action($0) } ?? .nothing
    case .paste:
      // Nobody pressed these keys.
      return .nothing
    case .mouse(let mouse):
      return route(mouse)
    }
  }

  private mutating func route(_ mouse: MouseEvent) -> Routed {
    switch mouse.kind {
    case .wheelDown: return .scroll(lines: Self.wheelLines)
    case .wheelUp: return .scroll(lines: -Self.wheelLines)
    case .wheelLeft, .wheelRight: return .nothing
    case .press:
      pressed = mouse.button == 0 ? (mouse.line, mouse.column) : nil
      return .nothing
    case .drag:
      return .nothing
    case .release:
      guard let began = pressed else { return .nothing }
      pressed = nil
      guard began.line == mouse.line, abs(began.column - mouse.column) <= 1 else { return .nothing }
      return .click(line: mouse.line, column: mouse.column)
    }
  }
}
