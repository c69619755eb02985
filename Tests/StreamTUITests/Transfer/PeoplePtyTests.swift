import Foundation
import Testing

/// The people who liked or boosted a post, whom its server names without a login, with the real program.
@Suite(.serialized) struct PeoplePtyTests {
  private let web = FakeWeb()
  private static let status = "https://a.example/@olga/109876543210987654"
  private static let api = "https://a.example/api/v1/statuses/109876543210987654"
  private static let good = "200 OK|Content-Type: application/json"
  private static let accounts = """
    [{"id":"1","username":"mia","acct":"mia@b.example","display_name":"Mia","url":"https://b.example/@mia","note":""},
     {"id":"2","username":"ben","acct":"ben","display_name":"Ben Okafor","url":"https://a.example/@ben","note":""}]
    """

  /// Opens the page of people of a post with likes and boosts of which the feed names one.
  private func people(in web: FakeWeb, _ arguments: [String] = []) throws -> Pty {
    let file = web.folder + "/posts.ndjson"
    let post =
      #"{"id":"p","url":"\#(Self.status)","body_text":"see there","likes_count":3,"#
      + #""likes":[{"name":"Ben","handle":"@ben","url":"https://a.example/@ben"}],"reshares_count":5}"#
    try Program.write(post, to: file)
    let pty = try Pty([Program.path, file] + arguments, environment: web.environment)
      .showing("see there")
    pty.type("w", "1 of 3 are named in the feed", since: 0)
    return pty
  }

  @Test func namesComeFromTheServerWhenTheKeyAsks() throws {
    try web.answer(Self.api + "/favourited_by?limit=80", Self.good, Self.accounts)
    try web.answer(Self.api + "/reblogged_by?limit=80", Self.good, "[]")
    let pty = try people(in: web)
    #expect(web.requests() == [])
    // The first row is the one who is named, the next one the place.
    pty.send("J\r")
    // Whom the feed names is there once.
    pty.awaiting("2 of 3 are named by a.example", "@mia@b.example")
    #expect(web.requests() == [Self.api + "/favourited_by?limit=80"])
    pty.settle()
    pty.type("G\r")
    // Drawn whole, the line is in one piece.
    pty.type("\u{0C}", "5 reshares, none named by a.example", since: 0)
    // A name leads to its account.
    pty.type("gJJ\r", "https://b.example/@mia", since: 0)
    pty.quit()
  }

  @Test(arguments: [
    ("401 Unauthorized", "{}", "wants you to sign in (401)"),
    ("404 Not Found", "{}", "does not have this post (404)"),
    ("200 OK|Content-Type: text/html", "<!DOCTYPE html><html></html>", "sent a web page"),
    (good, "{\"error\":1}", "no list of names"),
  ])
  func aFaultIsSaidWithTheKeyThatAsksAgain(_ head: String, _ body: String, _ words: String) throws {
    try web.answer(Self.api + "/favourited_by?limit=80", head, body)
    let pty = try people(in: web)
    pty.type("J\r", words, since: 0)
    pty.awaiting("asks again", "1 of 3 are named in the feed")
    pty.quit()
  }

  @Test func withoutTheNetworkNobodyIsAsked() throws {
    let pty = try people(in: web, ["--no-network"])
    pty.type("J\r", "The network is off", since: 0)
    #expect(web.requests() == [])
    pty.quit()
  }
}
