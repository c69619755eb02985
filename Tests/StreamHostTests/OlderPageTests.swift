import StreamModel
import Testing

@testable import StreamHost

@Suite struct OlderPageTests {
  /// A document with its address, its head and the page that it leads to.
  struct Case: CustomTestStringConvertible {
    let from: String
    var link = ""
    var posts = 10
    let text: String
    let older: String
    var testDescription: String { "\(from) \(text.prefix(60)) \(older)" }
  }

  /// "page ADDRESS", "guess ADDRESS", "elsewhere ADDRESS", "refused TEXT" or "none".
  private func older(_ item: Case) throws -> String {
    let head = HTTPHeadReader.read(Array("HTTP/1.1 200 OK\r\nLink: \(item.link)\r\n\r\n".utf8))
    let document = OlderPage.Document(
      from: try address(item.from),
      try #require(head.first).links,
      Array(item.text.utf8),
      posts: item.posts
    )
    return switch OlderPage.after(document) {
    case .page(let next, false): "page \(next.text)"
    case .page(let next, true): "guess \(next.text)"
    case .elsewhere(let next): "elsewhere \(next.text)"
    case .refused(let text): "refused \(text)"
    case .none: "none"
    }
  }

  private static let blog = "https://a.example/feed/"
  private static let generator = "<generator>https://wordpress.org/?v=6.4</generator>"

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
    Case(
      from: blog,
      text: atom("<link rel='next' href='/feed/2'/>"),
      older: "page https://a.example/feed/2"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='?p=2'/><link rel='prev-archive' href='/2003/11'/>"),
      older: "page https://a.example/2003/11"
    ),
    Case(from: blog, text: atom("<link rel='previous' href='/feed/0'/>"), older: "none"),
    Case(from: blog, text: atom(""), older: "none"),
    Case(
      from: blog,
      text: rss("<link>https://a.example/</link><atom:link rel='NEXT' href='/feed/?paged=2'/>"),
      older: "page https://a.example/feed/?paged=2"
    ),
    // After the posts, and in a post's text.
    Case(
      from: blog,
      text:
        "<rss><channel><item><description><![CDATA[<link rel='next' href='/no'>]]></description>"
        + "<atom:link rel='next' href='/no'/></item><atom:link rel='next' href='/2'/></channel></rss>",
      older: "page https://a.example/2"
    ),
    // The head of the answer.
    Case(from: blog, link: "</2>; rel=\"next\"", text: rss(""), older: "page https://a.example/2"),
    Case(
      from: blog,
      link: "</2>; rel=\"next\", </a>; rel=\"prev-archive\"",
      text: rss(""),
      older: "page https://a.example/a"
    ),
    Case(
      from: blog,
      link: "</2>; rel=\"next\"",
      text: "<!DOCTYPE html><html><body>x",
      older: "none"
    ),
    // JSON Feed, wherever its key stands.
    Case(
      from: blog,
      text:
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"next_url":"/no"}],"next_url":"/f?2"}"#,
      older: "page https://a.example/f?2"
    ),
    Case(from: blog, text: #"{"version":1,"posts":[],"next_url":"/f?2"}"#, older: "none"),
    // ActivityStreams.
    Case(
      from: "https://m.example/users/a/outbox?page=true",
      text:
        #"{"type":"OrderedCollectionPage","orderedItems":[{"next":"/no"}],"next":"https://m.example/o?max_id=3"}"#,
      older: "page https://m.example/o?max_id=3"
    ),
    Case(
      from: "https://m.example/o",
      text: #"{"type":"CollectionPage","next":{"type":"CollectionPage","id":"/o?2"}}"#,
      older: "page https://m.example/o?2"
    ),
    Case(from: "https://m.example/o", text: #"{"type":"Note","next":"/no"}"#, older: "none"),
    // Mastodon's API.
    Case(
      from: "https://m.example/api/v1/timelines/public?local=true",
      link:
        "<https://m.example/api/v1/timelines/public?local=true&max_id=7>; rel=\"next\", </p>; rel=\"prev\"",
      text: #"[{"id":"9"},{"id":"8"}]"#,
      older: "page https://m.example/api/v1/timelines/public?local=true&max_id=7"
    ),
    Case(
      from: "https://m.example/api/v1/timelines/tag/ice?max_id=200&limit=40&since_id=3",
      text: #"[{"id":"110"},{"id":"99"},{"id":"100"}]"#,
      older: "guess https://m.example/api/v1/timelines/tag/ice?limit=40&max_id=99"
    ),
    Case(from: "https://m.example/api/v1/accounts/7/statuses", text: "[]", older: "none"),
    Case(
      from: "https://m.example/api/v1/accounts/7/statuses/9",
      text: #"[{"id":"9"}]"#,
      older: "none"
    ),
    // Bluesky.
    Case(
      from:
        "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&cursor=old&limit=30",
      text: #"{"feed":[{"cursor":"no"}],"cursor":"2024-01-02T03:04:05.6Z&x"}"#,
      older:
        "page https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&limit=30"
        + "&cursor=2024-01-02T03%3A04%3A05.6Z%26x"
    ),
    Case(from: "https://public.api.bsky.app/xrpc/x?actor=a", text: #"{"feed":[]}"#, older: "none"),
    // WordPress.
    Case(from: blog, text: rss(generator), older: "guess https://a.example/feed/?paged=2"),
    Case(
      from: "https://a.example/?feed=rss2&paged=9",
      text: rss(generator),
      older: "guess https://a.example/?feed=rss2&paged=10"
    ),
    Case(from: blog, posts: 0, text: rss(generator, ""), older: "none"),
    Case(from: blog, text: rss("<generator>Hugo</generator>"), older: "none"),
    Case(
      from: blog + "?paged=99999999999999999999",
      text: rss(generator),
      older: "guess https://a.example/feed/?paged=2"
    ),
    Case(
      from: blog,
      text: "<feed><generator uri='https://wordpress.org/'>WordPress</generator><entry/></feed>",
      older: "guess https://a.example/feed/?paged=2"
    ),
    // Addresses that need an answer of the user's, or are never asked.
    Case(
      from: blog,
      text: atom("<link rel='next' href='https://old.example/2'/>"),
      older: "elsewhere https://old.example/2"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='http://a.example/2'/>"),
      older: "page https://a.example/2"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='http://a.example:8080/2'/>"),
      older: "refused http://a.example:8080/2"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='https://192.168.1.1/2'/>"),
      older: "refused https://192.168.1.1/2"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='file:///etc/passwd'/>"),
      older: "refused file:///etc/passwd"
    ),
    Case(
      from: blog,
      text: atom("<link rel='next' href='javascript:x'/>"),
      older: "refused javascript:x"
    ),
    // The password of a feed goes with its pages, and nowhere else.
    Case(
      from: "https://mia:secret@a.example/feed",
      text: atom("<link rel='next' href='https://a.example/2'/>"),
      older: "page https://mia:secret@a.example/2"
    ),
    Case(
      from: "https://mia:secret@a.example/feed",
      text: atom("<link rel='next' href='https://a.example:8443/2'/>"),
      older: "page https://a.example:8443/2"
    ),
    Case(
      from: "https://mia:secret@a.example/feed",
      text: atom("<link rel='next' href='https://b.example/2'/>"),
      older: "elsewhere https://b.example/2"
    ),
    Case(
      from: "http://192.168.1.5/feed",
      text: atom("<link rel='next' href='/2'/>"),
      older: "page http://192.168.1.5/2"
    ),
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
        _ = try older(Case(from: item.from, link: item.link, text: part, older: ""))
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
    trail.take(next, leadingTo: .none)
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
