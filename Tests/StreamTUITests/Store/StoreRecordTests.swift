import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// Posts that were kept and links that were followed.
struct StoreRecordTests {
  private let stage = StoreStage()

  @Test func keptPostsComeBackWithTheirRecords() throws {
    let (store, source) = try stage.opened(name: "Feed")
    for number in 0..<5 {
      store.keep(source, number, at: Int64(1000 - number), Array("{\"n\":\(number)}".utf8))
    }
    store.write(.unkeep(source, StoreStage.key(2)))
    store.close()

    let next = stage.open()
    let posts = try #require(next.kept())
    #expect(
      posts.map { String(decoding: $0.record, as: UTF8.self) }
        == [4, 3, 1, 0].map { "{\"n\":\($0)}" }
    )
    #expect(posts.map(\.time) == [996, 997, 999, 1000])
    #expect(posts.map(\.identity.id) == [4, 3, 1, 0].map { StoreStage.key($0).id })
    let again = try #require(next.source(key: "k", name: "Feed"))
    #expect(posts.allSatisfy { $0.source == again })
    #expect(Set(StoreStage.flags(next, again).values) == [.kept])
    #expect(StoreStage.flags(next, again).count == 4)
  }

  @Test func aPostTooLongToKeepIsRefusedAndOthersAreSaved() throws {
    let (store, source) = try stage.opened()
    let long = [UInt8](repeating: 32, count: KeptRecord.longestRecord + 1)
    store.keep(source, 1, long)
    store.keep(source, 2)
    #expect(StoreStage.notices(store) == ["Not kept: the post is longer than 16 MiB"])
    #expect(store.kept()?.map(\.identity.id) == [StoreStage.key(2).id])
  }

  @Test func followedLinksComeBackWithTheirPosts() throws {
    let (store, source) = try stage.opened()
    let visits = (1...4).map { number in
      Visit(
        address: "https://example.org/\(number % 3)",
        hash: UInt64(number % 3) &* 0x9999_9999_9999_9999,
        time: Int64(number),
        source: number == 4 ? nil : source,
        post: number == 4 ? nil : StoreStage.key(number),
        manner: number == 4 ? .queue : .hint
      )
    }
    for visit in visits { store.write(.visit(visit)) }
    store.close()

    let (next, again) = try stage.opened()
    let found = try #require(next.visits(limit: 3))
    #expect(found.map(\.address) == visits.reversed().prefix(3).map(\.address))
    #expect(found.map(\.manner) == [.queue, .hint, .hint])
    #expect(found.map(\.source) == [nil, again, again])
    #expect(found.map { $0.post?.id } == [nil, StoreStage.key(3).id, StoreStage.key(2).id])
    var hashes: [UInt64] = []
    while let slice = next.visitedHashes(after: hashes.last, limit: 2), !slice.isEmpty {
      hashes += slice
    }
    #expect(hashes.count == 3 && Set(hashes) == Set(visits.map(\.hash)))
  }
}
