import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// The comments that a reader has seen, as one session saves them and the next one finds them.
struct StoredThreadTests {
  private func comments(_ count: Int) throws -> SeenComments {
    let bytes = (0..<count).flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return try #require(SeenComments(bytes: bytes))
  }

  @Test func theLastConversationsComeBack() throws {
    try StoreStage.run { stage in
      let store = stage.open()
      let source = try #require(store.source(key: "/feed.json", name: "Feed"))
      for number in 0..<510 { store.note(try comments(3), of: StoreStage.key(number), in: source) }
      store.note(try comments(3_000), of: StoreStage.key(505), in: source)
      store.close()
      #expect(StoreStage.notices(store).isEmpty)

      let next = stage.open()
      let again = try #require(next.source(key: "/feed.json", name: "Feed"))
      let first = try #require(next.threads(limit: 20))
      #expect(first.count == 20 && first.allSatisfy { $0.source == again })
      let all = try #require(next.threads(limit: 1_000))
      #expect(all.count == 499)
      #expect(all.first?.post == StoreStage.key(11))
      #expect(all.last?.post == StoreStage.key(505))
      #expect(all.last?.comments == (try comments(3_000)))
      #expect(next.threads(after: all.last?.number ?? 0, limit: 20)?.isEmpty == true)

      #expect(next.forget(again) == .done)
      #expect(next.threads(limit: 20)?.isEmpty == true)
    }
  }

  /// The state of an earlier release, which lacked tables.
  @Test(arguments: [1, 2]) func anOlderStateIsBroughtUpToDate(_ version: Int) throws {
    try StoreStage.run { stage in
      let store = stage.open()
      let source = try #require(store.source(key: "k", name: "n"))
      store.remember([StateChange(source: source, identity: StoreStage.key(1), set: .read)])
      store.close()
      do {
        let old = try Database(path: stage.file("state.db"))
        try old.run("DROP TABLE host")
        try old.run("DROP TABLE change")
        if version == 1 { try old.run("DROP TABLE thread") }
        try old.run(version == 1 ? "PRAGMA user_version = 1" : "PRAGMA user_version = 2")
      }
      let next = stage.open()
      let again = try #require(next.source(key: "k", name: "n"))
      #expect(next.isOn && next.flags(of: again, for: [StoreStage.key(1)]) == [.read])
      next.note(try comments(3), of: StoreStage.key(2), in: again)
      StoreStage.finish(next)
      #expect(next.threads(limit: 20)?.count == 1)
      #expect(StoreStage.notices(next).isEmpty)
    }
  }

  @Test func aSourceWhosePostsGetOtherNamesHasNoneLeft() throws {
    try StoreStage.run { stage in
      let store = stage.open()
      let source = try #require(store.source(key: "k", name: "n"))
      store.note(try comments(3), of: StoreStage.key(1), in: source)
      store.changeNaming(of: source)
      while store.flush() == .more {}
      #expect(store.threads(limit: 20)?.isEmpty == true)
    }
  }
}
