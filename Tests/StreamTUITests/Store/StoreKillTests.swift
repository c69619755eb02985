import Foundation
import Glibc
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Processes that are killed at any point, and many processes at once.
struct StoreKillTests {
  /// The posts of one batch, which is one transaction: all of them are marked, or none is.
  private static let size = 60

  private static func changes(_ source: SourceID, batch: Int) -> [StateChange] {
    (0..<size).map {
      StateChange(source: source, identity: StoreStage.key(batch * size + $0), set: .read)
    }
  }

  /// Writes batches, and closes the state after each tenth one.
  private static func write(_ folder: String, from first: Int, count: Int) {
    for start in stride(from: first, to: first + count, by: 10) {
      let store = StateStore(in: StateFolder(path: folder))
      guard let source = store.source(key: "k", name: "n") else { return }
      for batch in start..<start + 10 { store.remember(changes(source, batch: batch)) }
      store.close()
    }
  }

  /// Kills with SIGALRM, which ends a process as abruptly as SIGKILL, and from within.
  @Test func aKillLeavesTheOldOrTheNewState() async throws {
    let place = FileManager.default.temporaryDirectory.path + "/streamtui-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    var batches = 0
    for seed in 0..<(isLongRun ? 1000 : 100) {
      // Each folder sees a few kills, the first while it is made.
      let folder = "\(place)/\(seed / 5)/streamtui"
      if seed % 5 == 0 { batches = 0 }
      await #expect(processExitsWith: .signal(SIGALRM)) {
        [folder = folder as String, seed = seed as Int, batches = batches as Int] in
        var random = SplitMix(seed: UInt64(seed))
        var time = itimerval()
        time.it_value.tv_usec = 200 + random.below(seed % 5 == 0 ? 8000 : 30_000)
        setitimer(0, &time, nil)
        StoreKillTests.write(folder, from: batches, count: 100_000)
      }
      let store = StateStore(in: StateFolder(path: folder))
      #expect(StoreStage.notices(store).isEmpty, "seed \(seed)")
      let source = try #require(store.source(key: "k", name: "n"))
      let found = StoreStage.flags(store, source, limit: 10_000)
      let whole = found.count / Self.size
      // No batch in part, none missing before the last one, and none that was there is gone.
      #expect(found.count % Self.size == 0 && whole >= batches, "seed \(seed): \(found.count)")
      let last = Self.changes(source, batch: max(0, whole - 1)).map(\.identity.id)
      #expect(whole == 0 || last.allSatisfy { found[$0] == .read }, "seed \(seed)")
      batches = whole
    }
  }

  @Test func twentyProcessesAtOnceLoseNoMark() async throws {
    let place = FileManager.default.temporaryDirectory.path + "/streamtui-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    let folder = "\(place)/streamtui"
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = folder as String, number = number as Int] in
            StoreKillTests.write(folder, from: number * 1000, count: 20)
          }
        }
      }
    }
    let store = StateStore(in: StateFolder(path: folder))
    let source = try #require(store.source(key: "k", name: "n"))
    #expect(StoreStage.flags(store, source, limit: 10_000).count == 20 * 20 * Self.size)
    #expect(StoreStage.notices(store).isEmpty)
  }
}
