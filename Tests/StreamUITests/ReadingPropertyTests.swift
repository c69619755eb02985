import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Random scripts of keys, pauses and growth against a plain model of what a reader can have read.
struct ReadingPropertyTests {
  /// How long each row has stood whole at rest, by what the screen shows alone.
  private struct Model {
    /// Milliseconds of rests that are over, and of the one that goes on.
    private var rested: [RowID: Int] = [:]
    private var current: [RowID: Int] = [:]
    /// The rows whose beginnings were on the screen, as long as a part of them is.
    private var begun: Set<RowID> = []
    private var anchor: List.Anchor?

    /// A pause in front of a screen; `isSeen` tells whether the terminal has the focus.
    mutating func look(at viewer: Viewer, for milliseconds: Int, isSeen: Bool) {
      let rows = viewer.app.view.rows
      let isTimeline = viewer.app.view.page.content.name == "timeline"
      let anchor = isTimeline ? viewer.app.view.list.anchor : self.anchor
      var whole: Set<RowID> = []
      var begun: Set<RowID> = []
      for seen in viewer.app.view.list.visible(in: rows) where isTimeline && isSeen {
        // The blank line below a text is not missed.
        let isBlank = rows.laid(at: seen.row).flat.last?.cells.allSatisfy { $0 == .blank } ?? false
        let end = seen.height - (isBlank ? 1 : 0)
        guard let row = rows.row(at: seen.row) else { continue }
        let hasBegun = seen.firstLine == 0 || self.begun.contains(row)
        if hasBegun { begun.insert(row) }
        if hasBegun || seen.height > rows.lines, seen.firstLine + seen.lines >= end {
          whole.insert(row)
        }
      }
      for (row, length) in current where anchor != self.anchor || !whole.contains(row) {
        rested[row, default: 0] += length >= 150 ? length : 0
        current[row] = nil
      }
      for row in whole { current[row, default: 0] += milliseconds }
      self.anchor = anchor
      self.begun = begun
    }

    /// Whether a row stood long enough in all.
    func allows(_ id: RecordID) -> Bool {
      let now = current[.record(id)] ?? 0
      return rested[.record(id), default: 0] + (now >= 150 ? now : 0) >= 1_000
    }
  }

  private static let keys: [Key] = [
    "j", "k", "J", "K", " ", "b", .control("d"), .control("u"), "G", "g", "-", "+", "?", "q", "x",
    "U", "'",
  ]

  /// Paging leaves no post unread in the midst of others: one that ended the page stood there whole.
  @Test(arguments: 8..<30) func pagingReadsEveryPostThatIsPassed(_ lines: Int) throws {
    var stage = try ReadingStage(
      Timeline(Feeds.feed(Feeds.scattered(80, seed: 3))),
      size: Size(columns: 100, lines: lines)
    )
    stage.work()
    for _ in 0..<6 {
      stage.wait(2_500)
      stage.press(" ")
    }
    let top = stage.viewer.topPosition ?? 0
    #expect(top > 0)
    #expect((0..<top).filter { !stage.read.contains($0) } == [])
  }

  /// A record is read only after it stood whole for a second in all, and only once it is above the
  /// screen or the reader presses on at the end.
  @Test func nothingIsReadThatDidNotStandAndPass() throws {
    var random = SplitMix(seed: 16)
    var readCount = 0
    let scripts = isLongRun ? 400 : 100
    for script in 0..<scripts {
      let feed = Feeds.feed(Feeds.scattered(300, seed: UInt64(script)))
      let source = try ScriptedSource(feed, records: 40)
      let size = Size(columns: 30 + random.below(60), lines: 4 + random.below(30))
      var stage = try ReadingStage(Timeline(sources: [source], order: .document), size: size)
      var model = Model()
      var hasFocus = true
      var known: Set<RecordID> = []
      for _ in 0..<60 {
        let effectCount = stage.effects.count
        let place = stage.viewer.app.view.list.standpoint.place
        var isEnd = false
        switch random.below(12) {
        case 0:
          source.prepend(1 + random.below(5))
          try stage.viewer.grow()
        case 1:
          source.append(1 + random.below(5))
          try stage.viewer.grow()
        case 2:
          source.remove(at: random.below(max(1, source.recordCount)))
          try stage.viewer.grow()
        case 3:
          let size = Size(columns: 20 + random.below(90), lines: 3 + random.below(40))
          stage.handle(.resized(size))
        case 4:
          hasFocus.toggle()
          stage.handle(.focus(hasFocus))
        default:
          let key = Self.keys[random.below(Self.keys.count)]
          let isTop = stage.viewer.app.view.pages.count == 1
          if key == "q", isTop { continue }
          stage.press(key)
          isEnd = stage.viewer.app.view.list.standpoint.place == place
        }
        let top = stage.viewer.topPosition ?? 0
        for id in records(in: stage.effects.dropFirst(effectCount), of: stage.feed) {
          guard known.insert(id).inserted else { continue }
          readCount += 1
          let isAllowed = model.allows(id)
          #expect(isAllowed, "script \(script): \(id) did not stand")
          let isAbove = stage.feed.row(of: id).map { $0 < top } ?? false
          #expect(isAbove || isEnd, "script \(script): \(id) is not above")
        }
        let pause = [0, 50, 149, 150, 400, 1_000, 3_000][random.below(7)]
        model.look(at: stage.viewer, for: pause, isSeen: hasFocus)
        stage.wait(pause)
      }
    }
    // Jumps, which read nothing, are among the keys.
    #expect(readCount > scripts)
  }

  /// Any changes by keys are undone one by one: each time the signs and all that is kept are as before.
  @Test func undoRestoresExactly() throws {
    var random = SplitMix(seed: 17)
    let keys: [Character] = ["R", "M", "A", "*", "R"]
    for script in 0..<40 {
      var stage = try ReadingStage(posts: 30 + script)
      var states: [(read: [Int], kept: [Int])] = []
      for _ in 0..<(1 + random.below(12)) {
        stage.press("g")
        for _ in 0..<random.below(20) { stage.press("J") }
        let state = (stage.read, stage.positions(of: .kept))
        let key = keys[random.below(keys.count)]
        stage.work(after: .character(key.unicodeScalars.first ?? "R"))
        // All read before: nothing to undo.
        if state != (stage.read, stage.positions(of: .kept)) { states.append(state) }
      }
      for state in states.reversed() {
        stage.work(after: "u")
        #expect(stage.read == state.read, "script \(script)")
        #expect(stage.positions(of: .kept) == state.kept, "script \(script)")
      }
      #expect(stage.read.isEmpty && stage.positions(of: .kept).isEmpty)
      stage.press("g")
      #expect(stage.signed("●") == stage.signed("●").filter { $0 >= 0 })
      #expect(!stage.signed("●").isEmpty)
    }
  }

  /// The rows that are to be kept as read.
  private func records(in effects: some Sequence<Effect>, of feed: Timeline) -> [RecordID] {
    // Folds are kept, too.
    let states = Array(effects).remembered.filter { $0.flags.contains(.read) }
    let keys = Set(states.map(\.key))
    guard !keys.isEmpty else { return [] }
    return (0..<feed.recordCount).compactMap { feed.id(at: $0) }.filter { id in
      feed.key(of: id).map { keys.contains($0) } ?? false
    }
  }
}
