import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// The state of requests, and the commands that read and remove it.
struct FetchFileTests {
  private let stage = StateStage()

  private func address(_ text: String) throws -> FeedAddress {
    try #require(FeedAddress.judge(text).address)
  }

  private func record() throws -> FetchRecord {
    var record = FetchRecord()
    record.address = try address("https://a.example/feed")
    record.validators = Validators(etag: "W/\"x y\"", modified: "Sun, 06 Nov 1994 08:49:37 GMT")
    record.validatedAddress = try address("https://b.example/feed")
    record.history = FetchHistory(
      lastTry: Timestamp(secondsSinceEpoch: 2_000),
      lastSuccess: Timestamp(secondsSinceEpoch: 1_000),
      failures: 3,
      course: .user,
      maxAge: 600,
      notBefore: Timestamp(secondsSinceEpoch: 9_000)
    )
    record.title = "A title"
    record.failure = "a.example refuses access (403)."
    record.moved = try address("https://new.example/")
    return record
  }

  @Test func aRecordIsReadAsItWasWritten() throws {
    let record = try record()
    #expect(FetchRecord(record.bytes) == record)
    #expect(FetchRecord(FetchRecord().bytes) == FetchRecord())
    #expect(FetchRecord([]) == nil)
    #expect(FetchRecord(Array("streamtui-fetch 2\n".utf8)) == nil)
  }

  @Test func lineEndsInATitleMakeNoOtherLine() throws {
    var record = FetchRecord()
    record.title = "x\nmoved https://evil.example/\u{7}"
    let again = try #require(FetchRecord(record.bytes))
    #expect(again.moved == nil && again.title == "x moved https://evil.example/ ")
  }

  @Test func damagedFilesNeverTrap() throws {
    let bytes = try record().bytes
    var random = SplitMix(seed: 3)
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0...random.below(6) {
        damaged[random.below(damaged.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      let cut = damaged.prefix(random.below(damaged.count))
      if let read = FetchRecord(Array(cut)) {
        #expect(FetchRecord(read.bytes)?.bytes == read.bytes)
      }
    }
  }

  @Test func listShowsAndRemoveAndForgetDeleteTheFiles() throws {
    let folder = StateFolder(path: stage.state)
    let source = Subscription.Source.web(try address("https://a.example/feed"))
    _ = try stage.shell("$program add a.example/feed --tag x --tag y")
    let log = PostLogStage(
      stage: StoreStage(place: stage.folder),
      log: PostLog(of: source, in: folder)
    )
    func fill() throws {
      try log.take([PostLogStage.Item("1", "SECRET"), PostLogStage.Item("2", "two")])
      try FetchFile(of: source, in: folder).write(try record())
    }
    try fill()
    #expect(
      try stage.shell("$program list --format tsv").output
        == "A title\thttps://a.example/feed\tx,y\t2\t1970-01-01T00:16:40Z\ta.example refuses access (403).\n"
    )
    try stage.shell("$program list").says(output: "     2  A title  https://a.example/feed")

    // The viewer reads the log under the name of the subscription.
    let store = StateStore(in: folder)
    let name = SourceName(of: source, title: nil)
    #expect(name.key == "web:https://a.example/feed")
    let id = try #require(store.source(key: name.key, name: name.title))
    let read = PostLogIndex(log.bytes).entries[0].identity
    store.remember([StateChange(source: id, identity: read, set: .read)])
    store.close()
    #expect(try stage.shell("$program list --format tsv").output.contains("\tx,y\t1\t"))

    let forgotten = try stage.shell("$program forget a.example/feed")
    #expect(
      forgotten.output
        == "Forgotten: https://a.example/feed (read marks, kept posts and links, fetched posts)\n"
    )
    #expect(try stage.files(with: "SECRET").isEmpty)
    #expect(
      try stage.shell("$program list --format tsv").output.hasPrefix("\thttps://a.example/feed")
    )

    try fill()
    #expect(try stage.shell("$program forget all").output.contains("the fetched posts of 1 sub"))
    #expect(try stage.files(with: "SECRET").isEmpty)

    try fill()
    let removed = try stage.shell("$program remove 'a title'").output
    #expect(removed.hasPrefix("Removed A title and its posts; kept ones stay\n"))
    #expect(try stage.files(with: "SECRET").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.state + "/feeds").isEmpty)
  }
}
