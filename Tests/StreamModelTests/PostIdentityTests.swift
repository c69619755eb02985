import TestSupport
import Testing

@testable import StreamModel

@Suite struct PostIdentityTests {
  private func post(
    _ id: String,
    isStated: Bool = true,
    url: String? = nil,
    text: String = "text",
    sharer: String? = nil
  ) -> Post {
    Post(
      id: Post.ID(id),
      idIsStated: isStated,
      author: Account(name: "Olga", handle: "@olga@social.example"),
      url: url,
      body: .text(text),
      resharedBy: sharer.map { Account(name: $0, handle: nil) }
    )
  }

  @Test func aKeyIsTheSameInEveryRun() {
    // Kept on disk: another hash would forget what every reader has read.
    let key = PostIdentity(post("p1", url: "https://social.example/1"))
    #expect(key.id == 0x78da5c19575dda0e)
    #expect(key.fallback == 0x87a900266885)
  }

  @Test func anIdThatChangesLeavesTheAddress() {
    let first = PostIdentity(post("a", url: "https://social.example/1"))
    let second = PostIdentity(post("b", url: "https://social.example/1"))
    #expect(first.id != second.id)
    #expect(first.fallback == second.fallback)
  }

  @Test func withoutIdAndAddressAuthorTimeAndTextAreTheKey() {
    let first = PostIdentity(post("hash", isStated: false))
    let second = PostIdentity(post("hash", isStated: false, text: "other"))
    #expect(!first.hasStatedID)
    #expect(first != second)
  }

  @Test func anIDBeatsTheAddressAndThatTheContent() {
    let address = "https://social.example/1"
    let stated = PostIdentity(post("a", url: address))
    #expect(stated.id == PostIdentity(post("a", url: "https://social.example/2", text: "other")).id)
    #expect(stated.hasStatedID)
    let addressed = PostIdentity(post("hash", isStated: false, url: address))
    #expect(addressed == PostIdentity(post("hash", isStated: false, url: address, text: "other")))
    #expect(addressed.fallback == stated.fallback && addressed.id != stated.id)
    #expect(PostIdentity(post("a")).fallback == PostIdentity(post("b")).fallback)
  }

  /// As logs and places of earlier versions have it, and as the database does.
  @Test func aFallbackOf64BitsIsThatOf48() {
    let stored = PostIdentity(id: 0x78da5c19575dda0e, fallback: 0x4a5087a900266885)
    #expect(stored == PostIdentity(post("p1", url: "https://social.example/1")))
    #expect(!PostIdentity(fallback: stored.fallback).hasStatedID)
  }

  @Test func twoSourcesMayStateTheSameIDForDifferentPosts() {
    let identity = PostIdentity(post("1"))
    #expect(
      Timeline.SourceKey(source: 0, identity: identity)
        != Timeline.SourceKey(source: 1, identity: identity)
    )
  }

  @Test func aPostSharedByTwoPeopleIsTwo() {
    let address = "https://social.example/1"
    let first = PostIdentity(post("", isStated: false, url: address, sharer: "Mia"))
    let second = PostIdentity(post("", isStated: false, url: address, sharer: "Ben"))
    #expect(first != second)
  }

  @Test func aKeyThatIsReadFromTheBytesIsThatOfThePost() throws {
    let feeds = [
      #"{"version":1,"posts":[{"id":"a","body_text":"x"},{"body_text":"y"},{"body_text":"z","id":7}]}"#,
      #"{"id":"a","body_text":"x"}"# + "\n" + #"{"type":"like","post":"a"}"# + "\n"
        + #"{"type":"post","post":"b","body_text":"y"}"# + "\n",
      #"[{"id":"1","uri":"u","created_at":"2026-01-01T00:00:00Z","content":"<p>x</p>","account":{"acct":"a"}},"#
        + #"{"id":"2","content":"","account":{"acct":"b"},"reblog":{"id":"3","content":"y","account":{"acct":"c"}}}]"#,
    ]
    var told = 0
    for text in feeds {
      let feed = try Feed(source: MemoryBytes(name: "f", text: text)).scanned()
      let timeline = Timeline(feed)
      let ids = (0..<feed.recordCount).map { RecordID(source: 0, number: $0) }
      timeline.forEachStatedKey(of: ids) { id, stated in
        guard let stated else { return }
        told += 1
        #expect(timeline.key(of: id)?.identity.id == stated.id, "\(text)")
      }
    }
    #expect(told == 6)
  }
}
