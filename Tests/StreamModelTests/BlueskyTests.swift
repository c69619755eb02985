import Testing

@testable import StreamModel

@Suite struct BlueskyTests {
  static let author = #"{"did":"did:plc:1","handle":"olga.example","displayName":"Olga"}"#

  static func view(_ key: String, _ text: String, _ more: String = "") -> String {
    """
    {"uri":"at://did:plc:1/app.bsky.feed.post/\(key)","cid":"c","author":\(author),
     "record":{"$type":"app.bsky.feed.post","text":"\(text)",
     "createdAt":"2026-01-01T00:00:00.5Z","langs":["fi"]},"likeCount":4,"replyCount":1,
     "repostCount":2\(more)}
    """
  }

  static let timeline = """
    {"cursor":"x","feed":[{"post":\(view("a", "hi <b>"))},
     {"post":\(view("b", "more")),"reason":{"$type":"app.bsky.feed.defs#reasonRepost",
      "by":{"did":"did:plc:2","handle":"mia.example","displayName":"Mia"}},
      "reply":{"root":\(view("r", "root")),"parent":\(view("p", "above"))}}]}
    """

  @Test func aTimelineShowsPostsAndReposts() throws {
    let feed = try feed(Self.timeline)
    #expect(feed.format == FeedFormat(vocabulary: .bluesky, layout: .document(.bluesky)))
    let post = feed.posts[0]
    #expect(post.id == Post.ID("at://did:plc:1/app.bsky.feed.post/a"))
    #expect(post.url == "https://bsky.app/profile/olga.example/post/a")
    #expect(post.author?.name == "Olga" && post.author?.handle == "@olga.example")
    #expect(post.body == .text("hi <b>"))
    #expect(post.language == "fi")
    #expect(post.published?.rfc3339 == "2026-01-01T00:00:00Z")
    #expect(post.likesCount == 4 && post.resharesCount == 2 && post.commentsCount == 1)
    #expect(feed.posts[1].resharedBy?.name == "Mia")
    #expect(feed.posts[1].inReplyTo == "at://did:plc:1/app.bsky.feed.post/p")
    let html =
      "more<blockquote><p><a href=\"https://bsky.app/profile/olga.example/post/p\">Olga</a></p>"
      + "above</blockquote>"
    #expect(feed.posts[1].body == .html(html))
  }

