import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Databases that are damaged or not ours are set aside, newer ones are left alone; viewing goes on.
struct StoreDamageTests {
  private let stage = StoreStage()

  /// The files of a state with all kinds of rows: closed, or as a kill leaves it.
  private static func files(_ stage: StoreStage, isClosed: Bool) throws -> [String: [UInt8]] {
    let (store, source) = try stage.opened(key: "/feed", name: "Feed")
    let other = try #require(store.source(key: "/other", name: "Other"))
    for round in 0..<8 {
      store.mark(source, (0..<100).map { round * 100 + $0 })
      store.keep(other, round, Array(repeating: 97, count: round * 900))
      store.visit(source, round, "https://example.org/\(round)")
      store.write(.note(round % 2 == 0 ? source : other, seen: 1, posts: 9, unread: 3))
    }
    if isClosed { store.close() }
    return Dictionary(
      uniqueKeysWithValues: stage.names().filter { !$0.hasSuffix("-shm") }
        .map { ($0, stage.bytes($0)) }
    )
  }

  /// Calls all that a viewer calls.
  private static func use(_ store: StateStore) {
    for key in ["/feed", "/other", "/new"] {
      guard let source = store.source(key: key, name: key) else { return }
      _ = StoreStage.flags(store, source)
      _ = store.flags(of: source, for: (0..<20).map(StoreStage.key))
      store.mark(source, (0..<40).map { $0 * 7 }, .expanded)
      store.remember([StateChange(source: source, identity: StoreStage.key(3), cleared: .read)])
      store.keep(source, 1, at: 2, [1, 2])
      store.write(.unkeep(source, StoreStage.key(2)))
      store.write(
        .visit(Visit(address: "a", hash: 1, time: 2, source: source, post: nil, manner: .focus))
      )
      store.write(.note(source, seen: 2, posts: 3, unread: 1))
    }
    var hash: UInt64?
    while let slice = store.visitedHashes(after: hash, limit: 3), let last = slice.last {
      hash = last
    }
    _ = store.visits(limit: 1000)
    _ = store.kept()
    _ = store.history(limit: 100)
    for _ in 0..<100 where store.flush() == .more {}
    store.close()
  }

