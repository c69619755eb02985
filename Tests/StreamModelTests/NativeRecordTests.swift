import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// A post that is written in the native format and read again is the same post.
struct NativeRecordTests {
  private func read(_ record: [UInt8]) throws -> Post? {
    let bytes = Array(#"{"version":1,"posts":["#.utf8) + record + Array("]}".utf8)
    return try Feed(source: MemoryBytes(name: "kept", bytes: bytes)).scanned().record(at: 0).post
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
      attachments: [Attachment(type: "image", url: "a.png", alt: "a lake")],
      visibility: .unlisted
    )
    let named = Comment(id: Post.ID("c2"), url: "https://a.example/c2", kind: .reference)
    let stub = Comment(id: Post.ID("c3"), baseURL: "https://a.example", kind: .stub(count: 12))
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
      commentsAddress: "https://social.example/1/comments",
      commentsFeed: "https://social.example/1/feed",
      repliesAddress: "https://social.example/1/replies",
      conversationAddress: "https://social.example/topic/1",
      comments: [comment, named, stub],
      attachments: [Attachment(type: nil, url: "https://a.example/x.mp4")],
      tags: ["lakes"],
      mentions: [
        Mention(handle: "@mia", url: "https://social.example/@mia"), Mention(handle: nil),
      ],
      customEmoji: ["blob"],
      card: Card(title: "Page", summary: "About", url: "https://c.example/"),
      poll: Poll(
        options: [.init(title: "lake", votes: 3), .init(title: "")],
        votesCount: 3,
        isExpired: true,
        expires: time
      ),
      resharedBy: Account(name: "Ben", handle: nil, companions: ["Ann"]),
      statedActivity: Activity(.other, name: "Travel"),
      type: "Article",
      inReplyTo: "https://social.example/0",
      inReplyToAccount: Self.account,
      aliases: ["a", "b"],
      resharedAt: time,
      resharedAddress: "https://social.example/2",
      community: "r/lakes",
      visibility: .followers,
      state: .updated
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
    #expect(PostIdentity(again) == PostIdentity(post))
  }

  // MARK: Posts of any format

  /// Every fact of a post but its problems, and but an id that is a hash of its bytes.
  private func facts(_ post: Post) -> [String: String] {
    var facts: [String: String] = [:]
    for child in Mirror(reflecting: post).children {
      guard let label = child.label, label != "problems" else { continue }
      if label == "id", !post.idIsStated { continue }
      // An account of which nothing is known is none.
      if let account = child.value as? Account?, account == Account(name: nil, handle: nil) {
        continue
      }
      facts[label] = String(reflecting: child.value)
    }
    return facts
  }

  /// Compares each post of a document with what is read of its record; returns how many there were.
  private func comparePosts(of bytes: [UInt8], _ name: String) throws -> Int {
    let source = MemoryBytes(name: name, bytes: bytes)
    guard let feed = try? Feed(source: source).scanned() else { return 0 }
    var count = 0
    for row in 0..<feed.recordCount {
      guard case .post(let post) = feed.record(at: row) else { continue }
      let record = NativeRecord(post).bytes
      // A post without an id and a text is no record by itself.
      guard let again = try read(record) else {
        #expect(!post.idIsStated && post.body == .missing, "\(name) \(row)")
        continue
      }
      count += 1
      #expect(again.problems.isEmpty, "\(name) \(row)")
      let (before, after) = (facts(post), facts(again))
      for (label, value) in before where after[label] != value {
        Issue.record("\(name) \(row) \(label): \(value), then \(after[label] ?? "nothing")")
      }
      // Alone on a line it is told to be a native record, too.
      let line = MemoryBytes(name: name, bytes: record + [0x0A])
      let lone = try #require(try Feed(source: line, hint: .ndjson).scanned().record(at: 0).post)
      #expect(facts(lone) == after, "\(name) \(row)")
    }
    return count
  }

  private static let documents: [(name: String, text: String)] = [
    ("native", FeedTests.native), ("activitystreams", ActivityStreamsTests.outbox),
    ("jsonfeed", JSONFeedTests.feed), ("github", GitHubTests.events),
    ("reddit", RedditTests.thread), ("bluesky", BlueskyTests.timeline),
    ("mastodon", MastodonTests.context),
    (
      "poll",
      """
      [{"id":"1","content":"<p>which?</p>","created_at":"2026-01-30T08:00:00Z","account":{"acct":"b"},
        "mentions":[{"id":"9","acct":"mia@b.example","url":"https://b.example/@mia"}],
        "poll":{"options":[{"title":"lake","votes_count":3},{"title":"stove"}],"votes_count":3,
                "expired":true,"expires_at":"2026-02-01T00:00:00Z"},
        "card":{"title":"Page","description":"About","url":"https://c.example/"}},
       {"id":"2","content":"","account":{"acct":"c"},"created_at":"2026-01-30T09:00:00Z",
        "reblog":{"id":"3","content":"r","uri":"https://d.example/3","account":{"acct":"d"}}}]
      """
    ),
    (
      "rss",
      """
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>
      <item><guid>one</guid><title>a &gt; b</title><dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>
      <description><![CDATA[<p>text</p>]]></description><enclosure url="x.mp3" type="audio/mpeg"/>
      <category>lakes</category><pubDate>Fri, 30 Jan 2026 08:00:00 GMT</pubDate></item></channel></rss>
      """
    ),
  ]

  @Test func thePostsOfTheSampleAreTheSame() throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("sample-feed.json")
    #expect(try comparePosts(of: Array(Data(contentsOf: sample)), "sample") == 59)
  }

  @Test func postsOfEveryFormatAreTheSame() throws {
    for (name, text) in Self.documents {
      #expect(try comparePosts(of: Array(text.utf8), name) > 0, "\(name)")
    }
  }

  @Test func postsOfChangedDocumentsAreTheSame() throws {
    var random = SplitMix(seed: 218)
    let words = [
      "\"", "\\n", "null", "-3", "\"x\"", "{}", "[]", "\\u0000", "true", "\u{202E}", "1e9",
    ]
    var count = 0
    for round in 0..<(isLongRun ? 20_000 : 2_000) {
      let (name, text) = Self.documents[round % Self.documents.count]
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1:
          let from = Int.random(in: 0..<bytes.count, using: &random)
          bytes.insert(contentsOf: Array(bytes[min(from, at)..<max(from, at)].prefix(200)), at: at)
        default:
          let word = words[Int.random(in: 0..<words.count, using: &random)]
          bytes.insert(contentsOf: word.utf8, at: at)
        }
      }
      count += try comparePosts(of: bytes, "\(name), round \(round)")
    }
    #expect(count > 1_000)
  }
}
