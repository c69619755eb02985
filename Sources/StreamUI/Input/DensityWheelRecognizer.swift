/// Recognizes the wheel with Control held, which changes the density as a pinch does.
struct DensityWheelRecognizer: GestureRecognizer {
  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard gesture.phase == .ended, gesture.modifiers.contains(.control) else { return .nothing }
    switch gesture.means {
    case .wheel(.up): return .claim(.action(.fuller))
    case .wheel(.down): return .claim(.action(.denser))
    default: return .nothing
    }
  }
}
