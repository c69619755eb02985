/// Recognizes two clicks on a row in quick succession; on links and folds each click counts alone.
struct DoubleClickRecognizer: GestureRecognizer {
  /// The longest time between the two releases, in milliseconds.
  static let patience = 400

  private var first: (target: GestureTarget, deadline: Moment)?

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    switch gesture.phase {
    case .began, .moved: return .nothing
    case .cancelled:
      first = nil
      return .nothing
    case .ended:
      let before = first
      first = nil
      let target = gesture.start.target
      guard gesture.means == .button(0), gesture.isOnStart, gesture.start.area == .page,
        target.row != nil, target.link == nil, !target.isFold
      else { return .nothing }
      if let before, before.target == target, gesture.moment <= before.deadline {
        return .claim(.doubleClick(gesture.start))
      }
      first = (target, gesture.moment.advanced(byMilliseconds: Self.patience))
      return .nothing
    }
  }
}
