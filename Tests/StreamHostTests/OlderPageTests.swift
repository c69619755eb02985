import StreamModel
import Testing

@testable import StreamHost

@Suite struct OlderPageTests {
  /// A document with its address, its head and the page that it leads to.
  struct Case: CustomTestStringConvertible {
    let from: String
    let link: String
    let posts: Int
    let text: String
    let older: String

    init(_ from: String, _ text: String, _ older: String, link: String = "", posts: Int = 10) {
      (self.from, self.text, self.older) = (from, text, older)
      (self.link, self.posts) = (link, posts)
    }

    var testDescription: String { "\(from) \(text.prefix(60)) \(older)" }
  }

  /// "page ADDRESS", "guess ADDRESS", "elsewhere ADDRESS", "refused TEXT" or "none".
  private func older(_ item: Case) throws -> String {
    let head = HTTPHeadReader.read(Array("HTTP/1.1 200 OK\r\nLink: \(item.link)\r\n\r\n".utf8))
    let document = OlderPage.Document(
      address: try address(item.from),
      links: try #require(head.first).links,
      bytes: Array(item.text.utf8),
      postCount: item.posts
    )
    return switch OlderPage.after(document) {
    case .page(let next, false): "page \(next.text)"
    case .page(let next, true): "guess \(next.text)"
    case .elsewhere(let next): "elsewhere \(next.text)"
    case .refused(let text): "refused \(text)"
    case .first, .circle: "none"
    }
  }

  private static let blog = "https://a.example/feed/"
  private static let generator = "<generator>https://wordpress.org/?v=6.4</generator>"

  /// A document with one link to the next page.
  private static func next(_ link: String, from: String = blog, _ older: String) -> Case {
    Case(from, atom("<link rel='next' href='\(link)'/>"), older)
  }

  private static func atom(_ head: String) -> String {
    "<feed xmlns='http://www.w3.org/2005/Atom'>\(head)<entry><link rel='next' href='/post'/></entry></feed>"
  }

  private static func rss(_ head: String, _ item: String = "<item><title>x</title></item>")
    -> String
  {
    "<?xml version='1.0'?><rss version='2.0'><channel>\(head)\(item)</channel></rss>"
  }

