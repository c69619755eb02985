import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// The bytes that marks take.
struct StoreSizeTests {
  @Test func aMillionMarksTakeAtMostThirtyMegabytes() throws {
    let count = isLongRun ? 1_000_000 : 20_000
    try StoreStage.run { stage in
      let store = stage.open()
      // The second source: its number takes a byte in each row, as that of most sources.
      for number in 0..<200 { _ = store.source(key: "/\(number)", name: "n") }
      let source = try #require(store.source(key: "/feed", name: "Feed"))
      // As they come while reading: a screenful at a time.
      for start in stride(from: 0, to: count, by: 40) {
        store.mark(source, start..<start + 40)
      }
      store.close()
      let size = stage.bytes("state.db").count
      // Besides the last changes, for other viewers: a number of bytes that does not grow.
      let changes = Int(ChangeTable.most) * 1_024
      #expect(size <= 30 * count + changes, "\(size) bytes for \(count) marks")
      let (next, again) = try stage.opened(key: "/feed", name: "Feed")
      #expect(StoreStage.flags(next, again, limit: 10_000).count == count)
    }
  }

  @Test func theLogStaysShortWhileManyPostsAreMarkedAtOnce() throws {
    let count = isLongRun ? 1_000_000 : 100_000
    try StoreStage.run { stage in
      let (store, source) = try stage.opened(key: "/feed", name: "Feed")
      store.mark(source, 0..<count)
      var longest: UInt64 = 0
      repeat {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: stage.file("state.db-wal")
        )
        longest = max(longest, attributes[.size] as? UInt64 ?? 0)
      } while store.flush() == .more
      #expect(longest <= 20 << 20, "\(longest) bytes")
      #expect(store.waitingCount == 0)
    }
  }
}
