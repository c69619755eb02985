import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Property: whatever subscriptions come, go and change, and whatever keys are pressed between, the
/// selection stays on its feed, and that on its line of the screen.
struct FeedsPropertyTests {
  /// A reader with subscriptions that change.
  private struct Play {
    var random: SplitMix
    var entries: [FeedEntry] = []
    var viewer: Viewer
    private var made = 0

    init(seed: UInt64) throws {
      random = SplitMix(seed: seed)
      let size = Size(columns: 30 + random.below(60), lines: 6 + random.below(16))
      viewer = try Viewer(Timeline(Feeds.feed(FeedsPageTests.json)), size: size)
      for _ in 0..<random.below(14) { add() }
      viewer.handle(.feeds(entries))
      viewer.press("B")
    }

    var page: FeedsPage? { viewer.app.view.page.content as? FeedsPage }
    var rows: PageRows { viewer.app.view.rows }
    var selection: RowID { viewer.app.view.list.selection }
    var item: FeedListing.Item? { page?.listing.item(of: selection) }
    var line: Int? { viewer.app.view.list.lines(in: rows)[selection] }
    /// The rows from top to bottom.
    var listed: [RowID] { (0..<rows.count).compactMap { rows.row(at: $0) } }

    /// Whether nothing is above the rows on the screen, or nothing below them.
    var isAtEnd: (top: Bool, bottom: Bool) {
      let top = viewer.app.view.list.standpoint.top(in: rows)
      return (top == Viewport.Top(row: 0, line: 0), top == rows.viewport.end)
    }

    private mutating func entry(_ key: String, unread: Int?, tags: [String]) -> FeedEntry {
      let fails = random.below(4) == 0
      return FeedEntry(
        key: key,
        name: "feed \(key)",
        tags: tags,
        unread: unread,
        posts: 10,
        lastSuccess: Stage.wall,
        failure: fails
          ? "The server did not answer within a minute, so the fetch was given up." : nil
      )
    }

    private mutating func add() {
      made += 1
      let tags = ["ab", "bc", "cd"].filter { _ in random.below(3) == 0 }
      let new = entry("k\(made)", unread: random.below(3), tags: tags)
      entries.insert(new, at: random.below(entries.count + 1))
    }

    /// Lets subscriptions arrive, go, empty, fill and get other tags.
    mutating func change() {
      for _ in 0...random.below(4) {
        switch random.below(6) {
        case 0, 1: add()
        case 2 where !entries.isEmpty: entries.remove(at: random.below(entries.count))
        case 3 where random.below(8) == 0: entries = []
        case _ where !entries.isEmpty:
          let place = random.below(entries.count)
          let old = entries[place]
          let tags = random.below(8) == 0 ? ["cd"] : old.tags
          entries[place] = entry(old.key, unread: random.below(2), tags: tags)
        default: break
        }
      }
      viewer.handle(.feeds(entries))
    }

    mutating func press() {
      let keys = Array("JJJJJJKKjkgG xZl")
      switch random.below(12) {
      case 0:
        for key in "/" + ["k", "1", "b", "zz", "feed"][random.below(5)] { type(key) }
        viewer.press(Key(.enter))
      case 1: if page?.listing.filter.isEmpty == false { viewer.press(Key(.escape)) }
      default:
        let key = keys[random.below(keys.count)]
        type(key)
      }
    }

    private mutating func type(_ character: Character) {
      viewer.type(String(character))
    }
  }

  @Test func theSelectedFeedStaysOnItsLine() throws {
    var moves = (stayed: 0, gone: 0)
    let seeds = isLongRun ? 500 : 150
    for seed in 1...seeds {
      var play = try Play(seed: UInt64(seed))
      for step in 0..<24 {
        let name = "seed \(seed), step \(step)"
        if play.random.below(2) == 0 {
          play.press()
          try #require(play.page != nil, "\(name)")
        } else {
          let (item, line, old, row) = (play.item, play.line, play.listed, play.selection)
          play.change()
          check(play, item, line, old, row, name, &moves)
        }
        if step % 10 == 0 { #expect(play.viewer.app.drawsTheSameWithoutCaches, "\(name)") }
        #expect(Set(play.listed).count == play.listed.count, "\(name)")
        #expect(play.line != nil || play.rows.count == 0, "\(name)")
      }
    }
    #expect(moves.stayed > 2 * seeds && moves.gone > seeds / 5, "\(moves)")
  }

  private func check(
    _ play: Play,
    _ item: FeedListing.Item?,
    _ line: Int?,
    _ old: [RowID],
    _ row: RowID,
    _ name: String,
    _ moves: inout (stayed: Int, gone: Int)
  ) {
    guard let item, let line, old.contains(row) else { return }
    let now = play.item
    switch item {
    case .all: #expect(now == (play.entries.isEmpty ? nil : .all), "\(name)")
    case .view: #expect(now == item, "\(name)")
    case .folder(let tag):
      if play.entries.contains(where: { $0.tags.contains(tag) }) { #expect(now == item, "\(name)") }
    case .feed(let key, _):
      guard play.entries.contains(where: { $0.key == key }) else { break }
      guard case .feed(key, _) = now else {
        Issue.record("\(name): \(key) is not selected any more, but \(String(describing: now))")
        return
      }
      moves.stayed += 1
    }
    guard now != nil, play.rows.count > 0 else { return }
    if !play.listed.contains(row), case .feed(let key, _) = item,
      !play.entries.contains(where: { $0.key == key })
    {
      // The next row that is there still, at the end the last.
      let next = old.drop { $0 != row }.first { play.listed.contains($0) }
      #expect(play.selection == next ?? play.listed.last, "\(name)")
      moves.gone += 1
    }
    guard let after = play.line, after != line else { return }
    // The same feed in another folder, which was there before, stays where it is.
    if play.selection != row, old.contains(play.selection) { return }
    #expect(
      after < line ? play.isAtEnd.top || play.isAtEnd.bottom : play.isAtEnd.bottom,
      "\(name): line \(line), then \(after)"
    )
  }
}
