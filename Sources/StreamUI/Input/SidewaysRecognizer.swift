/// Recognizes a sideways drag or wheel, which opens or closes the side panel at the right.
///
/// A drag moves the content: to the left it makes room for the panel, to the right it pushes the
/// panel out. A wheel points to its goal: right is where the panel is.
struct SidewaysRecognizer: GestureRecognizer {
  /// The number of columns after which a drag counts as sideways.
  static let reach = 8

  /// The action that the drag in progress has already performed.
  private var done: Action?

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    switch (gesture.phase, gesture.means) {
    case (.ended, .wheel(.right)): return .claim(.action(.openPanel))
    case (.ended, .wheel(.left)): return .claim(.action(.closePanel))
    case (.began, _), (.cancelled, _):
      done = nil
      return .nothing
    case (.moved, .button(0)), (.ended, .button(0)):
      let columns = gesture.place.column - gesture.start.column
      let lines = abs(gesture.place.line - gesture.start.line)
      let action = columns < 0 ? Action.openPanel : .closePanel
      guard abs(columns) >= Self.reach, abs(columns) > 4 * lines, action != done else {
        return .nothing
      }
      done = action
      return .claim(.action(action))
    default: return .nothing
    }
  }
}
