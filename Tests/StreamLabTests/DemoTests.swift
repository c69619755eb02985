import CellGrid
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamLab

/// The demonstration as a viewer of it sees it.
struct DemoTests {
  struct Shot: CustomTestStringConvertible {
    let name: String
    let keys: String
    var size = Size(columns: 120, lines: 40)
    var pictures: PictureGrid?
    var testDescription: String { name }
  }

  private static let small = Size(columns: 80, lines: 24)

  private static let grid = PictureGrid(run: 7)

  static let shots: [Shot] = [
    Shot(name: "demo", keys: "<wait 1000>"),
    Shot(name: "demo-80", keys: "<wait 1000>", size: small),
    Shot(name: "demo-rest", keys: "<wait 3600>", size: small),
    Shot(name: "demo-bytes", keys: "n<wait 1900>", size: small),
    Shot(name: "demo-pictures", keys: "n<wait 1900> <wait 3000>", pictures: grid),
    Shot(name: "demo-own-choice", keys: "2<F4><wait 1000> <wait 2000>", size: small),
    Shot(name: "demo-keys", keys: " ?", size: small),
    Shot(name: "demo-smallest", keys: " <wait 400>", size: DemoLayout.smallest),
    Shot(name: "demo-too-small", keys: "", size: Size(columns: 40, lines: 12)),
    Shot(name: "demo-unknown-key", keys: " e", size: small),
  ]

  @Test(arguments: shots) func looksLikeItsPicture(_ shot: Shot) throws {
    let outcome = try DemoStage(size: shot.size, pictures: shot.pictures).play(shot.keys)
    #expect(try GoldenScreen(shot.name, beside: #filePath).difference(from: outcome.screen) == nil)
  }

  // MARK: Nothing moves

  @Test(arguments: 0..<(isLongRun ? 4 : 1)) func bothHalvesShowTheSameTextWhateverIsPressed(
    _ seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let keys = [
      "j", "k", "d", "J", "K", "G", "g", "<PageDown>", "b", "1", "2", "3", "4", "5", "!", "@",
      "#", "$", "%", "n", "p", " ", "<Left>", "<Right>", "0", "<wait 20>", "<wait 170>",
      "<wait 900>", "<resize 140x30>", "<resize 90x30>", "?", "?",
    ]
    let script = (0..<120).map { _ in keys[random.below(keys.count)] }.joined()
    let stage = DemoStage(pictures: seed.isMultiple(of: 2) ? Self.grid : nil)
    let outcome = try stage.play("n<wait 2000>" + script)
    #expect(outcome.demo.comparison.differingEver == 0)
    #expect(outcome.demo.comparison.cells > 0)
    #expect(outcome.left.app.view.list.anchor == outcome.right.app.view.list.anchor)
  }

  @Test func theScreenItselfHasTheSameTextInBothHalves() throws {
    let outcome = try DemoStage().play("n<wait 3000> <wait 400>jjjj")
    // The first line has the names of the halves.
    for line in outcome.screen.lines.dropFirst().prefix(30) {
      #expect(line.cells[..<59].map(\.text) == line.cells[60..<119].map(\.text))
    }
    #expect(outcome.statusLine.contains(" 0 of "))
  }

  @Test func aDifferenceWouldBeCounted() {
    var left = Screen(size: Size(columns: 10, lines: 3))
    var line = CellLine(columns: 10)
    line.put("abc", at: 0, role: .text)
    left.set(line: 1, to: line)
    var comparison = TextComparison()
    comparison.compare(left, Screen(size: left.size))
    #expect(comparison.differing == 3)
    #expect(comparison.cells == 20)
    comparison.compare(left, left)
    #expect(comparison.differing == 0)
    #expect(comparison.differingEver == 3)
  }

  // MARK: Costs

  /// Without a key, late frames of eager beside none are seen within five seconds.
  @Test(
    arguments: (isLongRun ? [(80, 24), (120, 40)] : [(80, 24)]).map { Size(columns: $0, lines: $1) }
  )
  func theFirstStepShowsLateFramesOfEagerBesideNone(_ size: Size) throws {
    let outcome = try DemoStage(size: size).play("<wait 4900>")
    #expect(outcome.left.strategy == .eager && outcome.right.strategy == .idle)
    let (eager, idle) = (outcome.left.ledger, outcome.right.ledger)
    #expect(eager.late > 5 && eager.longest >= 100_000_000)
    #expect(idle.late == 0 && idle.longest == 0)
    #expect(idle.bytesMoving > 0)
    let text = outcome.lines.joined(separator: " ")
    #expect(text.contains("plain while it moves") && text.contains("100 ms"))
    // Later bursts begin when both halves are at rest, so they do not make frames late either.
    let later = try DemoStage(size: size).play("<wait 15000>")
    #expect(later.right.ledger.late == 0 && later.left.ledger.late > eager.late)
    #expect(later.demo.comparison.differingEver == 0)
  }

