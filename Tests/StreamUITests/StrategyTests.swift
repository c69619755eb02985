import CellGrid
import RichText
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The scroll-idle strategy as a reader sees it: what is rich when, and what it costs.
struct StrategyTests {
  static let feed = Feeds.linked(60)

  /// Found with real feeds: what was scanned before the app began stayed flat until a key came.
  @Test func theFirstFrameOfAScannedFeedIsRichAtOnce() throws {
    let outcome = try Stage().play("", Feeds.feed(Self.feed).scanned())
    #expect(outcome.hasLinkRole)
    #expect(!outcome.app.isMoving)
  }

  /// The first frame, another selection, a jump and a resize.
  @Test(arguments: ["", "J", "G", "<resize 60x20>"])
  func whatIsNoScrollIsRichAtOnce(_ keys: String) throws {
    let outcome = try Stage().play(keys, Self.feed)
    #expect(outcome.hasLinkRole)
    #expect(!outcome.app.isMoving)
  }

  /// A scroll before the deadline postpones it.
  @Test(arguments: [
    ("jjjjjjjj", false), ("jjjjjjjj<wait 149>", false), ("jjjjjjjj<wait 150>", true),
    ("j<wait 149>j<wait 149>", false), ("j<wait 149>j<wait 150>", true),
  ])
  func strictIsFlatWhileItMovesAndRichAtTheDeadline(_ keys: String, _ isRich: Bool) throws {
    let outcome = try Stage(strategy: .strict).play(keys, Self.feed)
    #expect(outcome.hasLinkRole == isRich)
    let moving = keys.replacing(/<wait [0-9]+>$/, with: "")
    #expect(try outcome.text == Stage(strategy: .strict).play(moving, Self.feed).text)
  }

  @Test(arguments: [Strategy.sync, .eager])
  func inFrameStrategiesAreRichWhileTheyMove(strategy: Strategy) throws {
    let outcome = try Stage(strategy: strategy).play("<Space><Space><Space><Space>", Self.feed)
    #expect(outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
  }

  /// `sync` may take four milliseconds a frame: with a clock that takes three for each look, one
  /// row is enriched inside a frame, and the rest waits for the rest.
  @Test func syncKeepsItsTimeBudget() throws {
    let time = TickingTime(step: 3_000_000)
    let size = Size(columns: 80, lines: 24)
    let keys = [KeyScript.Step](repeating: .input(.key(" ")), count: 4)
    let script = KeyScript(steps: keys)
    let terminal = HeadlessTerminal(size: size, script: script, time: ManualTime(wall: Stage.wall))
    var options = App.Options()
    options.strategy = .sync
    options.idleDelay = 60_000
    let feed = Feeds.feed(Self.feed)
    let app = App(Timeline(feed), size: size, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    let last = try #require(terminal.screen)
    let rich = last.stylePlane().split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(23).count { $0.contains("L") }
    #expect(rich >= 1)
    #expect(rich <= 2)
  }

  @Test func flatIsNeverRich() throws {
    let stage = Stage(strategy: .flat)
    #expect(try !stage.play("jjj<wait 5000>", Self.feed).hasLinkRole)
    #expect(
      try stage.play("jjj<wait 5000>", Self.feed).app.view.pages.enrichmentCounts.enriched == 0
    )
  }

  @Test func strategiesShowTheSameCharacters() throws {
    for keys in ["", "jjjjj", "<Space><Space><wait 400>", "G<wait 400>"] {
      let texts = try Strategy.allCases.map { try Stage(strategy: $0).play(keys, Self.feed).text }
      #expect(Set(texts).count == 1)
    }
  }

  @Test func rowsBecomeRichFromTheSelectionOutwards() throws {
    var app = try Self.moving("jjjjjjjj")
    let deadline = try #require(app.deadline(at: Self.start))
    _ = app.handle(.due, at: deadline, wall: Stage.wall)
    let rows = app.view.rows
    let visible = app.view.list.visible(in: rows).map(\.row)
    let selected = try #require(rows.position(of: app.view.list.selection))
    let order = app.view.list.enrichment.waiting.compactMap { rows.position(of: $0) }
    #expect(order.first == selected)
    #expect(Set(order) == Set(visible))
    let distances = order.map { abs($0 - selected) }
    #expect(distances == distances.sorted())
    // One row has its turn at a time.
    _ = app.handle(.due, at: deadline, wall: Stage.wall)
    #expect(app.view.list.enrichment.waiting.count == order.count - 1)
  }

  /// A viewer of all posts after `keys`.
  private static func moving(_ keys: String) throws -> App {
    let scanned = try Feeds.feed(feed).scanned()
    var app = App(Timeline(scanned))
    app.begin()
    for scalar in keys.unicodeScalars {
      _ = app.handle(.input(.key(.character(scalar))), at: start, wall: Stage.wall)
    }
    return app
  }

  private static let start = Moment(nanoseconds: 0)

