import StreamModel
import StreamUI

/// The scroll that a bench plays: line keys, a glance, page keys and a rest, again and again.
///
/// Every key of it moves the rows: at an end of the feed the scroll turns round. All strategies get
/// the same keys, because none of them changes where a key leads.
struct BenchScroll: Equatable {
  /// A key or a pause.
  enum Step: Equatable {
    case key(Key)
    /// A pause that the next key ends when the first row has become rich: the others are cancelled.
    case glance
    /// A pause in which every visible row becomes rich, and then those ahead.
    case rest
  }

  /// The steps from the first frame on.
  let steps: [Step]
  /// Line keys among the steps.
  let lineCount: Int

  /// The most line keys of a stretch, which ends with a rest.
  static let linesOfStretch = 50
  /// Page keys of a stretch, after a glance.
  static let pagesOfStretch = 5

  /// Plans a scroll with `lineKeys` line keys over the rows of `app`, whose feed is scanned.
  ///
  /// - Returns: Nil if no key moves the rows, because all of them fit on the screen.
  init?(lineKeys: Int, over app: App, wall: Timestamp) {
    var scout = BenchScout(app: app, wall: wall)
    var steps: [Step] = []
    var left = lineKeys
    while left > 0 {
      let lines = min(left, Self.linesOfStretch)
      left -= lines
      for _ in 0..<lines {
        guard let key = scout.key(down: .character("j"), up: .character("k")) else { return nil }
        steps.append(.key(key))
      }
      steps.append(.glance)
      for _ in 0..<Self.pagesOfStretch {
        guard let key = scout.key(down: Key(.pageDown), up: Key(.pageUp)) else { return nil }
        steps.append(.key(key))
      }
      steps.append(.rest)
    }
    self.steps = steps
    lineCount = lineKeys
  }

  /// Makes a scroll of `steps`.
  init(steps: [Step]) {
    self.steps = steps
    lineCount = steps.count { $0 == .key(.character("j")) || $0 == .key(.character("k")) }
  }

  /// Page keys among the steps.
  var pageCount: Int { steps.count - lineCount - restCount - glanceCount }
  /// Rests among the steps.
  var restCount: Int { steps.count { $0 == .rest } }
  /// Glances among the steps.
  var glanceCount: Int { steps.count { $0 == .glance } }
}

/// Finds out in which direction the next key moves the rows.
struct BenchScout {
  private var app: App
  private let wall: Timestamp
  private var goesUp = false

  init(app: App, wall: Timestamp) {
    self.app = app
    self.wall = wall
  }

  /// Presses the key of the present direction, or else that of the other; nil if neither moves rows.
  mutating func key(down: Key, up: Key) -> Key? {
    for _ in 0..<2 {
      let key = goesUp ? up : down
      let anchor = app.view.list.anchor
      _ = app.handle(.input(.key(key)), at: Moment(nanoseconds: 0), wall: wall)
      if app.view.list.anchor != anchor { return key }
      goesUp.toggle()
    }
    return nil
  }
}
