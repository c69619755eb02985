import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Several viewers on one state at once.
struct StoreSharingTests {
  private let stage = StoreStage()

  @Test func aViewerNeverUndoesFlagsThatItHasNotSeen() throws {
    let (one, first) = try stage.opened()
    let (two, second) = try stage.opened()
    let key = StoreStage.key(1)
    // Both have seen the post without flags.
    one.remember([StateChange(source: first, identity: key, set: [.read, .kept])])
    two.remember([StateChange(source: second, identity: key, set: .expanded)])
    StoreStage.finish(two)
    #expect(one.flags(of: first, for: [key]) == [[.read, .kept, .expanded]])
    two.remember([StateChange(source: second, identity: key, cleared: .expanded)])
    #expect(two.flags(of: second, for: [key]) == [[.read, .kept]])
  }

  @Test func changesOfAnotherViewerAreToldOnceAndOnesOwnNever() throws {
    let (one, first) = try stage.opened()
    let (two, second) = try stage.opened()
    _ = one.takeForeignChanges()
    _ = two.takeForeignChanges()
    let keys = (1...3).map(StoreStage.key)
    one.remember(keys.map { StateChange(source: first, identity: $0, set: [.read, .expanded]) })
    one.remember([StateChange(source: first, identity: keys[2], cleared: .read)])
    StoreStage.finish(one)
    let told = try #require(two.takeForeignChanges())
    // Unfolded texts are a matter of each screen.
    let changes = Dictionary(uniqueKeysWithValues: told.changes.map { ($0.identity.id, $0) })
    #expect(keys.map { changes[$0.id]?.set } == [.read, .read, []])
    #expect(keys.map { changes[$0.id]?.cleared } == [[], [], .read])
    #expect(told.changes.allSatisfy { $0.source == second } && !told.isBehind && !told.isMore)
    #expect(two.takeForeignChanges() == nil)
    #expect(one.takeForeignChanges() == nil)
  }

  /// Two viewers that begin at once: the database is busy when the second one names its source.
  @Test func aSourceThatOnlyTheOtherViewerCouldMakeIsKnown() throws {
    let (one, two) = (stage.open(), stage.open())
    let other = try Database(path: stage.file("state.db"))
    try other.run("BEGIN IMMEDIATE")
    let second = try #require(two.source(key: "k", name: "n"))
    try other.run("COMMIT")
    let first = try #require(one.source(key: "k", name: "n"))
    one.remember([StateChange(source: first, identity: StoreStage.key(1), set: .kept)])
    StoreStage.finish(one)
    #expect(two.takeForeignChanges()?.changes.map(\.source) == [second])
  }

  @Test func theLaterOfTwoViewersDecides() throws {
    let (one, first) = try stage.opened()
    let (two, second) = try stage.opened()
    let post = StoreStage.key(1)
    one.remember([StateChange(source: first, identity: post, set: .read)])
    StoreStage.finish(one)
    two.remember([StateChange(source: second, identity: post, cleared: .read)])
    StoreStage.finish(two)
    #expect(two.takeForeignChanges()?.changes.map(\.cleared) == [.read])
    #expect(one.takeForeignChanges()?.changes.map(\.cleared) == [.read])
    #expect(one.flags(of: first, for: [post]) == [[]])
  }

  @Test func aViewerThatFellBehindIsToldToRecallAll() throws {
    let (one, two) = (stage.open(), stage.open())
    let first = try #require(one.source(key: "k", name: "n"))
    _ = two.source(key: "k", name: "n")
    for number in 0..<Int(ChangeTable.most) + 20 {
      one.remember([StateChange(source: first, identity: StoreStage.key(number), set: .read)])
      StoreStage.finish(one)
    }
    StoreStage.finish(one)
    #expect(two.takeForeignChanges()?.isBehind == true)
    while two.takeForeignChanges()?.isMore == true {}
    #expect(two.takeForeignChanges() == nil)
    // Many changes come in slices, each once.
    one.mark(first, 0..<3_000, .kept)
    StoreStage.finish(one)
    var told: Set<UInt64> = []
    while let news = two.takeForeignChanges() {
      #expect(!news.isBehind && news.changes.count <= 6_400)
      told.formUnion(news.changes.map(\.identity.id))
    }
    #expect(told == Set((0..<3_000).map { StoreStage.key($0).id }))
  }