  @Test func rowsThatBecomeRichAtOnceShareAFrame() throws {
    let moving = try Stage().play("jjjjjjjj", Self.feed)
    let resting = try Stage().play("jjjjjjjj<wait 150>", Self.feed)
    #expect(resting.frames.count == moving.frames.count + 1)
  }

  @Test func rowsWithoutMarkupAreNeverQueued() throws {
    let plain = Feeds.posts((1...30).map { "<p>nothing but text \($0)</p>" })
    let outcome = try Stage().play("jjj<wait 400>", plain)
    #expect(outcome.app.view.pages.enrichmentCounts.enriched == 0)
    #expect(outcome.app.view.list.enrichment.waiting.count == 0)
  }

  @Test func atRestNothingIsDue() throws {
    let outcome = try Stage().play("jjj<wait 400>", Self.feed)
    #expect(outcome.app.deadline(at: Moment(nanoseconds: .max)) == nil)
    #expect(!outcome.app.hasBackgroundWork)
  }

  @Test func leavingRowsCancelTheirEnrichment() throws {
    var app = try Self.moving("jjj")
    let deadline = try #require(app.deadline(at: Self.start))
    _ = app.handle(.due, at: deadline, wall: Stage.wall)
    let waiting = app.view.list.enrichment.waiting.count
    #expect(waiting > 1)
    let before = app.view.pages.enrichmentCounts.cancelled
    _ = app.handle(.input(.key("G")), at: deadline, wall: Stage.wall)
    #expect(app.view.pages.enrichmentCounts.cancelled == before + waiting)
  }

  @Test func theStrategyCanBeChangedWhileRunning() throws {
    func play(_ times: Int, _ more: String = "") throws -> Stage.Outcome {
      let keys = String(repeating: ":cycle-strategy<CR>", count: times) + more
      return try Stage().play(keys, Self.feed)
    }
    let outcome = try play(1)
    #expect(outcome.app.view.options.strategy == .strict)
    #expect(outcome.statusLine.contains("Strategy strict: every row is plain while it moves"))
    #expect(try play(5).app.view.options.strategy == .idle)
    #expect(try !play(4, "<wait 400>").hasLinkRole)
  }

  /// The measure of the idea: a held key decodes and measures the rows that came into view, and no
  /// more than a screenful beyond.
  @Test func aHeldKeyMeasuresOnlyRowsNearTheViewport() throws {
    let feed = Feeds.feed(Feeds.different(5000))
    let lines = 1000
    let outcome = try Stage().play(String(repeating: "j", count: lines), feed)
    // Each row has three lines.
    let seen = lines / 3 + 24 / 3
    let measured = outcome.app.view.memo.measuredCount
    #expect(measured >= seen)
    #expect(measured <= seen + 24)
    #expect(feed.decodeCount >= seen)
    #expect(feed.decodeCount <= seen + 24)
    // What was enriched was the first screen, before the first key.
    let enriched = outcome.app.view.pages.enrichmentCounts.enriched
    #expect((1...24).contains(enriched))
  }

  @Test(arguments: [(200, 60), (80, 120), (40, 12)])
  func scrollingBackOverAFewScreensMeasuresNoRowAgain(_ columns: Int, _ lines: Int) throws {
    for density in ["", "---", "+++"] {
      let feed = { Feeds.feed(Feeds.linked(isLongRun ? 5_000 : 2_500)) }
      let forth = density + String(repeating: " ", count: 20) + "bbb" + "   "
      let stage = Stage(size: Size(columns: columns, lines: lines))
      let once = try stage.play(forth, feed()).app.view.memo.measuredCount
      let again = try stage.play(forth + "bbb", feed()).app.view.memo.measuredCount
      #expect(again == once, "\(density)")
    }
  }

  /// The rows of a screen are kept even where one of them is larger than all rows that are kept usually.
  @Test func aHugeRowIsMeasuredOnceWhileItIsOnTheScreen() throws {
    let huge = "<p>" + String(repeating: "word ", count: 40_000) + "</p>"
    let feed = { Feeds.feed(Feeds.posts([huge] + (1...50).map { "<p>text \($0)</p>" })) }
    let before = try Stage().play("xJ", feed()).app.view.memo.measuredCount
    #expect(try Stage().play("xJkkkk", feed()).app.view.memo.measuredCount == before)
  }

  @Test func oneLineOfScrollMeasuresAtMostOneRow() throws {
    for count in [100, 3000] {
      let feed = Feeds.feed(Feeds.linked(count))
      let before = try Stage().play("jjjjjjjjjj", Feeds.feed(Feeds.linked(count)))
      let after = try Stage().play("jjjjjjjjjjj", feed)
      #expect(after.app.view.memo.measuredCount - before.app.view.memo.measuredCount <= 1)
    }
  }
}

/// A clock on which each look takes time.
private final class TickingTime: TimeSource {
  private var ticks: Int64 = 0
  private let step: Int64

  init(step: Int64) { self.step = step }

  var now: Moment {
    ticks += step
    return Moment(nanoseconds: ticks)
  }

  var wall: Timestamp { Stage.wall }
}
