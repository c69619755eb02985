import Foundation
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// How a viewer learns which subscriptions lead to older posts.
struct LiveOlderPostsTests {
  @OwnFolder private var folder: String

  /// The numbers of feeds that lead to older posts, as the viewer is told.
  private func told(_ events: [TerminalEvent]) -> [Int] {
    events.compactMap { if case .event(.older(let posts)) = $0 { posts?.sources } else { nil } }
  }

  /// A file of each feed says it: a thousand of them in one turn would keep a key waiting.
  @Test func theFilesOfManyFeedsAreReadInSlices() throws {
    let state = StateFolder(path: folder)
    let stage = try LoopStage()
    let program = ThisProgram(with: stage.children, mayFetch: false, options: [])
    let older = LiveOlderPosts(in: state, by: program)
    let subscriptions = try (0..<100).map { number in
      let feed = try #require(FeedAddress.judge("https://a.example/\(number)").address)
      let next = try #require(FeedAddress.judge("https://a.example/\(number)/2").address)
      var record = FetchRecord()
      record.older = OlderRecord(OlderTrail(from: feed, to: .page(next, isGuess: false)))
      try FetchFile(of: .web(feed), in: state).write(record)
      return Subscription(.web(feed))
    }

    older.shown = Array(subscriptions.prefix(20))
    #expect(told(older.look().map { .event($0) }) == [20])
    older.shown = subscriptions
    #expect(older.look().isEmpty)
    var turns = 0
    var counts: [Int] = []
    while counts.isEmpty, turns < 10 {
      turns += 1
      counts = told(stage.turn())
    }
    #expect(counts == [100] && turns == 3)

    // Another stream is shown before all files are read.
    #expect(older.look().isEmpty)
    older.shown = Array(subscriptions.prefix(20))
    #expect(told(stage.turn()) == [20])
    // None is looked at any more once the viewer goes.
    older.shown = subscriptions
    #expect(older.look().isEmpty)
    older.cancel()
    #expect((0..<5).allSatisfy { _ in stage.turn().isEmpty })
  }
}
