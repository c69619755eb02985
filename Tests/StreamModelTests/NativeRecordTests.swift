import StreamModel
import TestSupport
import Testing

/// A post that is written in the native format and read again is the same post.
struct NativeRecordTests {
  private func read(_ record: [UInt8]) throws -> Post? {
    let bytes = Array(#"{"version":1,"posts":["#.utf8) + record + Array("]}".utf8)
    let feed = Feed(source: MemoryBytes(name: "kept", bytes: bytes))
    while try feed.advance(bytes: 1 << 20) == .more {}
    guard case .post(let post) = feed.record(at: 0) else { return nil }
    return post
  }

  private static let account = Account(
    name: "Olga \"O\" \u{1}\n",
    handle: "@olga@social.example",
    url: "https://social.example/@olga",
    bioHTML: "<p>lakes</p>"
  )

  @Test func everyFactOfThePostIsKept() throws {
    let time = Timestamp(secondsSinceEpoch: 1_769_760_900)
    let comment = Comment(
      id: Post.ID("c1"),
      parent: Post.ID("c0"),
      author: Self.account,
      published: time,
      body: .text("why\\?"),
      url: "https://social.example/c1",
      likesCount: 2,
      likes: [Self.account],
      attachments: [Attachment(type: "image", url: "a.png", alt: "a lake")]
    )
    let post = Post(
      id: Post.ID("p/1"),
      author: Self.account,
      published: time,
      edited: Timestamp(secondsSinceEpoch: 5, zoneIsStated: false),
      url: "https://social.example/1",
      title: .html("H<sub>2</sub>O"),
      body: .html("<p>Water \u{202E} \"is\" <a href='b'>b</a></p>"),
      baseURL: "https://social.example/",
      language: "en",
      contentWarning: "wet",
      likesCount: 12,
      likes: [Self.account, Account(name: nil, handle: "@mia")],
      resharesCount: 3,
      reshares: [Self.account],
      commentsCount: 7,
      comments: [comment],
      attachments: [Attachment(type: nil, url: "https://a.example/x.mp4")],
      tags: ["lakes"],
      customEmoji: ["blob"],
      resharedBy: Account(name: "Ben", handle: nil),
      activity: Activity(.reshare),
      inReplyTo: "https://social.example/0",
      visibility: .followers
    )
    let record = NativeRecord(post).bytes
    #expect(!record.contains(0x0A))
    let again = try #require(try read(record))
    #expect(
      String(decoding: NativeRecord(again).bytes, as: UTF8.self)
        == String(decoding: record, as: UTF8.self)
    )
    #expect(again == post)
  }

  @Test func factsThatAreMissingStayMissing() throws {
    let post = Post(id: Post.ID("p1"))
    #expect(String(decoding: NativeRecord(post).bytes, as: UTF8.self) == #"{"id":"p1"}"#)
    #expect(try read(NativeRecord(post).bytes) == post)
  }

  /// The id would be another one that the document states.
  @Test func anIDThatIsNotStatedIsNotWritten() throws {
    let post = Post(id: Post.ID("0123"), idIsStated: false, body: .text("hello"))
    let again = try #require(try read(NativeRecord(post).bytes))
    #expect(!again.idIsStated)
    #expect(PostKey(again) == PostKey(post))
  }
}
