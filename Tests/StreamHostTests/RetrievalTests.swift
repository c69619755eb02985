import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct RetrievalTests {
  private func heads(_ text: String) -> [HTTPHead] {
    let head = "HTTP/1.1 " + text.replacing("|", with: "\r\n") + "\r\n\r\n"
    return HTTPHeadReader.read(Array(head.utf8))
  }

  private func body(_ text: String, isPage: Bool = false) -> Retrieval.Body {
    Retrieval.Body(start: Array(text.utf8), isPage: isPage)
  }

  private let feed = "200 OK|Content-Type: application/rss+xml|ETag: \"b\""

  @Test func aDocumentIsTheEnd() throws {
    var retrieval = Retrieval(try address("https://a.example/feed"))
    #expect(retrieval.request.accept == .feed)
    let end = retrieval.take(exit: 0, heads: heads(feed)) { body("<rss/>") }
    #expect(end?.content == .document)
    #expect(end?.copy?.validators.etag == "\"b\"")
    #expect(end?.copy?.address.text == "https://a.example/feed")
  }

  @Test func eachHopIsARequestOfItsOwn() throws {
    var retrieval = Retrieval(try address("http://a.example/feed"))
    let hops = ["301 x|Location: https://a.example/feed", "302 x|Location: /today"]
    let asked = hops.map { hop -> String in
      #expect(retrieval.take(exit: 0, heads: heads(hop)) { body("") } == nil)
      return retrieval.request.address.text
    }
    #expect(asked == ["https://a.example/feed", "https://a.example/today"])
    let end = retrieval.take(exit: 0, heads: heads(feed)) { body("<rss/>") }
    #expect(end?.moved?.text == "https://a.example/feed")
    #expect(end?.address.text == "https://a.example/today")
  }

  @Test func anAddressThatMayNotBeAskedIsNot() throws {
    let hops = [
      "http://a.example/", "file:///etc/passwd", "ftp://a.example/", "https://192.168.1.1/",
      "https://localhost/", "https://[::1]/", "javascript:alert(1)", "//10.0.0.1/x",
    ]
    for hop in hops {
      var retrieval = Retrieval(try address("https://a.example/feed"))
      let end = retrieval.take(exit: 0, heads: heads("302 x|Location: \(hop)")) { body("") }
      #expect(end?.content == .nothing, "\(hop)")
      #expect(retrieval.request.address.text == "https://a.example/feed")
    }
  }

  @Test func redirectsHaveALimit() throws {
    var retrieval = Retrieval(try address("https://a.example/0"))
    var requests = 1
    var end: RetrievalEnd?
    while end == nil, requests < 100 {
      end = retrieval.take(exit: 0, heads: heads("302 x|Location: /\(requests)")) { body("") }
      if end == nil { requests += 1 }
    }
    #expect(requests == CurlRequest.redirectLimit + 1)
    #expect(end?.outcome.sentence.contains("more than 5 times") == true)
  }

  /// A post of the fediverse is asked for as data first: its page is an empty shell for scripts.
  @Test(arguments: [
    "https://a.example/@mia/113", "https://a.example/@ben@b.example/113",
    "https://a.example/users/mia/statuses/113", "https://a.example/notes/9x",
    "https://a.example/p/mia/7",
    "https://a.example/objects/5e0c", "https://a.example/notice/A1?x=/y",
  ])
  func aPostOfTheFediverseIsAskedForAsData(_ text: String) throws {
    for goal in [Purpose.article, .feed] {
      var retrieval = Retrieval(try address(text), for: goal)
      #expect(retrieval.request.accept == .post)
      let json = heads("200 OK|Content-Type: application/activity+json")
      let end = retrieval.take(exit: 0, heads: json) { body(#"{"type": "Note", "content": "x"}"#) }
      #expect(end?.content == .document)
      // A server that speaks to servers alone is asked for its page.
      retrieval = Retrieval(try address(text), for: goal)
      #expect(retrieval.take(exit: 0, heads: heads("401 Unauthorized")) { body("") } == nil)
      #expect(retrieval.request.accept == (goal == .article ? .page : .feed))
      #expect(
        retrieval.take(exit: 0, heads: heads("404 Not Found")) { body("") }?.content == .nothing
      )
    }
  }

  @Test func otherPagesAreAskedForAsPages() throws {
    for path in ["", "@mia", "2026/11/ice", "blog/notes", "feed.xml", "p"] {
      let text = "https://a.example/" + path
      #expect(Retrieval(try address(text), for: .article).request.accept == .page, "\(text)")
    }
  }

  @Test func aServerWithoutTheAccountIsNamedWithIt() throws {
    for status in ["404 Not Found", "410 Gone", "400 Bad Request"] {
      let account = try #require(AccountName("@mia@a.example"))
      var retrieval = try #require(Retrieval(account))
      let end = retrieval.take(exit: 0, heads: heads(status)) { body("") }
      #expect(end?.outcome.sentence == "a.example knows no account mia. Check the name.")
    }
  }

  @Test func aServerWithoutTLSIsAskedByAddress() throws {
    let account = try #require(AccountName("@grace@127.0.0.1:18499"))
    var retrieval = try #require(Retrieval(account))
    let end = retrieval.take(exit: 35, peer: "127.0.0.1", heads: []) { body("") }
    #expect(
      end?.outcome.sentence
        == "No secure connection to 127.0.0.1: the handshake failed. Try again later, or "
        + "http://127.0.0.1:18499/@grace if it has no TLS."
    )
    var redirected = Retrieval(try address("https://a.example/"), trusting: "a.example")
    _ = redirected.take(exit: 0, heads: heads("302 x|Location: https://b.example/")) { body("") }
    let refused = redirected.take(exit: 35, peer: "127.0.0.1", heads: []) { body("") }
    #expect(refused?.outcome.sentence.contains("in your own network (127.0.0.1)") == true)
    // An address is said once.
    var named = Retrieval(try address("http://127.0.0.1/"))
    let once = named.take(exit: 7, peer: "127.0.0.1", heads: []) { body("") }
    #expect(
      once?.outcome.sentence.hasPrefix("127.0.0.1 is a machine in your own network, ") == true
    )
  }

  @Test func aPageOfAnOutboxNamesTheNextOneOfItsHost() throws {
    let json = heads("200 OK|Content-Type: application/activity+json")
    for (next, isFollowed) in [("/o?page=2", true), ("https://b.example/o?page=2", false)] {
      var retrieval = Retrieval(
        page: try address("https://a.example/o?page=1"),
        by: nil,
        trusting: nil
      )
      #expect(retrieval.request.accept == .activity)
      let end = retrieval.take(exit: 0, heads: json) {
        body(#"{"orderedItems": [], "next": "\#(next)"}"#)
      }
      #expect(end?.content == .document)
      #expect(end?.next?.text == (isFollowed ? "https://a.example/o?page=2" : nil))
    }
  }

  @Test func aPostThatIsShownToBrowsersOnlyIsNone() throws {
    var retrieval = Retrieval(post: try address("https://a.example/1"), trusting: nil)
    let page = heads("200 OK|Content-Type: text/html")
    let end = retrieval.take(exit: 0, heads: page) { body("<html>", isPage: true) }
    #expect(end?.content == .nothing)
  }

  @Test func validatorsGoToTheirServerOnly() throws {
    let validators = Validators(etag: "\"a\"", modified: nil)
    let copy = Retrieval.Copy(
      address: try address("https://b.example/feed"),
      validators: validators
    )
    var retrieval = Retrieval(try address("https://a.example/feed"), copy: copy)
    #expect(retrieval.request.validators == .none)
    _ = retrieval.take(exit: 0, heads: heads("302 x|Location: https://b.example/feed")) { body("") }
    #expect(retrieval.request.validators == validators)
    let end = retrieval.take(exit: 0, heads: heads("304 Not Modified")) { body("") }
    #expect(end?.content == .unchanged)
    #expect(end?.copy == nil)
  }

  @Test func nothingIsUnchangedWithoutACopy() throws {
    var feed = Retrieval(try address("https://a.example/feed"))
    let account = try #require(AccountName("acct:mia@a.example"))
    var way = try #require(Retrieval(account))
    for end in [
      feed.take(exit: 0, heads: heads("304 Not Modified")) { body("") },
      way.take(exit: 0, heads: heads("304 Not Modified")) { body("") },
    ] {
      #expect(end?.content == .nothing)
      #expect(end?.outcome.course == .later)
      #expect(end?.outcome.sentence.hasPrefix("a.example sent no document (304)") == true)
    }
  }

  /// The head of an answer may name the feed (RFC 8288), and a page may send browsers on.
  @Test func theHeadAndARefreshLeadToTheFeed() throws {
    var retrieval = Retrieval(try address("https://a.example/"))
    let link = "</rss>; rel=\"alternate\"; type=\"application/rss+xml\"; title=\"All\""
    let end = retrieval.take(exit: 0, heads: heads("200 OK|Content-Type: text/html|Link: \(link)"))
    {
      body("<html><body><a href=/other.rss>x</a>", isPage: true)
    }
    let feed = FeedLink(try address("https://a.example/rss"), title: "All", kind: .rss)
    #expect(end?.content == .offers([feed]))
    for content in ["0; url=/next", "0;URL='/next'", " 5 , /next", "1; url = \"/next\""] {
      var retrieval = Retrieval(try address("https://a.example/"))
      let quoted = content.replacing("\"", with: "&quot;")
      let page = "<meta http-equiv=Refresh content=\"\(quoted)\"><body>"
      let end = retrieval.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) {
        body(page, isPage: true)
      }
      #expect(end == nil)
      #expect(retrieval.request.address.text == "https://a.example/next")
    }
    for content in ["300; url=/next", "0", "0; url=https://10.0.0.1/", "0; url=/", "x; url=/next"] {
      var retrieval = Retrieval(try address("https://a.example/"))
      let page = "<meta http-equiv=refresh content=\"\(content)\"><body>"
      let end = retrieval.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) {
        body(page, isPage: true)
      }
      #expect(end?.content == .document, "\(content)")
    }
  }

  @Test func pagesThatSendEachOtherOnHaveALimit() throws {
    var retrieval = Retrieval(try address("https://a.example/0"))
    var hops = 0
    while hops < 100 {
      let page = "<meta http-equiv=refresh content='0;url=/\(hops + 1)'><body>"
      let end = retrieval.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) {
        body(page, isPage: true)
      }
      if end != nil { break }
      hops += 1
    }
    #expect(hops == CurlRequest.redirectLimit)
  }

  @Test func aPageOffersItsFeeds() throws {
    let page = """
      <html><head><link rel="alternate" type="application/rss+xml" title="All" href="/rss">
      <link rel="alternate" type="application/atom+xml" href="http://b.example/atom"></head></html>
      """
    var retrieval = Retrieval(try address("https://a.example/"))
    let end = retrieval.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) {
      body(page, isPage: true)
    }
    guard case .offers(let links)? = end?.content else {
      Issue.record("\(String(describing: end))")
      return
    }
    #expect(links.map(\.address.text) == ["https://a.example/rss", "http://b.example/atom"])
    #expect(end?.moved == nil)
    // Who wants a page gets it.
    var reader = Retrieval(try address("https://a.example/"), for: .article)
    let whole = reader.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) {
      body(page, isPage: true)
    }
    #expect(whole?.content == .document)
    // The content decides, not the name that a server gives it.
    var lying = Retrieval(try address("https://a.example/"))
    let rss = lying.take(exit: 0, heads: heads("200 OK|Content-Type: text/html")) { body("<rss/>") }
    #expect(rss?.content == .document)
  }

  private let finger = """
    {"subject": "acct:mia@a.example", "links": [
    {"rel": "self", "type": "application/activity+json", "href": "https://a.example/users/mia"}]}
    """
  private let actor = """
    {"type": "Person", "preferredUsername": "mia", "outbox": "https://a.example/users/mia/outbox"}
    """
  private let json = "200 OK|Content-Type: application/activity+json"

  @Test func anAccountLeadsToTheFirstPageOfItsOutbox() throws {
    let account = try #require(AccountName("acct:mia@a.example"))
    var retrieval = try #require(Retrieval(account))
    let steps = [
      (finger, "https://a.example/users/mia"), (actor, "https://a.example/users/mia/outbox"),
      (
        #"{"type": "OrderedCollection", "first": "https://a.example/users/mia/outbox?page=1"}"#,
        "https://a.example/users/mia/outbox?page=1"
      ),
    ]
    for (answer, next) in steps {
      #expect(retrieval.take(exit: 0, heads: heads(json)) { body(answer) } == nil)
      #expect(retrieval.request.address.text == next)
      #expect(retrieval.request.accept == .activity)
    }
    let end = retrieval.take(exit: 0, heads: heads(json)) { body("{}") }
    #expect(end?.content == .document)
  }

  @Test func theEndNamesTheAccountWhosePostsTheseAre() throws {
    let account = try #require(AccountName("acct:mia@a.example"))
    var retrieval = try #require(Retrieval(account))
    let actor = """
      {"type": "Person", "id": "https://a.example/users/mia", "name": "Mia", "preferredUsername": "mia",
      "outbox": "https://a.example/users/mia/outbox"}
      """
    _ = retrieval.take(exit: 0, heads: heads(json)) { body(finger) }
    _ = retrieval.take(exit: 0, heads: heads(json)) { body(actor) }
    let end = retrieval.take(exit: 0, heads: heads(json)) { body("{\"orderedItems\": []}") }
    #expect(
      end?.author
        == Account(name: "Mia", handle: "@mia@a.example", url: "https://a.example/users/mia")
    )
  }

  /// An outbox that holds no posts itself was shown as an empty page.
  @Test func theAddressOfAnOutboxLeadsToItsFirstPage() throws {
    var retrieval = Retrieval(try address("https://a.example/users/mia/outbox"))
    let outbox =
      #"{"type": "OrderedCollection", "first": "https://a.example/users/mia/outbox?page=1"}"#
    #expect(retrieval.take(exit: 0, heads: heads(json)) { body(outbox) } == nil)
    #expect(retrieval.request.address.text == "https://a.example/users/mia/outbox?page=1")
    #expect(retrieval.take(exit: 0, heads: heads(json)) { body("{}") }?.content == .document)
    // One that holds them is the document.
    var whole = Retrieval(try address("https://a.example/users/mia/outbox"))
    let posts =
      #"{"type": "OrderedCollection", "orderedItems": ["https://a.example/n"], "first": "https://a.example/1"}"#
    #expect(whole.take(exit: 0, heads: heads(json)) { body(posts) }?.content == .document)
  }

  @Test func aProfileIsAnAccountAndABlogIsNot() throws {
    let page = """
      <html><head><link rel="alternate" type="application/activity+json" href="/users/mia">
      <link rel="alternate" type="application/rss+xml" href="/@mia.rss"></head></html>
      """
    var profile = Retrieval(try address("https://a.example/@mia"))
    let html = heads("200 OK|Content-Type: text/html")
    #expect(profile.take(exit: 0, heads: html) { body(page, isPage: true) } == nil)
    #expect(profile.request.address.text == "https://a.example/users/mia")
    // A server that hides its accounts from other servers may show their posts to people.
    #expect(profile.take(exit: 0, heads: heads("401 Unauthorized")) { body("") } == nil)
    #expect(profile.request.address.text == "https://a.example/api/v1/accounts/lookup?acct=mia")
    // If it does not, it still offers a feed of each.
    let hidden = profile.take(exit: 0, heads: heads("401 Unauthorized")) { body("") }
    guard case .offers(let links)? = hidden?.content else {
      Issue.record("\(String(describing: hidden))")
      return
    }
    #expect(links.map(\.address.text) == ["https://a.example/@mia.rss"])
    var blog = Retrieval(try address("https://a.example/blog"))
    let end = blog.take(exit: 0, heads: html) { body(page, isPage: true) }
    #expect(end?.content == .offers(links))
  }

  @Test func aDocumentThatBreaksOffIsShownAsFarAsItCame() throws {
    var retrieval = Retrieval(try address("https://a.example/feed"))
    #expect(retrieval.isDocument(heads(feed)))
    #expect(!retrieval.isDocument(heads("302 x|Location: /b")))
    #expect(!retrieval.isDocument(heads("200 OK|Content-Type: text/html")))
    let end = retrieval.take(exit: 18, heads: heads(feed)) { body("<rss>") }
    #expect(end?.content == .part)
    #expect(end?.copy == nil)
    var refused = Retrieval(try address("https://a.example/feed"))
    #expect(refused.take(exit: 7, heads: []) { body("") }?.content == .nothing)
  }

  @Test func theSentenceNamesTheHostThatFailed() throws {
    var retrieval = Retrieval(try address("https://a.example/feed"))
    let hop = heads("302 x|Location: https://b.example/feed")
    #expect(retrieval.take(exit: 0, heads: hop) { body("") } == nil)
    let end = retrieval.take(exit: 6, heads: []) { body("") }
    #expect(end?.outcome.sentence.hasPrefix("The name b.example cannot be resolved") == true)
  }

  @Test func theSentenceSaysThatARedirectIsNotFollowed() throws {
    var retrieval = Retrieval(try address("https://a.example/feed"))
    let hop = heads("301 x|Location: http://a.example/feed")
    let end = retrieval.take(exit: 0, heads: hop) { body("") }
    #expect(end?.outcome.course == .user)
    #expect(end?.outcome.sentence.contains("never from https to http") == true)
  }

  @Test func theSentenceTellsFaultsOfCertificatesApart() throws {
    let faults = [
      "SSL certificate problem: certificate has expired": "has expired",
      "server certificate verification failed. CAfile: x (certificate has expired)": "has expired",
      "SSL certificate problem: self-signed certificate": "self-signed",
      "SSL certificate problem: self signed certificate in certificate chain": "self-signed",
      "SSL: no alternative certificate subject name matches target host name 'a'": "another host",
      "SSL certificate problem: unable to get local issuer certificate": "nobody that this machine",
      "": "may be expired, self-signed or for another host",
    ]
    for (reason, words) in faults {
      var retrieval = Retrieval(try address("https://a.example/feed"))
      let end = retrieval.take(exit: 60, reason: reason, heads: []) { body("") }
      #expect(end?.outcome.sentence.contains(words) == true, "\(reason)")
      #expect(end?.outcome.course == .user)
    }
  }

  @Test func theSentenceNamesTheLimitThatATransferHasPassed() throws {
    let limits = [
      "Operation too slow. Less than 100 bytes/sec transferred the last 15 seconds":
        "it sent less than 100 bytes a second for 15 seconds",
      "Connection timed out after 10001 milliseconds": "there was no connection after 10 seconds",
      "Failed to connect to after.example port 443 after 10001 ms: Timeout was reached":
        "there was no connection after 10 seconds",
      "Operation timed out after 60001 milliseconds with 12 out of 99999 bytes received":
        "the document was not complete after 60 seconds",
      "Timeout was reached": "the time for the transfer is over",
      "": "the time for the transfer is over",
    ]
    for (reason, words) in limits {
      var retrieval = Retrieval(try address("https://a.example/feed"))
      let end = retrieval.take(exit: 28, reason: reason, heads: []) { body("") }
      #expect(end?.outcome.sentence == "a.example is too slow: \(words). Try again later.")
    }
  }

  /// Any server: the way ends, and no address is asked that the gate refuses.
  @Test func everyWayEnds() throws {
    var random = SplitMix(seed: 18)
    let places = [
      "/a", "https://b.example/x", "http://c.example/", "http://127.0.0.1/", "file:///x", "",
      "https://a.example/users/mia",
    ]
    let bodies = [
      finger, actor, #"{"id": "7"}"#, "{}", "", "<html>", #"{"first": "/p"}"#, #"{"outbox": "/o"}"#,
    ]
    let codes = [200, 200, 200, 301, 302, 308, 304, 404, 410, 500]
    for _ in 0..<3_000 {
      let account = try #require(AccountName("acct:mia@a.example"))
      let starts = ["feed", "@mia", "tags/ice", "public/local"]
      let start = Retrieval(try address("https://a.example/" + starts[random.below(starts.count)]))
      var retrieval = random.below(2) == 0 ? start : try #require(Retrieval(account))
      var requests = 0
      while requests < 100 {
        requests += 1
        let scheme = retrieval.request.address.scheme
        let exit = random.below(12) == 0 ? random.below(100) : 0
        let type = random.below(2) == 0 ? "text/html" : "application/activity+json"
        let text =
          "\(codes[random.below(codes.count)]) x|Location: \(places[random.below(places.count)])"
          + "|Content-Type: \(type)"
        let answer = body(bodies[random.below(bodies.count)], isPage: random.below(3) == 0)
        if retrieval.take(exit: exit, heads: heads(text), body: { answer }) != nil { break }
        #expect(scheme == "http" || retrieval.request.address.scheme == "https")
        #expect(retrieval.request.address.host != "127.0.0.1")
      }
      // WebFinger, actor, outbox and page; then the number of the account and its posts.
      #expect(requests <= 6 * (CurlRequest.redirectLimit + 1))
    }
  }
}
