import StreamModel
import StreamUI

/// A manner of reading: the keys between two rests, and the number of rests.
///
/// The keys of a burst follow one another within the idle delay.
struct BenchPace: Equatable {
  /// The distance that a key of the pace moves rows.
  enum Unit: Equatable {
    case line, page
  }

  /// The name in tables, such as "5 lines".
  let name: String
  let unit: Unit
  /// The numbers of keys between two rests, which take turns.
  let bursts: [Int]
  /// Rests of a play.
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

  /// Keys of a play.
  var keyCount: Int { (0..<rests).reduce(0) { $0 + bursts[$1 % bursts.count] } }

  /// Plans the keys and rests of the pace over the rows of `app`, whose feed is scanned.
  ///
  /// - Returns: Nil if no key moves the rows, because all of them fit on the screen.
  func scroll(over app: App, wall: Timestamp) -> BenchScroll? {
    var scout = BenchScout(app: app, wall: wall)
    var steps: [BenchScroll.Step] = []
    for rest in 0..<rests {
      for _ in 0..<bursts[rest % bursts.count] {
        let key =
          switch unit {
          case .line: scout.key(down: .character("j"), up: .character("k"))
          case .page: scout.key(down: Key(.pageDown), up: Key(.pageUp))
          }
        guard let key else { return nil }
        steps.append(.key(key))
      }
      steps.append(.rest)
    }
    return BenchScroll(steps: steps)
  }
}
