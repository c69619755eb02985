import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Forgetting leaves no byte of a source behind.
struct StoreForgetTests {
  private let stage = StoreStage()

  /// Fills a store with two sources whose texts can be looked for, in an order that moves cells about.
  private func fill(_ store: StateStore) throws {
    let secret = try #require(store.source(key: "/home/SECRET-key", name: "SECRET-name"))
    let open = try #require(store.source(key: "/home/open-key", name: "open-name"))
    for number in 0..<300 {
      for (source, text) in [(secret, "SECRET"), (open, "open")] {
        store.write(.note(source, seen: Int64(number), posts: number, unread: number))
        store.mark(source, [number])
        store.visit(source, number, "https://\(text)-address.example/\(number)")
        guard number % 3 == 0 else { continue }
        let filler = [UInt8](repeating: 46, count: number * number % 7000)
        store.keep(source, number, Array("\(text)-record ".utf8) + filler)
        if number % 2 == 0 { store.write(.unkeep(source, StoreStage.key(number))) }
      }
    }
    StoreStage.finish(store)
  }

  private func holds(_ text: String, _ stage: StoreStage) -> [String] {
    stage.names().filter { Data(stage.bytes($0)).range(of: Data(text.utf8)) != nil }
  }

  /// A run that is killed while it forgets leaves marks without posts, not posts that seem unread.
  @Test func theMarksOfASourceGoAfterItsFiles() throws {
    let (store, other) = (stage.open(), stage.open())
    try fill(store)
    let key = "/home/SECRET-key"
    let secret = try #require(store.source(key: key, name: "SECRET-name"))
    let there = try #require(other.source(key: key, name: "SECRET-name"))
    var seen = 0
    let outcome = store.forget([secret]) {
      seen = StoreStage.flags(other, there, limit: 1_000).count
    }
    #expect(outcome != .failed && seen == 300)
    #expect(StoreStage.flags(other, there, limit: 1_000).isEmpty)
  }

  @Test func noByteOfAForgottenSourceIsLeft() throws {
    let first = stage.open()
    try fill(first)
    first.close()
    let size = stage.bytes("state.db").count
    #expect(!holds("SECRET", stage).isEmpty)
    let (store, secret) = try stage.opened(key: "/home/SECRET-key", name: "SECRET-name")
    let open = try #require(store.source(key: "/home/open-key", name: "open-name"))
    #expect(store.forget([secret]) == .done)
    #expect(stage.bytes("state.db").count < size * 2 / 3)
    #expect(holds("SECRET", stage) == [])
    #expect(store.history(limit: 9)?.map(\.name) == ["open-name"])
    #expect(store.visits(limit: 1000)?.count == 300 && store.kept()?.count == 50)
    #expect(StoreStage.flags(store, open).count == 300)
    store.close()
    #expect(holds("SECRET", stage) == [] && !holds("open-record", stage).isEmpty)
  }

  @Test func copiesThatMovedRowsLeftBehindAreGoneToo() throws {
    let store = stage.open()
    var random = SplitMix(seed: 5)
    // Keys at random split the pages of the index again and again.
    var secrets: [SourceID] = []
    for number in 0..<600 {
      let text = number % 60 == 0 ? "SECRET" : "open"
      let key = "\(random.next())-\(text)-" + String(repeating: "x", count: random.below(200))
      let source = try #require(store.source(key: key, name: text))
      if number % 60 == 0 { secrets.append(source) }
    }
    for secret in secrets { #expect(store.forget([secret]) == .done) }
    store.close()
    #expect(holds("SECRET", stage) == [] && !holds("-open-", stage).isEmpty)
  }

  @Test func theRecordOfAPostThatIsKeptNoLongerIsErased() throws {
    let (store, source) = try stage.opened()
    for (number, text) in ["SECRET", "open"].enumerated() {
      let record = Array((text + String(repeating: ".", count: 9000) + text).utf8)
      store.keep(source, number, record)
    }
    store.write(.unkeep(source, StoreStage.key(0)))
    store.close()
    #expect(holds("SECRET", stage) == [] && !holds("open", stage).isEmpty)
  }

  @Test func writesThatWaitForAForgottenSourceAreDropped() throws {
    let (store, source) = try stage.opened(key: "SECRET", name: "SECRET")
    #expect(store.mark(source, 0..<2_000) == .more)
    #expect(store.forget([source]) == .done && store.waitingCount == 0)
    store.mark(source, 0..<2_000)
    StoreStage.finish(store)
    store.close()
    #expect(holds("SECRET", stage) == [])
  }

  @Test func forgettingAllLeavesNothing() throws {
    let store = stage.open()
    try fill(store)
    store.close()
    try stage.write(stage.bytes("state.db"), to: "state.db.bad")
    try stage.write(stage.bytes("state.db"), to: "state.db.bad2-wal")
    let next = stage.open()
    #expect(next.forgetAll() == .done)
    #expect(holds("SECRET", stage) == [] && holds("open-", stage) == [])
    #expect(next.history(limit: 9)?.isEmpty == true && next.visits(limit: 9)?.isEmpty == true)
    #expect(next.visitedHashes(limit: 9)?.isEmpty == true)
    next.close()
    #expect(stage.names() == ["state.db"])
  }

  @Test func oldDatabasesThatMayNameASourceAreNamed() throws {
    stage.open().close()
    try stage.write([1], to: "state.db.bad")
    let (store, source) = try stage.opened()
    #expect(store.forget([source]) == .remains(in: ["state.db.bad"]))
  }

  @Test func bytesThatAReaderHoldsBackAreNamed() throws {
    let store = StateStore(in: stage.folder, patience: 10)
    let source = try #require(store.source(key: "k", name: "n"))
    store.write(.note(source, seen: 1, posts: 1, unread: 1))
    let other = try Database(path: stage.file("state.db"))
    try other.run("BEGIN")
    try other.query("SELECT count(*) FROM source") { _ in }
    #expect(store.forget([source]) == .remains(in: ["state.db"]))
    #expect(store.history(limit: 9)?.isEmpty == true)
  }

  @Test func nothingIsForgottenWhileAnotherProcessWrites() throws {
    let store = StateStore(in: stage.folder, patience: 10)
    let source = try #require(store.source(key: "k", name: "n"))
    store.write(.note(source, seen: 1, posts: 1, unread: 1))
    let other = try Database(path: stage.file("state.db"))
    try other.run("BEGIN IMMEDIATE")
    #expect(store.forget([source]) == .failed && store.forgetAll() == .failed)
    try other.run("COMMIT")
    // The session goes on with the source.
    store.mark(source, [1])
    #expect(StoreStage.flags(store, source).count == 1 && store.history(limit: 9)?.count == 1)
  }

  /// A start compares this number to see whether saved counts still hold.
  @Test func theStateOfTheMarksIsAnotherAfterEachChange() throws {
    let stage = StoreStage()
    let (store, source) = try stage.opened()
    var states = [store.marks]
    for change in [PostFlags.read, .kept] {
      store.mark(source, [1], change)
      StoreStage.finish(store)
      states.append(store.marks)
    }
    #expect(store.marks == states.last)
    store.close()
    let other = stage.open()
    #expect(other.marks == states.last)
    let known = try #require(other.knownSource(key: "k"))
    _ = other.forget([known]) {}
    states.append(other.marks)
    #expect(states.compactMap(\.self).count == 4 && Set(states).count == 4)
  }
}
