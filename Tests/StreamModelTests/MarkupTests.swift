import Testing

@testable import StreamModel

@Suite struct MarkupTests {
  @Test(arguments: [
    ("<rss><channel><item><guid>1</guid></item>", ["1"], "input ended early (expected </rss>)"),
    ("<rss><item><guid>1</guid><title>x", ["1"], "input ended early (expected </item>)"),
    (
      "<rss><item><guid>1</guid><item><guid>2</guid></item></rss>", ["1", "2"],
      "<item> inside another (expected </item> first)"
    ),
    ("<rss><item><guid>1</guid></item><^></rss>", ["1"], "unexpected byte after '<'"),
  ])
  func whatIsBrokenIsSaidAndTheRestIsShown(text: String, ids: [String], message: String) throws {
    let feed = try feed(text)
    #expect(feed.posts.map(\.id.rawValue) == ids)
    #expect(feed.problems.count == 1)
    #expect(feed.problems.first?.message.hasPrefix(message) == true)
    #expect(feed.problems.first?.line == 1)
  }

  @Test(arguments: [
    "<![CDATA[</item><item>]]>", "<!-- </item> -->", "<?p </item> ?>", "<media:item>x</media:item>",
    "<items><item2/></items>", "<x a=\"1\" b='2'/>", "a < b & c",
  ])
  func whatIsNoTagOfARecordIsPassed(_ inside: String) throws {
    let feed = try feed("<rss><channel><item><guid>1</guid>\(inside)</item></channel></rss>")
    #expect(feed.outline == ["1"])
    #expect(feed.problems == [])
  }

  @Test func namesMayHavePrefixesAndAnyCase() throws {
    let text =
      "<r:RDF xmlns:r=\"x\" xmlns:s=\"http://purl.org/rss/1.0/\"><s:Item><s:GUID>1</s:GUID></s:Item></r:RDF>"
    #expect(try feed(text).outline == ["1"])
  }

  @Test(arguments: [
    "<!DOCTYPE rss SYSTEM \"file:///etc/passwd\" [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
    "<!DOCTYPE rss [<!ENTITY a \"<item><guid>no</guid></item>\"><!ENTITY b \"&a;&a;\">]>",
    "<!DOCTYPE rss [ <!-- ' ]> --> ]>", "<!DOCTYPE html>",
  ])
  func theDocumentTypeIsNeverUsed(_ doctype: String) throws {
    let text = doctype + "<rss><item><guid>1</guid><title>&x;&b;</title></item></rss>"
    let feed = try feed(text)
    #expect(feed.outline == ["1"])
    #expect(feed.posts.first?.title == .html("&x;&b;"))
  }

  @Test func anUnclosedElementKeepsItsTextAndLosesNothingElse() throws {
    let post = try #require(
      try feed("<rss><item><title>T<description>D</description><guid>1</guid></item></rss>")
        .posts.first
    )
    #expect(post.title == .text("T"))
    #expect(post.body == .html("D"))
    #expect(post.id.rawValue == "1")
    #expect(post.problems.map(\.message) == ["<title> not closed (expected an end tag)"])
  }

  /// A feed that was cut off, in a CDATA section, too.
  @Test(arguments: [
    "cut in the mid", "<![CDATA[cut in the mid", "<![CDATA[cut in]]> the <![CDATA[mid",
    "<!-- note -->cut in the mid",
  ])
  func theTextOfAFeedThatWasCutOffIsThere(_ text: String) throws {
    let post = try #require(try feed("<rss><item><title>T</title><description>\(text)").posts.first)
    #expect(post.body == .html("cut in the mid") || post.body == .text("cut in the mid"))
    #expect(post.title == .text("T") && post.problems.count == 1)
  }

  @Test func tagsLeftOpenInABodyEndWithIt() throws {
    let post = try #require(
      try feed("<rss><item><description><p>a<br>b</description><guid>1</guid></item></rss>")
        .posts.first
    )
    #expect(post.body == .html("<p>a<br>b"))
    #expect(post.id.rawValue == "1")
  }

  @Test func whatHasNoIdGoesByItsAddressElseByItsBytes() throws {
    let text = "<rss><item><link>http://a.example/</link></item><item><title>x</title></item></rss>"
    let posts = try feed(text).posts
    #expect(posts.map(\.idIsStated) == [false, false])
    #expect(posts.first?.id.rawValue == "http://a.example/")
    #expect(posts.last?.id.rawValue.count == 16)
    #expect(try feed(text).posts.map(\.id) == posts.map(\.id))
  }

  @Test func placesAreThoseOfTheTags() throws {
    let feed = try feed("<rss>\n <item><guid>1</guid></item>\n\n  <item/></rss>")
    #expect(feed.place(at: 0) == (2, 2))
    #expect(feed.place(at: 1) == (4, 3))
  }

  @Test func anAddressIsFoundAsItIsEscaped() throws {
    let feed = try feed(
      "<rss><item><guid>one</guid></item><item><link>http://a.example/?a=1&amp;b=2</link></item></rss>"
    )
    let needle = TextNeedle(address: "http://a.example/?a=1&b=2")
    #expect(feed.search(needle, fromNumber: 0, bytes: 1 << 20) == .found(1))
  }

  @Test(arguments: [
    ("<Error><Code>AccessDenied</Code></Error>", "<Error> (expected <rss>, <rdf:RDF>, <feed>"),
    ("<!-- nothing -->", "no element (expected <rss>"), ("<", "no element"),
  ])
  func otherMarkupIsRefusedInWords(_ text: String, _ message: String) throws {
    let problem = try #require(unknownFormat(text))
    #expect(problem.message.hasPrefix(message))
  }

  @Test func aPageIsOnePost() throws {
    let feed = try feed(
      "<!DOCTYPE html><html lang=de><head><title>A &amp; B</title></head><body><p>Text</body></html>"
    )
    let post = try #require(feed.posts.first)
    #expect(feed.recordCount == 1)
    #expect(post.title == .html("A & B"))
    #expect(post.language == "de")
    #expect(feed.formatName == "HTML")
  }

  @Test func aListOfFeedsIsOnePostOfLinks() throws {
    let text = """
      <opml version="2.0"><head><title>Mine</title></head><body><outline text="Lakes">
      <outline text="A &lt; B" xmlUrl="https://a.example/rss"/></outline>
      <outline text="evil" xmlUrl="exec:rm"/></body></opml>
      """
    let post = try firstPost(text)
    #expect(post.title == .text("Mine"))
    let html =
      "<ul><li>Lakes<ul><li><a href=\"https://a.example/rss\">A &lt; B</a></ul><li>evil</ul>"
    #expect(post.body == .html(html))
  }

  @Test func hostileSizesStayLinear() throws {
    let unclosed = (0..<5_000).map { "<a\($0)>" }.joined()
    let deep = String(repeating: "<b>", count: 100_000)
    let quotes = String(repeating: "<a b=\"", count: 20_000)
    let attributes = (0..<100_000).map { "a\($0)='1'" }.joined(separator: " ")
    for inside in [unclosed, deep, quotes, "<a \(attributes)/>"] {
      let feed = try feed("<rss><item><guid>1</guid>\(inside)</item></rss>")
      #expect(feed.recordCount == 1)
      #expect(feed.posts.first?.id.rawValue == "1")
    }
  }
}
