import Foundation
import Testing

/// Public streams that cannot be had: each reason is one line, and no server leads elsewhere.
@Suite(.serialized) struct PublicStreamFaultTests {
  private let web: FakeWeb

  init() throws { web = try PublicWeb.web() }

  /// The viewer says why there is nothing, and shows the part that came.
  @Test func aViewerSaysWhyAStreamIsNotShown() throws {
    try web.answer(PublicWeb.tag, "422 Unprocessable Entity", "{}")
    try web.answer(
      PublicWeb.origin + "/tags/lakes",
      PublicWeb.html,
      "<html><body>scripts</body></html>"
    )
    let pty = try web.open(["#lakes@social.example"])
    #expect(pty.waits(for: "shows #lakes@social.example to its members only (422)"))
    pty.quit()
    try web.answer(PublicWeb.feed, PublicWeb.json, String(PublicWeb.views.dropLast(15)), exit: 18)
    let cut = try web.run("$program dump --format text at://lakes.example")
    #expect(cut.output.contains("The level falls"))
    #expect(cut.errors.contains("closed the connection before the document was complete"))
  }

  @Test func nothingIsAskedWithoutANetwork() throws {
    for name in ["#lakes@social.example", "@mia@social.example", "@lakes.example"] {
      let off = try web.run("$program dump --no-network '\(name)'")
      #expect(off.status == 1)
      #expect(
        off.errors.hasPrefix("\(name): is an address, which is not fetched: the network is off"),
        "\(off.errors)"
      )
      try web.run("STREAMTUI_SECURE=1 $program dump '\(name)'")
        .ends(with: 1, errors: "secure mode is on")
    }
    for name in ["#ice@192.168.7.2", "@mia@192.168.7.2", "https://localhost/public"] {
      try web.run("$program add '\(name)' < /dev/null")
        .ends(with: 1, errors: "the host is inside your own network")
    }
    #expect(web.requests().isEmpty)
  }

  /// A public name that leads into the own network is not looked at, and no answer leads there.
  @Test func noServerLeadsIntoTheOwnNetwork() throws {
    try web.resolve(PublicWeb.feed, to: "192.168.7.2")
    let own = try web.run("$program dump at://lakes.example")
    #expect(own.errors.contains("public.api.bsky.app is a machine in your own network"))
    try web.answer(PublicWeb.tag, "302 Found|Location: https://192.168.7.2/api")
    let led = try web.run("$program dump '#lakes@social.example'")
    #expect(led.status == 1 && led.errors.contains("never into your own network"))
    #expect(!web.requests().contains { $0.contains("192.168") })
  }

  @Test func aRedirectLeadsToTheServerThatHasTheStream() throws {
    let moved = "https://new.example/api/v1/timelines/tag/lakes?limit=40"
    try web.answer(PublicWeb.tag, "301 Moved|Location: \(moved)")
    try web.answer(moved, PublicWeb.json, PublicWeb.statuses)
    try web.run("$program dump '#lakes@social.example'").ends(with: 0, output: "A boat for two")
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
      head: PublicWeb.html,
      body: "<!DOCTYPE html><html><body>Log in</body></html>",
      words: (
        "does not have this document (404)", "wants you to sign in (401)",
        "sent a web page in place of posts"
      )
    ),
    Fault(head: PublicWeb.json, body: #"{"error":"no"}"#, words: all("has no feed there")),
    Fault(
      head: PublicWeb.json,
      isCut: true,
      exit: 18,
      words: all("closed the connection before the document was complete")
    ),
    Fault(head: PublicWeb.json, exit: 6, words: all("cannot be resolved")),
    Fault(head: PublicWeb.json, exit: 28, words: all("is too slow")),
    Fault(head: PublicWeb.json, exit: 60, words: all("No secure connection")),
    Fault(head: PublicWeb.json, isCut: true, words: all("only a part of the document")),
  ]

  /// Each fault says what happened, in one line; nothing is kept of it, and the next fetch brings the posts.
  @Test(arguments: faults.indices)
  func aFaultIsSaidInALine(_ number: Int) throws {
    let fault = Self.faults[number]
    let web = try PublicWeb.web(hidesOutbox: true)
    try web.answer(PublicWeb.origin + "/tags/lakes", "404 Not Found")
    for (name, address, words) in [
      ("#lakes@social.example", PublicWeb.tag, fault.words.tag),
      ("@mia@social.example", PublicWeb.posts, fault.words.person),
      ("at://lakes.example", PublicWeb.feed, fault.words.handle),
    ] {
      let good = address == PublicWeb.feed ? PublicWeb.views : PublicWeb.statuses
      try web.answer(
        address,
        fault.head,
        fault.isCut ? String(good.dropLast(9)) : fault.body,
        exit: fault.exit
      )
      let added = try web.run("$program add --yes '\(name)'")
      // One name's pause holds for others of its host.
      try? FileManager.default.removeItem(atPath: web.folder + "/cache/streamtui/pauses")
      #expect(added.status == 1, "\(name) \(fault): \(added)")
      #expect(added.output.contains(words), "\(name) \(fault): \(added)")
      #expect(added.output.split(separator: "\n").count == 1)
      try web.answer(address, PublicWeb.json, good)
      if fault.head.hasPrefix("429") || fault.head.hasPrefix("503") { continue }
      let mended = try web.run("$program refresh '\(name)'")
      #expect(mended.status == 0, "\(name) \(fault): \(mended)")
    }
  }
}
