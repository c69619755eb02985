import CellGrid
import RichText
import StreamModel
import Testing

@testable import StreamUI

/// The scroll-idle strategy as a reader sees it: what is rich when, and what it costs.
struct StrategyTests {
  static let feed = Feeds.linked(60)

  @Test func theFirstFrameIsRichAtOnce() throws {
    let outcome = try Stage().play("", Self.feed)
    #expect(outcome.hasLinkRole)
    #expect(!outcome.app.isMoving)
  }

  /// Found with real feeds: what was scanned before the app began stayed flat until a key came.
  @Test func theFirstFrameOfAScannedFeedIsRichAtOnce() throws {
    let feed = Feeds.feed(Self.feed)
    while try feed.advance(bytes: 1 << 20) == .more {}
    let outcome = try Stage().play("", feed)
    #expect(outcome.hasLinkRole)
    #expect(!outcome.app.isMoving)
  }

  @Test func idleIsFlatWhileItMoves() throws {
    #expect(try !Stage().play("jjjjjjjj", Self.feed).hasLinkRole)
    #expect(try !Stage().play("jjjjjjjj<wait 149>", Self.feed).hasLinkRole)
  }

  @Test func idleIsRichExactlyAtTheDeadline() throws {
    let outcome = try Stage().play("jjjjjjjj<wait 150>", Self.feed)
    #expect(outcome.hasLinkRole)
    #expect(try outcome.text == Stage().play("jjjjjjjj", Self.feed).text)
  }

  @Test func aScrollBeforeTheDeadlinePostponesIt() throws {
    #expect(try !Stage().play("j<wait 149>j<wait 149>", Self.feed).hasLinkRole)
    #expect(try Stage().play("j<wait 149>j<wait 150>", Self.feed).hasLinkRole)
  }

  @Test func movingTheSelectionIsNotMoving() throws {
    let outcome = try Stage().play("J", Self.feed)
    #expect(!outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  @Test func aJumpIsNotMoving() throws {
    let outcome = try Stage().play("G", Self.feed)
    #expect(!outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  @Test func aResizeIsNotMoving() throws {
    let outcome = try Stage().play("<resize 60x20>", Self.feed)
    #expect(!outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  @Test func stickyKeepsWhatIsRich() throws {
    var stage = Stage()
    stage.strategy = .sticky
    #expect(try stage.play("jjj", Self.feed).hasLinkRole)
    // Far beyond the overscan nothing was ever rich.
    #expect(try !stage.play("<Space><Space><Space><Space>", Self.feed).hasLinkRole)
  }

