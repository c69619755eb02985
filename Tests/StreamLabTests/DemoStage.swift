import CellGrid
import StreamModel
import StreamUI
import TestSupport

@testable import StreamLab

/// The demonstration on a headless terminal: keys and waits in, screens out.
struct DemoStage {
  var size = Size(columns: 120, lines: 40)
  /// The waits that are asked for; nil leaves them to the tour.
  var simulation: Simulation?
  var strategies: Pair<Strategy>?
  /// How the terminal draws pictures; nil where it does not.
  var pictures: PictureGrid?
  /// The bytes of each picture, in slices of 1,000.
  static let bytesOfPicture = 20_000
  /// 2026-02-01T00:00:00Z.
  static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)
  /// The feed; nil for the built-in one.
  var feed: [UInt8]?

  struct Outcome {
    let demo: Demo
    let screen: Screen
    let frames: [Screen]

    var lines: [String] {
      screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
    var statusLine: String { lines.dropLast().last ?? "" }
    var left: DemoHalf { demo.halves.left }
    var right: DemoHalf { demo.halves.right }
  }

  /// Plays `keys`; the demonstration scrolls by itself until they pause it.
  func play(_ keys: String, time: ManualTime = ManualTime(wall: Self.wall)) throws -> Outcome {
    var frames: [Screen] = []
    let terminal = HeadlessTerminal(size: size, script: try KeyScript(keys), time: time) {
      frames.append($0)
    }
    var open: ((PictureWish) -> LabPictures.Slices?)?
    if feed == nil { open = Self.slices }
    var demo = Demo(
      timelines: Pair(left: try timeline(), right: try timeline()),
      size: size,
      wall: Self.wall,
      options: ViewOptions(),
      simulation: simulation,
      strategies: strategies,
      openPicture: open
    )
    if let pictures { demo.take(pictures) }
    var loop = DemoLoop(
      demo: demo,
      terminal: terminal,
      events: terminal,
      time: time,
      gauges: Pair(left: CellGauge(), right: CellGauge()),
      suspend: {}
    )
    loop.run()
    return Outcome(demo: loop.demo, screen: terminal.screen ?? Screen(size: size), frames: frames)
  }

  private static func slices(_ wish: PictureWish) -> LabPictures.Slices? {
    var left = bytesOfPicture
    return {
      left -= 1_000
      return left >= 0 ? 1_000 : nil
    }
  }

  func timeline() throws -> Timeline {
    let bytes = feed ?? DemoFeed.json()
    return try Timeline(Feed(source: MemoryBytes(name: "demo", bytes: bytes))).scanned()
  }
}

/// Counts the cells that change, styles included, as its bytes.
final class CellGauge: FrameGauge {
  private var last: Screen?

  func bytes(of screen: Screen) -> Int {
    defer { last = screen }
    guard let last, last.size == screen.size else { return screen.size.columns * screen.size.lines }
    return zip(screen.lines, last.lines).reduce(0) { sum, pair in
      sum + zip(pair.0.cells, pair.1.cells).count { $0 != $1 }
    }
  }

  func forget() { last = nil }
}