  @Test func aThreadIsAPostWithItsComments() throws {
    let text = """
      {"thread":{"$type":"app.bsky.feed.defs#threadViewPost","post":\(Self.view("a", "top")),
       "replies":[{"post":\(Self.view("b", "one")),"replies":[{"post":\(Self.view("c", "two"))}]},
        {"uri":"at://did:plc:1/app.bsky.feed.post/d","notFound":true},
        {"uri":"at://did:plc:1/app.bsky.feed.post/e","blocked":true}]}}
      """
    let feed = try feed(text)
    let post = try #require(feed.posts.first)
    #expect(feed.recordCount == 1)
    #expect(post.body == .text("top"))
    #expect(
      post.comments.map(\.body) == [
        .text("one"), .text("two"), .text("Post not found"), .text("Post blocked"),
      ]
    )
    #expect(post.comments[1].parent == post.comments[0].id)
    #expect(post.comments[2].parent == nil)
  }

  @Test func facetsAreRangesOfBytes() throws {
    let text = """
      {"$type":"app.bsky.feed.post","text":"é <link> @mia #x\\nend","facets":[
       {"index":{"byteStart":20,"byteEnd":22},"features":[{"$type":"a#tag","tag":"x"}]},
       {"index":{"byteStart":3,"byteEnd":9},"features":[{"$type":"a#link","uri":"https://a?b&c"}]},
       {"index":{"byteStart":10,"byteEnd":14},"features":[{"$type":"a#mention","did":"did:plc:2"}]},
       {"index":{"byteStart":4,"byteEnd":8},"features":[{"$type":"a#link","uri":"overlaps"}]},
       {"index":{"byteStart":4,"byteEnd":900},"features":[{"$type":"a#link","uri":"beyond"}]}]}
      """
    let post = try firstPost(text)
    let html =
      "é <a href=\"https://a?b&amp;c\">&lt;link&gt;</a> "
      + "<a href=\"https://bsky.app/profile/did:plc:2\">@mia</a> #x<br>end"
    #expect(post.body == .html(html))
    #expect(post.mentions == [Mention(handle: "@mia", url: "https://bsky.app/profile/did:plc:2")])
  }

  @Test func embedsAreAttached() throws {
    let text = """
      {"posts":[\(Self.view("a", "x", #"""
        ,"embed":{"$type":"app.bsky.embed.recordWithMedia#view","media":{
          "$type":"app.bsky.embed.images#view","images":[{"fullsize":"f","thumb":"t","alt":"lake"}]},
         "record":{"record":{"uri":"at://did:plc:3/app.bsky.feed.post/q","author":
          {"did":"did:plc:3","handle":"ben.example"},"value":{"text":"quoted"}}}}
        """#)),
       \(Self.view("b", "y", #"""
        ,"embed":{"$type":"app.bsky.embed.external#view",
         "external":{"uri":"https://a.example","title":"T","description":"D"}}
        """#)),
       \(Self.view("c", "z", #"""
        ,"embed":{"$type":"app.bsky.embed.video#view","playlist":"m3u8","alt":"a film"}
        """#))]}
      """
    let feed = try feed(text)
    #expect(feed.format?.vocabulary == .bluesky)
    let posts = feed.posts
    #expect(posts[0].attachments == [Attachment(type: "image", url: "f", alt: "lake")])
    let html =
      "x<blockquote><p><a href=\"https://bsky.app/profile/ben.example/post/q\">ben.example</a>"
      + "</p>quoted</blockquote>"
    #expect(posts[0].body == .html(html))
    #expect(posts[1].card == Card(title: "T", summary: "D", url: "https://a.example"))
    #expect(posts[2].attachments == [Attachment(type: "video", url: "m3u8", alt: "a film")])
  }

  @Test(arguments: [("like", Activity.Kind.like), ("repost", .reshare)])
  func recordsOfOtherKindsSayWhatTheyAre(_ name: String, _ kind: Activity.Kind) throws {
    let text = """
      {"uri":"at://did:plc:1/app.bsky.feed.\(name)/k","value":{"$type":"app.bsky.feed.\(name)",
       "subject":{"uri":"at://did:plc:2/app.bsky.feed.post/s"},"createdAt":"2026-01-01T00:00:00Z"}}
      """
    let post = try firstPost(text)
    #expect(post.activity == Activity(kind, name: "app.bsky.feed.\(name)"))
    #expect(post.url == "https://bsky.app/profile/did:plc:2/post/s")
  }

  @Test func accountsAreRecords() throws {
    let feed = try feed("{\"follows\":[\(Self.author)],\"subject\":\(Self.author)}")
    #expect(feed.posts.map(\.title) == [.text("Olga")])
    #expect(feed.posts[0].url == "https://bsky.app/profile/olga.example")
    let follow = try StreamModelTests.feed(
      #"{"$type":"app.bsky.graph.follow","subject":"did:plc:9","createdAt":"2026-01-01T00:00:00Z"}"#
    )
    #expect(follow.posts[0].activity.kind == .follow)
    #expect(follow.posts[0].url == "https://bsky.app/profile/did:plc:9")
  }

  /// Found by a run with a stack of 256 KiB: answers were read by calls in calls.
  @Test func deepThreadsTakeNoStack() throws {
    func view(_ level: Int, _ replies: String) -> String {
      """
      {"post":{"uri":"at://did:a/app.bsky.feed.post/\(level)","author":{"handle":"a.example"},
       "record":{"$type":"app.bsky.feed.post","text":"\(level)"}},"replies":[\(replies)]}
      """
    }
    let thread = (0..<55).reversed().reduce("") { view($1, $0) }
    let post = try firstPost("{\"thread\":\(thread)}")
    #expect(post.body == .text("0"))
    #expect(Conversation(comments: post.comments).nodes.map(\.depth) == Array(0..<54))
    #expect(post.comments.last?.body == .text("54"))
    #expect(post.problems == [])
  }
}
