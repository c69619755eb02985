import Testing

@testable import StreamModel

/// The replies of the fediverse: the collection that a post names, and its pages.
@Suite struct RepliesTests {
  private static let context = #""@context":"https://www.w3.org/ns/activitystreams""#

  private func post(replies: String) throws -> Post {
    let text = """
      {\(Self.context),"type":"Note","id":"https://a.example/1","content":"Ice","replies":\(replies)}
      """
    return try #require(try feed(text).posts.first)
  }

  @Test(arguments: [
    (#""https://a.example/1/replies""#, "https://a.example/1/replies", Int?.none),
    (
      #"{"id":"https://a.example/1/replies","type":"Collection","totalItems":3}"#,
      "https://a.example/1/replies", 3
    ),
    (
      #"{"type":"Collection","first":"https://a.example/1/replies?page=1"}"#,
      "https://a.example/1/replies?page=1", nil
    ),
    // The first page holds one of them; nobody says how many there are.
    (
      #"{"type":"Collection","first":{"next":"https://a.example/r?page=2","items":["https://b.example/7"]}}"#,
      "https://a.example/r?page=2", nil
    ),
    (
      #"{"id":"https://a.example/r","first":{"id":"x","items":["https://b.example/7"]}}"#,
      "https://a.example/r", 1
    ),
    (#"{"items":["https://b.example/7"]}"#, "", 1),
    (#"{"id":"javascript:alert(1)"}"#, "", nil), (#"["https://b.example/7"]"#, "", 1),
    ("null", "", nil), ("7", "", nil),
  ])
  func aPostNamesItsReplies(_ replies: String, _ address: String, _ count: Int?) throws {
    let post = try post(replies: replies)
    #expect(post.repliesAddress ?? "" == address)
    #expect(post.commentsCount == count)
    #expect(post.problems == [])
  }

  /// The activity around a post says the same.
  @Test func aCreatedPostNamesItsReplies() throws {
    let text = """
      {\(Self.context),"type":"Create","id":"https://a.example/1/activity","actor":"https://a.example/olga",
      "object":{"type":"Note","id":"https://a.example/1","content":"Ice","replies":"https://a.example/r"}}
      """
    #expect(try feed(text).posts.first?.repliesAddress == "https://a.example/r")
  }

  private func read(_ text: String) throws -> Discussion {
    var post = Post(id: Post.ID("https://a.example/1"), isStated: true)
    post.repliesAddress = "https://a.example/1/replies"
    let place = try #require(DiscussionPlace.places(of: post).first)
    return try DiscussionReader.read(try feed(text, hint: .activityStreams), from: place)
  }

  @Test func aPageOfRepliesIsRead() throws {
    let page = """
      {\(Self.context),"type":"CollectionPage","partOf":"https://a.example/1/replies","items":[
      "https://b.example/7",
      {"type":"Note","id":"https://a.example/2","inReplyTo":"https://a.example/1","content":"How thick?",
       "attributedTo":"https://a.example/mia","replies":{"items":[
        {"type":"Note","id":"https://a.example/3","inReplyTo":"https://a.example/2","content":"Ten"},
        "https://c.example/9"]}},
      {"type":"Tombstone","id":"https://a.example/4","deleted":"2026-01-30T09:00:00Z"}]}
      """
    let discussion = try read(page)
    let comments = discussion.entries.map(\.comment)
    #expect(
      comments.map(\.id.rawValue) == [
        "https://b.example/7", "https://a.example/2", "https://a.example/3", "https://c.example/9",
        "https://a.example/4",
      ]
    )
    #expect(comments.map { $0.kind == .reference } == [true, false, false, true, false])
    #expect(comments[2].parent?.rawValue == "https://a.example/2")
    #expect(comments[3].parent?.rawValue == "https://a.example/2")
    // Only replies to the post itself are asked for.
    #expect(discussion.named == ["https://b.example/7"])
    #expect(discussion.count == 3 && discussion.leftOut == 2)
    var reply = Post(id: Post.ID("https://b.example/7"), isStated: true)
    reply.body = .text("Skates!")
    let place = try #require(DiscussionPlace(of: "https://social.example/@olga/112233445566778899"))
    let entries = DiscussionReader.entries(of: reply, named: "https://b.example/7", in: place)
    let filled = discussion.filled(with: ["https://b.example/7": entries])
    #expect(filled.entries.map(\.comment.id) == comments.map(\.id))
    #expect(filled.entries[0].comment.body == .text("Skates!") && filled.named == [])
  }

  @Test func anEmptyCollectionHasNoReplies() throws {
    #expect(
      try read(#"{\#(Self.context),"type":"Collection","totalItems":0,"items":[]}"#).count == 0
    )
  }

  @Test(arguments: [
    (#"{"error":"not found"}"#, DiscussionReader.Failure.malformed),
    (#"{"type":"Collection","items":[{"type":"Note","id":"x""#, .cut),
    ("<!DOCTYPE html><html><body>Log in</body></html>", .page),
  ])
  func otherAnswersAreRefused(_ text: String, _ failure: DiscussionReader.Failure) {
    #expect(throws: failure) { try read(text) }
  }

  /// Objects in objects do not overflow the stack; deeper ones are not there.
  @Test func repliesOfAnyDepthAreRead() throws {
    let start = String(repeating: #"{"type":"Note","content":"x","replies":{"items":["#, count: 40)
    let text =
      #"{"type":"Collection","items":["# + start + String(repeating: "]}}", count: 40) + "]}"
    #expect(try read(text).count == 40)
  }
}
