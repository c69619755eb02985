import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct PublicStreamTests {
  /// The source that a name means, as the list of subscriptions has it, with the name that is shown.
  private func source(_ text: String) throws -> Subscription.Source {
    switch AddressGuess(text) {
    case .web(let verdict, _): .web(try #require(verdict.address))
    case .account(let account): .account(account)
    case .file, .refused: throw Unexpected(text: text)
    }
  }

  private struct Unexpected: Error { let text: String }

  @Test(arguments: [
    (
      ["#lakes@social.example", "https://social.example/tags/lakes"], "#lakes@social.example",
      "https://social.example/api/v1/timelines/tag/lakes?limit=40"
    ),
    (
      ["#озеро@social.example", "https://social.example/tags/%D0%BE%D0%B7%D0%B5%D1%80%D0%BE"],
      "#озеро@social.example",
      "https://social.example/api/v1/timelines/tag/%D0%BE%D0%B7%D0%B5%D1%80%D0%BE?limit=40"
    ),
    (
      ["#ice@social.example:8443"], "#ice@social.example:8443",
      "https://social.example:8443/api/v1/timelines/tag/ice?limit=40"
    ),
    (
      ["https://social.example/public", "social.example/public"], "social.example/public",
      "https://social.example/api/v1/timelines/public?limit=40"
    ),
    (
      ["https://social.example/public/local"], "social.example/public/local",
      "https://social.example/api/v1/timelines/public?local=true&limit=40"
    ),
    (
      [
        "at://lakes.example", "@lakes.example", "@Lakes.Example", "at://LAKES.example/",
        "https://bsky.app/profile/lakes.example", "bsky.app/profile/Lakes.example",
        "http://www.bsky.app/profile/lakes.example/",
      ],
      "@lakes.example",
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=lakes.example&filter=posts_and_author_threads&limit=50"
    ),
    (
      ["at://did:plc:abc123", "https://bsky.app/profile/did:plc:abc123"], "did:plc:abc123",
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=did:plc:abc123&filter=posts_and_author_threads&limit=50"
    ),
    (
      [
        "https://bsky.app/profile/lakes.example/feed/ice",
        "at://lakes.example/app.bsky.feed.generator/ice",
      ],
      "@lakes.example/feed/ice",
      "https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=lakes.example"
    ),
    (
      [
        "https://bsky.app/profile/did:plc:abc/lists/3kx",
        "at://did:plc:abc/app.bsky.graph.list/3kx",
      ],
      "did:plc:abc/lists/3kx",
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getListFeed?list=at://did:plc:abc/app.bsky.graph.list/3kx&limit=50"
    ),
  ])
  func namesOfAStreamAreOneSource(_ names: [String], _ shown: String, _ request: String) throws {
    let sources = try names.map { try source($0) }
    #expect(Set(sources).count == 1, "\(sources)")
    guard case .web(let page)? = sources.first else { throw Unexpected(text: shown) }
    #expect(Subscription.Source.web(page).name == shown)
    let first = Retrieval(page).request
    #expect(first.address.text == request)
    #expect(first.accept == .data)
    // The list of subscriptions has it in a line of its own.
    let text = SubscriptionTextWriter.write([Subscription(.web(page))])
    #expect(SubscriptionText(Array(text.utf8)).list.subscriptions.map(\.source) == [.web(page)])
  }

  @Test func aPersonIsAskedForByTheFediverseFirst() throws {
    for name in ["@mia@social.example", "acct:mia@social.example"] {
      let source = try source(name)
      #expect(source.name == "@mia@social.example")
      #expect(source.text == "acct:mia@social.example")
    }
    let page = try source("https://social.example/@mia")
    #expect(page == .web(try address("https://social.example/@mia")))
    #expect(Retrieval(try address("https://social.example/@mia")).request.accept == .feed)
  }

  /// Pages of other sites that look alike.
  @Test(arguments: [
    "https://a.example/tags", "https://a.example/tags/a/b", "https://a.example/blog/tags/ice",
    "https://a.example/tags/ice?page=2", "https://a.example/tags/..",
    "https://a.example/tags/a%2Fb",
    "https://a.example/tags/%2e%2e", "https://a.example/tags/ice.xml", "https://a.example/public/x",
    "https://a.example/Public", "https://user@a.example/tags/ice", "https://bsky.app/",
    "https://bsky.app/profile/lakes", "https://bsky.app/profile/lakes.example/post/3k",
    "https://bsky.app.example/profile/lakes.example",
  ])
  func otherPagesAreNoStreams(_ text: String) throws {
    let page = try address(text)
    #expect(PublicStream(of: page) == nil)
    #expect(Retrieval(page).request.address == page)
  }

  /// The reader learns which form was expected.
  @Test(arguments: [
    ("@mia", "expected @user@host, or @handle.tld"), ("@mia@", "expected @user@host"),
    ("@@social.example", "expected @user@host"), ("@", "expected @user@host"),
    ("@мия@social.example", "expected @user@host"),
    ("@" + String(repeating: "a", count: 1_000) + "@social.example", "expected @user@host"),
    ("@lakes.1", "@handle.tld"), ("@lakes..example", "@handle.tld"), ("@-a.example", "@handle.tld"),
    ("@a.example/x", "@handle.tld"),
    ("#", "expected #tag@host"), ("#lakes", "expected #tag@host"),
    ("#lakes@", "expected #tag@host"),
    ("#@social.example", "expected #tag@host"), ("#a b@social.example", "expected #tag@host"),
    ("#a@b@social.example", "expected #tag@host"), ("#a/b@social.example", "expected #tag@host"),
    ("#a%2Fb@social.example", "expected #tag@host"), ("#a@b/c", "expected #tag@host"),
    ("#" + String(repeating: "ice", count: 1_000) + "@social.example", "expected #tag@host"),
    ("at://", "expected at://handle"), ("at://lakes", "expected at://handle"),
    ("at://lakes.example/app.bsky.feed.post/3k", "expected at://handle"),
    ("at://lakes.example/app.bsky.feed.generator/a%2Fb", "expected at://handle"),
  ])
  func aNameThatIsNoneSaysWhatWasExpected(_ text: String, _ words: String) {
    guard case .refused(let reason) = AddressGuess(text) else {
      Issue.record("\(text.prefix(60)): \(AddressGuess(text))")
      return
    }
    #expect(reason.contains(words), "\(reason)")
    #expect(reason.utf8.count < 300)
  }

  @Test func theOwnNetworkIsAskedAbout() {
    for name in ["#ice@192.168.0.7", "#ice@localhost", "http://127.0.0.1:8080/public"] {
      guard case .web(.ask(_, let reason), _) = AddressGuess(name) else {
        Issue.record("\(name): \(AddressGuess(name))")
        continue
      }
      #expect(reason.contains("your own network"))
    }
  }

  // MARK: The way

  private func heads(_ text: String) -> [HTTPHead] {
    let head = "HTTP/1.1 " + text.replacing("|", with: "\r\n") + "\r\n\r\n"
    return HTTPHeadReader.read(Array(head.utf8))
  }

  private let json = "200 OK|Content-Type: application/json"

  /// Answers each request in turn; returns the end, and the addresses that were asked.
  private func play(
    _ start: Retrieval,
    _ answers: [(head: String, body: String)]
  ) -> (end: RetrievalEnd?, asked: [String]) {
    var retrieval = start
    var asked: [String] = []
    for answer in answers {
      asked.append(retrieval.request.address.text)
      let body = Retrieval.Body(
        start: Array(answer.body.utf8),
        isPage: answer.body.hasPrefix("<html")
      )
      if let end = retrieval.take(exit: 0, heads: heads(answer.head), body: { body }) {
        return (end, asked)
      }
    }
    return (nil, asked + [retrieval.request.address.text])
  }

  @Test func aFeedOfBlueskyIsFoundByTheNumberOfItsOwner() throws {
    let page = try address("https://bsky.app/profile/lakes.example/lists/3kx")
    let (end, asked) = play(
      Retrieval(page),
      [(json, #"{"did":"did:plc:abc"}"#), (json, #"{"feed":[]}"#)]
    )
    #expect(end?.content == .document)
    #expect(
      asked.last
        == "https://public.api.bsky.app/xrpc/app.bsky.feed.getListFeed?list=at://did:plc:abc/app.bsky.graph.list/3kx&limit=50"
    )
    // Nothing of an answer leads elsewhere.
    for did in [
      "../../x", "did:plc:a/b", "", "..", "a&limit=1", String(repeating: "d", count: 201),
    ] {
      let end = play(Retrieval(page), [(json, #"{"did":"\#(did)"}"#)]).end
      #expect(end?.outcome.sentence.contains("something that is no account") == true, "\(did)")
    }
  }

  @Test func anAccountThatBlueskyDoesNotKnowIsNamed() throws {
    let page = try address("https://bsky.app/profile/nobody.example")
    let end = play(
      Retrieval(page),
      [("400 Bad Request", #"{"error":"InvalidRequest","message":"Profile not found"}"#)]
    ).end
    #expect(end?.outcome.sentence == "Bluesky knows no @nobody.example (400). Check the name.")
    #expect(end?.content == .nothing)
  }

  /// A server that shows timelines to its members only is named with the feed that may be open.
  @Test(arguments: [401, 403, 422])
  func aServerThatWantsALoginIsNamedWithTheFeedThatMayBeOpen(_ status: Int) throws {
    let page = try address("https://a.example/tags/ice")
    let shell = "<html><body>scripts</body></html>"
    let login = "a.example shows #ice@a.example to its members only (\(status))."
    for (head, body) in [("200 OK|Content-Type: text/html", shell), ("404 Not Found", "")] {
      let (end, asked) = play(Retrieval(page), [("\(status) no", "{}"), (head, body)])
      #expect(asked.last == page.text)
      #expect(
        end?.outcome.sentence
          == login + " Its feed may be open: https://a.example/tags/ice.rss"
      )
      #expect(end?.outcome.course == .user)
    }
    // A page that names its feed offers it.
    let head =
      #"<html><head><link rel="alternate" type="application/rss+xml" href="/tags/ice.rss">"#
    let end = play(
      Retrieval(page),
      [("\(status) no", "{}"), ("200 OK|Content-Type: text/html", head)]
    ).end
    let feed = FeedLink(try address("https://a.example/tags/ice.rss"), title: nil, kind: .rss)
    #expect(end?.content == .offers([feed]))
  }

  @Test func aBlogWithTagsIsABlog() throws {
    let page = try address("https://a.example/tags/ice")
    let rss = ("200 OK|Content-Type: application/rss+xml", "<rss/>")
    for answer in [
      ("404 Not Found", ""), ("405 Method Not Allowed", ""),
      ("200 OK|Content-Type: text/html", "<html><body>not here</body></html>"),
    ] {
      let (end, asked) = play(Retrieval(page), [answer, rss])
      #expect(end?.content == .document)
      #expect(asked.count == 2)
      // The next time its feed alone is asked for.
      #expect(play(Retrieval(page, copy: end?.copy), [rss]).asked == [page.text])
    }
    // A server in disorder is not asked twice.
    for head in ["429 Too Many Requests|Retry-After: 60", "503 x", "500 x"] {
      #expect(play(Retrieval(page), [(head, "")]).end?.content == .nothing)
    }
  }

  // MARK: People

  private static let finger = """
    {"subject": "acct:mia@a.example", "links": [
    {"rel": "self", "type": "application/activity+json", "href": "https://social.a.example/users/mia"}]}
    """

  /// Where the fediverse's own way fails, the posts are asked for as data, on the server that has them.
  @Test func anAccountThatServersHideFromServersIsAskedForAsData() throws {
    let account = try #require(AccountName("@mia@a.example"))
    let finger = (json, Self.finger)
    let origin = "https://social.a.example"
    for refusal in [
      ("401 Unauthorized", ""), ("403 Forbidden", ""), ("404 Not Found", ""), (json, "no json"),
      ("200 OK|Content-Type: text/html", "<html>log in</html>"),
    ] {
      let (end, asked) = play(
        try #require(Retrieval(account)),
        [finger, refusal, (json, #"{"id":"113","username":"mia"}"#), (json, "[]")]
      )
      #expect(end?.content == .document)
      #expect(
        asked.suffix(2) == [
          origin + "/api/v1/accounts/lookup?acct=mia",
          origin + "/api/v1/accounts/113/statuses?limit=40",
        ],
        "\(refusal)"
      )
    }
    // An answer of WebFinger without a useful link says nothing about the server's name.
    let (end, asked) = play(
      try #require(Retrieval(account)),
      [(json, #"{"links":[]}"#), (json, #"{"id":"113"}"#), (json, "[]")]
    )
    #expect(end?.content == .document)
    #expect(asked.last == "https://a.example/api/v1/accounts/113/statuses?limit=40")
  }

  @Test func theReasonOfTheFirstRefusalIsTold() throws {
    let account = try #require(AccountName("@mia@a.example"))
    let told = { (answers: [(String, String)]) throws -> String? in
      let start = try #require(Retrieval(account))
      return play(start, answers.map { (head: $0.0, body: $0.1) }).end?.outcome.sentence
    }
    #expect(
      try told([(json, Self.finger), ("410 Gone", ""), ("404 Not Found", "")])?
        .contains("(410)") == true
    )
    #expect(
      try told([(json, #"{"links":[]}"#), ("404 Not Found", "")])
        == "a.example names no posts for acct:mia@a.example. Check the name."
    )
    #expect(
      try told([(json, Self.finger), ("401 x", ""), ("422 x", "")])
        == "social.a.example shows @mia@social.a.example to its members only (422). "
        + "A feed may be open: https://social.a.example/@mia.rss"
    )
  }
}
