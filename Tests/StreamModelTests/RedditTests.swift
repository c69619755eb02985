import Testing

@testable import StreamModel

@Suite struct RedditTests {
  static let thread = #"""
    [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_a","id":"a",
      "title":"A &amp; B","author":"olga","score":-3,"num_comments":9,"created_utc":1500000000.0,
      "edited":1500000060.0,"permalink":"/r/lakes/comments/a/","url":"https://a.example/x?a=1&amp;b=2",
      "selftext":"*md*","selftext_html":"&lt;p&gt;md &amp;amp; x&lt;/p&gt;","subreddit":"lakes",
      "preview":{"images":[{"source":{"url":"https://i.example/p?s=1&amp;t=2"}}]},
      "poll_data":{"options":[{"text":"yes","vote_count":4}],"total_vote_count":4,
       "voting_end_timestamp":1500000000000}}}]}},
     {"kind":"Listing","data":{"children":[
      {"kind":"t1","data":{"replies":{"kind":"Listing","data":{"children":[
         {"kind":"t1","data":{"name":"t1_c","body":"deep","author":"mia","replies":"","score":2}},
         {"kind":"more","data":{"count":5,"id":"m"}}]}},
       "name":"t1_b","body":"top","body_html":"<p>top</p>","author":"[deleted]","edited":false}},
      {"kind":"t1","data":{"name":"t1_d","body":"last","author":"ben","replies":""}}]}}]
    """#

  @Test func aThreadIsAPostWithItsComments() throws {
    let feed = try feed(Self.thread)
    #expect(feed.format == FeedFormat(vocabulary: .reddit, layout: .values))
    #expect(feed.outline == ["t3_a"])
    let post = try #require(feed.posts.first)
    #expect(post.problems == [])
    #expect(post.title == .html("A &amp; B"))
    #expect(post.body == .html("<p>md &amp; x</p>"))
    #expect(post.likesCount == -3)
    #expect(post.commentsCount == 9)
    #expect(post.url == "https://www.reddit.com/r/lakes/comments/a/")
    #expect(post.community == "r/lakes")
    #expect(post.card?.url == "https://a.example/x?a=1&b=2")
    #expect(post.published?.rfc3339 == "2017-07-14T02:40:00Z")
    #expect(post.edited?.rfc3339 == "2017-07-14T02:41:00Z")
    #expect(post.attachments == [Attachment(type: "image", url: "https://i.example/p?s=1&t=2")])
    #expect(post.poll?.options == [.init(title: "yes", votes: 4)])
    #expect(post.poll?.expires?.rfc3339 == "2017-07-14T02:40:00Z")
    #expect(post.tags == ["lakes"])
    #expect(post.comments.map(\.id.rawValue) == ["t1_b", "t1_c", "more_m", "t1_d"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "t1_b", "t1_b", nil])
    #expect(post.comments[2].kind == .stub(count: 5))
    #expect(post.comments[2].url == "https://www.reddit.com/r/lakes/comments/a/")
    #expect(post.comments[0].author == Account(name: "[deleted]", handle: nil))
    #expect(post.comments[0].body == .html("<p>top</p>"))
    #expect(post.comments[1].body == .text("deep"))
  }

  @Test func deepTreesAreReadWithoutRecursion() throws {
    var replies = "\"\""
    for level in (0..<24).reversed() {
      replies = """
        {"kind":"Listing","data":{"children":[{"kind":"t1","data":{"name":"t1_\(level)",
        "body":"x","replies":\(replies)}}]}}
        """
    }
    let post = try #require(
      try feed("[{\"kind\":\"Listing\",\"data\":{\"children\":[]}},\(replies)]").posts.first
    )
    #expect(post.comments.count == 23)
    #expect(post.comments.last?.parent?.rawValue == "t1_22")
  }

  @Test func listingsMixLinksAndComments() throws {
    let text = #"""
      {"kind":"Listing","data":{"after":null,"children":[
       {"kind":"t1","data":{"name":"t1_x","link_title":"L","body":"b","score":1,"num_comments":7,
        "permalink":"/r/a/x/","parent_id":"t3_l","author":"olga"}},
       {"kind":"t3","data":{"name":"t3_y","title":"a < b &amp; c","over_18":true,"author":"mia",
        "crosspost_parent_list":[{"id":"z","title":"Origin","author":"ben","permalink":"/r/o/z/",
          "selftext":"said"}]}},
       {"kind":"t5","data":{"name":"t5_s","display_name":"lakes","title":"Lakes","url":"/r/lakes/",
        "public_description":"About"}},
       {"kind":"LiveUpdate","data":{"name":"LiveUpdate_1","body":"now","author":"mia"}},
       {"kind":"more","data":{"id":"m","count":4}}]}}
      """#
    let feed = try feed(text)
    #expect(feed.format?.layout == .document(.listing))
    #expect(feed.findings.index.path(ofRow: 1) == "$.data.children[1]")
    #expect(feed.outline == ["t1_x", "t3_y", "t5_s", "LiveUpdate_1", "more_m"])
    let posts = feed.posts
    #expect(posts[0].activity.kind == .comment)
    #expect(posts[0].title == .text("L") && posts[0].inReplyTo == "t3_l")
    #expect(posts[1].title == .text("a < b &amp; c"))
    #expect(posts[1].contentWarning == "NSFW")
    let html =
      "<blockquote><p><a href=\"https://www.reddit.com/r/o/z/\">ben</a></p>"
      + "<p>Origin</p>said</blockquote>"
    #expect(posts[1].body == .html(html))
    #expect(posts[2].community == nil)
    #expect(posts[2].title == .text("lakes") && posts[2].url == "https://www.reddit.com/r/lakes/")
    #expect(posts[3].body == .text("now") && posts[3].type == "LiveUpdate")
    #expect(posts[4].title == .text("4 more comments"))
  }

  @Test func twoListingsOfPostsAreOneList() throws {
    let listing = { (id: String) in
      #"{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":""# + id
        + #"","title":"T"}}]}}"#
    }
    let feed = try feed("[\(listing("t3_a")),\(listing("t3_b"))]")
    #expect(feed.outline == ["t3_a", "t3_b"])
    #expect(feed.problems == [])
    #expect(feed.findings.index.path(ofRow: 1) == "$[1].data.children[0]")
  }

  @Test func moreCommentsAreThings() throws {
    let feed = try feed(
      #"{"json":{"errors":[],"data":{"things":[{"kind":"t1","data":{"id":"q","body":"b"}}]}}}"#
    )
    #expect(feed.outline == ["t1_q"])
    #expect(try StreamModelTests.feed(#"{"json":{"data":{"things":[]}}}"#).recordCount == 0)
  }
}
