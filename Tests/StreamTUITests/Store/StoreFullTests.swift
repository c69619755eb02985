import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// A disk without room: writes wait, and the reader is told once.
struct StoreFullTests {
  @Test func writesWaitForRoomAndAreMadeLater() async {
    await #expect(processExitsWith: .success) {
      try StoreStage.run { stage in
        let (store, source) = try stage.opened()
        store.mark(source, [0])
        // No file may grow beyond this, as on a full disk: nothing that is there gets lost.
        let room = StoreStage.limitFiles(to: 120_000)
        let long = [UInt8](repeating: 97, count: 300_000)
        #expect(store.keep(source, 1, long) == .blocked)
        #expect(store.flush() == .blocked)
        #expect(store.mark(source, [2]) == .blocked)
        #expect(StoreStage.notices(store) == ["State is not saved yet: the disk is full"])
        #expect(store.flags(of: source, for: [StoreStage.key(0)]) == [.read])
        StoreStage.limitFiles(to: room)
        #expect(store.flush() == .done)
        #expect(store.kept()?.first?.record == long)
        #expect(store.flags(of: source, for: [StoreStage.key(2)]) == [.read])
        #expect(StoreStage.notices(store).isEmpty)
      }
    }
  }

  @Test func aLogThatCannotBeMovedHoldsUpNoWrites() async {
    await #expect(processExitsWith: .success) {
      try StoreStage.run { stage in
        let (store, source) = try stage.opened()
        let long = [UInt8](repeating: 97, count: KeptRecord.longestRecord)
        func keep(_ number: Int) {
          store.keep(source, number, long)
          StoreStage.finish(store)
        }
        // A database of 32 MiB, whose log starts again.
        keep(0)
        keep(1)
        #expect(store.flush() == .done)
        // Room for the log, but not for more of the database.
        StoreStage.limitFiles(to: 20 << 20)
        keep(2)
        store.mark(source, 0..<6000)
        var turns = 0
        while store.flush() == .more, turns < 200 { turns += 1 }
        #expect(turns < 200)
        store.close()
      }
    }
  }

  @Test func aFullDiskAtTheStartTurnsTheStoreOff() async {
    await #expect(processExitsWith: .success) {
      try StoreStage.run { stage in
        StoreStage.limitFiles(to: 0)
        let store = stage.open()
        #expect(StoreStage.notices(store) == ["State is off: the disk is full"])
        #expect(!store.isOn)
      }
    }
  }

  /// Marks were all unread again until there was room: nothing was lost, and the reader could not know.
  @Test(arguments: [true, false])
  func aFullDiskAtTheStartShowsTheMarksOfEarlierRuns(_ wasClosed: Bool) async {
    await #expect(processExitsWith: .success) { [wasClosed] in
      try StoreStage.run { stage in
        let (first, source) = try stage.opened()
        first.remember([StateChange(source: source, identity: StoreStage.key(0), set: .read)])
        #expect(first.flush() == .done)
        if wasClosed { first.close() }
        StoreStage.limitFiles(to: 0)
        let store = wasClosed ? stage.open() : first
        let known = try #require(store.source(key: "k", name: "n"))
        #expect(store.flags(of: known, for: [StoreStage.key(0)]) == [.read])
        guard wasClosed else { return }
        #expect(store.isOn && !store.isWritable)
        #expect(
          StoreStage.notices(store) == [
            "State is read-only, marks end with this run: the disk is full"
          ]
        )
        store.mark(known, [1])
        #expect(store.flush() == .done && store.forgetAll() == .failed)
        store.close()
        #expect(StoreStage.notices(store).isEmpty)
      }
    }
  }

  @Test func changesThatNeverFoundRoomAreCountedAtTheEnd() async {
    await #expect(processExitsWith: .success) {
      try StoreStage.run { stage in
        let (store, source) = try stage.opened()
        StoreStage.limitFiles(to: 4096)
        store.mark(source, 0..<3)
        store.close()
        #expect(
          StoreStage.notices(store) == [
            "State is not saved yet: the disk is full", "State: 3 changes were not saved",
          ]
        )
      }
    }
  }
}
