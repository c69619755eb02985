import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Old posts leave the log; kept and listed ones stay.
struct PostLogPruneTests {
  private let stage = PostLogStage()

  private typealias Item = PostLogStage.Item
  private static let day = 86_400
  private static let now = Timestamp(secondsSinceEpoch: 1_000 * 86_400)

  private func fill(_ stage: PostLogStage) throws -> PostLog.Report {
    // One post a day, up to today.
    try stage.take((0..<200).map { Item("p\($0)", "day \($0)", time: (801 + $0) * Self.day) })
  }

  @Test func postsGoByAgeAndNumberUnlessTheyAreKeptOrListed() throws {
    let report = try fill(stage)
    #expect(try !stage.log.prune(keeping: [], listed: report.listed, now: Self.now))
    #expect(try stage.texts().count == 200)
    let kept = PostLogIndex(stage.bytes).entries[3].identity
    let half = PostIdentity(id: 0, fallback: PostLogIndex(stage.bytes).entries[5].identity.fallback)
    #expect(try stage.log.prune(keeping: [kept, half], now: Self.now))
    #expect(try stage.texts() == ["day 3", "day 5"] + (109..<200).map { "day \($0)" })
    #expect(try stage.log.prune(keeping: [], Retention(posts: 10), now: Self.now))
    #expect(try stage.texts() == (190..<200).map { "day \($0)" })
    #expect(try !stage.log.prune(keeping: [], Retention(posts: 9), now: Self.now))
  }

  @Test func replacedTextsGoAndOtherLinesStay() throws {
    for number in 0..<9 { try stage.take([Item("a", "text \(number)"), Item("b", "other")]) }
    let own = Array("{\"note\":\"of the user\"}\n".utf8)
    try Data(own + stage.bytes).write(to: URL(fileURLWithPath: stage.log.path))
    #expect(try stage.log.prune(keeping: [], now: Self.now))
    #expect(stage.bytes.starts(with: own))
    // The post, its last two texts, the other post, and the line of the user.
    #expect(try stage.lines().count == 5)
    #expect(try stage.take([Item("a", "text 8"), Item("b", "other")]).edited == 0)
  }

  @Test func aViewerReadsTheOldFileToItsEnd() throws {
    _ = try fill(stage)
    let bytes = stage.bytes
    let open = try #require(FileHandle(forReadingAtPath: stage.log.path))
    #expect(try stage.log.prune(keeping: [], now: Self.now))
    #expect(try open.readToEnd().map { Array($0) } == bytes)
    #expect(stage.bytes.count < bytes.count)
  }

  /// Kills with SIGALRM, which ends a process as abruptly as SIGKILL, and from within.
  @Test func aKillLeavesWholeLines() async throws {
    let place = FileManager.default.temporaryDirectory.path + "/streamtui-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    for seed in 0..<(isLongRun ? 100 : 6) {
      await #expect(processExitsWith: .signal(SIGALRM)) {
        [place = place as String, seed = seed as Int] in
        let address = try #require(FeedAddress.judge("https://a.example/").address)
        let stage = PostLogStage(
          stage: StoreStage(place: place),
          log: PostLog(of: .web(address), in: StoreStage(place: place).folder)
        )
        var random = SplitMix(seed: UInt64(seed))
        var time = itimerval()
        time.it_value.tv_usec = 500 + random.below(30_000)
        setitimer(0, &time, nil)
        for round in 0..<1_000_000 {
          let items = (0..<9).map {
            PostLogStage.Item("p\($0 + seed)", "text \($0) of \(round)", time: $0)
          }
          try stage.take(items)
          try stage.log.prune(keeping: [], now: Timestamp(secondsSinceEpoch: 900))
        }
      }
      let address = try #require(FeedAddress.judge("https://a.example/").address)
      let log = PostLog(of: .web(address), in: StoreStage(place: place).folder)
      let stage = PostLogStage(stage: StoreStage(place: place), log: log)
      // A killed write may end within a line, which the next one replaces.
      let whole = stage.bytes.prefix(PostLogIndex(stage.bytes).end)
      for line in whole.split(separator: 0x0A) {
        #expect((try? JSONSerialization.jsonObject(with: Data(line))) != nil, "seed \(seed)")
      }
      #expect(try stage.take([PostLogStage.Item("last-\(seed)", "x \(seed)")]).new == 1)
      #expect(try stage.texts().filter { $0.hasPrefix("x ") }.count == seed + 1)
    }
  }
}
