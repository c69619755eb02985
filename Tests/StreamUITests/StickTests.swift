import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The list follows the newest post if the reader stands on it and wishes that.
@Suite struct StickTests {
  /// A viewer of posts that come in above, under a clock that stands still.
  private final class Viewer {
    var app: App
    private let source: ScriptedSource
    private let time = ManualTime(wall: Timestamp(secondsSinceEpoch: 0))

    init(sticks: Bool = true) throws {
      let text = (0..<60).map {
        "{\"id\":\"\($0)\",\"body_text\":\"text of \($0). https://a.example/\($0)\"}\n"
      }.joined()
      source = try ScriptedSource(Feed(source: MemoryBytes(name: "feed", text: text)), records: 20)
      let timeline = Timeline(sources: [source], order: .document)
      app = App(
        timeline: timeline,
        size: Size(columns: 60, lines: 10),
        wall: time.wall,
        options: App.Options { $0.sticksToTop = sticks }
      )
      _ = try timeline.advance(bytes: 1)
      _ = app.takeInGrowth()
      app.begin(at: time.now)
    }

    func bring(_ count: Int = 1) throws {
      source.prepend(count)
      app.holdVisibleRows()
      _ = try app.feed.advance(bytes: 1)
      _ = app.takeInGrowth()
    }

    func press(_ keys: String) throws {
      for case .input(let input) in try KeyScript(keys).steps {
        _ = app.handle(.input(input), at: time.now, wall: time.wall)
      }
    }

    func rest() {
      time.advance(to: time.now.advanced(byMilliseconds: 1_000))
      while let due = app.deadline(at: time.now), due <= time.now {
        _ = app.handle(.due, at: time.now, wall: time.wall)
      }
    }

    var lines: [String] {
      app.draw().textPlane().split(separator: "\n", omittingEmptySubsequences: false)
        .prefix(10).map { String($0) }
    }
    var first: String { lines.first { $0.contains("text of") } ?? "" }
    var status: String { lines.last ?? "" }
  }

  @Test func atTheTopTheListFollows() throws {
    let viewer = try Viewer()
    #expect(viewer.first.contains("text of 0."))
    try viewer.bring()
    #expect(viewer.first.contains("text of 20.") && viewer.status.contains("post 1 of 21"))
    #expect(!viewer.status.contains("new above"))
    try viewer.bring(2)
    #expect(viewer.first.contains("text of 22.") && viewer.status.contains("post 1 of 23"))
  }

  @Test func withoutTheWishNothingMoves() throws {
    let viewer = try Viewer(sticks: false)
    try viewer.bring()
    #expect(viewer.first.contains("text of 0.") && viewer.status.contains("1 new above"))
  }

  @Test(arguments: ["j", "jj", "/", "m", "<Tab>", "3", "<CR>", "?"])
  func elsewhereNothingMoves(keys: String) throws {
    let viewer = try Viewer()
    try viewer.press(keys)
    viewer.rest()
    let before = viewer.lines.dropLast()
    try viewer.bring()
    viewer.rest()
    #expect(viewer.lines.dropLast() == before)
  }

  @Test func rowsThatMoveComeToRestFirst() throws {
    let viewer = try Viewer()
    try viewer.press("jk")
    #expect(viewer.app.isMoving)
    let before = viewer.lines.dropLast()
    try viewer.bring()
    #expect(viewer.lines.dropLast() == before)
    viewer.rest()
    #expect(viewer.first.contains("text of 20."))
  }

  @Test func aKeyThatMovesBeforeTheRestEndsIt() throws {
    let viewer = try Viewer()
    try viewer.press("jk")
    try viewer.bring()
    try viewer.press("j")
    let before = viewer.lines.dropLast()
    viewer.rest()
    #expect(viewer.lines.dropLast() == before)
  }
}
