import Testing

@testable import StreamModel

@Suite struct GitHubTests {
  static let events = #"""
    [{"id":"9","type":"WatchEvent","actor":{"id":1,"login":"olga"},"repo":{"name":"a/lakes"},
      "payload":{"action":"started"},"created_at":"2026-01-01T00:00:00Z"},
     {"id":"8","type":"PushEvent","actor":{"login":"mia"},"repo":{"name":"a/lakes"},
      "payload":{"ref":"refs/heads/main","size":3,"commits":[
       {"sha":"0123456789abcdef","message":"Fix <b>\n\nmore","author":{"name":"Mia"}}]},
      "created_at":"2026-01-01T00:00:01Z"},
     {"id":"7","type":"IssueCommentEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"action":"created","issue":{"number":5,"title":"Too deep","html_url":"i"},
      "comment":{"html_url":"c","body":"*yes*","user":{"login":"ben"}}}},
     {"id":"6","type":"IssuesEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"action":"opened","issue":{"number":5,"title":"Too deep","html_url":"i",
      "body":"very"}}},
     {"id":"5","type":"ForkEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"forkee":{"full_name":"ben/lakes","html_url":"f","description":"d"}}},
     {"id":"4","type":"CreateEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"ref":"v1","ref_type":"tag","description":"About lakes"}},
     {"id":"3","type":"GollumEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"pages":[{"page_name":"Home","title":"Home","html_url":"w","action":"edited"}]}},
     {"id":"2","type":"SponsorshipEvent","actor":{"login":"ben"},"repo":{"name":"a/lakes"},
      "payload":{"action":"created"}}]
    """#

  @Test func eventsSayWhatWasDone() throws {
    let feed = try feed(Self.events)
    #expect(feed.format == FeedFormat(vocabulary: .github, layout: .list))
    #expect(feed.problems == [])
    #expect(feed.outline == ["9", "8", "7", "6", "5", "4", "3", "2"])
    let posts = feed.posts
    #expect(
      posts.map(\.activity.kind) == [.like, .post, .comment, .post, .other, .post, .post, .other]
    )
    #expect(posts.map(\.activity.name) == posts.map(\.type))
    #expect(posts[0].author?.name == "olga")
    #expect(posts[0].title == .text("a/lakes") && posts[0].body == .missing)
    #expect(posts[0].url == "https://github.com/a/lakes")
    let html =
      "<p>3 commits to main</p><ul><li><code>"
      + "<a href=\"https://github.com/a/lakes/commit/0123456789abcdef\">0123456</a></code> "
      + "Fix &lt;b&gt; <em>Mia</em></li></ul>"
    #expect(posts[1].body == .html(html))
    #expect(posts[2].body == .text("*yes*"))
    #expect(posts[2].title == .text("Too deep") && posts[2].url == "c")
    #expect(posts[3].body == .text("opened #5\n\nvery"))
    #expect(posts[4].body == .html("<p><a href=\"f\">ben/lakes</a></p><p>d</p>"))
    #expect(posts[5].body == .text("tag v1\n\nAbout lakes"))
    #expect(posts[6].body == .html("<ul><li><a href=\"w\">Home</a></li></ul>"))
    #expect(posts[7].body == .text("created"))
  }

  @Test func hourlyArchivesAreLines() throws {
    let text = """
      {"id":"1","type":"WatchEvent","actor":{"login":"a"},"repo":{"name":"x/y"},"payload":{}}
      {"id":"2","type":"PublicEvent","actor":{"login":"a"},"repo":{"name":"x/y"},"payload":{}}
      """
    let feed = try feed(text)
    #expect(feed.format == FeedFormat(vocabulary: .github, layout: .lines))
    #expect(feed.outline == ["1", "2"])
  }

  @Test func commentsAreMarkdown() throws {
    let text = #"""
      [{"url":"api","html_url":"https://github.com/a/b/issues/1#c","id":11,"path":"lib/x.rb",
        "user":{"login":"olga","html_url":"https://github.com/olga"},"body":"**no**",
        "created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-02T00:00:00Z",
        "reactions":{"total_count":2}},
       {"url":"api","id":12,"user":{"login":"mia"},"created_at":"2026-01-01T00:00:00Z",
        "updated_at":"2026-01-01T00:00:00Z","body":":sparkles:"}]
      """#
    let feed = try feed(text)
    #expect(feed.format?.vocabulary == .github)
    #expect(feed.outline == ["11", "12"])
    let post = feed.posts[0]
    #expect(post.body == .text("**no**") && post.title == .text("lib/x.rb"))
    #expect(post.author == Account(name: "olga", handle: nil, url: "https://github.com/olga"))
    #expect(post.url == "https://github.com/a/b/issues/1#c")
    #expect(post.edited?.rfc3339 == "2026-01-02T00:00:00Z" && post.likesCount == 2)
    #expect(feed.posts[1].edited == nil && feed.posts[1].url == nil)
  }

  @Test func releasesAndCommitsAreListsToo() throws {
    let text = #"""
      [{"url":"api","html_url":"h","id":3,"author":{"login":"olga"},"tag_name":"v1","name":"One",
        "created_at":"2026-01-01T00:00:00Z","published_at":"2026-01-02T00:00:00Z","body":"new"}]
      """#
    let releases = try feed(text)
    #expect(releases.posts[0].title == .text("One") && releases.posts[0].body == .text("new"))
    #expect(releases.posts[0].author?.name == "olga")
    #expect(releases.posts[0].published?.rfc3339 == "2026-01-02T00:00:00Z")
    let document = #"""
      [{"sha":"abc","commit":{"author":{"name":"Mia","date":"2026-01-01T00:00:00Z"},
        "message":"Fix"},"url":"api","html_url":"h","author":null}]
      """#
    let commits = try feed(document)
    #expect(commits.outline == ["abc"])
    #expect(commits.posts[0].body == .text("Fix") && commits.posts[0].author?.name == "Mia")
    #expect(commits.posts[0].published?.rfc3339 == "2026-01-01T00:00:00Z")
  }
}
