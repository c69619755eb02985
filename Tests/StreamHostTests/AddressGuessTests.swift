import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct AddressGuessTests {
  @Test(arguments: [
    ("https://a.example/feed", "https://a.example/feed"),
    (" HTTP://A.Example:80 \n", "http://a.example/"),
    ("https://a.example:8443?x#y", "https://a.example:8443/?x"),
    ("feed:https://a.example/rss", "https://a.example/rss"),
  ])
  func aWholeAddressIsTakenAsItIs(text: String, address: String) throws {
    guard case .web(.fetch(let found), nil) = AddressGuess(text) else {
      Issue.record("\(AddressGuess(text))")
      return
    }
    #expect(found.text == address)
  }

  @Test(arguments: [
    ("a.example", "https://a.example/"), ("a.example/feed.xml", "https://a.example/feed.xml"),
    ("a.example:8080/x", "https://a.example:8080/x"), ("feed://a.example/", "https://a.example/"),
    ("localhost:8080", "https://localhost:8080/"), ("a.example?x", "https://a.example/?x"),
  ])
  func withoutASchemeItIsHTTPSAndThisIsSaid(text: String, address: String) throws {
    guard case .web(let verdict, let note?) = AddressGuess(text) else {
      Issue.record("\(AddressGuess(text))")
      return
    }
    #expect(verdict.address?.text == address)
    #expect(note.contains("https://"))
  }

  @Test(arguments: ["acct:olga@social.example", "@olga@social.example", "olga@Social.Example"])
  func accountsAskWebFinger(text: String) throws {
    guard case .account(let account) = AddressGuess(text) else {
      Issue.record("\(AddressGuess(text))")
      return
    }
    #expect(account.text == "acct:olga@social.example")
    #expect(
      account.webFinger?.text
        == "https://social.example/.well-known/webfinger?resource=acct:olga@social.example"
    )
  }

  @Test(arguments: ["/a.json", "./a.example", "../x", "~/feed", "feed.xml", "notes", ".", "-x"])
  func filesAreFiles(text: String) {
    #expect(AddressGuess(text) == .file(text))
  }

  @Test(arguments: [
    "gemini://a.example", "gopher:a", "javascript:alert(1)", "data:text/html,x", "ftp://a.example/",
    "file:///etc/passwd", "acct:nobody", "@nobody", "mailto:a@a.example", "tel:123", "", " \n",
    "acct:a&b@c.example", "acct:a@b.example/x",
  ])
  func othersAreRefusedWithAReason(text: String) {
    guard case .refused(let reason) = AddressGuess(text) else {
      Issue.record("\(AddressGuess(text))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func anyTextHasAMeaningWithoutASecondHost() {
    let pieces = [
      "a", ".", ":", "/", "@", "acct:", "https:", "//", "#", "?", "[", "]", "\\", " ", "é", "%2F",
      "443",
      "feed:", "..", "example", "\u{0}", "\n",
    ]
    var random = SplitMix(seed: 11)
    for _ in 0..<5_000 {
      let text = (0..<random.below(10)).map { _ in pieces[random.below(pieces.count)] }.joined()
      switch AddressGuess(text) {
      case .web(let verdict, _):
        guard let found = verdict.address else { continue }
        #expect(FeedAddress.judge(found.text).address == found)
      case .account(let account):
        #expect(AccountName(account.text) == account)
        #expect(
          account.webFinger?.host == FeedAddress.judge("https://\(account.host)").address?.host
        )
      case .file, .refused: break
      }
    }
  }
}

