import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost

/// State that one session saves and the next one finds.
struct StoreTests {
  private let stage = StoreStage()

  @Test func flagsComeBackInTheNextSession() throws {
    let keys = (0..<250).map(StoreStage.key)
    let (store, source) = try stage.opened(key: "/feed.json", name: "Feed")
    let other = try #require(store.source(key: "/other.json", name: "Other"))
    store.remember(keys.map { StateChange(source: source, identity: $0, set: .read) })
    store.remember([StateChange(source: other, identity: keys[0], set: [.kept, .collapsed])])
    store.close()
    #expect(!store.isOn && StoreStage.notices(store).isEmpty)

    let (next, again) = try stage.opened(key: "/feed.json", name: "Feed")
    #expect(
      StoreStage.flags(next, again, limit: 7)
        == Dictionary(uniqueKeysWithValues: keys.map { ($0.id, .read) })
    )
    let otherAgain = try #require(next.source(key: "/other.json", name: "Other"))
    #expect(next.flags(of: otherAgain, for: [keys[1], keys[0]]) == [[], [.kept, .collapsed]])
  }

  @Test func aThousandChangesAreCommittedAtOnceAndTheRestWaits() throws {
    let (store, source) = try stage.opened()
    #expect(store.mark(source, 0..<1_150) == .more)
    #expect(StoreStage.flags(store, source).count == 1_000 && store.waitingCount == 150)
    #expect(store.flush() == .more)
    #expect(store.flush() == .done)
    #expect(StoreStage.flags(store, source).count == 1_150 && store.waitingCount == 0)
  }

  /// The first commit of a session waits for the disk, since SQLite writes the header of its log then.
  @Test func theFirstMarkOfASessionIsCommittedAtOnce() throws {
    let first = stage.open()
    _ = first.source(key: "k", name: "n")
    first.close()
    let (store, source) = try stage.opened()
    #expect(store.mark(source, [0]) == .done && store.waitingCount == 0)
    let (other, there) = try stage.opened()
    #expect(StoreStage.flags(other, there).count == 1)
  }

  @Test func aPostWithoutFlagsHasNoRow() throws {
    let (store, source) = try stage.opened()
    let key = StoreStage.key(1)
    for (before, after) in [([], [.read, .kept]), ([.read, .kept], [.kept]), ([.kept], [])]
      as [(PostFlags, PostFlags)]
    {
      let (set, cleared) = (after.subtracting(before), before.subtracting(after))
      store.remember([StateChange(source: source, identity: key, set: set, cleared: cleared)])
      #expect(StoreStage.flags(store, source) == (after.isEmpty ? [:] : [key.id: after]))
    }
  }

  @Test func changesOfOnePostKeepTheirOrder() throws {
    let (store, source) = try stage.opened()
    // All wait at once: 300 posts, each set, cleared and every third one set again.
    var changes: [StateChange] = []
    for round in 0..<3 {
      for number in 0..<300 where round < 2 || number % 3 == 0 {
        let key = StoreStage.key(number)
        changes.append(
          round == 1
            ? StateChange(source: source, identity: key, cleared: .read)
            : StateChange(source: source, identity: key, set: .read)
        )
      }
    }
    store.remember(changes)
    StoreStage.finish(store)
    let expected = stride(from: 0, to: 300, by: 3).map { (StoreStage.key($0).id, PostFlags.read) }
    #expect(StoreStage.flags(store, source) == Dictionary(uniqueKeysWithValues: expected))
  }

  @Test func theHistoryShowsTheLastSourceFirst() throws {
    let store = stage.open()
    for (number, name) in ["Alpha", "100%_b", "Gamma"].enumerated() {
      let source = try #require(store.source(key: "/feeds/\(number)", name: name))
      store.write(.note(source, seen: Int64(10 - number), posts: 40, unread: number))
    }
    _ = store.source(key: "/never/seen", name: "Never seen")
    let all = try #require(store.history(limit: 10))
    #expect(all.map(\.name) == ["Alpha", "100%_b", "Gamma"])
    #expect(all.map(\.unread) == [0, 1, 2] && all.map(\.seen) == [10, 9, 8])
    #expect(all.first?.posts == 40 && all.first?.key == "/feeds/0")
    #expect(store.history(limit: 1)?.map(\.name) == ["Alpha"])
  }

  @Test func aSourceCanGetAnotherName() throws {
    let (store, source) = try stage.opened(name: "old")
    store.write(.note(source, seen: 1, posts: 1, unread: 1))
    #expect(store.source(key: "k", name: "new") == source)
    #expect(store.history(limit: 9)?.map(\.name) == ["new"])
  }

  @Test func postsWhoseIdsChangeAreFoundByTheirFallback() throws {
    let (store, source) = try stage.opened()
    let other = try #require(store.source(key: "o", name: "n"))
    let keys = (0..<5).map(StoreStage.key)
    // The fifth post is the first one under another id.
    let twin = PostIdentity(id: 77, fallback: keys[0].fallback)
    store.remember(keys.map { StateChange(source: source, identity: $0, set: .read) })
    store.remember([StateChange(source: source, identity: twin, set: .expanded)])
    store.remember([StateChange(source: other, identity: keys[0], set: .read)])
    store.write(.keep(KeptRecord(source: source, identity: keys[1], time: 1, record: [1])))
    #expect(store.naming(of: source) == .id)
    store.write(.nameByFallback(source))
    #expect(store.naming(of: source) == .fallback && store.naming(of: other) == .id)

    // The next fetch states other ids for the same posts.
    let fetched = keys.map { PostIdentity(id: $0.id ^ 0xffff, fallback: $0.fallback) }
    let flags = try #require(store.flags(of: source, for: fetched))
    #expect(flags == [[.read, .expanded], [.read, .kept], .read, .read, .read])
    #expect(Set(StoreStage.flags(store, source).keys) == Set(fetched.map(\.fallback)))
    store.write(.unkeep(source, fetched[1]))
    #expect(store.kept()?.isEmpty == true)
    store.remember([StateChange(source: source, identity: fetched[2], cleared: .read)])
    store.write(.nameByFallback(source))
    #expect(StoreStage.flags(store, source).count == 4)
    #expect(store.flags(of: other, for: [keys[0]]) == [.read])
  }

  @Test func filesAreForTheReaderAlone() throws {
    let (store, source) = try stage.opened()
    store.mark(source, [1])
    #expect(stage.names() == ["state.db", "state.db-shm", "state.db-wal"])
    for name in stage.names() + ["."] {
      let mode = try FileManager.default.attributesOfItem(atPath: stage.file(name))
      #expect(mode[.posixPermissions] as? Int == (name == "." ? 0o700 : 0o600))
    }
    store.close()
    #expect(stage.names() == ["state.db"])
  }

  @Test func filesThatOthersCouldReadAreClosedToThem() throws {
    stage.open().close()
    chmod(stage.path, 0o755)
    chmod(stage.file("state.db"), 0o644)
    #expect(stage.open().isOn)
    for (name, expected) in [(".", 0o700), ("state.db", 0o600)] {
      let mode = try FileManager.default.attributesOfItem(atPath: stage.file(name))
      #expect(mode[.posixPermissions] as? Int == expected)
    }
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/tmp"], "/s/streamtui"),
      (["XDG_STATE_HOME": "s", "HOME": "/tmp"], "/tmp/.local/state/streamtui"),
      (["XDG_STATE_HOME": "", "HOME": "/tmp"], "/tmp/.local/state/streamtui"),
      (["HOME": "/tmp"], "/tmp/.local/state/streamtui"),
      (["HOME": "/nonexistent"], nil), (["HOME": ""], nil), (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)]
  )
  func theEnvironmentNamesTheFolder(_ environment: [String: String], _ path: String?) {
    #expect(StateFolder { environment[$0] }?.path == path)
  }

  @Test func aStoreThatIsOffAnswersNothing() {
    let store = StateStore(in: nil)
    #expect(
      StoreStage.notices(store)
        == ["State is off: neither XDG_STATE_HOME nor HOME names a folder"]
    )
    #expect(StateStore().takeNotice() == nil)
    let source = SourceID(index: 0)
    #expect(store.source(key: "k", name: "n") == nil)
    #expect(store.mark(source, [1]) == .done && store.flush() == .done && store.waitingCount == 0)
    #expect(store.flags(of: source, limit: 9)?.entries.isEmpty == true)
    #expect(store.flags(of: source, for: [StoreStage.key(1)]) == [[]])
    #expect(store.visits(limit: 9)?.isEmpty == true && store.kept()?.isEmpty == true)
    #expect(store.history(limit: 9)?.isEmpty == true)
    #expect(store.visitedHashes(limit: 9)?.isEmpty == true)
    #expect(store.forget([source]) == .failed && store.forgetAll() == .failed)
    store.close()
  }
}
