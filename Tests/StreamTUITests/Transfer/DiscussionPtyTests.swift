import Foundation
import Testing

/// The comments of a post that the reader fetches, with the real program.
@Suite(.serialized) struct DiscussionPtyTests {
  private let web = FakeWeb()
  private static let page = "https://news.ycombinator.com/item?id=100"
  private static let items = "https://hn.algolia.com/api/v1/items/100"
  private static let good = "200 OK|Content-Type: application/json"

  private static func thread(_ words: String...) -> String {
    let comments = words.enumerated().map { index, text in
      #"{"id":\#(101 + index),"author":"mia","text":"\#(text)","children":[]}"#
    }
    return
      #"{"id":100,"created_at_i":1,"title":"Ice","children":[\#(comments.joined(separator: ","))]}"#
  }

  private func start(_ file: String, in web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    try Pty([Program.path, file] + arguments, environment: web.environment)
  }

  /// Opens a post with an address, and selects the row of its discussion.
  private func open(_ address: String = page, in web: FakeWeb) throws -> Pty {
    let file = web.folder + "/posts.ndjson"
    let post = #"{"id":"p","url":"\#(address)","body_text":"see there","comments_count":412}"#
    try Program.write(post, to: file)
    let pty = try start(file, in: web).showing("see there")
    pty.type("\r", "412 comments on ", since: 0)
    pty.type("J")
    return pty
  }

  @Test func nothingIsFetchedBeforeTheKeyAsks() throws {
    try web.answer(Self.items, Self.good + "|ETag: \"1\"", Self.thread("How thick?"))
    let pty = try open(in: web)
    #expect(web.requests().isEmpty)
    pty.type("\r", "How thick?", since: 0)
    #expect(web.requests() == [Self.items])
    pty.quit()
  }

  @Test func theNextRunShowsTheCopyAndAKeyAsksAgain() throws {
    try web.answer(Self.items, Self.good + "|ETag: \"1\"", Self.thread("How thick?"))
    var pty = try open(in: web)
    pty.type("\r", "How thick?", since: 0)
    pty.quit()
    try web.answer(Self.items, "304 Not Modified|ETag: \"1\"")
    // The post is open, as it was left.
    let file = web.folder + "/posts.ndjson"
    pty = try start(file, in: web)
    #expect(pty.waits(for: "How thick?"))
    #expect(web.requests() == [Self.items])
    pty.type("r", "asking again", since: 0)
    #expect(web.requests() == [Self.items, "\(Self.items) If-None-Match: \"1\""])
    pty.quit()
    // Without a network the copy is there, and the row says why it is no newer.
    pty = try start(file, in: web, ["--no-network"])
    #expect(pty.waits(for: "How thick?"))
    pty.type("r", "The network is off", since: 0)
    #expect(web.requests().count == 2)
    pty.quit()
  }

  typealias Fault = FakeWeb.Fault
  private static let faults = [
    Fault(head: "401 Unauthorized", words: "wants you to sign in (401)"),
    Fault(head: "403 Forbidden", words: "refuses access (403)"),
    Fault(head: "404 Not Found", words: "does not have this discussion (404)"),
    Fault(head: "410 Gone", words: "has removed this discussion (410)"),
    Fault(
      head: "429 Too Many Requests|Retry-After: 300",
      words: "pause (429): it can be asked again in 5m."
    ),
    Fault(head: "429 Too Many Requests", words: "wants fewer requests"),
    Fault(head: "503 Service Unavailable", words: "is overloaded (503)"),
    Fault(head: "500 Internal Server Error", words: "has an error of its own (500)"),
    Fault(head: "502 Bad Gateway", words: "has an error of its own (502)"),
    Fault(
      head: "200 OK|Content-Type: text/html",
      body: "<!DOCTYPE html><html><body>Log in</body></html>",
      words: "sent a web page in place"
    ),
    Fault(head: good, body: String(thread("How").dropLast(3)), words: "ends in the middle"),
    Fault(head: good, body: "[1, 2]", words: "sent something that is no list"),
    Fault(head: good, body: "", words: "sent something that is no list"),
    Fault(head: good, body: "{}", exit: 28, words: "is too slow"),
    Fault(head: good, body: "{}", exit: 60, words: "No secure connection"),
    Fault(head: good, body: "{}", exit: 6, words: "cannot be resolved"),
  ]

