import StreamModel

/// The state of the mouse: the gesture in progress and the pressed link.
struct Pointer {
  /// A link that the mouse button is pressed on.
  struct PressedLink: Equatable {
    let focus: LinkFocus
    var isUnderMouse = true

    /// Whether `link` is this one and the mouse is over it.
    func isHeld(_ link: LinkFocus?) -> Bool { isUnderMouse && link == focus }
  }

  private(set) var pressed: PressedLink?
  private var router = GestureRouter()

  var isPressed: Bool { router.isPressed }

  /// Adds a recognizer before the existing ones.
  mutating func add(_ recognizer: any GestureRecognizer) {
    router.add(recognizer)
  }

  mutating func press(_ link: LinkFocus) {
    pressed = PressedLink(focus: link)
  }

  mutating func hold(isOnStart: Bool) {
    pressed?.isUnderMouse = isOnStart
  }

  mutating func letGo() {
    pressed = nil
  }

  /// Translates a mouse event to intents; `target` returns what is at a column and line of an area.
  mutating func route(
    _ mouse: MouseEvent,
    at moment: Moment,
    areas: [GestureArea],
    target: (GestureArea.ID?, Int, Int) -> GestureTarget
  ) -> [GestureIntent] {
    router.route(mouse, at: moment, areas: areas, target: target)
  }

  /// Cancels the gesture in progress.
  ///
  /// - Parameter moment: The time now; nil uses the time of the gesture's last step.
  mutating func cancel(at moment: Moment? = nil) {
    pressed = nil
    if router.isPressed { _ = router.cancel(at: moment) }
  }
}