  @Test(arguments: [Strategy.sync, .eager]) func inFrameStrategiesAreRichWhileTheyMove(
    _ strategy: Strategy
  ) throws {
    var stage = Stage()
    stage.strategy = strategy
    let outcome = try stage.play("<Space><Space><Space><Space>", Self.feed)
    #expect(outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  /// `sync` may take four milliseconds a frame: with a clock that takes three for each look, one
  /// row is enriched inside a frame, and the rest waits for the rest.
  @Test func syncKeepsItsTimeBudget() throws {
    let time = TickingTime(step: 3_000_000)
    let size = Size(columns: 80, lines: 24)
    let keys = [KeyScript.Step](repeating: .input(.key(.character(" "))), count: 4)
    let script = KeyScript(steps: keys)
    let terminal = HeadlessTerminal(size: size, script: script, time: ManualTime(wall: Stage.wall))
    var options = App.Options()
    options.strategy = .sync
    options.idleDelay = 60_000
    let feed = Feeds.feed(Self.feed)
    let app = App(feed: feed, size: size, wall: Stage.wall, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    let last = try #require(terminal.screen)
    let rich = last.stylePlane().split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(23).count { $0.contains("L") }
    #expect(rich >= 1)
    #expect(rich <= 2)
  }

  @Test func flatIsNeverRich() throws {
    var stage = Stage()
    stage.strategy = .flat
    #expect(try !stage.play("jjj<wait 5000>", Self.feed).hasLinkRole)
    #expect(try stage.play("jjj<wait 5000>", Self.feed).app.enrichmentCounts.enriched == 0)
  }

  @Test func strategiesShowTheSameCharacters() throws {
    for keys in ["", "jjjjj", "<Space><Space><wait 400>", "G<wait 400>"] {
      let texts = try Strategy.allCases.map { strategy in
        var stage = Stage()
        stage.strategy = strategy
        return try stage.play(keys, Self.feed).text
      }
      #expect(Set(texts).count == 1)
    }
  }

  @Test func rowsBecomeRichFromTheSelectionOutwards() throws {
    var stage = Stage()
    let worker = RecordingWorker()
    stage.worker = worker
    let flat = try stage.play("jjjjjjjj", Self.feed)
    worker.targets.removeAll()
    let outcome = try stage.play("jjjjjjjj<wait 150>", Self.feed)
    guard case .record(let selected) = outcome.app.page.list.selection else {
      Issue.record("no record is selected")
      return
    }
    let visible = outcome.app.visibleRows().map(\.row)
    // The rows of the first screen came before the first key.
    let order = worker.targets.suffix(worker.targets.count - flat.app.enrichmentCounts.enriched)
    let rows = order.prefix(visible.count).compactMap { target in
      (0..<60).last { target.hasSuffix("/\($0 + 1)") }
    }
    #expect(rows.first == selected)
    #expect(Set(rows) == Set(visible))
    let distances = rows.map { abs($0 - selected) }
    #expect(distances == distances.sorted())
  }

  /// Rows that become rich share a frame: a slow line is not kept busy by one each.
  @Test func rowsThatBecomeRichAtOnceShareAFrame() throws {
    let moving = try Stage().play("jjjjjjjj", Self.feed)
    let resting = try Stage().play("jjjjjjjj<wait 150>", Self.feed)
    #expect(resting.frames.count == moving.frames.count + 1)
  }

  @Test func rowsWithoutMarkupAreNeverQueued() throws {
    let plain = Feeds.posts((1...30).map { "<p>nothing but text \($0)</p>" })
    let outcome = try Stage().play("jjj<wait 400>", plain)
    #expect(outcome.app.enrichmentCounts.enriched == 0)
    #expect(outcome.app.queuedCount == 0)
  }

  @Test func atRestNothingIsDue() throws {
    let outcome = try Stage().play("jjj<wait 400>", Self.feed)
    #expect(outcome.app.deadline(at: Moment(nanoseconds: .max)) == nil)
    #expect(!outcome.app.hasBackgroundWork)
  }

  @Test func leavingRowsCancelTheirEnrichment() throws {
    var stage = Stage()
    let worker = LateWorker()
    stage.worker = worker
    let outcome = try stage.play("jjj<wait 400>G<wait 1>", Self.feed)
    #expect(worker.jobs.count >= 2)
    #expect(outcome.app.enrichmentCounts.cancelled > 0)
  }

  @Test func lateResultsOfGoneRowsAreThrownAway() throws {
    let feed = Feeds.feed(Self.feed)
    while try feed.advance(bytes: 1 << 20) == .more {}
    let wall = Stage.wall
    var app = App(
      feed: feed,
      size: Size(columns: 80, lines: 24),
      wall: wall,
      options: App.Options()
    )
    let start = Moment(nanoseconds: 0)
    _ = app.handle(.feedGrew, at: start, wall: wall)
    let effects = app.handle(.due, at: start, wall: wall)
    guard case .enrich(let job) = effects.first else {
      Issue.record("no job was handed out")
      return
    }
    // One row is in work: the line is taken.
    #expect(app.handle(.due, at: start, wall: wall).isEmpty)
    _ = app.handle(.input(.key(.character(" "))), at: start, wall: wall)
    let before = app.draw()
    let result = RowEnricher.enrich(job.laid)
    _ = app.handle(.enriched(job.token, .done(result)), at: start, wall: wall)
    #expect(app.enrichmentCounts.thrownAway == 1)
    #expect(app.draw() == before)
  }

  @Test func aFailureFreesTheLine() throws {
    var stage = Stage()
    stage.worker = FailingWorker()
    let outcome = try stage.play("jjj<wait 400>", Self.feed)
    #expect(!outcome.hasLinkRole)
    #expect(outcome.app.queuedCount == 0)
    #expect(outcome.app.deadline(at: Moment(nanoseconds: 0)) == nil)
  }

  @Test func theStrategyCanBeChangedWhileRunning() throws {
    let outcome = try Stage().play("S", Self.feed)
    #expect(outcome.app.strategy == .sticky)
    #expect(outcome.statusLine.contains("strategy: sticky"))
    #expect(try Stage().play("SSSSS", Self.feed).app.strategy == .idle)
    #expect(try !Stage().play("SSSS<wait 400>", Self.feed).hasLinkRole)
  }

  /// The measure of the idea: a held key decodes and measures only what came near the viewport.
  @Test func aHeldKeyMeasuresOnlyRowsNearTheViewport() throws {
    let feed = Feeds.feed(Feeds.linked(5000))
    let outcome = try Stage().play(String(repeating: "j", count: 1000), feed)
    // Each row has three lines: 1000 lines pass 334 rows, 8 are seen, and 12 more were prepared
    // below the first screen.
    let passed = 1000 / 3 + 1 + 24 / 3 + 12
    #expect(outcome.app.memo.measuredCount <= passed)
    #expect(feed.decodeCount <= passed + 2)
    let first = outcome.app.enrichmentCounts.enriched
    // What was enriched was the first screen, before the first key.
    #expect(first <= 24)
  }

  @Test func oneLineOfScrollMeasuresAtMostOneRow() throws {
    for count in [100, 3000] {
      let feed = Feeds.feed(Feeds.linked(count))
      let before = try Stage().play("jjjjjjjjjj", Feeds.feed(Feeds.linked(count)))
      let after = try Stage().play("jjjjjjjjjjj", feed)
      #expect(after.app.memo.measuredCount - before.app.memo.measuredCount <= 1)
    }
  }
}

/// A clock on which each look takes time.
private final class TickingTime: TimeSource {
  private var ticks: Int64 = 0
  private let step: Int64

  init(step: Int64) {
    self.step = step
  }

  var now: Moment {
    ticks += step
    return Moment(nanoseconds: ticks)
  }

  var wall: Timestamp { Stage.wall }
}

/// Never answers, as a helper process that hangs.
private final class LateWorker: EnrichmentWorker {
  private(set) var jobs: [EnrichmentJob] = []

  func enrich(_ job: EnrichmentJob) -> EnrichmentOutcome? {
    jobs.append(job)
    return nil
  }
}

/// Works at once, and remembers what on.
private final class RecordingWorker: EnrichmentWorker {
  var targets: [String] = []
  private let worker = InPlaceWorker()

  func enrich(_ job: EnrichmentJob) -> EnrichmentOutcome? {
    targets += job.laid.body.links.map(\.target)
    return worker.enrich(job)
  }
}

private final class FailingWorker: EnrichmentWorker {
  func enrich(_ job: EnrichmentJob) -> EnrichmentOutcome? { .failed }
}
