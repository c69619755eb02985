package import CellGrid
package import StreamModel
package import StreamUI

/// The demonstration: the same feed in two halves, each with a strategy of its own, and their costs; it reads no clock.
package struct Demo {
  /// A result of a key that only the terminal can carry out.
  package enum Answer: Equatable, Sendable {
    case nothing, redraw, suspend
  }

  private(set) var halves: Pair<DemoHalf>
  /// Nil once the reader has chosen strategies.
  private(set) var step: TourStep?
  /// The waits that the reader asked for; nil leaves them to the steps of the tour.
  private let givenSimulation: Simulation?
  private(set) var pace = DemoPace()
  package private(set) var simulation: Simulation
  private(set) var showsKeys = false
  /// A sentence for the last line until the next key.
  private(set) var message: String?
  private(set) var comparison = TextComparison()
  package private(set) var size: Size
  package private(set) var isFinished = false
  private let wall: Timestamp
  /// Opens a picture beside the feed; nil where there are none.
  private let openPicture: ((PictureWish) -> LabPictures.Slices?)?
  /// How the terminal draws pictures; nil where it cannot, or has not said so.
  private var grid: PictureGrid?
  private(set) var drawsPictures = false
  /// The order in which the halves take the next key and make their frames.
  private var order = Side.allCases
  /// Whether the last line of the scroll moved nothing and turned it around.
  private var hasTurned = false

  /// Creates the demonstration of a feed that `timelines` hold twice, both scanned to the end.
  ///
  /// Ages are counted from `wall`, which stands still; without strategies the tour chooses them, and the simulated waits
  /// unless these are given.
  package init(
    timelines: Pair<Timeline>,
    size: Size,
    wall: Timestamp,
    options: ViewOptions,
    simulation: Simulation? = nil,
    strategies: Pair<Strategy>? = nil,
    openPicture: ((PictureWish) -> LabPictures.Slices?)? = nil
  ) {
    self.openPicture = openPicture
    self.size = size
    self.wall = wall
    givenSimulation = simulation
    let first = TourStep.frames
    step = strategies == nil ? first : nil
    self.simulation = simulation ?? (strategies == nil ? first.simulation : Simulation())
    let strategies = strategies ?? first.strategies
    let layout = DemoLayout(size: size)
    pace.fit(to: layout.lines)
    func half(_ timeline: Timeline, _ strategy: Strategy) -> DemoHalf {
      var options = options
      options.strategy = strategy
      options.stream.opensFiles = openPicture != nil
      return DemoHalf(timeline: timeline, size: layout.viewer, wall: wall, options: options)
    }
    halves = Pair(
      left: half(timelines.left, strategies.left),
      right: half(timelines.right, strategies.right)
    )
  }

  /// Why no strategy could make a difference in the first 1,000 rows, such as "no row has markup"; nil if one does.
  package static func reasonForNothing(_ timeline: Timeline, wall: Timestamp) -> String? {
    let size = Size(columns: 80, lines: 24)
    var app = App(timeline: timeline, size: size, wall: wall, options: ViewOptions())
    app.begin()
    let count = timeline.recordCount
    guard count > 0 else { return "the feed has no posts" }
    let looked = min(count, 1_000)
    guard !app.hasMarkup(inFirst: looked) else { return nil }
    return looked == count
      ? "no row has markup" : "none of the first \(looked.grouped) rows has markup"
  }

  // MARK: Pictures

  /// Takes in how the terminal draws pictures.
  package mutating func take(_ grid: PictureGrid) {
    self.grid = grid
    drawPictures(step == .pictures)
  }

  /// The steps of the tour: pictures only where there are some and the terminal draws them.
  var steps: [TourStep] {
    TourStep.allCases.filter { $0 != .pictures || (openPicture != nil && grid != nil) }
  }

  /// The pictures that the terminal should have for both halves; nil where none are drawn.
  package var pictureWishes: PictureWishes? {
    guard drawsPictures else { return nil }
    var all = halves.left.wishes
    all.wanted += halves.right.wishes.wanted
    all.kept.formUnion(halves.right.wishes.kept)
    return all
  }

  private mutating func drawPictures(_ isWanted: Bool) {
    guard let grid, let openPicture, isWanted != drawsPictures else { return }
    drawsPictures = isWanted
    // The halves send pictures of their own: the terminal must not take one for the other.
    let grids = Pair(left: grid, right: grid.ofAnotherRun)
    for side in Side.allCases {
      halves[side].draw(isWanted ? LabPictures(grid: grids[side], open: openPicture) : nil)
    }
  }

  // MARK: Events

  /// Takes in a key; other input does nothing here.
  package mutating func handle(_ input: Input, at moment: Moment) -> Answer {
    guard case .key(let key) = input else { return .nothing }
    message = nil
    switch key {
    case .character("n"):
      go(by: 1, orSay: "This is the last step. Press ? for other things to try.", at: moment)
    case .character("p"): go(by: -1, orSay: "This is the first step.", at: moment)
    case .character(" "): pace.isRunning ? pace.pause() : pace.start(at: moment)
    case Key(.right): pace.change(by: 1, at: moment)
    case Key(.left): pace.change(by: -1, at: moment)
    case .character("s"):
      simulation.changeRows()
      restart()
    case .character("B"):
      simulation.changeLine()
      restart()
    case .character("0"):
      pace.isUp = false
      for side in Side.allCases { halves[side].rewind(wall: wall) }
    case .character("?"), .character("h"): showsKeys.toggle()
    case Key(.escape):
      if !showsKeys { message = "Press q to leave." }
      showsKeys = false
    case .character("q"), .character("Q"), .control("c"): isFinished = true
    case .control("l"): return .redraw
    case .control("z"): return .suspend
    case _ where DemoKeys.scrolls(key):
      pace.pause()
      press(key, at: moment)
    default:
      if let (side, strategy) = DemoKeys.choice(key) {
        choose(strategy, on: side)
      } else {
        message = "This key does nothing here: \(KeyName.text(of: key)). Press ? for the keys."
      }
    }
    return .nothing
  }

  package mutating func resize(to size: Size, at moment: Moment) {
    self.size = size
    let layout = DemoLayout(size: size)
    guard layout.hasRoom else { return }
    pace.fit(to: layout.lines)
    for side in Side.allCases { halves[side].resize(to: layout.viewer, at: moment, wall: wall) }
  }

  private mutating func choose(_ strategy: Strategy, on side: Side) {
    step = nil
    for half in Side.allCases {
      halves[half].restart(with: half == side ? strategy : halves[half].strategy)
    }
  }

  /// Goes `count` steps on in the tour, or to its first one.
  private mutating func go(by count: Int, orSay text: String, at moment: Moment) {
    let steps = steps
    let place = step.flatMap { steps.firstIndex(of: $0) }.map { $0 + count } ?? 0
    guard steps.indices.contains(place) else {
      message = text
      return
    }
    let step = steps[place]
    self.step = step
    simulation = givenSimulation ?? step.simulation
    pace.change(to: step.rhythm, at: moment)
    drawPictures(step == .pictures)
    for side in Side.allCases { halves[side].restart(with: step.strategies[side]) }
  }

  private mutating func restart() {
    for side in Side.allCases { halves[side].restart(with: halves[side].strategy) }
  }

  private mutating func press(_ key: Key, at moment: Moment) {
    // The second half finds the feed's bytes and the code in the processor's cache: they take turns.
    order.swapAt(0, 1)
    for side in order { halves[side].press(key, at: moment, wall: wall) }
  }

  // MARK: Turns

  package mutating func begin(at moment: Moment) { pace.start(at: moment) }

  /// Scrolls by a line if one is due, else does a piece of work in each half; called while no key waits.
  package mutating func takeTurn(at moment: Moment) {
    if !awaitsRest(at: moment), let line = pace.takeLine(at: moment) {
      scroll(by: line, at: moment)
    } else {
      for side in Side.allCases { halves[side].work(simulation, at: moment, wall: wall) }
    }
  }

  /// Whether the next line waits until all rows of both halves are rich: a rest ends no sooner.
  private func awaitsRest(at moment: Moment) -> Bool {
    pace.beginsBurst && Side.allCases.contains { halves[$0].isBusy(at: moment) }
  }

  /// Shows frames whose simulated wait is over; whether there were any.
  package mutating func arrive(at moment: Moment) -> Bool {
    let left = halves.left.arrive(at: moment)
    let right = halves.right.arrive(at: moment)
    return left || right
  }

  /// Draws the frames that the halves want, and compares their text; whether there were any.
  package mutating func makeFrames(_ gauges: Pair<any FrameGauge>, _ time: any TimeSource) -> Bool {
    let made = order.filter { halves[$0].makeFrame(simulation, gauges[$0], time) }
    guard !made.isEmpty else { return false }
    // Both viewers are at the same place, also while a simulated wait holds a frame back.
    comparison.compare(halves.left.app.draw(), halves.right.app.draw())
    return true
  }

  /// When the demonstration wants a turn; nil never, as long as nothing else happens.
  package func deadline(at moment: Moment) -> Moment? {
    [
      awaitsRest(at: moment) ? nil : pace.next, halves.left.deadline(at: moment),
      halves.right.deadline(at: moment),
    ]
    .compactMap(\.self).min()
  }

  /// Scrolls both halves by a line; at an end the scroll turns around.
  private mutating func scroll(by line: Int, at moment: Moment) {
    let anchor = halves.left.app.view.list.anchor
    press(line < 0 ? .character("k") : .character("j"), at: moment)
    guard halves.left.app.view.list.anchor == anchor else {
      hasTurned = false
      return
    }
    if hasTurned {
      pace.pause()
      message = "Nothing to scroll: all posts fit into a half."
    } else {
      pace.isUp.toggle()
    }
    hasTurned.toggle()
  }
}

/// Compares the text of two viewers of the same size, cell by cell, without their status lines.
struct TextComparison: Equatable, Sendable {
  private(set) var differing = 0
  private(set) var cells = 0
  private(set) var differingEver = 0

  /// Compares the screens of two viewers; styles do not count.
  mutating func compare(_ left: Screen, _ right: Screen) {
    let lines = max(0, left.size.lines - 1)
    cells = lines * left.size.columns
    differing = ScreenDifference(left, right, lines: lines).characterCount
    differingEver += differing
  }
}

/// One of the two halves of the demonstration: left or above, right or below.
package enum Side: CaseIterable, Sendable {
  case left, right
}

package struct Pair<Value> {
  package var left: Value
  package var right: Value

  package init(left: Value, right: Value) {
    self.left = left
    self.right = right
  }

  package subscript(side: Side) -> Value {
    // In place both ways: a half is large, and every key changes it.
    _read {
      switch side {
      case .left: yield left
      case .right: yield right
      }
    }
    _modify {
      switch side {
      case .left: yield &left
      case .right: yield &right
      }
    }
  }
}

extension Pair: Sendable where Value: Sendable {}
