import TestSupport
import Testing

@testable import StreamModel

/// What is beyond a limit is left out and said, and what stands around it is shown.
@Suite struct LimitTests {
  private static let record = 64 << 20

  /// Two records with one between them that is longer than any may be, by `extra` bytes and more.
  private func long(
    _ before: String,
    _ start: String,
    _ end: String,
    _ after: String,
    extra: Int = 0
  ) throws -> Feed {
    var bytes = Array((before + start).utf8)
    bytes += [UInt8](repeating: 0x61, count: Self.record + extra)
    bytes += Array((end + after).utf8)
    return try scanned(Feed(source: MemoryBytes(name: "feed", bytes: bytes)))
  }

  @Test func aLineThatIsTooLongIsARowOfItsOwn() throws {
    let feed = try long(
      "{\"id\":\"a\"}\n",
      "{\"id\":\"b\",\"body_text\":\"",
      "\"}\n",
      "{\"id\":\"c\"}\n"
    )
    #expect(feed.outline == ["a", "!2:1", "c"])
    #expect(problems(feed) == ["feed:2:1: $: record of 67108889 bytes (expected at most 67108864)"])
  }

  // A record that ends soon behind the limit is seen whole, one that goes on is given up.
  @Test(arguments: [0, 1 << 20])
  func aRecordOfAListThatIsTooLongIsARowOfItsOwn(extra: Int) throws {
    let feed = try long(
      "[\n{\"id\":\"a\",\"content\":\"x\"},\n",
      "{\"id\":\"b\",\"content\":\"",
      "\"},\n",
      "{\"id\":\"c\",\"content\":\"y\"}\n]",
      extra: extra
    )
    #expect(feed.outline.first == "a")
    #expect(feed.outline.last == "c")
    #expect(feed.outline.count == 3)
    let said = problems(feed)
    #expect(said.count == 1)
    #expect(said[0].hasPrefix("feed:3:"))
    #expect(said[0].hasSuffix(": $[1]: record too long (expected at most 67108864 bytes)"))
  }