  @Test func cutsAndFlipsNeverStopTheViewer() throws {
    for isClosed in [true, false] {
      var intact: [String: [UInt8]] = [:]
      try StoreStage.run { intact = try Self.files($0, isClosed: isClosed) }
      let rounds = (isLongRun ? 10_000 : 300) / 2
      for seed in 0..<rounds {
        var random = SplitMix(seed: UInt64(seed))
        try StoreStage.run { stage in
          try Program.makeFolder(stage.path)
          for (name, bytes) in intact.sorted(by: { $0.key < $1.key }) {
            try stage.write(Self.damaged(bytes, &random), to: name)
          }
          let outside = stage.place + "/outside"
          try Program.write("x", to: outside)
          let store = stage.open()
          Self.use(store)
          let notices = StoreStage.notices(store)
          #expect(notices.count <= 1, "seed \(seed), closed \(isClosed): \(notices)")
          let names = try FileManager.default.contentsOfDirectory(atPath: stage.place)
          #expect(names.sorted() == ["outside", "state"])
          // An empty state that took the place of a damaged one works. SQLite keeps no check sums, so
          // flipped bits may go unseen, or be found later.
          let next = stage.open()
          guard next.isOn else {
            // A flipped bit of the version makes it that of a newer program.
            let notice = StoreStage.notices(next)
            #expect(notice == notices && notice.allSatisfy { $0.contains("a newer version") })
            return
          }
          let source = try #require(next.source(key: "/next", name: "Next"))
          next.remember([StateChange(source: source, identity: StoreStage.key(7), set: .kept)])
          StoreStage.finish(next)
          let flags = next.flags(of: source, for: [StoreStage.key(7)])
          let later = StoreStage.notices(next)
          #expect(
            notices.isEmpty ? later.count <= 1 : later.isEmpty && flags == [.kept],
            "seed \(seed), closed \(isClosed): \(notices), then \(later), \(flags ?? [])"
          )
        }
      }
    }
  }

  /// Cuts bytes off, or changes a few.
  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    guard !bytes.isEmpty else { return bytes }
    switch random.below(4) {
    case 0: return Array(bytes.prefix(random.below(bytes.count)))
    case 1:
      // The parts that steer: headers of the file and of pages.
      for _ in 0...random.below(6) {
        let page = random.below(bytes.count / 4096 + 1) * 4096
        let place = min(bytes.count - 1, page + random.below(120))
        bytes[place] = UInt8(random.below(256))
      }
    case 2:
      let start = random.below(bytes.count)
      for place in start..<min(bytes.count, start + random.below(9000)) { bytes[place] = 0 }
    default:
      for _ in 0...random.below(20) { bytes[random.below(bytes.count)] ^= 1 << random.below(8) }
    }
    return bytes
  }

  /// An older program that merely ran `list` took the state away from the newer one.
  @Test func aNewerStateIsLeftAsItIs() throws {
    _ = try Self.files(stage, isClosed: true)
    var bytes = stage.bytes("state.db")
    // `user_version` (SQLite's file format, section 1.3).
    bytes[63] = UInt8(StateSchema.version) + 1
    try stage.write(bytes, to: "state.db")
    let names = stage.names()
    let store = stage.open()
    #expect(
      StoreStage.notices(store) == [
        "State is off: state.db is from a newer version of streamtui. Update streamtui."
      ]
    )
    #expect(!store.isOn && store.history(limit: 9)?.isEmpty == true)
    store.close()
    #expect(stage.names() == names)
    #expect(stage.bytes("state.db") == bytes)
  }

  @Test func aStateThatIsDeletedUnderAnOpenStoreIsSaid() throws {
    let (store, source) = try stage.opened(key: "/feed", name: "Feed")
    for name in stage.names() { try FileManager.default.removeItem(atPath: stage.file(name)) }
    for key in [4, 5] {
      store.mark(source, [key], .kept)
      StoreStage.finish(store)
    }
    #expect(
      StoreStage.notices(store) == [
        "State starts empty: state.db was deleted. What you mark from now on is saved."
      ]
    )
    #expect(
      StoreStage.flags(store, source)
        == [StoreStage.key(4).id: .kept, StoreStage.key(5).id: .kept]
    )
  }

  @Test func aHeaderThatForbidsToWriteIsDamage() throws {
    stage.open().close()
    var bytes = stage.bytes("state.db")
    // The version of the format for writing.
    bytes[18] = 9
    try stage.write(bytes, to: "state.db")
    let store = stage.open()
    #expect(store.isOn && stage.bytes("state.db.bad") == bytes)
  }

  @Test func theTenthDamagedStateTurnsTheStoreOff() throws {
    stage.open().close()
    for number in 1...10 {
      try stage.write(Array("damaged \(number), as anybody can see here".utf8), to: "state.db")
      let store = stage.open()
      let aside = number == 1 ? "state.db.bad" : "state.db.bad\(number)"
      #expect(
        StoreStage.notices(store) == [
          number < 10
            ? "State starts empty: state.db was damaged; the old state is in \(aside)"
            : "State is off: remove old files named state.db.bad first"
        ]
      )
    }
  }

  @Test func aKillWhileFilesAreSetAsideLosesNone() throws {
    let files = try Self.files(stage, isClosed: false)
    for name in stage.names() { try FileManager.default.removeItem(atPath: stage.file(name)) }
    // The database has its new name, the log not yet.
    try stage.write(files["state.db"] ?? [], to: "state.db.bad")
    try stage.write(files["state.db-wal"] ?? [], to: "state.db-wal")
    let store = stage.open()
    #expect(store.isOn && store.history(limit: 9)?.isEmpty == true)
    #expect(stage.bytes("state.db.bad-wal") == files["state.db-wal"])
  }

  @Test func damageFoundInTheMidstKeepsTheMarksOfTheSession() throws {
    _ = try Self.files(stage, isClosed: true)
    let (store, source) = try stage.opened(key: "/feed", name: "Feed")
    // All pages but the first, which the store has read.
    var bytes = stage.bytes("state.db")
    for place in 4096..<bytes.count { bytes[place] = 0xff }
    let file = try #require(FileHandle(forUpdatingAtPath: stage.file("state.db")))
    try file.write(contentsOf: Data(bytes))
    store.mark(source, [5], .kept)
    StoreStage.finish(store)
    #expect(
      StoreStage.notices(store)
        == ["State starts empty: state.db was damaged; the old state is in state.db.bad"]
    )
    #expect(StoreStage.flags(store, source) == [StoreStage.key(5).id: .kept])
  }
}
