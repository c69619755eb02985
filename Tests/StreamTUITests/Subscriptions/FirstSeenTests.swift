import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Posts of subscriptions that state no time, or one that has not come yet.
struct FirstSeenTests {
  private let stage = PostLogStage()

  private typealias Item = PostLogStage.Item

  private static let now = PostLogStage.now
  private static let day = 86_400

  /// The texts of the log, the newest first, with the times that rows show.
  private func rows(_ stage: PostLogStage) throws -> [(text: String, time: Int64?)] {
    let timeline = try Timeline(sources: [stage.feed(isLog: true)], order: .newest).scanned()
    return try (0..<timeline.recordCount).map { row in
      let id = try #require(timeline.id(at: row))
      guard case .post(let post) = timeline.record(id) else { return ("problem", nil) }
      guard case .text(let text) = post.body else { return ("", nil) }
      return (text, post.shownTime?.secondsSinceEpoch)
    }
  }

  @Test func newPostsWithoutTimesStandAboveThoseBefore() throws {
    let old = (1...8).reversed().map { Item("g\($0)", "Article \($0)") }
    try stage.take(old, at: Self.now)
    #expect(try rows(stage).map(\.text) == old.map(\.text))
    let new = (9...12).reversed().map { Item("g\($0)", "Article \($0)") }
    let later = Self.now.advanced(by: 1_800)
    #expect(try stage.take(new + old, at: later).new == 4)
    let rows = try rows(stage)
    #expect(rows.map(\.text) == (new + old).map(\.text))
    #expect(rows.first?.time == later.secondsSinceEpoch)
    // Those that stay listed keep the time at which they came.
    #expect(try stage.take(new + old, at: later.advanced(by: 9)).new == 0)
    #expect(rows.last?.time.map { abs($0 - Self.now.secondsSinceEpoch) < 60 } == true)
  }

  @Test func theFarFutureIsTheTimeOfTheFirstFetch() throws {
    let now = Int(Self.now.secondsSinceEpoch)
    try stage.take(
      [
        Item("z", "of 9999", time: 253_370_764_800), Item("t", "tomorrow", time: now + 3_600),
        Item("y", "yesterday", time: now - Self.day),
      ],
      at: Self.now
    )
    #expect(try rows(stage).map(\.text) == ["tomorrow", "of 9999", "yesterday"])
    try stage.take([Item("n", "next week", time: now + 7 * Self.day)], at: Self.now)
    let later = Self.now.advanced(by: 7_200)
    try stage.take([Item("l", "later", time: now + 7_200)], at: later)
    #expect(try rows(stage).first?.text == "later")
  }

  @Test func anUpdateKeepsTheTimeAndTheKeys() throws {
    try stage.take([Item(nil, "one", url: "https://a.example/1")], at: Self.now)
    let keys = PostLogIndex(stage.bytes).entries.map(\.identity)
    let later = Self.now.advanced(by: 600)
    let edit = Item(nil, "one, edited", url: "https://a.example/1")
    #expect(try stage.take([edit, Item("b", "two")], at: later).edited == 1)
    let rows = try rows(stage)
    #expect(rows.map(\.text) == ["two", "one, edited"])
    #expect(rows.last?.time == Self.now.secondsSinceEpoch)
    let feed = try stage.feed(isLog: true).scanned()
    let post = try #require(feed.record(at: 0).post)
    #expect(PostIdentity(post) == keys.first)
  }

  /// They no longer stay for ever.
  @Test func postsWithoutTimesGrowOld() throws {
    try stage.take((1...9).map { Item("g\($0)", "Article \($0)") }, at: Self.now)
    let later = Self.now.advanced(by: Int64(100 * Self.day))
    try stage.take([Item("new", "new")], at: later)
    try stage.log.prune(keeping: [], now: later)
    #expect(try rows(stage).map(\.text) == ["new"])
  }
}
