import Foundation
import Testing

/// The replies to a post of the fediverse, which its server lists by their addresses, with the real program.
@Suite(.serialized) struct RepliesPtyTests {
  private let web = FakeWeb()
  private static let replies = "https://akkoma.example/objects/1/replies"
  private static let good = "200 OK|Content-Type: application/activity+json"
  private static let context = #""@context":"https://www.w3.org/ns/activitystreams""#

  private static func note(_ id: String, _ words: String) -> String {
    let host = URL(string: id)?.host() ?? ""
    return """
      {\(context),"type":"Note","id":"\(id)","content":"<p>\(words)</p>",
      "attributedTo":"https://\(host)/users/mia","inReplyTo":"https://akkoma.example/objects/1"}
      """
  }

  private static func page(_ items: [String], next: String? = nil) -> String {
    let link = next.map { #","next":"\#($0)""# } ?? ""
    return
      #"{\#(context),"type":"CollectionPage"\#(link),"items":[\#(items.joined(separator: ","))]}"#
  }

  /// Opens the post, and selects the row of its replies.
  ///
  /// - Parameter conversation: the conversation that the post names.
  private func open(in web: FakeWeb, conversation: String? = nil) throws -> Pty {
    let file = web.folder + "/post.json"
    let whole = conversation.map { #""context":"\#($0)","# } ?? ""
    let post = """
      {\(Self.context),"type":"Note","id":"https://akkoma.example/objects/1","content":"see there",\(whole)
      "replies":{"id":"\(Self.replies)","type":"Collection","totalItems":6}}
      """
    try Program.write(post, to: file)
    let pty = try web.open([file]).showing("see there")
    pty.type("\r", "6 replies on akkoma.example", since: 0)
    pty.type("J")
    return pty
  }

  /// Pages are followed, and replies that are only named are fetched from their servers; others stay as addresses.
  @Test func pagesAndNamedRepliesAreFetched() throws {
    try web.answer(
      Self.replies,
      Self.good,
      #"{\#(Self.context),"type":"Collection","first":"\#(Self.replies)?page=1"}"#
    )
    let named = ["https://b.example/7", "https://gone.example/8", "https://192.168.7.2/9"]
    try web.answer(
      Self.replies + "?page=1",
      Self.good,
      Self.page(
        [Self.note("https://akkoma.example/objects/2", "How thick?")] + named.map { "\"\($0)\"" },
        next: Self.replies + "?page=2"
      )
    )
    try web.answer(
      Self.replies + "?page=2",
      Self.good,
      Self.page([#""https://c.example/5""#, #""https://liar.example/6""#])
    )
    try web.answer(named[0], Self.good + "|ETag: \"7\"", Self.note(named[0], "Ten centimetres."))
    try web.answer(named[1], "404 Not Found")
    try web.answer("https://c.example/5", Self.good, Self.note("https://c.example/5", "Skates!"))
    // A server speaks for its own accounts only.
    try web.answer("https://liar.example/6", Self.good, Self.note(named[0], "A lie"))
    var pty = try open(in: web)
    #expect(web.requests().isEmpty)
    pty.send("\r")
    for words in [
      "How thick?", "Ten centimetres.", "Skates!", "3 replies on akkoma.example, 3 more",
    ] {
      #expect(pty.waits(for: words))
    }
    for words in ["gone.example/8", "192.168.7.2/9", "liar.example/6"] {
      #expect(pty.waits(for: "1 reply elsewhere: https://" + words))
    }
    #expect(!pty.waits(for: "A lie", seconds: 0))
    let asked = [Self.replies, Self.replies + "?page=1", Self.replies + "?page=2"]
    #expect(Array(web.requests().prefix(3)) == asked)
    #expect(
      web.requests().dropFirst(3).sorted()
        == [named[0], "https://c.example/5", named[1], "https://liar.example/6"].sorted()
    )
    pty.quit()
    // The copies are there in the next run, before a key asks, and without a network.
    let file = web.folder + "/post.json"
    pty = try web.open([file, "--no-network"])
    for words in ["How thick?", "Ten centimetres.", "Skates!"] { #expect(pty.waits(for: words)) }
    pty.settle()
    pty.type("r", "The network is off", since: 0)
    #expect(web.requests().count == 7)
    pty.quit()
    // With one, nothing that is unchanged is sent again.
    try web.answer(named[0], "304 Not Modified|ETag: \"7\"")
    pty = try web.open([file])
    pty.showing("Ten centimetres.")
    pty.type("r", "asking again", since: 0)
    #expect(pty.draws("fetched just now · Enter"))
    #expect(web.requests().contains("\(named[0]) If-None-Match: \"7\""))
    pty.quit()
  }

  /// Replies to replies are part of it; a server that does not send it is asked for the replies alone.
  @Test func theConversationIsFetched() throws {
    let topic = "https://akkoma.example/topic/1"
    let reply = Self.note("https://akkoma.example/objects/2", "How thick?")
    let below = Self.note("https://akkoma.example/objects/3", "Ten centimetres.")
      .replacing("objects/1\"", with: "objects/2\"")
    try web.answer(topic, Self.good, Self.page([reply, below]))
    var pty = try open(in: web, conversation: topic)
    pty.send("\r")
    for words in ["How thick?", "Ten centimetres.", "2 replies on akkoma.example"] {
      #expect(pty.waits(for: words))
    }
    #expect(web.requests() == [topic])
    pty.quit()
    try web.answer(topic, "404 Not Found")
    try web.answer(Self.replies, Self.good, Self.page([reply, #""https://c.example/5""#]))
    try web.answer("https://c.example/5", "404 Not Found")
    pty = try open(in: web, conversation: topic)
    pty.type("\r", drawing: "1 reply on akkoma.example, 1 more")
    #expect(web.requests().suffix(3) == [topic, Self.replies, "https://c.example/5"])
    // Without either, the reason is that of the last answer.
    try web.answer(Self.replies, "410 Gone")
    pty.type("r", "has removed this discussion (410)", since: 0)
    pty.quit()
  }

  @Test func theNumberOfFetchedRepliesIsBounded() throws {
    let named = (0..<25).map { "https://b\($0).example/1" }
    try web.answer(Self.replies, Self.good, Self.page(named.map { "\"\($0)\"" }))
    for address in named { try web.answer(address, Self.good, Self.note(address, "yes")) }
    let pty = try open(in: web)
    pty.type("\r", "20 replies on akkoma.example, 5 more there", since: 0)
    #expect(web.requests().count == 21)
    pty.quit()
  }

  @Test(arguments: [(true, 2), (false, 10)])
  func pagesEnd(_ isCircle: Bool, _ count: Int) throws {
    for number in 1...12 {
      let address = number == 1 ? Self.replies : "\(Self.replies)?page=\(number)"
      let next = isCircle && number == 2 ? Self.replies : "\(Self.replies)?page=\(number + 1)"
      let note = Self.note("https://akkoma.example/objects/2\(number)", "reply \(number)")
      try web.answer(address, Self.good, Self.page([note], next: next))
    }
    let pty = try open(in: web)
    pty.type("\r", "\(count) replies on akkoma.example", since: 0)
    #expect(web.requests().count == count)
    pty.send("G")
    #expect(isCircle || pty.waits(for: "more on the site"))
    pty.quit()
  }

  @Test(arguments: [
    ("401 Unauthorized", "", "wants you to sign in (401)"),
    ("404 Not Found", "", "does not have this discussion"),
    ("410 Gone", "", "has removed this discussion (410)"),
    ("429 Too Many Requests|Retry-After: 300", "", "pause (429): it can be asked again in 5m."),
    ("500 Internal Server Error", "", "has an error of its own (500)"),
    (good, #"{"type":"Collection","items":[{"type":"Note","id":"x""#, "ends in the middle"),
    ("200 OK|Content-Type: text/html", "<!DOCTYPE html><html></html>", "a web page in place"),
    (good, #"{"error":"x"}"#, "no list of comments"),
  ])
  func aFaultIsSaidInTheRow(_ head: String, _ body: String, _ words: String) throws {
    try web.answer(Self.replies, head, body)
    let pty = try open(in: web)
    pty.type("\r", words, since: 0)
    #expect(pty.waits(for: "6 replies on akkoma.example"))
    #expect(web.requests().count == 1)
    pty.quit()
  }
}
