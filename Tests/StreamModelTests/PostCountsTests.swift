import Testing

@testable import StreamModel

/// Posts counted by a field, and by the terms of a filter that finds none.
struct PostCountsTests {
  private static let posts: [Post] = (0..<6).map { number in
    var post = Post(id: Post.ID("\(number)"), isStated: true)
    post.author =
      number == 5 ? nil : Account(name: number < 3 ? "O" : "A", handle: number < 3 ? "@olga" : nil)
    post.published = Timestamp(
      rfc3339: number < 4 ? "2026-01-02T23:00:00Z" : "2026-01-01T00:00:00Z"
    )
    post.body = .html("<p>water \(number) #Lake <a href=\"https://A.example/\(number)\">x</a></p>")
    post.tags = number == 0 ? ["lake", "Ice"] : []
    return post
  }

  private func rows(_ key: PostCounts.Key) -> [String] {
    var counts = PostCounts(by: key)
    var facts = FilterFacts()
    facts.feed = ["Lakes", "lakes.xml"]
    for post in Self.posts { counts.add(post, facts) }
    #expect(counts.total == 6)
    return counts.rows.map { "\($0.value) \($0.count) \($0.filter?.description ?? "")" }
      + (counts.without > 0 ? ["none \(counts.without)"] : [])
  }

  @Test func eachValueIsCountedOnceAPost() {
    #expect(rows(.author) == ["@olga 3 author=\"@olga\"", "A 2 author=A", "none 1"])
    #expect(rows(.tag) == ["lake 6 tag:lake", "ice 1 tag:ice"])
    #expect(rows(.host) == ["a.example 6 host=a.example"])
    #expect(rows(.day) == ["2026-01-01 2 date:2026-01-01", "2026-01-02 4 date:2026-01-02"])
    #expect(rows(.feed) == ["Lakes 6 feed=Lakes"])
    #expect(rows(.kind) == ["post 6 kind:post"])
  }

  /// What a row says is what its filter shows.
  @Test(arguments: PostCounts.Key.allCases)
  func theFilterOfARowShowsItsPosts(_ key: PostCounts.Key) throws {
    var counts = PostCounts(by: key)
    var facts = FilterFacts()
    facts.feed = ["Lakes"]
    for post in Self.posts { counts.add(post, facts) }
    for row in counts.rows {
      let filter = try #require(row.filter)
      #expect(Self.posts.count { filter.matches($0, facts) } == row.count, "\(filter)")
    }
  }

  @Test(arguments: [
    ("water fire", "0 of 6,000. Without fire: 6."),
    ("-is:unread date:2026-01-01", "0 of 6,000. Without -is:unread: 2."),
    ("fire (a or ice) water", "0 of 6,000. Without fire: 6."),
    (
      "date:2026-01-01 date:2026-01-02",
      "0 of 6,000. Without date:2026-01-01: 4, without date:2026-01-02: 2."
    ),
    ("fire earth water", "0 of 6,000. Still none if any one of its terms is left out."),
    ("fire", "0 of 6,000."), ("fire or earth", "0 of 6,000."),
  ])
  func aFilterThatFindsNothingSaysWhy(_ line: String, _ sentence: String) throws {
    var counts = TermCounts(try #require(try View(line).filter))
    for post in Self.posts { counts.add(post, FilterFacts()) }
    #expect(counts.sentence(of: 6_000) { $0 == 6_000 ? "6,000" : "\($0)" } == sentence)
  }
}
