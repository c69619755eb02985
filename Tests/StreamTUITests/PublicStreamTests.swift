import Foundation
import TestSupport
import Testing

/// Streams that servers show without an account, as sources and as subscriptions, without a network.
@Suite(.serialized) struct PublicStreamTests {
  private static let json = "200 OK|Content-Type: application/json; charset=utf-8"
  private static let activity = "200 OK|Content-Type: application/activity+json"
  private static let html = "200 OK|Content-Type: text/html"
  private static let origin = "https://social.example"
  private static let bluesky = "https://public.api.bsky.app/xrpc/"
  private static let tag = origin + "/api/v1/timelines/tag/lakes?limit=40"
  private static let lookup = origin + "/api/v1/accounts/lookup?acct=mia"
  private static let posts = origin + "/api/v1/accounts/113/statuses?limit=40"
  private static let finger = origin + "/.well-known/webfinger?resource=acct:mia@social.example"
  private static let feed =
    bluesky
    + "app.bsky.feed.getAuthorFeed?actor=lakes.example&filter=posts_and_author_threads&limit=50"

  private static func account(_ name: String, _ id: Int) -> String {
    let user = name.lowercased()
    return """
      {"id":"\(id)","username":"\(user)","acct":"\(user)","display_name":"\(name)",
      "url":"\(origin)/@\(user)"}
      """
  }

  private static func status(_ id: Int, by name: String, _ text: String, _ more: String = "")
    -> String
  {
    """
    {"id":"\(id)","uri":"\(origin)/users/\(name.lowercased())/statuses/\(id)",
    "url":"\(origin)/@\(name.lowercased())/\(id)","created_at":"2026-11-25T1\(id % 10):00:00.000Z",
    "account":\(account(name, 113)),"content":"<p>\(text)</p>","favourites_count":\(id % 7),
    "reblogs_count":1,"replies_count":0,"visibility":"public"\(more)}
    """
  }

  private static let tagged =
    "<a href=\\\"\(origin)/tags/lakes\\\" class=\\\"mention hashtag\\\">#lakes</a>"
  private static let statuses = """
    [\(status(8, by: "Mia", "Ice on the \(tagged) today")),
    \(status(6, by: "Ben", "", ",\"reblog\":\(status(3, by: "Olga", "A boat for two")),\"replies_count\":2"))]
    """
  private static let views = """
    {"feed":[{"post":{"uri":"at://did:plc:abc/app.bsky.feed.post/3k","cid":"c",
    "author":{"did":"did:plc:abc","handle":"lakes.example","displayName":"Lakes"},
    "record":{"$type":"app.bsky.feed.post","text":"The level falls","createdAt":"2026-11-25T11:00:00Z"},
    "likeCount":4,"replyCount":1,"repostCount":2,"indexedAt":"2026-11-25T11:00:00Z"}}],"cursor":"x"}
    """
  private static let outbox = """
    {"type":"OrderedCollectionPage","orderedItems":[{"type":"Create","actor":"\(origin)/users/mia",
    "id":"\(origin)/users/mia/statuses/8/activity",
    "published":"2026-11-25T10:00:00Z","object":{"type":"Note","id":"\(origin)/users/mia/statuses/8",
    "url":"\(origin)/@mia/8","attributedTo":"\(origin)/users/mia","content":"<p>Ice on the lakes</p>",
    "published":"2026-11-25T10:00:00Z","to":["https://www.w3.org/ns/activitystreams#Public"]}}]}
    """

  /// A server of the fediverse, and Bluesky.
  private func inWeb(hidesOutbox: Bool = false, _ body: (FakeWeb) throws -> Void) throws {
    try Program.inFolder { folder in
      let web = try FakeWeb(in: folder)
      let actor = Self.origin + "/users/mia"
      for address in [
        Self.tag, Self.posts, Self.origin + "/api/v1/timelines/public?limit=40",
        Self.origin + "/api/v1/timelines/public?local=true&limit=40",
      ] {
        try web.answer(address, Self.json, Self.statuses)
      }
      try web.answer(Self.lookup, Self.json, Self.account("Mia", 113))
      try web.answer(
        Self.finger,
        "200 OK|Content-Type: application/jrd+json",
        #"{"links":[{"rel":"self","type":"application/activity+json","href":"\#(actor)"}]}"#
      )
      try web.answer(
        actor,
        hidesOutbox ? "401 Unauthorized" : Self.activity,
        #"{"id":"\#(actor)","type":"Person","preferredUsername":"mia","name":"Mia","outbox":"\#(actor)/outbox"}"#
      )
      try web.answer(actor + "/outbox", Self.activity, Self.outbox)
      try web.answer(
        Self.origin + "/@mia",
        Self.html,
        "<html><head><link rel=\"alternate\" type=\"application/activity+json\" href=\"\(actor)\"></head></html>"
      )
      try web.answer(Self.feed, Self.json, Self.views)
      try web.answer(
        Self.bluesky + "com.atproto.identity.resolveHandle?handle=lakes.example",
        Self.json,
        #"{"did":"did:plc:abc"}"#
      )
      for kind in [
        "getFeed?feed=at://did:plc:abc/app.bsky.feed.generator/ice",
        "getListFeed?list=at://did:plc:abc/app.bsky.graph.list/3kx",
      ] {
        try web.answer(Self.bluesky + "app.bsky.feed.\(kind)&limit=50", Self.json, Self.views)
      }
      try body(web)
    }
  }

