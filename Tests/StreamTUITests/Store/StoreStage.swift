import CellGrid
import Foundation
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamHost

/// A temporary folder with a state in it, and the steps that tests of the state share.
struct StoreStage {
  /// The folder of the test, in which the state folder and others lie.
  let place: String
  private var own: TestFolder?
  var folder: StateFolder { StateFolder(path: path) }
  var path: String { place + "/state/streamtui" }

  init(place: String) { self.place = place }

  /// Makes a folder that goes with the stage.
  init() {
    let own = TestFolder()
    self.own = own
    place = own.path
  }

  static func run(_ body: (StoreStage) throws -> Void) throws { try body(StoreStage()) }

  func open() -> StateStore { StateStore(in: folder) }

  /// A store, and a source in it.
  func opened(key: String = "k", name: String = "n") throws -> (StateStore, SourceID) {
    let store = open()
    return (store, try #require(store.source(key: key, name: name)))
  }

  /// The path of a file of the state.
  func file(_ name: String) -> String { path + "/" + name }

  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map { Array($0) } ?? []
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// Lets no file of this process grow beyond a number of bytes, as on a full disk; returns the limit before.
  @discardableResult static func limitFiles(to bytes: rlim_t) -> rlim_t {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(1), &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = bytes
    setrlimit(__rlimit_resource_t(1), &limit)
    return before
  }

  /// The names in the state folder.
  func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }

  /// The lines that a store has for the status line.
  static func notices(_ store: StateStore) -> [String] {
    var lines: [String] = []
    while let notice = store.takeNotice() { lines.append(notice.text.string) }
    return lines
  }

  /// All flags of a source, by id, read in slices.
  static func flags(
    _ store: StateStore,
    _ source: SourceID,
    limit: Int = 1000
  ) -> [UInt64: PostFlags] {
    var flags: [UInt64: PostFlags] = [:]
    var position: Int64?
    while let slice = store.flags(of: source, after: position, limit: limit) {
      for entry in slice.entries { flags[entry.identity.id] = entry.flags }
      guard let next = slice.next else { break }
      position = next
    }
    return flags
  }

  /// Writes all that waits.
  static func finish(_ store: StateStore) {
    while store.flush() == .more {}
  }

  /// A key like that of a post: two hashes.
  static func key(_ number: Int) -> PostIdentity {
    var random = SplitMix(seed: UInt64(number))
    return PostIdentity(id: random.next(), fallback: random.next())
  }
}

extension StateStore {
  /// Sets flags of posts of a source.
  @discardableResult
  func mark(
    _ source: SourceID,
    _ numbers: some Sequence<Int>,
    _ flags: PostFlags = .read
  ) -> StateStore.Progress {
    remember(numbers.map { StateChange(source: source, identity: StoreStage.key($0), set: flags) })
  }

  /// Keeps a post of a source.
  @discardableResult
  func keep(
    _ source: SourceID,
    _ number: Int,
    at time: Int64 = 1,
    _ record: [UInt8] = [1]
  ) -> StateStore.Progress {
    let key = StoreStage.key(number)
    return write(.keep(KeptRecord(source: source, identity: key, time: time, record: record)))
  }

  /// Notes that a link of a post was followed.
  func visit(_ source: SourceID, _ number: Int, _ address: String) {
    let visit = Visit(
      address: address,
      hash: UInt64(number),
      time: 1,
      source: source,
      post: StoreStage.key(number),
      manner: .click
    )
    write(.visit(visit))
  }
}
