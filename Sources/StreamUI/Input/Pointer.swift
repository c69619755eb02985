import StreamModel

/// Assembles mouse events into gestures and routes them to the recognizers; a gesture belongs to the point where it
/// began, and ends with the release of the button, wherever that is, or is cancelled by an input in between.
struct Pointer {
  struct PressedLink: Equatable {
    let focus: LinkFocus
    var isUnderMouse = true

    func isHeld(_ link: LinkFocus?) -> Bool { isUnderMouse && link == focus }
  }

  private(set) var pressed: PressedLink?
  /// The first one that claims a gesture gets it.
  private var recognizers: [any GestureRecognizer] = [
    DensityWheelRecognizer(), SidewaysRecognizer(), WheelRecognizer(), DoubleClickRecognizer(),
    ClickRecognizer(),
  ]
  /// The index of the recognizer that claimed the gesture in progress; nil without one.
  private var owner: Int?
  /// The last step of the gesture in progress; nil without one.
  private var current: Gesture?

  var isPressed: Bool { current != nil }

  mutating func press(_ link: LinkFocus) { pressed = PressedLink(focus: link) }
  mutating func hold(isOnStart: Bool) { pressed?.isUnderMouse = isOnStart }
  mutating func letGo() { pressed = nil }

  mutating func add(_ recognizer: any GestureRecognizer) {
    recognizers.insert(recognizer, at: 0)
    owner = owner.map { $0 + 1 }
  }

  /// Translates a mouse event to intents; `target` returns what is at a column and line of an area.
  mutating func route(
    _ mouse: MouseEvent,
    at moment: Moment,
    areas: [GestureArea],
    target: (GestureArea.ID?, Int, Int) -> GestureTarget
  ) -> [GestureIntent] {
    // With Shift the terminal selects text; some terminals report the events anyway.
    guard !mouse.modifiers.contains(.shift) else { return end(at: moment) }
    let area = areas.last { $0.contains(column: mouse.column, line: mouse.line) }?.id
    let place = Gesture.Point(
      column: mouse.column,
      line: mouse.line,
      area: area,
      target: target(area, mouse.column, mouse.line)
    )
    return route(mouse, place, at: moment)
  }

  /// Cancels the gesture in progress, without `moment` at the time of its last step.
  mutating func cancel(at moment: Moment? = nil) {
    pressed = nil
    _ = end(at: moment)
  }

  private mutating func end(at moment: Moment?) -> [GestureIntent] {
    guard let gesture = current else { return [] }
    current = nil
    return deliver(gesture.cancelled(at: moment ?? gesture.moment))
  }

  private mutating func route(
    _ mouse: MouseEvent,
    _ place: Gesture.Point,
    at moment: Moment
  ) -> [GestureIntent] {
    let step = { (phase: GesturePhase, start: Gesture?, means: Gesture.Means) in
      Gesture(
        phase: phase,
        means: means,
        modifiers: start?.modifiers ?? mouse.modifiers,
        start: start?.start ?? place,
        place: place,
        moment: moment
      )
    }
    switch mouse.kind {
    case .press:
      let intents = end(at: moment)
      guard place.area != nil else { return intents }
      let gesture = step(.began, nil, .button(mouse.button))
      current = gesture
      owner = nil
      return intents + deliver(gesture)
    case .drag:
      guard let start = current else { return [] }
      let gesture = step(.moved, start, start.means)
      current = gesture
      return deliver(gesture)
    case .release:
      guard let start = current else { return [] }
      guard start.means == .button(mouse.button) else { return end(at: moment) }
      current = nil
      return deliver(step(.ended, start, start.means))
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      // Scrolling moves the pressed thing away from under the mouse.
      let intents = end(at: moment)
      guard place.area != nil, let wheel = mouse.kind.wheel else { return intents }
      owner = nil
      return intents + deliver(step(.ended, nil, .wheel(wheel)))
    }
  }

  private mutating func deliver(_ gesture: Gesture) -> [GestureIntent] {
    if let owner {
      if gesture.phase == .ended || gesture.phase == .cancelled { self.owner = nil }
      return recognizers[owner].take(gesture).intents
    }
    var intents: [GestureIntent] = []
    for index in recognizers.indices {
      let answer = recognizers[index].take(gesture)
      guard answer.claims, gesture.phase != .cancelled else {
        intents += answer.intents
        continue
      }
      if current != nil { owner = index }
      let cancelled = gesture.cancelled(at: gesture.moment)
      // Recognizers before this one have seen the current step, those after it only earlier ones.
      for other in recognizers.indices where other != index {
        intents += recognizers[other].take(cancelled).intents
      }
      return intents + answer.intents
    }
    return intents
  }
}

extension MouseEvent.Kind {
  /// Nil if the event is not a turn of a wheel.
  fileprivate var wheel: Gesture.Wheel? {
    switch self {
    case .wheelUp: .up
    case .wheelDown: .down
    case .wheelLeft: .left
    case .wheelRight: .right
    case .press, .drag, .release: nil
    }
  }
}
