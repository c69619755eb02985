import Foundation
import TestSupport
import Testing

/// A dump is a feed: reading it back loses nothing, and a second dump is the first.
struct RoundTripTests {
  private static let feeds = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("StreamUITests/Feeds")

  private static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: feeds.path).sorted()) ?? []

  @Test(arguments: names, ["ndjson", "json"])
  func aDumpOfADumpIsTheSame(_ name: String, _ format: String) throws {
    try isRead(Self.feeds.appendingPathComponent(name).path, format)
  }

  @Test(arguments: ["ndjson", "json"])
  func aDeepConversationIsReadBack(_ format: String) throws {
    let outbox = Outbox(count: 600, replies: 500)
    try Program.inFolder { folder in
      try Data(outbox.json.utf8).write(to: URL(fileURLWithPath: "\(folder)/o.json"))
      try isRead("\(folder)/o.json", format)
    }
  }

  private func isRead(_ path: String, _ format: String) throws {
    let first = try Program.shell("$program dump --format \(format) '\(path)'").output
    let line =
      "$program dump --format \(format) '\(path)' | $program dump --format \(format) -"
    #expect(try Program.shell(line).output == first)
  }

  private let posts = """
    {"id":"1","body_html":"<p>see <a href='https://a.example/x'>this</a> &amp; that</p>",\
    "author":{"name":"John Gruber"},"visibility":"direct","comments":[{"id":"c","body_text":"yes"}]}
    {"id":"2","body_text":"for  all","author":{"name":"Ada","handle":"@ada@a.example"},"content_warning":"snow"}

    """

  private func run(_ line: String) throws -> Program.Outcome {
    try Program.inFolder { folder in
      try Program.write(posts, to: "\(folder)/f")
      return try Program.shell("cd '\(folder)' && \(line)")
    }
  }

  @Test func aReaderSeesTheSameInADump() throws {
    let keys = "--size 60x14 --at 2026-01-01T00:00:00Z"
    let shown = try run("$program snapshot \(keys) f").output
    let dumped = try run(
      "$program dump --format ndjson f > d && $program snapshot \(keys) d"
    ).output
    #expect(
      shown.replacing("f · post", with: "d · post")
        == dumped.replacing("d · post", with: "d · post")
    )
    #expect(dumped.contains("direct · John Gruber"))
  }

  @Test func labelsSurviveADump() throws {
    let left = try run(
      "$program dump --format ndjson f | $program dump --format ndjson --public-only -"
    )
    #expect(!left.output.contains("John Gruber") && left.output.contains("Ada"))
    let checked = try run("$program dump --format ndjson f | $program check -").output
    #expect(checked.contains("native, one record a line, 2 posts, 1 comment, 0 problems"))
  }

  @Test func aDumpThatWasCutShowsWhatIsWhole() throws {
    try run("$program dump --format ndjson f | head -c -20 | $program check -")
      .ends(with: 1, output: "1 post, 1 comment, 1 malformed record", "input ended early")
  }

  @Test func theMembersOfAPartOfADumpAreNotGuessed() throws {
    let part = #"{"id":"1","author":"a","text":"b"}"#
    try run("echo '\(part)' | $program check -")
      .ends(with: 0, output: "Lines, one record a line, 1 post")
  }
}
