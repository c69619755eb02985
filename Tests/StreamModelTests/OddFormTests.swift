import Testing

@testable import StreamModel

/// Forms that the formats allow and few writers use.
@Suite struct OddFormTests {
  private func note(_ fields: String) throws -> Post {
    let text = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note",
       "id":"https://a.example/1","content":"x",\(fields)}
      """
    let feed = try feed(text)
    return try #require(feed.posts.first)
  }

  private func item(_ fields: String) throws -> Post {
    let text = """
      {"version":"https://jsonfeed.org/version/1.1","title":"t",
       "items":[{"id":"1","content_text":"x",\(fields)}]}
      """
    let feed = try feed(text)
    return try #require(feed.posts.first)
  }

  @Test(arguments: ["UTC", "UT", "GMT", "+0000", "Z"])
  func aZoneIsWrittenInMoreThanOneWay(_ zone: String) throws {
    let post = try firstPost(
      "<rss><channel><item><guid>1</guid><pubDate>Thu, 01 Jan 2004 19:48:21 \(zone)</pubDate></item></channel></rss>"
    )
    #expect(post.published?.rfc3339 == "2004-01-01T19:48:21Z")
    #expect(post.problems == [])
  }

  @Test(arguments: ["UTD", "GMX", "+00x0", "+2460"])
  func whatLooksLikeAZoneAndIsNoneIsNotTakenForUTC(_ zone: String) {
    let exact = Timestamp(feedDate: "Thu, 01 Jan 2004 19:48:21 \(zone)")
    #expect(exact?.zoneIsStated != true)
  }

  @Test func textByLanguageLeavesOutWhatIsNoText() throws {
    let post = try note("\"nameMap\":{\"de\":7,\"en\":\"a title\",\"fr\":[1]}")
    #expect(post.title == .text("a title"))
    #expect(post.problems == [])
  }

  @Test(arguments: [
    ("{\"href\":\"https://b.example/2\"}", "https://b.example/2"),
    ("{\"url\":\"https://b.example/3\"}", "https://b.example/3"),
    ("{\"id\":\"https://b.example/4\"}", "https://b.example/4"),
    ("{\"@id\":\"https://b.example/5\"}", "https://b.example/5"),
    ("[{\"id\":\"x:1\",\"url\":\"x:2\",\"href\":\"https://b.example/6\"}]", "https://b.example/6"),
    ("{\"other\":\"https://b.example/7\"}", nil),
  ])
  func anAddressIsWrittenInMoreThanOneWay(_ value: String, _ address: String?) throws {
    #expect(try homePage(value) == address)
  }

  /// The home page of a feed that writes it so.
  private func homePage(_ value: String) throws -> String? {
    try feed(
      """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection",
       "id":"https://a.example/outbox","url":\(value),
       "orderedItems":[{"type":"Note","id":"https://a.example/1","content":"x"}]}
      """
    ).facts.homePage
  }

  @Test func textThatIsTooLongForItsPlaceIsCutAndShown() throws {
    let long = String(repeating: "&lt;b&gt;\r\n", count: 200_000)
    let post = try firstPost(
      "<rss><channel><item><guid>1</guid><description>\(long)</description></item></channel></rss>"
    )
    let body = try #require(post.body.markup)
    #expect(body.utf8.count <= 1 << 20)
    #expect(body.hasPrefix("<b>\n<b>\n"))
  }

  @Test func anElementInOneOfTheSameNameEndsWithItsOwn() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <div>b</div> c</div></content>
      <title>after</title></entry></feed>
      """
    let post = try firstPost(text)
    #expect(post.title == .text("after"))
    let body = try #require(post.body.markup)
    #expect(body.contains("a <div>b</div> c"))
  }

  @Test func aFirstRecordBeyondTheLookIsTold() throws {
    // What makes it a status stands first, and its end behind all that is looked at.
    let long = String(repeating: "x", count: 600_000)
    let feed = try feed(
      "[{\"id\":\"1\",\"account\":{\"acct\":\"a\"},\"content\":\"\(long)\"},{\"id\":\"2\",\"content\":\"y\"}]"
    )
    #expect(feed.outline == ["1", "2"])
    #expect(feed.format?.vocabulary == .mastodon)
  }

  @Test(arguments: [
    (#"{"type":["Note",7],"id":"https://a.example/1","content":"x"}"#, "https://a.example/1"),
    (#"{"id":"https://a.example/1","inReplyTo":null,"content":"x"}"#, "https://a.example/1"),
  ])
  func aRecordIsToldByWhatOnlyItsFormatHas(_ text: String, _ id: String) throws {
    let feed = try feed(text)
    #expect(feed.outline == [id])
    #expect(feed.format?.vocabulary == .activityStreams)
  }
}