  // MARK: Screens

  @Test(arguments: [
    ("tag", "#lakes@social.example"), ("public", "https://social.example/public"),
    ("local", "https://social.example/public/local"), ("person", "@mia@social.example"),
    ("hidden-person", "@mia@social.example"), ("handle", "at://lakes.example"),
    ("feed", "https://bsky.app/profile/lakes.example/feed/ice"),
    ("list", "https://bsky.app/profile/lakes.example/lists/3kx"),
  ])
  func aStreamIsReadAsAnyOther(_ screen: String, _ name: String) throws {
    try inWeb(hidesOutbox: screen.hasPrefix("hidden")) { web in
      let command = "$program snapshot --size 60x14 --at 2026-11-25T12:00:00Z '\(name)'"
      let text = try web.run(command)
      let style = try web.run(command + " --keys '<wait 400>' --format style")
      #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
      let golden = GoldenScreen("public-\(screen)", beside: #filePath)
      if let difference = try golden.difference(
        fromFrame: text.output + "--- style\n" + style.output
      ) {
        Issue.record("\(difference)")
      }
    }
  }

  /// The viewer says why there is nothing, and shows the part that came.
  @Test func aViewerSaysWhyAStreamIsNotShown() throws {
    try inWeb { web in
      try web.answer(Self.tag, "422 Unprocessable Entity", "{}")
      try web.answer(Self.origin + "/tags/lakes", Self.html, "<html><body>scripts</body></html>")
      let pty = try Pty([Program.path, "#lakes@social.example"], environment: web.environment)
      #expect(pty.waits(for: "shows #lakes@social.example to its members only (422)"))
      pty.send("Q")
      _ = pty.end()
      try web.answer(Self.feed, Self.json, String(Self.views.dropLast(15)), exit: 18)
      let cut = try web.run("$program dump --format text at://lakes.example")
      #expect(cut.output.contains("The level falls"))
      #expect(cut.errors.contains("closed the connection before the document was complete"))
    }
  }

  // MARK: Subscriptions

  @Test func namesBecomeSubscriptionsWithTheseNames() throws {
    try inWeb { web in
      let names = [
        "#lakes@social.example", "social.example/public", "@mia@social.example",
        "at://lakes.example",
        "https://bsky.app/profile/lakes.example/feed/ice",
      ]
      for name in names {
        let added = try web.run("$program add '\(name)'")
        #expect(added.status == 0, "\(added.errors)")
      }
      // Other names of the same streams change nothing.
      for name in [
        "https://social.example/tags/lakes", "acct:mia@social.example", "@lakes.example",
        "https://bsky.app/profile/Lakes.example",
      ] {
        let again = try web.run("$program add '\(name)'")
        #expect(again.output.contains("is in the list already"), "\(name): \(again)")
      }
      // The page of a person is known by the place of its posts.
      let page = try web.run("$program add https://social.example/@mia")
      #expect(page.errors == "https://social.example/@mia is the stream of @mia@social.example\n")
      #expect(page.output == "acct:mia@social.example is in the list already: nothing changed.\n")
      let list = try web.run("$program list --format tsv")
      let shown = list.output.split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).prefix(4).joined(
          separator: "|"
        )
      }
      #expect(
        shown == [
          "#lakes@social.example|https://social.example/tags/lakes||2",
          "social.example/public|https://social.example/public||2",
          "Mia|acct:mia@social.example||1",
          "@lakes.example|https://bsky.app/profile/lakes.example||1",
          "@lakes.example/feed/ice|https://bsky.app/profile/lakes.example/feed/ice||1",
        ]
      )
      // Each name means the subscription from now on.
      for name in names {
        let refreshed = try web.run("$program refresh '\(name)'")
        #expect(refreshed.status == 0, "\(name): \(refreshed.errors)")
      }
      let read = try web.run("$program dump --format text '#lakes@social.example'")
      #expect(read.output.contains("Ice on the #lakes today"))
      let removed = try web.run("$program remove '#lakes@social.example'")
      #expect(removed.status == 0)
    }
  }

  @Test func aViewerSubscribesByTheSameNames() throws {
    try inWeb { web in
      #expect(try web.run("$program add at://lakes.example").status == 0)
      let pty = try Pty([Program.path], environment: web.environment)
      #expect(pty.waits(for: "The level falls"))
      pty.settle()
      pty.send("B")
      #expect(pty.waits(for: "All feeds"))
      pty.settle()
      pty.send("a")
      pty.settle()
      pty.send("#lakes@social.example\r")
      #expect(pty.waits(for: "Added https://social.example/tags/lakes: 2 posts."))
      pty.settle()
      let mark = pty.output.count
      pty.send("\u{0C}")
      #expect(pty.waits(for: "#lakes@social.example", since: mark))
      pty.send("Q")
      #expect(pty.end() == 0)
      #expect(web.requests().last == Self.tag)
    }
  }

  /// Older posts come by the same requests, on the host that answered.
  @Test func olderPostsOfAStreamAreFetched() throws {
    try inWeb { web in
      let older = { (text: String) in text.replacing("level falls", with: "level rises") }
      try web.answer(
        Self.feed + "&cursor=x",
        Self.json,
        older(Self.views).replacing("post/3k", with: "post/2k").replacing(
          ",\"cursor\":\"x\"",
          with: ""
        )
      )
      try web.answer(
        Self.tag + "&max_id=6",
        Self.json,
        "[\(Self.status(2, by: "Liz", "Old ice"))]"
      )
      for (name, text) in [
        ("at://lakes.example", "The level rises"), ("#lakes@social.example", "Old ice"),
      ] {
        #expect(try web.run("$program add --tag all '\(name)'").status == 0)
        let read = try web.run("$program refresh --older '\(name)'")
        #expect(read.status == 0, "\(name): \(read)")
        let posts = try web.run("$program dump --format text tag:all")
        #expect(posts.output.contains(text), "\(name): \(read) \(web.requests())")
      }
    }
  }

  /// A post that its feed has changed shows in the viewer what was changed.
  @Test func anEditOfASubscriptionIsShownWordByWord() throws {
    try inWeb { web in
      #expect(try web.run("$program add '#lakes@social.example'").status == 0)
      for text in ["Thin ice on the", "No ice on the"] {
        let edited = Self.statuses.replacing("Ice on the", with: text)
        try web.answer(Self.tag, Self.json, edited)
        #expect(try web.run("$program refresh '#lakes@social.example'").status == 0)
      }
      let pty = try Pty([Program.path, "#lakes@social.example"], environment: web.environment)
      #expect(pty.waits(for: "No ice on the"))
      pty.settle()
      pty.send("gE")
      #expect(!pty.waits(for: "[-Thin-]", seconds: 1))
      pty.send("\rE")
      #expect(pty.waits(for: "[-Thin-]{+No+} ice on the #lakes today"))
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  // MARK: Refusals

  @Test func nothingIsAskedWithoutANetwork() throws {
    try inWeb { web in
      for name in ["#lakes@social.example", "@mia@social.example", "@lakes.example"] {
        let off = try web.run("$program dump --no-network '\(name)'")
        #expect(off.status == 1)
        #expect(
          off.errors.hasPrefix("\(name): is an address, which is not fetched: the network is off"),
          "\(off.errors)"
        )
        let secure = try web.run("STREAMTUI_SECURE=1 $program dump '\(name)'")
        #expect(secure.status == 1)
        #expect(secure.errors.contains("secure mode is on"), "\(secure.errors)")
      }
      for name in ["#ice@192.168.7.2", "@mia@192.168.7.2", "https://localhost/public"] {
        let added = try web.run("$program add '\(name)' < /dev/null")
        #expect(added.status == 1)
        #expect(added.errors.contains("the host is inside your own network"), "\(added.errors)")
      }
      #expect(web.requests().isEmpty)
    }
  }

  /// A public name that leads into the own network is not looked at, and no answer leads there.
  @Test func noServerLeadsIntoTheOwnNetwork() throws {
    try inWeb { web in
      try web.resolve(Self.feed, to: "192.168.7.2")
      let own = try web.run("$program dump at://lakes.example")
      #expect(own.errors.contains("public.api.bsky.app is a machine in your own network"))
      try web.answer(Self.tag, "302 Found|Location: https://192.168.7.2/api")
      let led = try web.run("$program dump '#lakes@social.example'")
      #expect(led.status == 1 && led.errors.contains("never into your own network"))
      #expect(!web.requests().contains { $0.contains("192.168") })
    }
  }

  @Test func aRedirectLeadsToTheServerThatHasTheStream() throws {
    try inWeb { web in
      let moved = "https://new.example/api/v1/timelines/tag/lakes?limit=40"
      try web.answer(Self.tag, "301 Moved|Location: \(moved)")
      try web.answer(moved, Self.json, Self.statuses)
      let dump = try web.run("$program dump '#lakes@social.example'")
      #expect(dump.status == 0 && dump.output.contains("A boat for two"))
    }
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let head: String
    var body = ""
    /// Whether the answer is the good one without its end.
    var isCut = false
    var exit = 0
    /// The words for a tag, for a person whose outbox is hidden, and for an account of Bluesky.
    let words: (tag: String, person: String, handle: String)
    var testDescription: String { head + body.prefix(20) }
  }

  private static let login = (
    tag: "shows #lakes@social.example to its members only",
    person: "shows @mia@social.example to its members only",
    handle: "shows @lakes.example to its members only"
  )
  private static func all(_ words: String) -> (tag: String, person: String, handle: String) {
    (words, words, words)
  }
  private static let faults = [
    Fault(head: "401 Unauthorized", words: login), Fault(head: "403 Forbidden", words: login),
    Fault(head: "422 Unprocessable Entity", words: login),
    Fault(
      head: "404 Not Found",
      words: (
        "does not have this document (404)", "wants you to sign in (401)",
        "Bluesky knows no @lakes.example (404)"
      )
    ),
    Fault(
      head: "410 Gone",
      words: (
        "does not have this document (404)", "wants you to sign in (401)",
        "has removed this feed for good (410)"
      )
    ),
    Fault(
      head: "429 Too Many Requests|Retry-After: 300",
      words: all("wants fewer requests or is overloaded (429)")
    ),
    Fault(head: "500 Internal Server Error", words: all("has an error of its own (500)")),
    Fault(
      head: "503 Service Unavailable",
      words: all("wants fewer requests or is overloaded (503)")
    ),
    Fault(
      head: html,
      body: "<!DOCTYPE html><html><body>Log in</body></html>",
      words: (
        "does not have this document (404)", "wants you to sign in (401)",
        "sent a web page in place of posts"
      )
    ),
    Fault(head: json, body: #"{"error":"no"}"#, words: all("has no feed there")),
    Fault(
      head: json,
      isCut: true,
      exit: 18,
      words: all("closed the connection before the document was complete")
    ),
    Fault(head: json, exit: 6, words: all("cannot be resolved")),
    Fault(head: json, exit: 28, words: all("is too slow")),
    Fault(head: json, exit: 60, words: all("No secure connection")),
    Fault(head: json, isCut: true, words: all("only a part of the document")),
  ]

  /// Each fault says what happened, in one line; nothing is kept of it, and the next fetch brings the posts.
  @Test(arguments: faults.indices)
  func aFaultIsSaidInALine(_ number: Int) throws {
    let fault = Self.faults[number]
    try inWeb(hidesOutbox: true) { web in
      try web.answer(Self.origin + "/tags/lakes", "404 Not Found")
      for (name, address, words) in [
        ("#lakes@social.example", Self.tag, fault.words.tag),
        ("@mia@social.example", Self.posts, fault.words.person),
        ("at://lakes.example", Self.feed, fault.words.handle),
      ] {
        let good = address == Self.feed ? Self.views : Self.statuses
        try web.answer(
          address,
          fault.head,
          fault.isCut ? String(good.dropLast(9)) : fault.body,
          exit: fault.exit
        )
        let added = try web.run("$program add --yes '\(name)'")
        #expect(added.status == 1, "\(name) \(fault): \(added)")
        #expect(added.output.contains(words), "\(name) \(fault): \(added)")
        #expect(added.output.split(separator: "\n").count == 1)
        try web.answer(address, Self.json, good)
        if fault.head.hasPrefix("429") || fault.head.hasPrefix("503") { continue }
        let mended = try web.run("$program refresh '\(name)'")
        #expect(mended.status == 0, "\(name) \(fault): \(mended)")
      }
    }
  }
}