  /// The rows look different, too.
  @Test func rowsThatMoveArePlainOnOneSideOnly() throws {
    let outcome = try DemoStage().play("n<wait 2500>")
    func isStyled(_ half: DemoHalf) -> Bool {
      half.shown?.lines.contains { $0.cells.contains { $0.role == .link } } ?? false
    }
    #expect(isStyled(outcome.left))
    #expect(!isStyled(outcome.right))
  }

  @Test func theStepAboutBytesShowsThatIdleSendsLess() throws {
    let outcome = try DemoStage().play("n<wait 9000>")
    #expect(outcome.demo.step == .bytes && !outcome.demo.simulation.isOn)
    let (eager, idle) = (outcome.left.ledger, outcome.right.ledger)
    #expect(idle.bytesMoving < eager.bytesMoving && idle.bytes < eager.bytes)
    #expect(eager.late == 0 && idle.late == 0)
  }

  @Test func theTourEndsWhereItsStepsDo() throws {
    let last = try DemoStage().play("nn")
    #expect(last.demo.step == .bytes && last.statusLine.contains("This is the last step."))
    let first = try DemoStage().play("np")
    #expect(first.demo.step == .frames && first.statusLine.contains("1 of 2 "))
    #expect(try DemoStage().play("p").statusLine.contains("This is the first step."))
    #expect(try DemoStage().play("1n").demo.step == .frames)
  }

  @Test func nothingIsDueAtRest() throws {
    let outcome = try DemoStage().play("<wait 1500> <wait 9000>")
    #expect(outcome.demo.deadline(at: Moment(nanoseconds: 10_500_000_000)) == nil)
  }

  @Test func anotherStrategyCountsFromTheStart() throws {
    let outcome = try DemoStage().play("n<wait 2000> <wait 400>1")
    #expect(outcome.left.strategy == .flat)
    #expect(outcome.left.ledger.bytesMoving == 0)
    #expect(outcome.demo.step == nil)
  }

  // MARK: Pictures

  /// eager sends pictures while rows move, idle at rest; each half has pictures of its own.
  @Test func theStepAboutPicturesShowsWhenTheyAreSent() throws {
    let stage = DemoStage(pictures: Self.grid)
    let moving = try stage.play("n<wait 1900>")
    #expect(moving.demo.step == .pictures && moving.demo.steps.count == 3)
    let (eager, idle) = (moving.left.ledger, moving.right.ledger)
    // The first screen has its pictures before the scroll begins.
    #expect(eager.pictures > idle.pictures)
    #expect(eager.bytesMoving - idle.bytesMoving > DemoStage.bytesOfPicture)
    #expect(eager.late > 0 && idle.late == 0)
    #expect(!moving.left.wishes.wanted.isEmpty && moving.right.wishes.wanted.isEmpty)
    let resting = try stage.play("n<wait 1900> <wait 3000>")
    let rested = resting.right.ledger
    #expect(rested.pictures > idle.pictures && rested.bytesMoving == idle.bytesMoving)
    #expect(rested.bytesResting > DemoStage.bytesOfPicture * rested.pictures)
    #expect(resting.left.ledger.pictures == eager.pictures)
    // Nothing is due at rest once they are there.
    #expect(resting.demo.deadline(at: Moment(nanoseconds: 9_000_000_000)) == nil)
    let wishes = try #require(resting.demo.pictureWishes)
    #expect(Set(wishes.wanted.map(\.number.high)).count > 1)
    // They are gone in all other steps.
    let before = try stage.play("n<wait 1900>p<wait 400>")
    #expect(before.demo.pictureWishes == nil && !before.screen.textPlane().contains("░"))
  }

  /// No step is empty: there is none about pictures where no terminal or no feed has them.
  @Test func whereNoPicturesCanBeDrawnTheTourHasNoStepAboutThem() throws {
    let plain = try DemoStage().play("n<wait 1900>")
    #expect(plain.demo.step == .bytes && plain.statusLine.contains("2 of 2 "))
    let stage = DemoStage(pictures: Self.grid, feed: feed(["<p><b>b</b></p>"]))
    #expect(try stage.play("n").demo.step == .bytes)
  }

  // MARK: Simulated waits

  @Test func aSimulatedWaitHoldsTheFrameBack() throws {
    let stage = DemoStage(simulation: Simulation(millisecondsPerRow: 100))
    // At rest a screenful ahead becomes rich; the third page is beyond it.
    let keys = " <wait 9000><PageDown><PageDown><PageDown>"
    let early = try stage.play(keys + "<wait 90>")
    #expect(early.left.strategy == .eager)
    #expect(early.left.shown != early.left.app.draw())
    #expect(early.right.shown == early.right.app.draw())
    #expect(early.demo.comparison.differingEver == 0)
    let late = try stage.play(keys + "<wait 60000>")
    #expect(late.left.shown == late.left.app.draw())
    #expect(late.left.ledger.longest > 100_000_000)
  }

  @Test func aKeyWaitsForTheRowThatBecomesRich() throws {
    let simulation = Simulation(millisecondsPerRow: 1_000)
    let stage = DemoStage(simulation: simulation, strategies: Pair(left: .flat, right: .idle))
    let outcome = try stage.play(" <wait 400>j<wait 60000>")
    #expect(outcome.left.ledger.late == 0)
    #expect(outcome.right.ledger.late == 1 && outcome.right.ledger.longest > 500_000_000)
  }