  /// Each fault says in the row what happened; the key asks again, and the comments come.
  @Test(arguments: faults)
  func aFaultIsSaidInTheRow(_ fault: Fault) throws {
    try web.answer(Self.items, fault.head, fault.body, exit: fault.exit)
    let pty = try open(in: web)
    pty.send("\r")
    #expect(pty.waits(for: fault.words), "\(fault)")
    #expect(pty.waits(for: "412 comments on news.ycombinator.com"))
    try web.answer(Self.items, Self.good, Self.thread("How thick?"))
    pty.settle()
    pty.send("\r")
    if fault.head.hasPrefix("429") {
      // A host that asked for a pause gets it.
      pty.settle()
      #expect(web.requests().count == 1)
    } else {
      #expect(pty.waits(for: "How thick?"), "\(fault)")
    }
    pty.quit()
  }

  @Test func twentyThousandCommentsAreCutAndCounted() throws {
    let comments = (0..<20_000).map { #"{"id":\#($0 + 1000),"text":"c\#($0)","children":[]}"# }
    let text =
      #"{"id":100,"created_at_i":1,"children":[\#(comments.joined(separator: ","))]}"#
    try web.answer(Self.items, Self.good, text)
    let pty = try open(in: web)
    pty.type("\r", "10,000 comments on news.ycombinator.com, 10,000 more there", since: 0)
    pty.type("G", "10,000 more on the site", since: 0)
    pty.quit()
  }

  @Test func aNameThatLeadsIntoTheOwnNetworkIsRefused() throws {
    let address = "https://forum.example/t/731.json"
    try web.answer(address, Self.good, Self.thread("secret"))
    try web.resolve(address, to: "192.168.7.2")
    let pty = try open("https://forum.example/t/ice/731", in: web)
    pty.type("\r", "is a machine in your own network", since: 0)
    #expect(!pty.waits(for: "secret", seconds: 0))
    pty.quit()
  }

  @Test func aTopicComesInBatches() throws {
    func post(_ id: Int, _ words: String) -> String {
      #"{"id":\#(id),"post_number":\#(id - 9),"username":"mia","cooked":"<p>\#(words)</p>"}"#
    }
    let ids = (10...14).map(String.init).joined(separator: ",")
    try web.answer(
      "https://forum.example/t/731.json",
      Self.good,
      #"{"post_stream":{"posts":[\#(post(10, "topic")),\#(post(11, "first reply"))],"stream":[\#(ids)]},"id":731}"#
    )
    func batch(_ ids: ClosedRange<Int>) -> String {
      "https://forum.example/t/731/posts.json?"
        + ids.map { "post_ids%5B%5D=\($0)" }.joined(separator: "&")
    }
    try web.answer(
      batch(12...14),
      Self.good,
      #"{"post_stream":{"posts":[\#(post(12, "second reply")),\#(post(14, "last reply"))]},"id":731}"#
    )
    let pty = try open("https://forum.example/t/ice/731", in: web)
    pty.send("\r")
    for words in ["first reply", "second reply", "last reply", "3 comments on forum.example"] {
      #expect(pty.waits(for: words))
    }
    #expect(web.requests().count == 2)
    pty.quit()
  }

  @Test func aPartIsShownWithTheReason() throws {
    let address = "https://api.github.com/repos/lakes/ice/issues/29/comments?per_page=100"
    let comments = (0..<100).map { #"{"id":\#($0),"user":{"login":"mia"},"body":"c\#($0)"}"# }
    try web.answer(address, Self.good, "[\(comments.joined(separator: ","))]")
    try web.answer(address + "&page=2", "500 Internal Server Error")
    let pty = try open("https://github.com/lakes/ice/issues/29", in: web)
    pty.type("\r", "100 comments on github.com", since: 0)
    #expect(pty.waits(for: "has an error of its own (500)"))
    pty.quit()
  }
}
