import Foundation
import Testing

/// What the commands print where all goes well.
struct CommandOutputTests {
  private let feed = """
    {"id":"a","body_text":"one"}
    {"id":"b","body_html":"<p>see <a href=\\"https://a.example/1\\">there</a></p>"}

    """

  @Test(arguments: [
    ("$program check a.json", "a.json"), ("$program check - < a.json", "standard input"),
    ("cat a.json | $program check -", "standard input"),
  ])
  func checkSaysWhatAFeedHolds(_ line: String, _ name: String) throws {
    let output = try Program.shell(line, in: [("a.json", feed)]).cleanOutput()
    #expect(output == "\(name): native, one record a line, 2 posts, 0 problems\n")
  }

  @Test func checkSaysABrokenRecordOnce() throws {
    let outcome = try Program.shell(
      "$program check a.json",
      in: [("a.json", feed + "{\"id\":}\n{\"id\":\"c\",\"comments\":[{\"id\":\"d\"}]}\n")]
    )
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        a.json:3:7: $.id: unexpected '}' (expected a value)
        a.json: native, one record a line, 3 posts, 1 comment, 1 malformed record, 1 problem

        """
    )
  }

  @Test func checkSaysHowLongItTook() throws {
    let outcome = try Program.shell("$program check --timing a.json", in: [("a.json", feed)])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, what) in zip(lines.dropFirst(), ["scan", "decode"]) {
      #expect(line.hasPrefix("\(what): "))
      #expect(line.wholeMatch(of: /\w+: \d+ us, \d+ MB\/s/) != nil)
    }
  }

  @Test func aDumpAsJSONIsAnArray() throws {
    let outcome = try Program.shell("$program dump --format json a.json", in: [("a.json", feed)])
    #expect(outcome.status == 0)
    let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect((objects as? [[String: Any]])?.map { $0["id"] as? String } == ["a", "b"])
    let empty = try Program.shell("$program dump --format json a.json", in: [("a.json", "[]")])
    #expect(empty.output == "[]\n")
  }

  @Test func aDumpNamesTheFeedsOfItsPosts() throws {
    let rss = { (title: String) in
      "<rss version=\"2.0\"><channel><title>\(title)</title><item><guid>\(title)1</guid>"
        + "<description>x</description></item></channel></rss>"
    }
    let files = [("a.xml", rss("Lakes")), ("b.xml", rss("Rivers")), ("c.json", feed)]
    let line = "$program dump --format ndjson a.xml b.xml c.json"
    let dumped = try Program.shell("\(line) > d; cat d", in: files).output
    #expect(dumped.components(separatedBy: #""feed":"Lakes","source":"a.xml:"#).count == 2)
    #expect(dumped.components(separatedBy: #""feed":"Rivers","#).count == 2)
    #expect(dumped.components(separatedBy: #""feed":"c.json","#).count == 3)
    #expect(
      try Program.shell("\(line) | $program dump --format ndjson -", in: files).output == dumped
    )
    let text = try Program.shell("$program dump --format text a.xml b.xml", in: files).output
    #expect(text.contains("Lakes") && text.contains("Rivers"))
    let alone = try Program.shell(
      "$program dump --format ndjson a.xml; $program dump --format ndjson c.json",
      in: files
    )
    #expect(alone.output.components(separatedBy: #""feed":"#).count == 2)
    #expect(alone.output.contains(#""feed":"Lakes""#))
  }

  @Test func aSnapshotOpensAndCopiesNothing() throws {
    try Program.shell(
      "$program snapshot --keys '<Tab><CR>' a.json",
      in: [("a.json", feed)]
    ).ends(with: 0, output: "would open https://a.example/1")
    try Program.shell(
      "$program snapshot --keys '<Tab>y' a.json",
      in: [("a.json", feed)]
    ).says(output: "would copy")
  }

  @Test func anExportNamesItsAccountAndWhatItDid() throws {
    let actor = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Person","id":"https://a.example/u/olga",
       "name":"Olga Hansen","preferredUsername":"olga","url":"https://a.example/@olga"}
      """
    let outbox = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","id":"outbox.json",
       "totalItems":1,"orderedItems":[{"type":"Create","id":"https://a.example/p/1/activity",
       "actor":"https://a.example/u/olga","object":{"type":"Note","id":"https://a.example/p/1",
       "attributedTo":"https://a.example/u/olga","content":"<p>mine</p>"}}]}
      """
    let likes = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","id":"likes.json",
       "orderedItems":["https://b.example/p/7"]}
      """
    let bookmarks = likes.replacing("likes.json", with: "bookmarks.json")
    let output = try Program.shell(
      "$program dump --format ndjson .",
      in: [
        ("actor.json", actor), ("outbox.json", outbox), ("likes.json", likes),
        ("bookmarks.json", bookmarks),
      ]
    ).cleanOutput()
    let posts = try output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let authors = posts.map { ($0["author"] as? [String: Any])?["name"] as? String }
    #expect(authors == ["Olga Hansen", "Olga Hansen", "Olga Hansen"])
    let kinds = posts.map { ($0["activity"] as? [String: Any])?["kind"] as? String }
    #expect(kinds == ["post", "like", "other"])
    #expect(posts.map { $0["text"] as? String }[0] == "mine")
  }
}