  /// The slower rows and line are, the more keys wait for each frame of eager: all of them count.
  @Test func everyKeyThatWaitsForALateFrameCounts() throws {
    let ledgers = try [(20, nil), (300, nil), (20, 38_400)].map { milliseconds, baud in
      let stage = DemoStage(simulation: Simulation(millisecondsPerRow: milliseconds, baud: baud))
      let outcome = try stage.play("<wait 5000>")
      return (eager: outcome.left.ledger, idle: outcome.right.ledger)
    }
    #expect(ledgers[1].eager.late > ledgers[0].eager.late && ledgers[1].idle.late == 0)
    #expect(ledgers[2].eager.late >= ledgers[2].idle.late)
  }

  @Test func syncFitsOneSlowRowIntoItsBudget() throws {
    var stage = DemoStage(simulation: Simulation(millisecondsPerRow: 100))
    let keys = " <wait 9000><PageDown><PageDown><PageDown><wait 60000>"
    let eager = try stage.play(keys)
    stage.strategies = Pair(left: .sync, right: .idle)
    let sync = try stage.play(keys)
    // The second frame waits for the first: a row each.
    #expect(sync.left.ledger.longest == 200_000_000)
    #expect(eager.left.ledger.longest > 200_000_000)
  }

  @Test func aSlowLineDelaysByItsBytes() throws {
    let stage = DemoStage(simulation: Simulation(baud: 9_600))
    let outcome = try stage.play(" <wait 60000>j<wait 60000>")
    // One key was answered by one frame; the first screen is shown at once.
    let bytes = outcome.left.ledger.bytesMoving
    #expect(bytes > 0)
    #expect(abs(outcome.left.ledger.longest - Int64(bytes) * 10_000_000_000 / 9_600) < 10)
  }

  // MARK: The scroll

  @Test func theScrollRestsAfterEachBurst() throws {
    let burst = try DemoStage().play("n<wait 4000>")
    let rest = try DemoStage().play("n<wait 5400>")
    #expect(burst.left.app.view.list.anchor == rest.left.app.view.list.anchor)
    #expect(burst.left.app.isMoving)
    #expect(!rest.left.app.isMoving)
    let next = try DemoStage().play("n<wait 5700>")
    #expect(next.left.app.view.list.anchor != rest.left.app.view.list.anchor)
  }

  @Test func theScrollTurnsAroundAtTheEnd() throws {
    let outcome = try DemoStage().play("nG <wait 400> <wait 1000>")
    let end = try DemoStage().play("nG")
    #expect(outcome.left.app.view.list.anchor != end.left.app.view.list.anchor)
  }

  @Test func aScrollKeyPausesTheScroll() throws {
    #expect(try DemoStage().play("<wait 200>j<wait 5000>").statusLine.contains("paused"))
    #expect(try DemoStage().play("<wait 200><Right>").statusLine.contains("80 lines/s"))
    #expect(
      try DemoStage().play("<Left><Left><Left><Left><Left><Left>").statusLine.contains("1 lines/s")
    )
  }

  // MARK: Odd feeds

  private func feed(_ bodies: [String]) -> [UInt8] {
    let posts = bodies.map { #"{"body_html":"\#($0)"}"# }.joined(separator: ",")
    return Array(#"{"version":1,"posts":[\#(posts)]}"#.utf8)
  }

  private func reason(_ bodies: [String]) throws -> String? {
    Demo.reasonForNothing(try DemoStage(feed: feed(bodies)).timeline(), wall: DemoStage.wall)
  }

  @Test func aFeedOnWhichNothingDiffersIsNamed() throws {
    #expect(try reason([]) == "the feed has no posts")
    #expect(try reason(["<p>plain</p>", "text"]) == "no row has markup")
    #expect(try reason(["<p>plain</p>", "<p><b>b</b></p>"]) == nil)
    let many = (0..<1_001).map { "<p>plain \($0)</p>" }
    #expect(try reason(many) == "none of the first 1,000 rows has markup")
  }

  @Test func onePostIsShownAndTheScrollStops() throws {
    let outcome = try DemoStage(feed: feed(["<p><b>the only post</b></p>"])).play("<wait 2000>")
    #expect(outcome.lines.contains { $0.contains("the only post") })
    #expect(outcome.statusLine.contains("Nothing to scroll"))
  }

  @Test func anEmptyFeedDrawsNothingWrong() throws {
    let outcome = try DemoStage(feed: feed([])).play("<wait 1000>jG!nn<wait 1000>")
    #expect(outcome.demo.comparison.differingEver == 0)
  }

  @Test func anySizeDrawsAScreen() throws {
    for size in [(0, 0), (1, 1), (59, 20), (60, 19), (60, 20), (119, 20), (120, 20), (2000, 9)] {
      let outcome = try DemoStage(size: Size(columns: size.0, lines: size.1)).play("<wait 100>n?")
      #expect(outcome.screen.size == Size(columns: size.0, lines: size.1))
    }
  }
}
