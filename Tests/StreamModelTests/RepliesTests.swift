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

  // MARK: The whole conversation

  @Test(arguments: [
    (#""https://forum.example/topic/7""#, "https://forum.example/topic/7"),
    (
      #"{"id":"https://forum.example/topic/7","type":"OrderedCollection"}"#,
      "https://forum.example/topic/7"
    ),
    // Pleroma's and snac's are in no collection that can be asked for.
    (#""https://a.example/1#ctxt""#, "https://a.example/1/replies"),
    (#""https://a.example/contexts/8f""#, "https://a.example/1/replies"),
    (#""tag:a.example,2026:conversation""#, "https://a.example/1/replies"),
    ("null", "https://a.example/1/replies"), ("[]", "https://a.example/1/replies"),
  ])
  func aPostNamesItsConversation(_ context: String, _ request: String) throws {
    let text = """
      {\(Self.context),"type":"Note","id":"https://a.example/1","content":"Ice","context":\(context),
      "replies":"https://a.example/1/replies"}
      """
    let post = try #require(try feed(text).posts.first)
    #expect(post.problems == [])
    #expect(DiscussionPlace.places(of: post).map(\.request) == [request])
  }

  /// A topic whose first post is 1, with 2 and 3 below it, and 4 below 2; an address and a like.
  private static let topic = """
    {\(context),"type":"OrderedCollection","orderedItems":[
    {"type":"Note","id":"https://a.example/1","content":"Ice"},
    {"type":"Note","id":"https://a.example/2","inReplyTo":"https://a.example/1","content":"How thick?"},
    {"type":"Create","id":"https://b.example/3/activity","object":
      {"type":"Note","id":"https://b.example/3","inReplyTo":"https://a.example/1","content":"Where?"}},
    {"type":"Like","id":"https://b.example/like","object":"https://a.example/1"},
    {"type":"Note","id":"https://b.example/4","inReplyTo":"https://a.example/2","content":"Ten"},
    "https://c.example/9"]}
    """

  @Test(arguments: [
    (
      "https://a.example/1", false,
      ["https://a.example/2", "https://b.example/3", "https://b.example/4", "https://c.example/9"]
    ),
    // A reply shows what is below it alone.
    ("https://a.example/2", true, ["https://b.example/4"]), ("https://b.example/4", true, []),
  ])
  func aConversationIsReadFromAnyOfItsPosts(_ id: String, _ isReply: Bool, _ ids: [String]) throws {
    var post = Post(id: Post.ID(id), isStated: true)
    post.conversationAddress = "https://a.example/topic/7"
    post.inReplyTo = isReply ? "https://a.example/1" : nil
    let place = try #require(DiscussionPlace.places(of: post).first)
    let answer = try feed(Self.topic, hint: .activityStreams)
    let discussion = try DiscussionReader.read(answer, from: place).below(place)
    #expect(
      discussion.entries.map { $0.names.filter { !$0.hasSuffix("/activity") }.first ?? "" }.sorted()
        == ids
    )
    #expect(discussion.entries.last?.comment.parent?.rawValue != "https://a.example/9")
  }

  /// Posts that answer each other in a circle are below none.
  @Test func aCircleIsBelowNothing() throws {
    var post = Post(id: Post.ID("https://a.example/1"), isStated: true)
    post.conversationAddress = "https://a.example/topic/7"
    post.inReplyTo = "https://a.example/0"
    let circle = (2...3).map { number in
      #"{"type":"Note","id":"https://a.example/\#(number)","inReplyTo":"https://a.example/\#(5 - number)","content":"x"}"#
    }
    let text =
      #"{\#(Self.context),"type":"Collection","items":[\#(circle.joined(separator: ","))]}"#
    let place = try #require(DiscussionPlace.places(of: post).first)
    let answer = try feed(text, hint: .activityStreams)
    #expect(try DiscussionReader.read(answer, from: place).below(place).entries == [])
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