  private static let cases = [
    // RFC 5005.
    next("/feed/2", "page https://a.example/feed/2"),
    Case(
      blog,
      atom("<link rel='next' href='?p=2'/><link rel='prev-archive' href='/2003/11'/>"),
      "page https://a.example/2003/11"
    ),
    Case(blog, atom("<link rel='previous' href='/feed/0'/>"), "none"),
    Case(blog, atom(""), "none"),
    Case(
      blog,
      rss("<link>https://a.example/</link><atom:link rel='NEXT' href='/feed/?paged=2'/>"),
      "page https://a.example/feed/?paged=2"
    ),
    // After the posts, and in a post's text.
    Case(
      blog,
      "<rss><channel><item><description><![CDATA[<link rel='next' href='/no'>]]></description>"
        + "<atom:link rel='next' href='/no'/></item><atom:link rel='next' href='/2'/></channel></rss>",
      "page https://a.example/2"
    ),
    // The head of the answer.
    Case(blog, rss(""), "page https://a.example/2", link: "</2>; rel=\"next\""),
    Case(
      blog,
      rss(""),
      "page https://a.example/a",
      link: "</2>; rel=\"next\", </a>; rel=\"prev-archive\""
    ),
    Case(blog, "<!DOCTYPE html><html><body>x", "none", link: "</2>; rel=\"next\""),
    // JSON Feed, wherever its key stands.
    Case(
      blog,
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"next_url":"/no"}],"next_url":"/f?2"}"#,
      "page https://a.example/f?2"
    ),
    Case(blog, #"{"version":1,"posts":[],"next_url":"/f?2"}"#, "none"),
    // ActivityStreams.
    Case(
      "https://m.example/users/a/outbox?page=true",
      #"{"type":"OrderedCollectionPage","orderedItems":[{"next":"/no"}],"next":"https://m.example/o?max_id=3"}"#,
      "page https://m.example/o?max_id=3"
    ),
    Case(
      "https://m.example/o",
      #"{"type":"CollectionPage","next":{"type":"CollectionPage","id":"/o?2"}}"#,
      "page https://m.example/o?2"
    ),
    Case("https://m.example/o", #"{"type":"Note","next":"/no"}"#, "none"),
    // Mastodon's API.
    Case(
      "https://m.example/api/v1/timelines/public?local=true",
      #"[{"id":"9"},{"id":"8"}]"#,
      "page https://m.example/api/v1/timelines/public?local=true&max_id=7",
      link:
        "<https://m.example/api/v1/timelines/public?local=true&max_id=7>; rel=\"next\", </p>; rel=\"prev\""
    ),
    Case(
      "https://m.example/api/v1/timelines/tag/ice?max_id=200&limit=40&since_id=3",
      #"[{"id":"110"},{"id":"99"},{"id":"100"}]"#,
      "guess https://m.example/api/v1/timelines/tag/ice?limit=40&max_id=99"
    ),
    Case("https://m.example/api/v1/accounts/7/statuses", "[]", "none"),
    Case("https://m.example/api/v1/accounts/7/statuses/9", #"[{"id":"9"}]"#, "none"),
    // Bluesky.
    Case(
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&cursor=old&limit=30",
      #"{"feed":[{"cursor":"no"}],"cursor":"2024-01-02T03:04:05.6Z&x"}"#,
      "page https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&limit=30"
        + "&cursor=2024-01-02T03%3A04%3A05.6Z%26x"
    ),
    Case("https://public.api.bsky.app/xrpc/x?actor=a", #"{"feed":[]}"#, "none"),
    // WordPress.
    Case(blog, rss(generator), "guess https://a.example/feed/?paged=2"),
    Case(
      "https://a.example/?feed=rss2&paged=9",
      rss(generator),
      "guess https://a.example/?feed=rss2&paged=10"
    ),
    Case(blog, rss(generator, ""), "none", posts: 0),
    Case(blog, rss("<generator>Hugo</generator>"), "none"),
    Case(
      blog + "?paged=99999999999999999999",
      rss(generator),
      "guess https://a.example/feed/?paged=2"
    ),
    Case(
      blog,
      "<feed><generator uri='https://wordpress.org/'>WordPress</generator><entry/></feed>",
      "guess https://a.example/feed/?paged=2"
    ),
    // Addresses that need an answer of the user's, or are never asked.
    next("https://old.example/2", "elsewhere https://old.example/2"),
    next("http://a.example/2", "page https://a.example/2"),
    next("http://a.example:8080/2", "refused http://a.example:8080/2"),
    next("https://192.168.1.1/2", "refused https://192.168.1.1/2"),
    next("file:///etc/passwd", "refused file:///etc/passwd"),
    next("javascript:x", "refused javascript:x"),
    // The password of a feed goes with its pages, and nowhere else.
    next(
      "https://a.example/2",
      from: "https://mia:secret@a.example/feed",
      "page https://mia:secret@a.example/2"
    ),
    next(
      "https://a.example:8443/2",
      from: "https://mia:secret@a.example/feed",
      "page https://a.example:8443/2"
    ),
    next(
      "https://b.example/2",
      from: "https://mia:secret@a.example/feed",
      "elsewhere https://b.example/2"
    ),
    next("/2", from: "http://192.168.1.5/feed", "page http://192.168.1.5/2"),
  ]

  @Test(arguments: cases)
  func aDocumentLeadsToItsOlderPosts(_ item: Case) throws {
    #expect(try older(item) == item.older)
  }

  /// Any bytes have an answer, cut documents included.
  @Test func everyPrefixOfADocumentHasAnAnswer() throws {
    for item in Self.cases where item.text.utf8.count < 400 {
      for length in 0...item.text.utf8.count {
        let part = String(decoding: item.text.utf8.prefix(length), as: UTF8.self)
        _ = try older(Case(item.from, part, "", link: item.link))
      }
    }
  }

  /// The order of pages to which a server of this many pages leads before it is noticed that they form a circle.
  private func walk(start: Int, length: Int) throws -> (pages: Int, place: OlderTrail.Place) {
    let page = { (number: Int) in try address("https://a.example/\(number)") }
    let after = { (number: Int) in number + 1 < start + length ? number + 1 : start }
    var trail = OlderTrail(from: try page(0), to: .page(try page(after(0)), isGuess: false))
    while case .page(let next, _) = trail.place {
      try #require(trail.pages < 20_000)
      let number = try #require(Int(next.text.split(separator: "/").last ?? ""))
      trail.take(next, leadingTo: .page(try page(after(number)), isGuess: false))
      // The line in a file goes on as the trail does.
      #expect(OlderTrail(line: trail.line) == trail)
    }
    return (trail.pages, trail.place)
  }

  @Test(arguments: [(0, 1), (0, 2), (1, 1), (3, 1), (5, 3), (0, 100), (70, 33), (250, 250)])
  func aCircleIsNoticed(_ start: Int, _ length: Int) throws {
    let end = try walk(start: start, length: length)
    #expect(end.place == .circle)
    #expect(end.pages <= 3 * (start + length))
  }

  @Test func anotherHostWaitsForTheUser() throws {
    let next = try address("https://old.example/2")
    var trail = OlderTrail(from: try address(Self.blog), to: .elsewhere(next))
    #expect(trail.place == .elsewhere(next) && trail.pages == 0)
    #expect(OlderTrail(line: trail.line) == trail)
    trail.agree()
    #expect(trail.place == .page(next, isGuess: false))
    trail.take(next, leadingTo: .first)
    #expect(trail.place == .first && trail.pages == 1)
    trail.agree()
    #expect(trail.place == .first)
  }

  @Test(arguments: [
    "", "x", "1 2 3 4", "1 zz 0 1 first", "-1 0 0 1 first", "0 0 0 0 first", "1 0 0 1 page nowhere",
  ])
  func aDamagedLineIsNoTrail(_ line: String) {
    #expect(OlderTrail(line: line) == nil)
  }
}