@Suite struct FeedLinkTests {
  @Test func aPageOffersItsFeeds() throws {
    let page = """
      <!doctype html><html><head><title>A page</title>
      <script>document.write('<link rel=alternate type=application/rss+xml href=/no1>')</script>
      <!-- <link rel=alternate type=application/rss+xml href=/no2> -->
      <link rel=alternate type=application/rss+xml title='All &amp; more' href=/feeds/1.rss>
      <link rel='Alternate home' type='application/atom+xml; charset=utf-8' href='feeds/2.atom'>
      <link rel=alternate type=application/feed+json href=//b.example:81/feeds/3.json />
      <link rel=alternate type=application/rss+xml href="/feeds/1.rss#again">
      <link rel=alternate type=application/json href=/wp-json>
      <link rel=stylesheet type=application/rss+xml href=/style>
      <link rel=alternate type=application/atom+xml href=javascript:alert(1)>
      <link rel=alternate type=application/atom+xml href=http://127.0.0.1/router>
      <link rel=alternate type=application/activity+json href=/users/olga>
      </head><body><link rel=alternate type=application/rss+xml href=/body></body>
      """
    let links = FeedLink.read(Array(page.utf8), at: try address("https://a.example/blog/x"))
    #expect(
      links == [
        FeedLink(try address("https://a.example/feeds/1.rss"), title: "All & more", kind: .rss),
        FeedLink(try address("https://a.example/blog/feeds/2.atom"), title: nil, kind: .atom),
        FeedLink(try address("https://b.example:81/feeds/3.json"), title: nil, kind: .jsonFeed),
        FeedLink(try address("https://a.example/users/olga"), title: nil, kind: .activity),
        FeedLink(try address("https://a.example/body"), title: nil, kind: .rss),
      ]
    )
  }

  @Test func theFirstBaseCounts() throws {
    let page = """
      <base href="https://cdn.example/x/"><base href="https://other.example/">
      <link rel=alternate type=application/rss+xml href=feed>
      """
    let links = FeedLink.read(Array(page.utf8), at: try address("https://a.example/"))
    #expect(links.map(\.address.text) == ["https://cdn.example/x/feed"])
    // A base in the user's own network makes no offer there.
    let evil = page.replacing("cdn.example", with: "10.0.0.1")
    #expect(FeedLink.read(Array(evil.utf8), at: try address("https://a.example/")).isEmpty)
  }

  /// Other ways in which pages name their feed.
  @Test(
    arguments: [
      (
        "<link rel=alternate type=text/xml href=/f><link rel=alternate type=application/xml href=/f>",
        "/f"
      ),
      ("<link rel=feed href=/f>", "/f"), ("<link rel='alternate feed' href=/x.atom>", "/x.atom"),
      ("<link rel=alternate href=/de hreflang=de>", nil),
      ("<body><a href=/about>x</a><a href=/target.rss?a=1>RSS</a>", "/target.rss?a=1"),
      ("<body><a href='/feed/'>x</a>", "/feed/"),
      ("<body><a href=/n type=application/atom+xml>x</a>", "/n"),
      ("<body><a href=/feed/>x</a><link rel=alternate type=application/rss+xml href=/f>", "/f"),
      ("<body><a href=https://b.example/rss.xml>x</a><a href=/post/feed-your-cat>y</a>", nil),
      ("<body><!-- <a href=/feed>x</a> --><script><a href=/rss></script>", nil),
    ] as [(String, String?)]
  )
  func furtherWaysToAFeed(_ page: String, _ target: String?) throws {
    let links = FeedLink.read(Array(page.utf8), at: try address("https://a.example/"))
    #expect(
      links.map(\.address.text) == [target.map { "https://a.example\($0)" }].compactMap(\.self)
    )
  }

  @Test func manyLinksAreBounded() throws {
    let page = (0..<5_000).map { "<link rel=alternate type=application/rss+xml href=/\($0)>" }
    let links = FeedLink.read(Array(page.joined().utf8), at: try address("https://a.example/"))
    #expect(links.count == FeedLink.limit)
  }
}

@Suite struct WebFingerTests {
  private let server = "https://social.example/.well-known/webfinger?resource=acct:a@social.example"

  @Test func anAccountLeadsToItsOutbox() throws {
    let answer = try #require(
      WebFingerAnswer(
        Array(
          """
          {"subject": "acct:olga@social.example", "aliases": ["https://social.example/@olga"],
           "links": [
            {"rel": "http://webfinger.net/rel/profile-page", "type": "text/html",
             "href": "https://social.example/@olga"},
            {"rel": "self", "type": "text/html", "href": "https://social.example/no"},
            {"rel": "self", "type": "application/activity+json",
             "href": "https:\\/\\/social.example/users/olga"},
            {"rel": "http://schemas.google.com/g/2010#updates-from",
             "type": "application/atom+xml", "href": "/users/olga.atom"},
            {"rel": "http://ostatus.org/schema/1.0/subscribe", "template": "x{uri}"}]}
          """.utf8
        ),
        from: try address(server)
      )
    )
    let actor = try #require(answer.actor)
    #expect(actor.text == "https://social.example/users/olga")
    #expect(answer.feeds.map(\.address.text) == ["https://social.example/users/olga.atom"])
    let links = try #require(
      ActivityLinks(
        Array(
          """
          {"type": "Person", "preferredUsername": "olga", "name": "", "id": "https://a.example",
           "endpoints": {"outbox": "https://wrong.example"},
           "outbox": "https://social.example/users/olga/outbox"}
          """.utf8
        ),
        from: actor
      )
    )
    #expect(links.account?.name == "olga")
    let outbox = try #require(links.outbox)
    let page = try #require(
      ActivityLinks(
        Array(
          #"{"type": "OrderedCollection", "first": {"id": "?page=true"}, "next": "?p=2"}"#.utf8
        ),
        from: outbox
      )
    )
    #expect(page.first?.text == "https://social.example/users/olga/outbox?page=true")
    #expect(page.next?.text == "https://social.example/users/olga/outbox?p=2")
  }

  @Test(arguments: [
    "http://social.example/users/a", "https://127.0.0.1/a", "file:///etc/passwd", "javascript:x",
    "https://[::1]/", "https://user@b.example/",
  ])
  func aServerCannotLeadAnywhereElse(target: String) throws {
    let json =
      "{\"links\":[{\"rel\":\"self\",\"type\":\"application/activity+json\",\"href\":\"\(target)\"}],"
      + "\"outbox\":\"\(target)\"}"
    let from = try address(server)
    #expect(try #require(WebFingerAnswer(Array(json.utf8), from: from)).actor == nil)
    #expect(try #require(ActivityLinks(Array(json.utf8), from: from)).outbox == nil)
  }

  @Test func anyBytesAreAnAnswerOrNot() throws {
    let from = try address(server)
    for text in ["", "[]", "{", "\"x\"", "null", "{\"links\":{}}", "{\"links\":[1,[]]}", "<html>"] {
      let answer = WebFingerAnswer(Array(text.utf8), from: from)
      #expect(answer?.actor == nil)
      #expect((answer == nil) == ["", "{", "<html>"].contains(text))
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(WebFingerAnswer(Array(deep.utf8), from: from) == nil)
    let many =
      "{\"links\":[" + Array(repeating: "{\"rel\":\"x\"}", count: 50_000).joined(separator: ",")
      + "]}"
    #expect(WebFingerAnswer(Array(many.utf8), from: from)?.feeds == [])
  }
}
