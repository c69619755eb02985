import Foundation
import Testing

/// The program without a terminal: what it prints, what it says, how it ends.
struct CommandTests {
  @OwnFolder private var folder: String

  /// Runs on a file with `text`; names are given without the folder.
  private func dump(_ text: [UInt8], format: String = "ndjson") throws -> Program.Outcome {
    try Data(text).write(to: URL(filePath: folder + "/feed.json"))
    return try Program.run(["dump", "--format", format, folder + "/feed.json"])
      .naming(folder + "/", "")
  }

  @Test(arguments: [
    ("/no/such/feed.json", "/no/such/feed.json"), ("/no/\u{1B}[31m\nx", "/no/␛[31m x"),
  ])
  func aMissingFileIsOneLine(_ name: String, _ shown: String) throws {
    let outcome = try Program.run(["dump", name])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "\(shown): No such file or directory\n")
    #expect(outcome.output.isEmpty)
  }

  @Test func whatAFeedIsWrappedInMakesNoDifference() throws {
    let feed = Fixture.feed(posts: 50)
    let plain = try dump(feed)
    #expect(plain.output.split(separator: "\n").count == 50)
    let text = String(decoding: feed, as: UTF8.self)
    for bytes in [Fixture.gzip(feed), Fixture.gzip(UnicodeForm.utf16le.encode(text))] {
      let wrapped = try dump(bytes)
      #expect(wrapped.output == plain.output)
      #expect(wrapped.errors.isEmpty)
    }
    let cut = try dump(Fixture.gzip(Fixture.feed(posts: 9000)).dropLast(100))
    #expect(cut.status == 0)
    #expect(cut.errorLines.contains { $0.contains("feed.json: gzip: ends in the middle, at byte") })
  }

  @Test func aFolderIsOneLine() throws {
    let outcome = try Program.run(["dump", "/usr"])
    #expect(outcome.status == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(outcome.errorLines.count == 1)
    #expect(line.hasPrefix("/usr: holds no feed (expected names such as feed.json or feed.xml; "))
    #expect(line.hasSuffix("are not entered: name that one)"))
  }

  @Test(arguments: ["", "<root/>\n", "\u{0}\u{0}\u{0}", "[1, 2", "{\n\"a\": 1\n}"])
  func whatIsNoFeedIsSaidByName(_ text: String) throws {
    let outcome = try dump(Array(text.utf8))
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.hasPrefix("feed.json:") == true)
    #expect(outcome.output.isEmpty)
  }

  /// A post of the year 9999 stood above all others, whatever came later.
  @Test func aDateInTheFarFutureOrdersNothing() throws {
    let posts = [("new", "2025-03-01"), ("late", "9999-12-31"), ("old", "2025-01-01")]
      .map { #"{"id":"\#($0)","published":"\#($1)T12:00:00Z","body_text":"\#($0)"}"# }
      .joined(separator: "\n")
    let file = folder + "/feed.ndjson"
    try Program.write(posts, to: file)
    for arguments in [["dump", "--format", "text"], ["snapshot", "--at", "2025-03-02T00:00:00Z"]] {
      let outcome = try Program.run(arguments + ["--order", "newest", file])
      let order = outcome.output.split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter(["new", "late", "old"].contains)
      #expect(order == ["new", "late", "old"], "\(arguments)")
      // The row shows what the post states.
      #expect(outcome.output.contains("9999-12-31"))
    }
  }

  @Test func anEmptyButValidFeedCounts() throws {
    for text in [#"{"version":1,"posts":[]}"#, "[]"] {
      #expect(try dump(Array(text.utf8)).cleanOutput().isEmpty)
    }
  }

  @Test func aFeedBrokenInTheMiddleShowsBothSides() throws {
    let text = #"""
      {"version":1,"posts":[
      {"id":"p1","body_text":"before"},
      {"id":"p2","body_text": nonsense},
      {"id":"p3","body_text":"after"}]}
      """#
    let outcome = try dump(Array(text.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""id":"p1""#))
    #expect(outcome.output.contains(#""id":"p3""#))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("feed.json:3:"))
    #expect(outcome.errors.contains("expected"))
  }

  @Test func invalidBytesBecomeSigns() throws {
    var text = Array(#"{"id":"p1","body_text":"a"#.utf8)
    text += [0xFF, 0x9B]
    text += Array("b\"}\n".utf8)
    try dump(text).ends(with: 0, output: "a\u{FFFD}\u{FFFD}b")
  }

  @Test func aPostIsDumpedWhole() throws {
    let text = #"""
      {"version":1,"posts":[{"id":"p1","author":{"name":"Olga","handle":"@olga@social.example"},
       "published":"2026-01-30T08:15:00+01:00","body_html":"<p>a <b>b</b></p><p><a href=\"https://c.example\">c</a>\u001b[31m</p>",
       "likes_count":2,"attachments":[{"type":"image","url":"https://i.example","alt":"x"}],
       "comments":[{"id":"c1","body_html":"one"},{"id":"c2","parent":"c1","body_html":"two"},{"id":"c3","body_html":"three"}]}]}
      """#
    let outcome = try dump(Array(text.utf8))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(object["id"] as? String == "p1")
    #expect((object["activity"] as? [String: String]) == ["kind": "post"])
    let olga = ["name": "Olga", "handle": "@olga@social.example"]
    #expect((object["author"] as? [String: String]) == olga)
    #expect(object["published"] as? String == "2026-01-30T07:15:00Z")
    #expect(object["text"] as? String == "a b\n\nc␛[31m")
    #expect(object["likes_count"] as? Int == 2)
    #expect(object["reshares_count"] == nil)
    #expect(object["source"] as? String == "feed.json:1:23")
    let comments = try #require(object["comments"] as? [[String: Any]])
    #expect(comments.map { $0["id"] as? String } == ["c1", "c2", "c3"])
    #expect(comments.map { $0["parent"] as? String } == [nil, "c1", nil])
    #expect(comments.map { $0["text"] as? String } == ["one", "two", "three"])
  }

  @Test func linksAreALineEach() throws {
    let text = #"{"id":"p1","body_html":"<a href='https://a.example/x'>one</a> https://b.example"}"#
    let outcome = try dump(Array(text.utf8), format: "links")
    #expect(
      outcome.output == "p1\thttps://a.example/x\tone\np1\thttps://b.example\thttps://b.example\n"
    )
  }

  @Test func linksOfCommentsAreThere() throws {
    let text = #"""
      {"id":"p1","body_html":"text","comments":[{"id":"c1","author":{"name":"Mia"},"body_html":"<p>one <a \
      href='https://a.example/x'>two</a></p>"},{"id":"c2","parent":"c1","body_html":"<p><a \
      href='https://b.example/'>see</a></p>","attachments":[{"type":"image","url":"https://c.example/a.png"}]}]}
      """#.replacing("\\\n", with: "")
    let links = try dump(Array(text.utf8), format: "links")
    let listed = [
      "c1\thttps://a.example/x\ttwo", "c2\thttps://b.example/\tsee",
      "c2\thttps://c.example/a.png\t",
    ]
    #expect(links.output == listed.map { $0 + "\n" }.joined())
    let lines = try dump(Array(text.utf8), format: "text").output.split(separator: "\n")
    #expect(lines.contains("  [1] https://a.example/x"))
    #expect(lines.contains("    [1] https://b.example/"))
  }

  @Test func aPostWithoutAnAuthorHasTheNameOfItsFeed() throws {
    let text =
      "<rss><channel><title>Lakes daily</title><item><title>Ice</title></item></channel></rss>"
    #expect(try dump(Array(text.utf8), format: "text").output.hasPrefix("Lakes daily · no date\n"))
  }

  @Test func withoutATerminalTheViewerPrintsText() throws {
    let piped = try Program.run([], input: String(contentsOfFile: Program.sample, encoding: .utf8))
    let dumped = try Program.run(["dump", "--format", "text", Program.sample])
    #expect(piped.status == 0)
    #expect(piped.output == dumped.output)
    #expect(piped.output.contains("Water is H₂O"))
    #expect(!piped.output.contains("\u{1B}"))
  }
}
