import StreamModel
import StreamUI

/// The scroll that a bench plays: line keys, page keys and a rest, again and again.
///
/// Every key of it moves the rows: at an end of the feed it turns round. All strategies get the same keys, because none
/// of them changes where a key leads.
struct BenchScroll: Equatable {
  /// A key or a pause.
  enum Step: Equatable {
    case key(Key)
    /// A pause in which every visible row becomes rich, and then those ahead.
    case rest
  }

  enum Unit: Equatable {
    case line, page
  }

  let steps: [Step]

  /// The most line keys of a stretch, which ends with a rest.
  static let linesOfStretch = 50
  static let pagesOfStretch = 5

  /// Plans a scroll with `lineKeys` line keys over the rows of `app`, whose feed is scanned; nil if no key moves them.
  init?(lineKeys: Int, over app: App, wall: Timestamp) {
    var scout = BenchScout(app: app, wall: wall)
    var steps: [Step] = []
    var left = lineKeys
    while left > 0 {
      let lines = min(left, Self.linesOfStretch)
      left -= lines
      guard let lineSteps = scout.steps(lines, by: .line),
        let pageSteps = scout.steps(Self.pagesOfStretch, by: .page)
      else { return nil }
      steps += lineSteps + pageSteps + [.rest]
    }
    self.steps = steps
  }

  init(steps: [Step]) { self.steps = steps }

  var lineCount: Int { steps.count { $0 == .key(.character("j")) || $0 == .key(.character("k")) } }
  var pageCount: Int { steps.count - lineCount - restCount }
  var restCount: Int { steps.count { $0 == .rest } }
}

/// A manner of reading: the keys between two rests, which follow one another within the idle delay, and the number of rests.
struct BenchPace: Equatable {
  /// The name in tables, such as "5 lines".
  let name: String
  let unit: BenchScroll.Unit
  /// The numbers of keys between two rests, which take turns.
  let bursts: [Int]
  let rests: Int

  /// The paces of a report, from a careful reader to one who leafs through.
  static let all = [
    BenchPace(name: "1 line", unit: .line, bursts: [1], rests: 60),
    BenchPace(name: "5 lines", unit: .line, bursts: [5], rests: 24),
    BenchPace(name: "20 lines", unit: .line, bursts: [20], rests: 12),
    BenchPace(name: "1 page", unit: .page, bursts: [1], rests: 24),
    BenchPace(name: "2 pages", unit: .page, bursts: [2], rests: 12),
    BenchPace(name: "3 pages", unit: .page, bursts: [3], rests: 12),
    BenchPace(name: "10 pages", unit: .page, bursts: [10], rests: 6),
    BenchPace(name: "1 and 3 pages", unit: .page, bursts: [1, 3], rests: 12),
    // A keyboard waits longer than the idle delay before it repeats a key that is held.
    BenchPace(name: "held j", unit: .line, bursts: [1, 120], rests: 12),
    BenchPace(name: "held page", unit: .page, bursts: [1, 20], rests: 6),
  ]

  var keyCount: Int { (0..<rests).reduce(0) { $0 + bursts[$1 % bursts.count] } }

  /// Plans the keys and rests of the pace over the rows of `app`, whose feed is scanned; nil if no key moves them.
  func scroll(over app: App, wall: Timestamp) -> BenchScroll? {
    var scout = BenchScout(app: app, wall: wall)
    var steps: [BenchScroll.Step] = []
    for rest in 0..<rests {
      guard let burst = scout.steps(bursts[rest % bursts.count], by: unit) else { return nil }
      steps += burst + [.rest]
    }
    return BenchScroll(steps: steps)
  }
}

/// Finds out in which direction the next key moves the rows.
private struct BenchScout {
  var app: App
  let wall: Timestamp
  var goesUp = false

  /// Presses `count` keys that move rows by a `unit`; nil if they move in neither direction.
  mutating func steps(_ count: Int, by unit: BenchScroll.Unit) -> [BenchScroll.Step]? {
    var steps: [BenchScroll.Step] = []
    while steps.count < count {
      guard let key = press(unit) ?? press(unit) else { return nil }
      steps.append(.key(key))
    }
    return steps
  }

  /// Presses the key of the present direction, and turns around if no row moves.
  private mutating func press(_ unit: BenchScroll.Unit) -> Key? {
    let key: Key =
      switch unit {
      case .line: goesUp ? .character("k") : .character("j")
      case .page: goesUp ? Key(.pageUp) : Key(.pageDown)
      }
    let anchor = app.view.list.anchor
    _ = app.handle(.input(.key(key)), at: Moment(nanoseconds: 0), wall: wall)
    if app.view.list.anchor != anchor { return key }
    goesUp.toggle()
    return nil
  }
}
