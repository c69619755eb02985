package import StreamModel

package struct Gesture: Equatable, Sendable {
  package enum Means: Hashable, Sendable {
    /// A button: 0 left, 1 middle, 2 right.
    case button(Int)
    case wheel(Wheel)
  }

  package enum Wheel: Hashable, Sendable {
    case up, down, left, right
  }

  package struct Point: Equatable, Sendable {
    /// The column, from 0 at the left.
    package let column: Int
    /// The line, from 0 at the top.
    package let line: Int
    package let area: GestureArea.ID?
    package let target: GestureTarget
  }

  package private(set) var phase: GesturePhase
  package let means: Means
  package let modifiers: Key.Modifiers
  package let start: Point
  package let place: Point
  package private(set) var moment: Moment

  func cancelled(at moment: Moment) -> Gesture {
    var gesture = self
    (gesture.phase, gesture.moment) = (.cancelled, moment)
    return gesture
  }

  /// Whether the mouse is still over the pressed link, or over the pressed cell if there was no link.
  var isOnStart: Bool {
    guard place.area == start.area else { return false }
    if let link = start.target.link { return place.target.link == link }
    return place.line == start.line && abs(place.column - start.column) <= 1
  }
}

package enum GesturePhase: Hashable, Sendable {
  case began, moved
  /// The button was released, or a wheel turned, which is complete at once.
  case ended
  /// Another input intervened, or another recognizer claimed the gesture.
  case cancelled
}

/// A rectangle of the frame that takes part in gestures; those that are registered later lie on top.
package struct GestureArea: Equatable, Sendable {
  package enum ID: Hashable, Sendable {
    case page, beside, statusLine
  }

  package let id: ID
  package let columns: Range<Int>
  package let lines: Range<Int>

  func contains(column: Int, line: Int) -> Bool { columns.contains(column) && lines.contains(line) }
}

package struct GestureTarget: Equatable, Sendable {
  package let page: Int
  package internal(set) var row: RowID?
  package internal(set) var link: LinkFocus?
  /// Whether the cell is part of "+N lines".
  package internal(set) var isFold = false
}

package enum GestureIntent: Equatable, Sendable {
  case press(Gesture.Point)
  /// The mouse moved with the button down; `isOnStart` is true while it is over the pressed thing.
  case hold(isOnStart: Bool)
  /// The button is up again, without effect.
  case letGo
  case click(Gesture.Point)
  case doubleClick(Gesture.Point)
  /// Scroll by a number of lines, down if positive.
  case scroll(lines: Int)
  case action(Action)
  /// Open the selected post, whatever link has the focus.
  case openPost
}

/// Recognizes one kind of gesture; new kinds are added with ``App/add(_:)``.
///
/// All recognizers receive each step of a gesture, in the order of the list, until one claims it.
/// The claimant alone receives the rest, and the others see the gesture cancelled.
package protocol GestureRecognizer {
  mutating func take(_ gesture: Gesture) -> GestureAnswer
}

package struct GestureAnswer: Equatable, Sendable {
  package let claims: Bool
  package let intents: [GestureIntent]

  package static let nothing = GestureAnswer(claims: false, intents: [])

  /// Returns requests without claiming the gesture.
  package static func also(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: false, intents: intents)
  }

  package static func claim(_ intents: GestureIntent...) -> GestureAnswer {
    GestureAnswer(claims: true, intents: intents)
  }
}

/// Recognizes press and release of the left button over the same thing.
///
/// It is the last recognizer and claims nothing, so recognizers that count clicks see this one too.
struct ClickRecognizer: GestureRecognizer {
  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard gesture.means == .button(0) else { return .nothing }
    switch gesture.phase {
    case .began: return .also(.press(gesture.start))
    case .moved: return .also(.hold(isOnStart: gesture.isOnStart))
    case .ended: return gesture.isOnStart ? .also(.letGo, .click(gesture.start)) : .also(.letGo)
    case .cancelled: return .also(.letGo)
    }
  }
}

/// Recognizes two clicks on a row in quick succession; on links and folds each click counts alone.
struct DoubleClickRecognizer: GestureRecognizer {
  /// The longest time between the two releases, in milliseconds.
  static let patience = 400

  private var first: (target: GestureTarget, deadline: Moment)?

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard gesture.phase == .ended || gesture.phase == .cancelled else { return .nothing }
    let before = first
    first = nil
    let target = gesture.start.target
    guard gesture.phase == .ended, gesture.means == .button(0), gesture.isOnStart,
      gesture.start.area == .page, target.row != nil, target.link == nil, !target.isFold
    else { return .nothing }
    if let before, before.target == target, gesture.moment <= before.deadline {
      return .claim(.doubleClick(gesture.start))
    }
    first = (target, gesture.moment.advanced(byMilliseconds: Self.patience))
    return .nothing
  }
}

/// Recognizes the wheel, which scrolls; quick turns scroll further each time.
struct WheelRecognizer: GestureRecognizer {
  /// The number of lines that one turn scrolls.
  static let lines = 3
  /// The longest time between quick turns, in milliseconds.
  static let quickMilliseconds = 40
  /// The number of quick turns before the scrolling accelerates.
  private static let slowStart = 3

  private var way: Gesture.Wheel?
  private var quickUntil: Moment?
  private var quickTurns = 0

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard case .wheel(let way) = gesture.means, way == .up || way == .down,
      gesture.phase == .ended
    else { return .nothing }
    let isQuick = way == self.way && quickUntil.map { gesture.moment < $0 } ?? false
    // The app limits the distance to what a screen allows.
    quickTurns = isQuick ? min(quickTurns + 1, 1_000) : 0
    self.way = way
    quickUntil = gesture.moment.advanced(byMilliseconds: Self.quickMilliseconds)
    let lines = Self.lines + max(0, quickTurns - Self.slowStart)
    return .claim(.scroll(lines: way == .down ? lines : -lines))
  }
}

/// Recognizes a sideways drag or wheel: to the right it goes back, to the left it opens the selected post.
///
/// A drag moves the content, a wheel the window over it: a wheel that points to the left goes back.
struct SidewaysRecognizer: GestureRecognizer {
  /// The number of columns after which a drag counts as sideways.
  static let reach = 8
  /// The time in milliseconds within which further turns belong to the same swipe.
  static let swipeMilliseconds = 400

  /// Whether the drag in progress has had its effect.
  private var isDone = false
  private var swipe: (way: Gesture.Wheel, end: Moment)?

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    switch (gesture.phase, gesture.means) {
    case (.ended, .wheel(let way)) where way == .left || way == .right:
      let goesOn = swipe.map { $0.way == way && gesture.moment < $0.end } ?? false
      swipe = (way, gesture.moment.advanced(byMilliseconds: Self.swipeMilliseconds))
      return goesOn ? .claim() : .claim(way == .left ? .action(.back) : .openPost)
    case (.began, _), (.cancelled, _):
      isDone = false
      return .nothing
    case (.moved, .button(0)), (.ended, .button(0)):
      let columns = gesture.place.column - gesture.start.column
      let lines = abs(gesture.place.line - gesture.start.line)
      guard !isDone, abs(columns) >= Self.reach, abs(columns) > 4 * lines else { return .nothing }
      isDone = true
      return .claim(columns > 0 ? .action(.back) : .openPost)
    default: return .nothing
    }
  }
}

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
