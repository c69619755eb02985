import Testing

@testable import StreamModel

@Suite struct JSONFeedTests {
  static let feed = #"""
    {"version":"https://jsonfeed.org/version/1.1","title":"Lakes",
     "home_page_url":"https://a.example","icon":"https://a.example/i.png",
     "items":[
      {"id":"1","url":"https://a.example/1","external_url":"https://b.example","title":"T & <t>",
       "content_html":"<p>h</p>","content_text":"t","summary":"s",
       "image":"https://a.example/1.png","banner_image":"https://a.example/b.png",
       "date_published":"2026-01-30T08:15:00+01:00","date_modified":"2026-01-31T08:15:00Z",
       "authors":[{"name":"Olga","url":"https://a.example/olga"},{"name":"Mia"}],
       "tags":["x","y"],"language":"fi",
       "attachments":[{"url":"https://a.example/1.mp3","mime_type":"audio/mpeg","title":"Talk",
         "size_in_bytes":100,"duration_in_seconds":9}]},
      {"id":2,"content_text":"plain <b>"},
      {"id":"3","summary":"short","author":{"name":"Old"}},
      {"id":"4","external_url":"https://c.example","content_html":["x"]}
     ],
     "description":"About lakes","language":"en","authors":[{"name":"Staff"}],
     "author":{"name":"Legacy"}}
    """#

  @Test func itemsHaveTheirFields() throws {
    let feed = try StreamModelTests.feed(Self.feed)
    #expect(feed.format == FeedFormat(vocabulary: .jsonFeed, layout: .document(.jsonFeed)))
    #expect(feed.title == "Lakes")
    #expect(feed.facts.homePage == "https://a.example")
    #expect(feed.facts.icon == "https://a.example/i.png")
    #expect(feed.facts.summary == "About lakes")
    #expect(feed.outline == ["1", "2", "3", "4"])
    let post = feed.posts[0]
    #expect(post.url == "https://a.example/1")
    #expect(post.card?.url == "https://b.example")
    #expect(post.title == .text("T & <t>"))
    #expect(post.body == .html("<p>h</p>"))
    #expect(
      post.author
        == Account(name: "Olga", handle: nil, url: "https://a.example/olga", companions: ["Mia"])
    )
    #expect(post.published?.rfc3339 == "2026-01-30T07:15:00Z")
    #expect(post.edited?.rfc3339 == "2026-01-31T08:15:00Z")
    #expect(post.tags == ["x", "y"])
    #expect(post.language == "fi")
    #expect(
      post.attachments == [
        Attachment(type: "audio", url: "https://a.example/1.mp3", alt: "Talk"),
        Attachment(type: "image", url: "https://a.example/1.png"),
        Attachment(type: "image", url: "https://a.example/b.png"),
      ]
    )
  }

  @Test func whatTheFeedSaysHoldsForItemsThatSayNothing() throws {
    let posts = try StreamModelTests.feed(Self.feed).posts
    #expect(posts[1].author?.name == "Staff")
    #expect(posts[1].language == "en")
    #expect(posts[1].body == .text("plain <b>"))
    #expect(posts[2].author?.name == "Old")
    #expect(posts[2].body == .text("short"))
    #expect(posts[3].url == "https://c.example")
    #expect(posts[3].body == .missing)
    #expect(posts[3].problems.map(\.path) == ["$.items[3].content_html"])
  }

  @Test func addressesMeanTheHomePageAndLinksOfATextItsPost() throws {
    let text = #"""
      {"version":"https://jsonfeed.org/version/1.1","items":[
        {"id":"1","url":"/1","content_html":"<a href=b>b</a>","image":"../i.png"}],
       "home_page_url":"https://a.example/blog/"}
      """#
    let post = try StreamModelTests.feed(text).posts[0]
    #expect(post.url == "https://a.example/1")
    #expect(post.attachments.map(\.url) == ["https://a.example/i.png"])
    #expect(post.baseURL == "https://a.example/1")
  }

  @Test func factsBehindTheListReachRowsThatWereRead() throws {
    let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
    let feed = Feed(source: source)
    let bytes = Array(Self.feed.utf8)
    let split = try #require(Self.feed.firstRange(of: "{\"id\":\"3\"")).lowerBound
    let at = Self.feed.utf8.distance(from: Self.feed.startIndex, to: split)
    source.append(bytes[..<at])
    while try feed.advance(bytes: 1 << 20) == .more {}
    #expect(feed.posts[1].author == nil)
    let revision = feed.revision(at: 1)
    source.append(bytes[at...])
    source.finish()
    _ = try scanned(feed)
    #expect(feed.revision(at: 1) != revision)
    #expect(feed.posts[1].author?.name == "Staff")
  }

  @Test(arguments: [
    #"{"version":"1.0","items":[{"id":"x","content_html":"a"}]}"#,
    #"{"title":"T","items":[{"id":"x","content_text":"a"}]}"#,
    #"{"home_page_url":"h","items":[{"id":"x"}]}"#,
    #"{"items":[{"id":"x","title":"t","url":"u"}]}"#,
  ])
  func aFeedIsKnownWithoutItsVersion(_ text: String) throws {
    let feed = try StreamModelTests.feed(text)
    #expect(feed.format?.vocabulary == .jsonFeed)
    #expect(feed.outline == ["x"])
  }

  @Test func aFeedWithoutItemsIsRefused() {
    guard
      case .unknownFormat(let problem)? = refusal(#"{"version":"https://jsonfeed.org/version/1"}"#)
    else {
      Issue.record("not refused")
      return
    }
    #expect(problem.message.hasPrefix("no \"items\" (expected"))
  }

  @Test func itemsMayBeLinesOrAList() throws {
    let items = #"{"id":"1","content_text":"a"}"# + "\n" + #"{"id":"2","content_html":"b"}"#
    #expect(try StreamModelTests.feed(items).posts.map(\.body) == [.text("a"), .html("b")])
    let list = "[" + items.replacing("\n", with: ",") + "]"
    #expect(try StreamModelTests.feed(list).posts.map(\.body) == [.text("a"), .html("b")])
  }
}
