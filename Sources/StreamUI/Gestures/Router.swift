/// Sees every input first and says whose it is.
///
/// A gesture belongs to where it began: it ends with its release, wherever that is, or is cancelled
/// by whatever comes between. An area of the screen gets what the router hands it, nothing else.
struct Router {
  /// What an input means.
  enum Routed: Equatable {
    case action(Action)
    case gesture([GestureIntent])
    case nothing
  }

  /// The gestures that every page knows, in order: the first that claims one has it.
  private var recognizers: [any GestureRecognizer] = [
    DensityWheelRecognizer(), SidewaysRecognizer(), WheelRecognizer(), DoubleClickRecognizer(),
    ClickRecognizer(),
  ]
  /// The recognizer that has claimed the gesture in progress.
  private var owner: Int?
  /// The last step of the gesture in progress.
  private var current: Gesture?

  /// Whether a button is held down, as far as is known.
  var isPressed: Bool { current != nil }

  /// Adds a gesture before those that are known.
  mutating func add(_ recognizer: any GestureRecognizer) {
    recognizers.insert(recognizer, at: 0)
    owner = owner.map { $0 + 1 }
  }

  /// Says what `input` means; `target` tells what lies at a column and line of an area.
  mutating func route(
    _ input: Input,
    at moment: Moment,
    keymap: Keymap,
    areas: [GestureArea],
    target: (GestureArea.ID?, Int, Int) -> GestureTarget
  ) -> Routed {
    switch input {
    case .key(let key):
      return keymap.action(of: key).map { .action($0) } ?? .nothing
    case .paste:
      // Nobody pressed these keys.
      return .nothing
    case .mouse(let mouse):
      // With Shift the terminal selects text; some tell of it none the less.
      guard !mouse.modifiers.contains(.shift) else { return .gesture(cancel(at: moment)) }
      return .gesture(route(mouse, Self.place(mouse, areas, target), at: moment))
    }
  }

  /// Ends the gesture in progress, if there is one, as one that came to nothing.
  mutating func cancel(at moment: Moment?) -> [GestureIntent] {
    guard let gesture = current else { return [] }
    current = nil
    return hand(gesture.cancelled(at: moment ?? gesture.moment))
  }

  private mutating func route(
    _ mouse: MouseEvent,
    _ place: Gesture.Place,
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
      let intents = cancel(at: moment)
      guard place.area != nil else { return intents }
      let gesture = step(.began, nil, .button(mouse.button))
      current = gesture
      owner = nil
      return intents + hand(gesture)
    case .drag:
      guard let start = current else { return [] }
      let gesture = step(.moved, start, start.means)
      current = gesture
      return hand(gesture)
    case .release:
      guard let start = current else { return [] }
      guard start.means == .button(mouse.button) else { return cancel(at: moment) }
      current = nil
      return hand(step(.ended, start, start.means))
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      // What was pressed goes away under the mouse.
      let intents = cancel(at: moment)
      guard place.area != nil, let wheel = mouse.kind.wheel else { return intents }
      owner = nil
      return intents + hand(step(.ended, nil, .wheel(wheel)))
    }
  }

  /// Gives a step to whose it is.
  private mutating func hand(_ gesture: Gesture) -> [GestureIntent] {
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
      // Those before it have seen this step, those behind it only what came before.
      for other in recognizers.indices where other != index {
        intents += recognizers[other].take(cancelled).intents
      }
      return intents + answer.intents
    }
    return intents
  }

  private static func place(
    _ mouse: MouseEvent,
    _ areas: [GestureArea],
    _ target: (GestureArea.ID?, Int, Int) -> GestureTarget
  ) -> Gesture.Place {
    let area = areas.last { $0.contains(column: mouse.column, line: mouse.line) }?.id
    return Gesture.Place(
      column: mouse.column,
      line: mouse.line,
      area: area,
      target: target(area, mouse.column, mouse.line)
    )
  }
}

extension MouseEvent.Kind {
  /// The way of the wheel, for those that are turns of one.
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
