import StreamModel
import Testing

@testable import StreamHost

/// The comments that a reader has seen, as one session saves them and the next one finds them.
struct StoredThreadTests {
  private let stage = StateStage()

  private func comments(_ count: Int) throws -> SeenComments {
    let bytes = (0..<count).flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return try #require(SeenComments(bytes: bytes))
  }

  @Test func theLastConversationsComeBack() throws {
    let stage = StoreStage()
    let (store, source) = try stage.opened(key: "/feed.json", name: "Feed")
    for number in 0..<510 {
      store.write(.comments(source, StoreStage.key(number), try comments(3), nil))
    }
    store.write(.comments(source, StoreStage.key(505), try comments(3_000), nil))
    store.close()
    #expect(StoreStage.notices(store).isEmpty)

    let (next, again) = try stage.opened(key: "/feed.json", name: "Feed")
    let first = try #require(next.threads(limit: 20))
    #expect(first.count == 20 && first.allSatisfy { $0.source == again })
    let all = try #require(next.threads(limit: 1_000))
    #expect(all.count == 499)
    #expect(all.first?.post == StoreStage.key(11))
    #expect(all.last?.post == StoreStage.key(505))
    #expect(all.last?.comments == (try comments(3_000)))
    #expect(next.threads(after: all.last?.number ?? 0, limit: 20)?.isEmpty == true)

    #expect(next.forget([again]) == .done)
    #expect(next.threads(limit: 20)?.isEmpty == true)
  }

  /// The row of a comment, and one that stands above it.
  private static let place = SavedPlace.OpenedPost(
    top: .ancestor(2),
    line: 3,
    selection: .comment(StoreStage.key(9))
  )

  @Test func thePlaceInAConversationComesBack() throws {
    let stage = StoreStage()
    let (store, source) = try stage.opened()
    store.write(.comments(source, StoreStage.key(1), try comments(3), Self.place))
    store.write(.comments(source, StoreStage.key(2), try comments(3), Self.place))
    store.write(.comments(source, StoreStage.key(2), try comments(3), nil))
    store.close()
    let threads = try #require(stage.open().threads(limit: 20))
    #expect(threads.map(\.place) == [Self.place, nil])
    // A place that cannot be read is lost, and nothing else of its row.
    do {
      let database = try Database(path: stage.file("state.db"))
      try database.run("UPDATE thread SET place = 'comment 12'")
    }
    #expect(stage.open().threads(limit: 20)?.map(\.comments) == threads.map(\.comments))
    #expect(stage.open().threads(limit: 20)?.map(\.place) == [nil, nil])
  }

  @Test func aConversationThatWasLeftOpensAtItsPlaceInALaterRun() throws {
    let comments = (1...40).map { #"{"id":"c\#($0)","body_text":"remark \#($0)"}"# }
    let more = ",\"comments\":[\(comments.joined(separator: ","))]"
    let file = try stage.feed("talk.ndjson", ["question"], more: more)
    try stage.read([file], keys: ["\r"] + Array(repeating: "J", count: 25) + ["q"])
    let again = try stage.open([file]).showing("post 1 of 1")
    again.type("\r", "comment 25 of 40", since: 0)
    #expect(again.waits(for: "remark 25"))
    again.type("g")
    again.type("q")
    again.quit("q")
    // Left at its top, it opens there.
    let third = try stage.open([file]).showing("post 1 of 1")
    third.type("\r")
    // The whole screen once more: by itself only the cells that change are drawn.
    third.type("\u{0C}", "post · 40 comments", since: 0)
    third.quit()
  }

  @Test func aSourceWhosePostsGetOtherNamesHasNoneLeft() throws {
    let stage = StoreStage()
    let (store, source) = try stage.opened()
    store.write(.comments(source, StoreStage.key(1), try comments(3), nil))
    store.write(.nameByFallback(source))
    while store.flush() == .more {}
    #expect(store.threads(limit: 20)?.isEmpty == true)
  }
}