  @Test(arguments: [0, 1 << 20])
  func anItemThatIsTooLongIsARowOfItsOwn(extra: Int) throws {
    let feed = try long(
      "<rss><channel>\n<item><title>a</title></item>\n",
      "<item><title>",
      "</title></item>\n",
      "<item><title>c</title></item></channel></rss>",
      extra: extra
    )
    #expect(feed.posts.map(\.title) == [.text("a"), .text("c")])
    #expect(
      problems(feed) == ["feed:3:1: //item[2]: record too long (expected at most 67108864 bytes)"]
    )
  }

  @Test func aPageThatIsTooLongIsCut() throws {
    let feed = try long("<!DOCTYPE html><title>t</title>\n", "<p>", "</p>", "")
    #expect(feed.recordCount == 1)
    #expect(
      feed.problems.map(\.description) == ["feed:2:67108833: cut (expected at most 67108864 bytes)"]
    )
  }

  @Test func whiteSpaceWithoutEndIsNoFeed() throws {
    let bytes = [UInt8](repeating: 0x20, count: 2 << 20)
    let problem = try #require(unknownFormat(bytes + Array("[]".utf8)))
    #expect(
      problem.description.hasPrefix(
        "feed:1:\(Sniffer.reach + 1): nothing but white space (expected "
      )
    )
    #expect(refusal([UInt8](repeating: 0x20, count: 1000)) == .empty(name: "feed"))
  }

  @Test func aListOfAnythingHasAThousandEntries() throws {
    let tags = (0..<1_003).map { "{\"type\":\"Hashtag\",\"name\":\"#t\($0)\"}" }
    let text = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","id":"https://a.example/1",
       "content":"x","tag":[\(tags.joined(separator: ","))]}
      """
    let post = try firstPost(text)
    #expect(post.tags.count == 1_000)
    let problem = "$.tag: 3 entries left out (expected at most 1000)"
    #expect(post.problems.map { "\($0.path): \($0.message)" } == [problem])
  }

  @Test func activitiesBeyondTheLimitAreCounted() throws {
    let likes = (0..<10_003).map { "{\"type\":\"like\",\"post\":\"p\",\"author\":\"@u\($0)\"}\n" }
    let comments = (0..<10_002).map {
      "{\"type\":\"comment\",\"post\":\"p\",\"id\":\"c\($0)\",\"body_text\":\"x\"}\n"
    }
    let feed = try feed("{\"id\":\"p\",\"body_text\":\"t\"}\n" + likes.joined() + comments.joined())
    let post = try #require(feed.posts.first)
    #expect(post.likes.count == 10_000)
    #expect(post.likesCount == 10_003)
    #expect(post.comments.count == 10_000)
    let problem = "feed:2:1: $: 5 activities left out (expected at most 10000 of a kind)"
    #expect(problems(post) == [problem])
  }

  @Test func aRedditThreadHasTenThousandComments() throws {
    let comments = (0..<10_002).map { "{\"kind\":\"t1\",\"data\":{\"name\":\"t1_\($0)\"}}" }
    let text = """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_a","title":"x"}}]}},
       {"kind":"Listing","data":{"children":[\(comments.joined(separator: ","))]}}]
      """
    let post = try firstPost(text)
    #expect(post.comments.count == 10_000)
    #expect(post.problems.map(\.message) == ["2 comments left out (expected at most 10000)"])
  }

  @Test func aBlueskyThingHasTwelveLevels() throws {
    let levels = 20
    var embed = "{\"$type\":\"app.bsky.feed.post\",\"text\":\"inmost\"}"
    for level in 0..<levels {
      embed = """
        {"$type":"app.bsky.embed.record#view","record":{"uri":"at://did:plc:1/app.bsky.feed.post/q\(level)",
        "value":{"text":"q\(level)"},"embeds":[\(embed)]}}
        """
    }
    let feed = try feed(
      "{\"feed\":[{\"post\":\(BlueskyTests.view("a", "outmost", ",\"embed\":\(embed)"))}]}"
    )
    let post = try #require(feed.posts.first)
    #expect(!post.problems.isEmpty)
    #expect(
      post.problems.allSatisfy {
        $0.message == "nested too deep (expected 12 levels)"
          && $0.path.hasPrefix("$.feed[0].post.embed.record.embeds[0]")
      },
      "\(post.problems)"
    )
    let body = try #require(post.body.markup)
    #expect(body.hasPrefix("outmost"))
  }

  @Test(arguments: [
    ("1e30", "not a time (expected seconds since 1970)"),
    ("-1e999", "not a time (expected seconds since 1970)"),
    ("true", "is true or false (expected text)"),
    ("{\"a\":1}", "is an object (expected text)"),
    ("\"yesterday\"", "not a time (expected RFC 3339, such as 2026-01-30T08:15:00Z)"),
  ])
  func whatIsNoTimeIsSaid(_ value: String, _ message: String) throws {
    let text = """
      {"feed":[{"post":{"uri":"at://did:plc:1/app.bsky.feed.post/a",
       "record":{"$type":"app.bsky.feed.post","text":"x","createdAt":\(value)}}}]}
      """
    let post = try firstPost(text)
    #expect(post.published == nil)
    #expect(post.problems.map(\.message) == [message])
  }

  @Test(arguments: [
    ("description", "<![CDATA[", "]]>"), ("description", "&lt;p&gt;\r\n", ""),
    ("content:encoded", "", ""), ("description", "<p>", "</p>"),
  ])
  func aBodyOfMarkupThatIsTooLongIsCutAndSaid(name: String, start: String, end: String) throws {
    let long = start + String(repeating: "text ", count: 300_000) + end
    let document = """
      <rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <item><guid>1</guid><\(name)>\(long)</\(name)><title>t</title></item></channel></rss>
      """
    let feed = try feed(document)
    let post = try #require(feed.posts.first)
    #expect(post.title == .text("t"))
    let problem = "feed:2:21: //item[1]/\(name): text cut (expected at most 1048576 bytes)"
    #expect(problems(post) == [problem])
    let body = try #require(post.body.markup)
    #expect((1 << 20) - 8...1 << 20 ~= body.utf8.count)
  }

  @Test func aHeadlineOfMarkupThatIsTooLongIsCutAndSaid() throws {
    let long = String(repeating: "word ", count: 20_000)
    let post = try firstPost(
      "<rss><channel><item><guid>1</guid><title>\(long)</title></item></channel></rss>"
    )
    let problem = "//item[1]/title: text cut (expected at most 65536 bytes)"
    #expect(post.problems.map { "\($0.path): \($0.message)" } == [problem])
  }

  @Test func tagsAndFilesOfMarkupBeyondTheLimitAreCounted() throws {
    let tags = (0..<1_004).map { "<category>c\($0)</category>" }.joined()
    let files = (0..<1_003).map { "<enclosure url=\"https://a.example/\($0)\"/>" }.joined()
    let dates = String(repeating: "<pubDate>soon</pubDate>", count: 105)
    let post = try firstPost(
      "<rss><channel><item><guid>1</guid>\(tags)\(files)\(dates)</item></channel></rss>"
    )
    #expect(post.tags.count == 1_000)
    #expect(post.attachments.count == 1_000)
    #expect(post.problems.count == 101)
    #expect(post.problems.last?.message == "7 further problems of this record not listed")
    let fewer = try StreamModelTests.feed(
      "<rss><channel><item><guid>1</guid>\(tags)\(files)</item></channel></rss>"
    )
    #expect(
      fewer.posts.first?.problems.map(\.message) == [
        "4 tags left out (expected at most 1000)", "3 attachments left out (expected at most 1000)",
      ]
    )
  }

  @Test func aLongPageIsCutAndSaid() throws {
    let page = "<!DOCTYPE html><title>t</title><p>" + String(repeating: "word ", count: 300_000)
    let post = try #require(try feed(page).posts.first)
    #expect(problems(post) == ["feed:1:1048577: text cut (expected at most 1048576 bytes)"])
  }

  @Test func aLongListOfFeedsIsCutAndSaid() throws {
    let outlines = (0..<10_002).map { "<outline text=\"f\($0)\"/>\n" }.joined()
    let feed = try feed("<opml><body>\n\(outlines)</body></opml>")
    let post = try #require(feed.posts.first)
    #expect(problems(post) == ["feed:10002:1: 2 entries left out (expected at most 10000)"])
  }

  @Test func aRecordThatIsNotThereIsSaidForSeveralFeeds() throws {
    let feeds = [try feed("{\"id\":\"a\",\"body_text\":\"x\"}"), try feed("[]")]
    let timeline = try Timeline(feeds, order: .newest).scanned()
    #expect(timeline.recordCount == 1)
    let said = [RecordID(source: 0, number: 7), RecordID(source: 7, number: 0)].map { id in
      if case .problem(let problem) = timeline.record(id) { problem.description } else { "a post" }
    }
    #expect(
      said == ["feed: no record 7 (expected 0 to 0)", "2 feeds: no source 7 (expected 0 to 1)"]
    )
  }
}
