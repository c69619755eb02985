/// Recognizes press and release of the left button over the same thing.
///
/// It is the last recognizer and claims nothing, so recognizers that count clicks see this one too.
struct ClickRecognizer: GestureRecognizer {
  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard gesture.means == .button(0) else { return .nothing }
    switch gesture.phase {
    case .began: return .also(.press(gesture.start))
    case .moved: return .also(.hold(isOnStart: gesture.isOnStart))
    case .ended:
      return gesture.isOnStart ? .also(.letGo, .click(gesture.start)) : .also(.letGo)
    case .cancelled: return .also(.letGo)
    }
  }
}
