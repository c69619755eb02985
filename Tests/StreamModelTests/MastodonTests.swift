import Testing

@testable import StreamModel

@Suite struct MastodonTests {
  static func status(_ id: String, _ content: String, _ more: String = "") -> String {
    """
    {"id":"\(id)","created_at":"2026-01-01T00:00:00.000Z","in_reply_to_id":null,"spoiler_text":"",
     "url":"https://a.example/\(id)","content":"<p>\(content)</p>",
     "account":{"id":"1","username":"olga","acct":"olga","display_name":"Olga"}\(more)}
    """
  }

  static let context = """
    {"ancestors":[\(status("1", "a"))],"descendants":[\(status("3", "c")),
     \(status("4", "d", ",\"in_reply_to_id\":\"3\""))]}
    """

  @Test func aContextIsAllOfItsStatuses() throws {
    let feed = try feed(Self.context)
    #expect(feed.format == FeedFormat(vocabulary: .mastodon, layout: .document(.mastodon)))
    #expect(feed.outline == ["1", "3", "4"])
    #expect(feed.posts[2].inReplyTo == "3")
    #expect(feed.findings.index.path(ofRow: 0) == "$.ancestors[0]")
    #expect(feed.findings.index.path(ofRow: 2) == "$.descendants[1]")
    #expect(try StreamModelTests.feed(#"{"ancestors":[],"descendants":[]}"#).recordCount == 0)
  }

  @Test(arguments: [
    ("mention", Activity.Kind.post), ("favourite", .like), ("follow", .follow), ("poll", .post),
    ("update", .update), ("admin.sign_up", .other), ("moderation_warning", .other),
  ])
  func notificationsSayWhoDidWhat(_ type: String, _ kind: Activity.Kind) throws {
    let text = """
      [{"id":"25","type":"\(type)","created_at":"2026-01-02T00:00:00Z","group_key":"g",
        "account":{"acct":"ben@b.example","display_name":"Ben"},
        "status":\(Self.status("7", "x"))}]
      """
    let post = try firstPost(text)
    #expect(post.id == Post.ID("25"))
    #expect(post.activity == Activity(kind, name: type))
    #expect(post.author?.name == "Ben")
    #expect(post.body == .html("<p>x</p>"))
    #expect(post.url == "https://a.example/7")
    #expect(post.published?.rfc3339 == "2026-01-02T00:00:00Z")
  }

  @Test func aReblogNotificationShowsThePost() throws {
    let text = """
      [{"id":"25","type":"reblog","account":{"acct":"ben"},"status":\(Self.status("7", "x"))}]
      """
    let post = try firstPost(text)
    #expect(post.activity == Activity(.reshare, name: "reblog"))
    #expect(post.resharedBy?.handle == "@ben" && post.author?.name == "Olga")
  }

  @Test func aReportSaysWhy() throws {
    let text = """
      [{"id":"1","type":"admin.report","created_at":"2026-01-02T00:00:00Z","account":{"acct":"b"},
        "report":{"comment":"spam & more","target_account":{"acct":"x","url":"u"}}}]
      """
    let post = try firstPost(text)
    #expect(post.body == .html("<p>spam &amp; more</p><p><a href=\"u\">@x</a></p>"))
  }

  @Test func searchFindsAllKinds() throws {
    let text = """
      {"accounts":[{"id":"9","username":"mia","acct":"mia@b.example","display_name":"Mia",
        "note":"<p>hi</p>","url":"https://b.example/@mia"}],
       "statuses":[\(Self.status("7", "x"))],
       "hashtags":[{"name":"lakes","url":"https://a.example/tags/lakes","history":[]}]}
      """
    let feed = try feed(text)
    #expect(feed.outline == ["9", "7", "https://a.example/tags/lakes"])
    #expect(feed.posts[0].title == .text("Mia"))
    #expect(feed.posts[0].author == Account(name: nil, handle: "@mia@b.example"))
    #expect(feed.posts[0].body == .html("<p>hi</p>"))
    #expect(feed.posts[2].title == .text("#lakes"))
  }

  @Test func conversationsShowTheirLastStatus() throws {
    let text = """
      [{"id":"5","unread":true,"accounts":[{"acct":"mia","url":"m"}],
        "last_status":\(Self.status("7", "x"))},
       {"id":"6","unread":false,"accounts":[{"acct":"ben"}],"last_status":null}]
      """
    let feed = try feed(text)
    #expect(feed.outline == ["5", "6"])
    #expect(feed.posts[0].body == .html("<p>x</p>"))
    #expect(feed.posts[0].mentions == [Mention(handle: "@mia", url: "m")])
    #expect(feed.posts[1].author?.handle == "@ben")
  }

  @Test func scheduledStatusesShowTheirText() throws {
    let text = """
      [{"id":"5","scheduled_at":"2026-02-01T00:00:00Z","params":{"text":"soon <3",
        "spoiler_text":"cw"},"media_attachments":[]}]
      """
    let post = try firstPost(text)
    #expect(post.body == .text("soon <3"))
    #expect(post.published?.rfc3339 == "2026-02-01T00:00:00Z")
    #expect(post.contentWarning == "cw")
  }

  @Test func quotesStandBelowTheText() throws {
    let text = """
      [\(Self.status("1", "look", ",\"quote\":{\"state\":\"accepted\",\"quoted_status\":"
        + Self.status("2", "that") + "}")),
       \(Self.status("3", "look", ",\"quote\":{\"state\":\"revoked\",\"quoted_status\":null}")),
       \(Self.status("4", "look", ",\"quote\":null,\"filtered\":[{\"filter\":{\"title\":\"F\"}}]")),
       \(Self.status("5", "look", ",\"quote\":" + Self.status("6", "fork")))]
      """
    let feed = try feed(text)
    let quoted =
      "<blockquote><p><a href=\"https://a.example/2\">Olga</a></p><p>that</p></blockquote>"
    #expect(feed.posts[0].body == .html("<p>look</p>" + quoted))
    let sentence = "Quoted post not shown: the quoted author has withdrawn the approval"
    #expect(feed.posts[1].body == .html("<p>look</p><blockquote>\(sentence)</blockquote>"))
    #expect(feed.posts[2].body == .html("<p>look</p>"))
    #expect(feed.posts[2].contentWarning == "Filtered: F")
    let html =
      "<p>look</p><blockquote><p><a href=\"https://a.example/6\">Olga</a></p><p>fork</p>"
      + "</blockquote>"
    #expect(feed.posts[3].body == .html(html))
  }

  @Test func accountsMayBeAList() throws {
    let feed = try feed(#"[{"id":"1","username":"a","acct":"a@b.example","display_name":""}]"#)
    #expect(feed.posts.map(\.title) == [.text("a")])
  }
}
