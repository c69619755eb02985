import CellGrid
import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The laws of the house that a screen can show.
struct LawTests {
  /// Law 2 over every row: rich has the characters of flat in the same cells.
  @Test(arguments: [40, 80, 200]) func richAndFlatHaveTheSameCells(_ columns: Int) throws {
    for feed in [try Feeds.sample(), Feeds.feed(Feeds.generated(isLongRun ? 500 : 250))] {
      try expectSameCells(feed, columns: columns)
    }
  }

  /// The same over ten thousand posts: four minutes, for `script/test --long`.
  @Test(.enabled(if: isLongRun), arguments: [40, 80, 200])
  func richAndFlatHaveTheSameCellsOverTenThousandPosts(_ columns: Int) throws {
    try expectSameCells(Feeds.feed(Feeds.generated(10_000, seed: 2)), columns: columns)
  }

  private func expectSameCells(_ feed: Feed, columns: Int) throws {
    while try feed.advance(bytes: 1 << 20) == .more {}
    let posts = PostRow(now: Stage.wall)
    let layout = RowLayout(columns: columns)
    #expect(feed.recordCount > 0)
    for index in 0..<feed.recordCount {
      guard case .post(let post) = feed.record(at: index) else { continue }
      let folds = PostRow.Folds(isExpanded: true, isUncovered: true)
      let rows =
        [posts.row(.post(post), folds: folds), posts.fullRow(post)]
        + Conversation(comments: post.comments).nodes.map {
          CommentRow(RowClock(now: Stage.wall)).row($0, isCollapsed: false, folds: folds)
        }
      for row in rows {
        let laid = layout.lay(row)
        let rich = RowEnricher.enrich(laid)
        let same = laid.flat.hasSameText(as: rich.lines)
        #expect(same, "post \(index) at \(columns) columns")
        if !same { return }
        #expect(laid.isMarkedUp || rich.links.isEmpty)
        for spot in rich.links.flatMap(\.spots) {
          #expect(laid.flat.indices.contains(spot.line))
          #expect(spot.columns.lowerBound >= RowLayout.gutter)
          #expect(
            spot.columns.upperBound <= columns,
            "\(laid.flat[spot.line].cells.map(\.text).joined())|\(spot)"
          )
          if spot.columns.upperBound > columns { return }
        }
      }
    }
  }

  /// Law 2 on whole screens: waiting changes no character, scrolled to any place.
  @Test(arguments: [40, 80, 200]) func restingMovesNothing(_ columns: Int) throws {
    for strategy in [Strategy.strict, .idle] {
      let stage = Stage(strategy: strategy, size: Size(columns: columns, lines: 24))
      for keys in ["jjjjjjjj", "<Space>", "<Space><Space><Space>jjj", "<C-d><C-d><C-d><C-d><C-d>"] {
        let moving = try stage.play(keys, try Feeds.sample())
        let resting = try stage.play(keys + "<wait 400>", try Feeds.sample())
        #expect(strategy == .idle || !moving.hasLinkRole)
        #expect(moving.text == resting.text)
      }
    }
  }

  /// Law 1.
  @Test func theSameInputGivesTheSameFrames() throws {
    let keys = "jjj<wait 200><Tab><Tab><CR><wait 10>q<Space><resize 50x30>kk<wait 500>G"
    let first = try Stage().play(keys, try Feeds.sample())
    let second = try Stage().play(keys, try Feeds.sample())
    #expect(first.frames == second.frames)
  }

  /// Law 3.
  @Test func clearingCachesChangesNoFrame() throws {
    for keys in ["", "jjj", "jjj<wait 400>", "<Tab><Tab>", "<CR><wait 300>"] {
      let outcome = try Stage().play(keys, try Feeds.sample())
      #expect(outcome.app.drawsTheSameWithoutCaches)
    }
  }

  /// The fuzzer found: the head of an account's page stayed as it was before the account was known.
  @Test func theHeadOfAPageKnowsWhoItIsOf() throws {
    let feed = Feeds.posts([
      #"<p>thanks <a href="https://social.example/@olga" class="u-url mention">@olga</a></p>"#
    ])
    let outcome = try Stage().play("<Tab><CR><wait 10>", feed)
    #expect(outcome.lines[0].contains("Olga Hansen @olga@social.example"))
    #expect(outcome.app.drawsTheSameWithoutCaches)
  }

  /// Law 5: the top of the viewport is a line of a row, not a number of lines.
  @Test func aResizeKeepsThePlace() throws {
    let outcome = try Stage().play("<Space><Space><resize 50x24><resize 80x24>", try Feeds.sample())
    let straight = try Stage().play("<Space><Space>", try Feeds.sample())
    #expect(outcome.app.view.list.anchor.row == straight.app.view.list.anchor.row)
  }

  @Test func aSelectionThatWasSeenIsSeenAfterAResize() throws {
    try Stage().play("G<resize 40x10>", try Feeds.sample()).shows("▌ Mia Lindqvist")
  }

  /// Law 5, for growth: what comes later moves nothing that is seen.
  @Test func aGrowingFeedKeepsThePlace() throws {
    let bytes = Array(Feeds.linked(40).utf8)
    let half = bytes.count / 2
    let source = MemoryBytes(name: "pipe", bytes: Array(bytes[..<half]), isComplete: false)
    let feed = try Feed(source: source).scanned()
    var app = App(Timeline(feed))
    _ = app.handle(.input(.key(" ")), at: Moment(nanoseconds: 0), wall: Stage.wall)
    let before = app.draw()
    let known = feed.recordCount
    #expect(before.textPlane().contains("of \(known) so far"))
    source.append(bytes[half...])
    source.finish()
    while try feed.advance(bytes: 1 << 20) == .more {}
    _ = app.takeInGrowth()
    let after = app.draw()
    #expect(feed.recordCount > known)
    #expect(Array(after.lines.dropLast()) == Array(before.lines.dropLast()))
    #expect(after.textPlane().contains("of 40"))
  }

  /// Law 8.
  @Test func backRestoresAnchorSelectionAndLink() throws {
    let there = "jjjjj<wait 400><Tab><Tab>"
    let before = try Stage().play(there, Feeds.linked(60))
    // Into the post by way of its row, into the likers, the help, and back each time.
    for trip in ["?q", "?<Esc>", "l<BS>", "a<wait 50>q", "?<wait 400>q"] {
      let after = try Stage().play(there + trip, Feeds.linked(60))
      #expect(after.app.view.list.anchor == before.app.view.list.anchor)
      #expect(after.app.view.list.selection == before.app.view.list.selection)
      #expect(after.app.view.list.focus == before.app.view.list.focus)
      #expect(after.screen == before.screen)
    }
  }

  /// Law 10, for keys.
  @Test func anyKeysAtAnySizeGiveFrames() throws {
    var random = SplitMix(seed: 11)
    let keys = Keymap.standard.on(.timeline).bindings.filter { $0.command != KeyCommand(.quit) }
      .map(\.keys.first)
    let feed = try Feeds.sample()
    for _ in 0..<(isLongRun ? 60 : 20) {
      var steps: [KeyScript.Step] = []
      for _ in 0..<150 {
        switch random.next() % 20 {
        case 0:
          steps.append(
            .resize(Size(columns: Int(random.next() % 120), lines: Int(random.next() % 50)))
          )
        case 1: steps.append(.wait(milliseconds: Int(random.next() % 300)))
        case 2:
          let place = (Int(random.next() % 90), Int(random.next() % 30))
          steps.append(.input(.mouse(MouseEvent(.press, column: place.0, line: place.1))))
          steps.append(.input(.mouse(MouseEvent(.release, column: place.0, line: place.1))))
        default:
          steps.append(.input(.key(keys[Int(random.next() % UInt64(keys.count))])))
        }
      }
      let time = ManualTime(wall: Stage.wall)
      var sizes = Set<Int>()
      let size = Size(columns: 80, lines: 24)
      let terminal = HeadlessTerminal(size: size, script: KeyScript(steps: steps), time: time) {
        for line in $0.lines { sizes.insert(line.cells.count - $0.size.columns) }
      }
      let app = App(Timeline(feed), size: size)
      var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
      try loop.run()
      #expect(sizes.subtracting([0]).isEmpty)
    }
  }
}

extension App {
  /// Whether the frame stays as it is when the caches of its rows and records are cleared (law 3).
  var drawsTheSameWithoutCaches: Bool {
    let before = draw()
    view.memo.clear()
    feed.clearCaches()
    return draw() == before
  }
}

extension Collection where Element == CellLine {
  /// Whether other lines have the same characters in the same cells (law 2).
  func hasSameText(as other: some Collection<CellLine>) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { line, another in
        line.cells.count == another.cells.count
          && zip(line.cells, another.cells).allSatisfy { $0.hasSameText(as: $1) }
      }
  }
}

extension Cell {
  func hasSameText(as other: Cell) -> Bool {
    guard columns == other.columns, scalarCount == other.scalarCount else { return false }
    return (0..<scalarCount).allSatisfy { scalar(at: $0) == other.scalar(at: $0) }
  }
}
