import Testing

@testable import StreamModel

@Suite struct FeedTests {
  static let native = """
    {"version": 1, "title": "Lakes", "total": 7, "posts": [
      {"id": "p1",
       "author": {"name": "Olga", "handle": "@olga@social.example", "url": "https://a.example"},
       "published": "2026-01-30T08:15:00Z", "edited": null, "title": "T",
       "body_html": "<p>H<sub>2</sub>O \\"x\\"</p>", "language": "en", "content_warning": null,
       "likes_count": 12, "likes": ["@mia@social.example", {"name": "Ben", "handle": "ben"}],
       "reshares_count": 3, "comments_count": 1,
       "comments": [{"id": "c1", "parent": null, "author": {"name": "N", "handle": "@n"},
                     "body_text": "hi", "likes_count": 0, "likes": []}],
       "attachments": [{"type": "image", "url": "https://b.example", "alt": "a lake"}],
       "tags": ["lakes"], "reshared_by": "@zoe@social.example", "unknown": [1, {"a": []}]},
      {"id": "p2", "body_text": "second"},
      {"body_text": "no id"}
    ]}
    """

  @Test func nativePostHasItsFields() throws {
    let feed = try feed(Self.native)
    #expect(feed.title == "Lakes")
    #expect(feed.isIndexed)
    #expect(feed.problems == [])
    let post = try #require(feed.posts.first)
    #expect(post.id == Post.ID("p1"))
    #expect(post.author?.name == "Olga")
    #expect(post.author?.handle == "@olga@social.example")
    #expect(post.published?.rfc3339 == "2026-01-30T08:15:00Z")
    #expect(post.edited == nil)
    #expect(post.body == .html("<p>H<sub>2</sub>O \"x\"</p>"))
    #expect(post.likesCount == 12)
    #expect(post.likes.map(\.handle) == ["@mia@social.example", "@ben"])
    #expect(post.resharesCount == 3)
    #expect(post.comments.map(\.body) == [.text("hi")])
    #expect(post.comments[0].likesCount == 0)
    #expect(
      post.attachments == [Attachment(type: "image", url: "https://b.example", alt: "a lake")]
    )
    #expect(post.tags == ["lakes"])
    #expect(post.resharedBy?.handle == "@zoe@social.example")
    #expect(post.problems == [])
    #expect(feed.posts[1].body == .text("second"))
    #expect(feed.posts[1].likesCount == nil)
    #expect(feed.posts[2].idIsStated == false)
    #expect(feed.posts[2].id.rawValue.count == 16)
    #expect(feed.place(at: 1) == (12, 3))
  }

  @Test func activitiesAddToPostsWheneverTheyCome() throws {
    let text = """
      {"type":"like","post":"p1","author":"@early@a.example"}
      {"id":"p1","body_text":"one","likes_count":1}
      {"type":"post","post":"p2","body_text":"two"}
      {"type":"comment","post":"p1","id":"c1","author":"@c@a.example","body_text":"yes"}
      {"type":"like","post":"p1","author":"@late@a.example"}
      {"type":"like","post":"p1","author":"@late@a.example"}
      {"type":"reshare","post":"p2","author":"@r@a.example"}
      {"type":"like","post":"p9","author":"@r@a.example"}
      """
    let feed = try feed(text)
    #expect(feed.outline == ["p1", "p2"])
    #expect(feed.posts[0].likes.map(\.handle) == ["@early@a.example", "@late@a.example"])
    #expect(feed.posts[0].likesCount == 2)
    #expect(feed.posts[0].comments.map(\.id.rawValue) == ["c1"])
    #expect(feed.posts[0].commentsCount == 1)
    #expect(feed.posts[1].reshares.map(\.handle) == ["@r@a.example"])
    #expect(feed.problems.map(\.line) == [8])
    #expect(feed.revision(at: 0) != feed.revision(at: 1))
  }

  @Test func mastodonReblogShowsThePostThatWasPassedOn() throws {
    let text = """
      [{"id":"9","created_at":"2026-01-02T03:04:05.678Z","content":"","account":
        {"acct":"ben","display_name":"Ben"},"reblog":{"id":"5","content":"<p>x</p>",
        "created_at":"2026-01-01T00:00:00.000Z","spoiler_text":"cw","favourites_count":4,
        "reblogs_count":2,"replies_count":1,"url":null,"uri":"https://a.example/5",
        "account":{"acct":"olga@a.example","display_name":"","note":"<p>n</p>"},
        "media_attachments":[{"type":"image","url":"u","description":"d"}],
        "mentions":[{"acct":"mia","url":"https://m"}],"tags":[{"name":"t"}],
        "emojis":[{"shortcode":"blob"}],"card":{"title":"c","url":"https://c","description":""},
        "poll":{"options":[{"title":"a","votes_count":null}],"votes_count":3,"expired":true,
        "expires_at":null}}}]
      """
    let post = try firstPost(text)
    #expect(post.id == Post.ID("9"))
    #expect(post.resharedBy?.handle == "@ben")
    #expect(post.author == Account(name: nil, handle: "@olga@a.example", bioHTML: "<p>n</p>"))
    #expect(post.published?.rfc3339 == "2026-01-01T00:00:00Z")
    #expect(post.body == .html("<p>x</p>"))
    #expect(post.contentWarning == "cw")
    #expect(post.likesCount == 4 && post.resharesCount == 2 && post.commentsCount == 1)
    #expect(post.url == "https://a.example/5")
    #expect(post.attachments == [Attachment(type: "image", url: "u", alt: "d")])
    #expect(post.mentions == [Mention(handle: "@mia", url: "https://m")])
    #expect(post.tags == ["t"])
    #expect(post.customEmoji == ["blob"])
    #expect(post.card == Card(title: "c", url: "https://c"))
    #expect(post.poll == Poll(options: [.init(title: "a")], votesCount: 3, isExpired: true))
    #expect(post.problems == [])
  }
}
