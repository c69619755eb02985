import StreamModel
import TestSupport
import Testing

/// Who may read a post, as formats state it, and what `--public-only` leaves of a feed.
struct VisibilityTests {
  private static let everybody = "https://www.w3.org/ns/activitystreams#Public"
  private static let followers = "https://a.example/users/a/followers"

  @Test(
    arguments: [
      ([everybody], [followers], Visibility.public), (["as:Public"], [], .public),
      (["Public"], [], .public), ([followers], [everybody], .unlisted),
      ([followers], ["as:Public"], .unlisted), ([followers], ["Public"], .unlisted),
      ([followers], [], .followers), (["https://b.example/users/b"], [followers], .followers),
      (["https://b.example/users/b"], [], .direct), ([], [], .direct),
    ] as [([String], [String], Visibility?)]
  )
  func activityStreamsAddressesSayWhoMayRead(
    _ to: [String],
    _ copy: [String],
    _ expected: Visibility?
  ) throws {
    let list = { (names: [String]) in "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    let note =
      #"{"type":"Note","id":"https://a.example/1","content":"x","to":\#(list(to)),"cc":\#(list(copy))}"#
    #expect(
      try post(
        #"{"@context":"https://www.w3.org/ns/activitystreams","type":"Create","object":\#(note)}"#
      ).visibility == expected
    )
  }

  @Test func whoIsNotAddressedCannotRead() throws {
    let context = #""@context":"https://www.w3.org/ns/activitystreams""#
    let note = #"{"type":"Note","id":"https://a.example/1","content":"x"}"#
    #expect(try post("{\(context),\(note.dropFirst())").visibility == .unknown)
    #expect(try post(#"{\#(context),"type":"Create","object":\#(note)}"#).visibility == .unknown)
    let addressed = #"{\#(context),"type":"Create","to":"as:Public","object":\#(note)}"#
    #expect(try post(addressed).visibility == .public)
    let like = #"{\#(context),"type":"Like","object":"https://a.example/1"}"#
    #expect(try post(like).visibility == nil)
    let first = #"{"items":[{"verb":"post","object":{"objectType":"note","content":"x"}}]}"#
    #expect(try post(first).visibility == nil)
  }

  @Test func aStatusWithoutAMarkIsNotPublic() throws {
    #expect(try post(#"[{"id":"1","content":"x","account":{"acct":"a"}}]"#).isPublic == false)
    let later =
      #"[{"id":"1","scheduled_at":"2026-01-01T00:00:00Z","params":{"text":"x","visibility":"private"}}]"#
    #expect(try post(later).visibility == .followers)
    #expect(try post(#"[{"id":"1","acct":"a","username":"a","note":"x"}]"#).isPublic)
  }

  @Test func theStricterOfActivityAndObjectCounts() throws {
    let json = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Create","to":"as:Public",
       "object":{"type":"Note","id":"https://a.example/1","content":"x","to":"https://b.example/b"}}
      """#
    #expect(try post(json).visibility == .direct)
  }

  @Test(
    arguments: [
      ("public", Visibility.public), ("unlisted", .unlisted), ("private", .followers),
      ("direct", .direct), ("sideways", .unknown),
    ] as [(String, Visibility?)]
  )
  func mastodonSaysItInAWord(_ word: String, _ expected: Visibility?) throws {
    let status = #"[{"id":"1","content":"x","account":{"acct":"a"},"visibility":"\#(word)"}]"#
    #expect(try post(status).visibility == expected)
    let native = #"{"version":1,"posts":[{"id":"1","body_text":"x","visibility":"\#(word)"}]}"#
    #expect(try post(native).visibility == expected)
  }

  @Test func aBoostIsAsPrivateAsWhatItBoosts() throws {
    let status = #"""
      [{"id":"1","content":"x","account":{"acct":"a"},"visibility":"public",
        "reblog":{"id":"2","content":"y","account":{"acct":"b"},"visibility":"private"}}]
      """#
    #expect(try post(status).visibility == .followers)
  }

  @Test func onlyPublicPostsStayAndTheOthersAreCounted() throws {
    let words = ["public", "direct", "private", "", "unlisted", "public"]
    let posts = words.enumerated().map { index, word in
      let stated = word.isEmpty ? "" : ",\"visibility\":\"\(word)\""
      return "{\"id\":\"p\(index)\",\"content\":\"x\",\"account\":{\"acct\":\"a\"}\(stated)}"
    }
    let bytes = Array("[\(posts.joined(separator: ","))]".utf8)
    let feed = Feed(source: MemoryBytes(name: "f", bytes: bytes))
    let timeline = Timeline([feed], order: .document, isPublicOnly: true)
    while try timeline.advance(bytes: 64) == .more {}
    #expect(timeline.isIndexed)
    #expect(timeline.leftOutCount == 4)
    let ids = (0..<timeline.recordCount).compactMap { timeline.id(at: $0) }
    #expect(ids.map(\.number) == [0, 5])
    #expect(ids.map { timeline.row(of: $0) } == [0, 1])
    let hidden = RecordID(source: 0, number: 1)
    #expect(timeline.row(of: hidden) == nil)
    #expect(timeline.record(hidden).post == nil, "a post that was left out can be read")
  }

  private func post(_ json: String) throws -> Post {
    let feed = try Feed(source: MemoryBytes(name: "f", text: json)).scanned()
    return try #require(feed.record(at: 0).post)
  }
}
