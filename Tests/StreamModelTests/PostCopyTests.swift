import Testing

@testable import StreamModel

/// A copy of a post changes what it says it changes, and loses nothing else.
struct PostCopyTests {
  private static let author = Account(name: "Olga", handle: "@olga@a.example", url: nil)
  private static let post = Post(
    id: .init("1"),
    author: author,
    published: Timestamp(secondsSinceEpoch: 1),
    edited: Timestamp(secondsSinceEpoch: 2),
    url: "https://a.example/1",
    title: .text("title"),
    body: .text("body"),
    baseURL: "https://a.example/",
    language: "en",
    contentWarning: "warned",
    likesCount: 1,
    likes: [author],
    resharesCount: 2,
    reshares: [author],
    commentsCount: 3,
    comments: [Comment(id: .init("2"), body: .text("comment"))],
    attachments: [Attachment(type: "image", url: "https://a.example/a.png")],
    tags: ["ice"],
    mentions: [Mention(handle: "@ben@b.example", url: nil)],
    customEmoji: ["blob"],
    card: Card(title: "card", url: "https://a.example/card"),
    poll: Poll(options: [], isExpired: true),
    type: "Article",
    inReplyTo: "0",
    inReplyToAccount: author,
    aliases: ["https://a.example/alias"],
    community: "r/lakes",
    visibility: .unlisted
  )
  private static let reshare = Post(
    id: .init("9"),
    idIsStated: false,
    author: Account(name: "Zoë", handle: nil, url: nil),
    published: Timestamp(secondsSinceEpoch: 9),
    statedActivity: .resharing,
    visibility: .followers
  )

  /// The names of the facts in which two values differ.
  private static func differences(_ one: Any, _ other: Any) -> Set<String> {
    let pairs = zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    return Set(
      pairs.filter { String(describing: $0.value) != String(describing: $1.value) }
        .compactMap(\.0.label)
    )
  }

  @Test func aResharedPostKeepsItsFacts() {
    let shown = Self.post.reshared(by: Self.reshare)
    #expect(
      Self.differences(Self.post, shown) == [
        "id", "idIsStated", "resharedBy", "aliases", "resharedAt", "visibility",
      ]
    )
    #expect(Self.post.activity == .posting && shown.activity == .resharing)
    #expect(shown.community == "r/lakes")
    #expect(shown.aliases == ["1", "https://a.example/alias"])
    #expect(shown.visibility == .followers)
  }
}