  @Test func otherNamesOfPostsAreTold() throws {
    let (one, first) = try stage.opened()
    let (two, second) = try stage.opened()
    one.remember([StateChange(source: first, identity: StoreStage.key(1), set: .read)])
    StoreStage.finish(one)
    one.write(.nameByFallback(first))
    StoreStage.finish(one)
    let told = try #require(two.takeForeignChanges())
    #expect(told.renamed == [second] && told.changes.isEmpty)
  }

  @Test func writesThatMeetAnotherWriterWaitAndComeLater() throws {
    let (store, source) = try stage.opened()
    let other = try Database(path: stage.file("state.db"))
    try other.run("BEGIN IMMEDIATE")
    #expect(store.mark(source, [1]) == .blocked)
    #expect(store.write(.note(source, seen: 1, posts: 1, unread: 0)) == .blocked)
    // A source of which the database knows nothing yet.
    let late = try #require(store.source(key: "late", name: "Late"))
    store.mark(late, [2], .kept)
    #expect(store.waitingCount == 3 && StoreStage.notices(store).isEmpty)
    #expect(store.flags(of: source, for: [StoreStage.key(1)]) == [[]])
    try other.run("COMMIT")
    #expect(store.flush() == .done && store.waitingCount == 0)
    #expect(store.flags(of: source, for: [StoreStage.key(1)]) == [.read])
    #expect(store.flags(of: late, for: [StoreStage.key(2)]) == [.kept])
    #expect(store.history(limit: 9)?.map(\.name) == ["n"])
  }

  @Test func twentyStoresAtOnceLoseNoMark() throws {
    var random = SplitMix(seed: 20)
    let stores = (0..<20).map { _ in stage.open() }
    #expect(stores.allSatisfy { $0.isOn })
    let sources = try stores.map { try #require($0.source(key: "k", name: "n")) }
    var expected: [UInt64: PostFlags] = [:]
    var next = Array(repeating: 0, count: 20)
    for _ in 0..<400 {
      let one = random.below(20)
      if random.below(10) == 0 {
        StoreStage.finish(stores[one])
        continue
      }
      // Posts of its own, and one that all of them mark.
      let changes = (0..<5).map { _ in
        next[one] += 1
        let key = StoreStage.key(one * 100_000 + next[one])
        expected[key.id] = .read
        return StateChange(source: sources[one], identity: key, set: .read)
      }
      let shared = StateChange(
        source: sources[one],
        identity: StoreStage.key(7_000_000),
        set: one % 2 == 0 ? .read : .kept
      )
      stores[one].remember(changes + [shared])
    }
    expected[StoreStage.key(7_000_000).id] = [.read, .kept]
    for store in stores { store.close() }
    #expect(stores.flatMap { StoreStage.notices($0) }.isEmpty)
    let (after, source) = try stage.opened()
    #expect(StoreStage.flags(after, source) == expected)
  }

  @Test func marksOfASourceThatAnotherViewerForgotAreDropped() throws {
    let (one, two) = (stage.open(), stage.open())
    let mine = try #require(one.source(key: "k", name: "n"))
    one.remember([StateChange(source: mine, identity: StoreStage.key(1), set: .read)])
    let theirs = try #require(two.source(key: "k", name: "n"))
    #expect(two.forget([theirs]) == .done)
    // A new source must not get the number of the old one, and with it its marks.
    let new = try #require(two.source(key: "new", name: "new"))
    one.remember([StateChange(source: mine, identity: StoreStage.key(2), set: .read)])
    StoreStage.finish(one)
    #expect(one.waitingCount == 0 && one.flags(of: mine, limit: 9)?.entries.isEmpty == true)
    #expect(two.flags(of: new, limit: 9)?.entries.isEmpty == true)
    let again = try #require(one.source(key: "k", name: "n"))
    one.remember([StateChange(source: again, identity: StoreStage.key(3), set: .read)])
    StoreStage.finish(one)
    #expect(StoreStage.flags(one, again) == [StoreStage.key(3).id: .read])
  }

  @Test func aViewerFollowsAStateThatWasReplaced() throws {
    let (store, source) = try stage.opened()
    store.mark(source, [1])
    for name in stage.names() {
      try FileManager.default.moveItem(atPath: stage.file(name), toPath: stage.file(name + ".old"))
    }
    let other = stage.open()
    #expect(store.mark(source, [2]) == .more)
    #expect(store.flush() == .done)
    let same = try #require(other.source(key: "k", name: "n"))
    #expect(StoreStage.flags(other, same) == [StoreStage.key(2).id: .read])
  }
}
