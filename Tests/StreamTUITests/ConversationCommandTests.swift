import Foundation
import TestSupport
import Testing

/// Conversations and visibility as `dump`, `check` and `snapshot` print them.
struct ConversationCommandTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }

  @Test func dumpPutsEveryReplyUnderItsParent() throws {
    let outbox = Outbox(count: 10_000, replies: 3_000, boosts: 40)
    let output = try Program.shell(
      "$program dump --format ndjson o.json",
      in: [("o.json", outbox.json)]
    ).cleanOutput()
    let records = try objects(output)
    #expect(records.count == 10_000)
    var children: [String: Set<String>] = [:]
    for (reply, parent) in outbox.parents {
      children[Outbox.id(parent), default: []].insert(Outbox.id(reply))
    }
    let below = outbox.countsBelow
    var nested = 0
    for record in records where !Self.isReshare(record) {
      let id = try #require(record["id"] as? String)
      let comments = record["comments"] as? [[String: Any]] ?? []
      var found: [String: Set<String>] = [:]
      for comment in comments {
        #expect((comment["text"] as? String)?.isEmpty == false && comment["kind"] == nil)
        let parent = comment["parent"] as? String ?? id
        found[parent, default: []].insert(try #require(comment["id"] as? String))
      }
      #expect(found[id] ?? [] == children[id] ?? [])
      for (parent, below) in found { #expect(below == children[parent]) }
      let number = try #require(outbox.number(of: id))
      #expect(record["comments_count"] as? Int ?? 0 == below[number] ?? 0)
      if record["in_reply_to"] == nil { nested += comments.count }
    }
    #expect(nested == 3_000)
    let checked = try Program.shell("$program check o.json", in: [("o.json", outbox.json)])
    #expect(checked.output.contains("9960 posts, 40 reshares, 0 problems"))
  }

  /// Conversations are those of all sources, as in the viewer.
  @Test func twoSourcesAreConnected() throws {
    let list = { (one: Int, other: Int, host: String) in
      let status = { (id: Int, parent: String) in
        #"{"id":"\#(id)","uri":"https://\#(host)/\#(id)","in_reply_to_id":\#(parent),"content":"a","#
          + #""created_at":"2026-01-01T00:00:00Z","visibility":"public","account":{"acct":"m"}}"#
      }
      return "[" + status(one, "null") + "," + status(other, "\"\(one)\"") + "]"
    }
    let files = [("s1", list(1, 2, "m")), ("s2", list(8, 9, "n"))]
    let records = try objects(
      try Program.shell("$program dump --format ndjson s1 s2", in: files).output
    )
    #expect(records.map { $0["comments_count"] as? Int } == [1, nil, 1, nil])
    #expect(records.map { ($0["comments"] as? [Any])?.count } == [1, nil, 1, nil])
  }

  /// A folder with the lists that every archive has: nothing of it is elsewhere.
  @Test func anArchiveIsConnected() throws {
    let outbox = Outbox(count: 300, replies: 120, boosts: 4)
    let likes =
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[]}"#
    let files = [("outbox.json", outbox.json), ("likes.json", likes)]
    let checked = try Program.shell("$program check outbox.json likes.json", in: files)
    #expect(checked.status == 0 && !checked.output.contains("elsewhere"))
    let records = try objects(
      try Program.shell("$program dump --format ndjson outbox.json likes.json", in: files)
        .output
    )
    let below = outbox.countsBelow
    for record in records where !Self.isReshare(record) {
      let number = try #require((record["id"] as? String).flatMap { outbox.number(of: $0) })
      #expect(record["comments_count"] as? Int ?? 0 == below[number] ?? 0)
    }
    #expect(records.contains { Self.isReshare($0) && $0["text"] as? String != "" })
  }

  private static func isReshare(_ record: [String: Any]) -> Bool {
    (record["activity"] as? [String: Any])?["kind"] as? String == "reshare"
  }

  private let posts = """
    {"id":"a1","body_text":"for all","visibility":"public"}
    {"id":"a2","body_text":"for one","visibility":"direct","in_reply_to":"a1"}
    {"id":"a3","body_text":"for any","in_reply_to":"a1"}

    """

  @Test func dumpTellsVisibilityAndParent() throws {
    let dump = "$program dump --format ndjson"
    let records = try objects(try Program.shell("\(dump) a", in: [("a", posts)]).output)
    // A pipe of lines may never end: each is printed alone.
    #expect(try objects(Program.shell("cat a | \(dump) -", in: [("a", posts)]).output).count == 3)
    #expect(records.map { $0["visibility"] as? String } == ["public", "direct", nil])
    #expect(records.map { $0["in_reply_to"] as? String } == [nil, "a1", "a1"])
    let comments = records[0]["comments"] as? [[String: Any]] ?? []
    #expect(comments.map { $0["visibility"] as? String } == ["direct", nil])
    #expect(records[0]["comments_count"] as? Int == 2)
    #expect(records[1]["comments_count"] == nil)
  }

  @Test(arguments: ["a", "- < a"])
  func onlyPublicPostsAreDumped(_ source: String) throws {
    let outcome = try Program.shell(
      "$program dump --format ndjson --public-only \(source)",
      in: [("a", posts)]
    )
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("for one"))
    #expect(try objects(outcome.output).map { $0["id"] as? String } == ["a1", "a3"])
    #expect(outcome.errors.contains("1 post is not public and left out"))
  }

  @Test func checkAndSnapshotLeaveOutWhatIsNotPublic() throws {
    let checked = try Program.shell("$program check --public-only a", in: [("a", posts)])
    #expect(checked.output.contains("2 posts, 1 not public, left out, 0 problems"))
    let shown = try Program.shell("$program snapshot --public-only a", in: [("a", posts)])
    #expect(!shown.output.contains("for one") && shown.output.contains("for any"))
    #expect(shown.output.contains("post 1 of 2 · 1 not public, left out"))
  }

  @Test func commentsElsewhereAreCountedApart() throws {
    let note = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","id":"https://a.example/1",
       "content":"x","replies":{"first":{"items":["https://b.example/2","https://b.example/3"]}}}
      """#
    let record = try objects(
      try Program.shell("$program dump --format ndjson a", in: [("a", note)]).output
    )[0]
    #expect(record["comments_count"] as? Int == 2)
    let comments = record["comments"] as? [[String: Any]] ?? []
    #expect(comments.map { $0["kind"] as? String } == ["reference", "reference"])
    let checked = try Program.shell("$program check a", in: [("a", note)])
    #expect(checked.output.contains("1 post, 2 comments elsewhere, 0 problems"))
    let text = try Program.shell("$program dump --format text a", in: [("a", note)]).output
    #expect(text.contains("1 reply elsewhere: https://b.example/2"))
    #expect(!text.contains("(no author) · no date\n\n"))
  }
}
