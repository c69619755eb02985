import StreamModel
import TestSupport
import Testing

@Suite struct PostKeyTests {
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
    let key = PostKey(post("p1", url: "https://social.example/1"))
    #expect(key.id == 0x78da5c19575dda0e)
    #expect(key.fallback == 0x4a5087a900266885)
  }

  @Test func anIdThatChangesLeavesTheAddress() {
    let first = PostKey(post("a", url: "https://social.example/1"))
    let second = PostKey(post("b", url: "https://social.example/1"))
    #expect(first.id != second.id)
    #expect(first.fallback == second.fallback)
  }

  @Test func withoutIdAndAddressAuthorTimeAndTextAreTheKey() {
    let first = PostKey(post("hash", isStated: false))
    let second = PostKey(post("hash", isStated: false, text: "other"))
    #expect(first.id == first.fallback)
    #expect(first != second)
  }

  @Test func aPostSharedByTwoPeopleIsTwo() {
    let address = "https://social.example/1"
    let first = PostKey(post("", isStated: false, url: address, sharer: "Mia"))
    let second = PostKey(post("", isStated: false, url: address, sharer: "Ben"))
    #expect(first != second)
  }
}
