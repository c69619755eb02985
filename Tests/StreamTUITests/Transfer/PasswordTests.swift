import Foundation
import Testing

/// A password in an address stands in the list of subscriptions and in requests, and is printed nowhere.
struct PasswordTests {
  private let secret = "http://alice:s3cr3tpw@feeds.example/feed"
  private let shown = "http://alice@feeds.example/feed"

  private let web = FakeWeb()

  init() throws {
    let rss = """
      <rss version="2.0"><channel>
      <item><guid>a</guid><description>&lt;a href="/x"&gt;a link&lt;/a&gt;</description></item>
      </channel></rss>
      """
    try web.answer(secret, "200 OK|Content-Type: application/rss+xml", rss)
  }

  @Test func noCommandPrintsIt() throws {
    var lines = [
      "add --yes '\(secret)'", "list", "list --format tsv", "refresh --all --format tsv",
      "refresh '\(shown)'", "export", "dump '\(secret)'", "dump --format json '\(secret)'",
      "check '\(secret)'", "history", "doctor", "import --yes list.opml", "remove nothing",
    ]
    var outputs: [String] = []
    for line in lines {
      let outcome = try web.run("cd '\(web.folder)'; $program \(line)")
      outputs.append("\(line.prefix(7)): \(outcome.output)\(outcome.errors)")
    }
    #expect(web.requests().contains(secret))
    // Every failure that names the address.
    for answer in ["404 Not Found", "301 Moved|Location: http://bob:s3cr3tpw@feeds.example/feed"] {
      try web.answer(secret, answer)
      lines = ["refresh --all", "list", "dump '\(secret)'", "check '\(secret)'"]
      for line in lines + ["forget '\(secret)'", "dump --no-network '\(secret)'"] {
        let outcome = try web.run("$program \(line)")
        outputs.append("\(line.prefix(7)): \(outcome.output)\(outcome.errors)")
      }
    }
    outputs.append(try web.run("$program add '\(secret)'").errors)
    outputs.append(try web.run("$program remove '\(shown)'").output)
    for output in outputs {
      #expect(!output.contains("s3cr3tpw"), "\(output)")
    }
    #expect(outputs.contains { $0.hasPrefix("list: ") && $0.contains(shown) })
    #expect(try web.run("$program list").output.isEmpty)
  }

  @Test func linksOfPostsAndLogsDoNotHaveIt() throws {
    #expect(try web.run("$program add --yes '\(secret)'").status == 0)
    let log = try web.run("cat \"$XDG_STATE_HOME\"/streamtui/feeds/*.ndjson")
    #expect(log.output.contains("\"base_url\":\"http://feeds.example/feed\""))
    #expect(!log.output.contains("s3cr3tpw"))
    let dump = try web.run(
      "$program dump --format json \"$XDG_STATE_HOME\"/streamtui/feeds/*.ndjson"
    )
    #expect(!dump.output.contains("s3cr3tpw"))
  }
}
