import Testing

@testable import StreamModel

/// ActivityStreams 1, RSS in JSON, and what is none of the formats.
@Suite struct OtherFormatTests {
  @Test func activityStreams1SaysTheSameInOtherWords() throws {
    let text = #"""
      {"totalItems":2,"items":[
       {"objectType":"activity","verb":"favorite","id":"f","published":"2026-01-02T00:00:00Z",
        "actor":{"objectType":"person","displayName":"Alice","url":"https://a.example"},
        "object":{"url":"https://b.example/post"}},
       {"verb":"post","id":"p","actor":{"displayName":"Bob","username":"bob"},
        "object":{"objectType":"note","content":"<b>hi</b>","published":"2026-01-01T00:00:00Z",
         "replies":{"totalItems":1,"items":[{"id":"c","content":"yes",
           "author":{"displayName":"Eve"}}]},
         "attachments":[{"objectType":"image","image":{"url":"i"},"displayName":"n","url":"u"}],
         "tags":[{"objectType":"hashtag","displayName":"x"},
                 {"objectType":"person","displayName":"Al","url":"https://al"}]}}]}
      """#
    let feed = try feed(text)
    #expect(feed.format?.vocabulary == .activityStreams1)
    let posts = feed.posts
    #expect(posts[0].activity == Activity(.like, name: "favorite"))
    #expect(posts[0].author?.name == "Alice" && posts[0].url == "https://b.example/post")
    #expect(posts[1].activity == Activity(.post, name: "post"))
    #expect(posts[1].author?.name == "Bob" && posts[1].body == .html("<b>hi</b>"))
    #expect(posts[1].comments.map(\.author?.name) == ["Eve"])
    #expect(posts[1].attachments == [Attachment(type: "image", url: "u", alt: "n")])
    #expect(posts[1].tags == ["x"])
    #expect(posts[1].mentions.map(\.url) == ["https://al"])
  }

  @Test func aBareObjectOfActivityStreams1IsAPost() throws {
    let text = #"""
      {
        "objectType": "question",
        "displayName": "Q",
        "content": "foo?",
        "options": [
          {"displayName": "yes", "replies": {"totalItems": 3}}
        ]
      }
      """#
    let feed = try feed(text)
    #expect(feed.posts.map(\.title) == [.text("Q")])
    #expect(feed.posts[0].poll?.options == [.init(title: "yes", votes: 3)])
    #expect(feed.posts[0].type == "question")
  }

  @Test func rssInJSONHasTheFieldsOfRSS() throws {
    let text = #"""
      {"rss":{"version":"2.0","channel":{"title":"News","link":"https://a.example",
        "language":"en-us","item":[
        {"title":"A &amp; B","link":"https://a.example/1","description":"d",
         "content:encoded":"<p>c</p>","pubDate":"Mon, 26 Jun 2017 12:20:05 GMT",
         "guid":{"isPermaLink":"false","#value":"g1"},"author":"o@a.example (Olga)",
         "category":["x",{"#value":"y"}],"comments":"https://a.example/1#c",
         "enclosure":{"url":"https://a.example/1.mp3","type":"audio/mpeg","length":"9"}},
        {"description":"only <b>this</b>","guid":"https://a.example/2"}]}}}
      """#
    let feed = try feed(text)
    #expect(feed.format == FeedFormat(vocabulary: .rssJSON, layout: .document(.rss)))
    #expect(feed.title == "News" && feed.facts.homePage == "https://a.example")
    #expect(feed.outline == ["g1", "https://a.example/2"])
    #expect(feed.findings.index.path(ofRow: 1) == "$.rss.channel.item[1]")
    let post = feed.posts[0]
    #expect(post.title == .html("A &amp; B") && post.body == .html("<p>c</p>"))
    #expect(post.published?.rfc3339 == "2017-06-26T12:20:05Z")
    #expect(post.author?.name == "Olga" && post.tags == ["x", "y"] && post.language == "en-us")
    #expect(post.commentsAddress == "https://a.example/1#c" && post.card == nil)
    #expect(post.attachments == [Attachment(type: "audio", url: "https://a.example/1.mp3")])
    #expect(feed.posts[1].url == "https://a.example/2")
  }

  @Test func oneItemMayStandAlone() throws {
    #expect(try feed(#"{"rss":{"channel":{"item":{"title":"T","guid":"g"}}}}"#).outline == ["g"])
  }

  @Test(arguments: [
    "{}", "[[]]", "[1]", "3", "\"text\"", #"{"name":"x","version":"1.0.0","dependencies":{}}"#,
    #"{"type":"FeatureCollection","features":[]}"#, #"{"items":[]}"#,
    #"{"items":[{"sku":1}]}"#, #"{"kind":"youtube#list","items":[]}"#, #"[{"name":"x"}]"#,
    #"["https://a.example/1"]"#,
  ])
  func whatMeansNothingHereIsRefusedInWords(_ text: String) throws {
    let problem = try #require(unknownFormat(text))
    #expect(problem.message.contains("expected"))
    #expect(problem.message.contains("a feed, a timeline"))
  }
}
