import TestSupport
import Testing

@testable import StreamHost

@Suite struct OPMLTests {
  private func read(_ body: String) -> SubscriptionList {
    OPMLReader.read(Array("<opml version=\"2.0\"><body>\n\(body)\n</body></opml>".utf8))
  }

  @Test func outlinesAroundAFeedAreItsTags() throws {
    let list = read(
      """
      <outline text="News"><outline title="World &amp; more">
        <outline type="rss" text="A" xmlUrl="https://a.example/feed?x=1&amp;y=2"/>
      </outline>
      <outline text="B" xmlURL='https://b.example/' streamtui:every="2h"></outline></outline>
      <OUTLINE xmlUrl="https://c.example/" text="https://c.example/" />
      """
    )
    #expect(list.problems == [])
    #expect(
      list.subscriptions == [
        Subscription(
          .web(try address("https://a.example/feed?x=1&y=2")),
          name: "A",
          tags: ["News", "World & more"]
        ),
        Subscription(
          .web(try address("https://b.example/")),
          name: "B",
          tags: ["News"],
          every: 7_200
        ),
        Subscription(.web(try address("https://c.example/"))),
      ]
    )
  }

  /// The title stands in for a text that is empty or says the address.
  @Test func theNameIsThatOfTheAttributeThatHasOne() throws {
    let list = read(
      """
      <outline text="" title="A" xmlUrl="https://a.example/"/>
      <outline text="https://b.example/" title="B" xmlUrl="https://b.example/"/>
      <outline title="https://c.example/" xmlUrl="https://c.example/"/>
      """
    )
    #expect(list.subscriptions.map(\.name) == ["A", "B", nil])
  }

  /// gPodder 3.11 writes the description of a podcast as its text.
  @Test func aTitleIsANameBeforeTheText() throws {
    let list = read(
      #"<outline title="Lake &amp; Cast" text="About &amp; lakes" xmlUrl="https://a.example/" type="rss"/>"#
    )
    #expect(list.subscriptions.map(\.name) == ["Lake & Cast"])
    // newsboat's test list names a folder by its text.
    let folder = read(
      #"<outline text="Blogs" title="ignored"><outline text="A" xmlUrl="https://a.example/"/></outline>"#
    )
    #expect(folder.subscriptions.map(\.tags) == [["Blogs"]])
  }

  /// Until its first fetch a feed without a name is told by host and path.
  @Test(arguments: [
    ("https://a.example/", "a.example"), ("http://www.a.example:8080/x/", "a.example:8080/x"),
    ("https://a.example/feeds?tag=ice", "a.example/feeds?tag=ice"),
    (
      "https://a.example/a/long/path/to/the/feed/of/all/posts.xml",
      "a.example/…/to/the/feed/of/all/posts.xml"
    ),
    ("https://me:secret@a.example/feed", "me@a.example/feed"),
  ])
  func aFeedWithoutANameIsToldByHostAndPath(_ text: String, _ label: String) throws {
    #expect(Subscription.Source.web(try address(text)).label == label)
  }

  @Test func categoriesAreTagsAfterThoseOfTheFolders() throws {
    let list = read(
      """
      <outline text="News"><outline xmlUrl="https://a.example/" category="/tech/Swift lang,/News,/"/></outline>
      <outline xmlUrl="https://b.example/" category="daily, big  days"/>
      """
    )
    #expect(list.problems == [])
    #expect(
      list.subscriptions.map(\.tags) == [["News", "tech", "Swift lang"], ["daily", "big days"]]
    )
  }

  @Test func aFeedsOwnTitleIsShownToOthersAndPinsNoName() throws {
    let subscriptions = [
      Subscription(.web(try address("https://a.example/"))),
      Subscription(.web(try address("https://b.example/")), name: "Mine"),
    ]
    let text = OPMLWriter.write(subscriptions, title: "x") { _ in "Ada & Ben" }.text
    #expect(text.contains("text=\"Ada &amp; Ben\""))
    #expect(!text.contains("text=\"https://a.example/\""))
    #expect(OPMLReader.read(Array(text.utf8)).subscriptions == subscriptions)
  }

  @Test func addressesThatNobodyMayFetchAreLeftOutAndSaid() throws {
    let list = read(
      """
      <outline text="Bad" xmlUrl="javascript:alert(1)"/>
        <outline text="Run" xmlUrl="exec:rm -rf /"/>
      <outline xmlUrl="mailto:a@a.example"/><outline xmlUrl="file:///etc/passwd"/>
      <outline text="Mine" xmlUrl="http://192.168.0.1/feed"/>
      <outline text="Long" xmlUrl="https://a.example/\(String(repeating: "a", count: 3_000))"/>
      """
    )
    #expect(list.subscriptions.map(\.name) == ["Mine"])
    #expect(list.doubts.map(\.index) == [0])
    #expect(
      list.problems.prefix(2).map(\.text) == [
        "2:1: \"javascript:alert(1)\" of \"Bad\" left out: not an http or https address",
        "3:3: \"exec:rm -rf /\" of \"Run\" left out: not an http or https address",
      ]
    )
    #expect(list.problems.map(\.place.line) == [2, 3, 4, 4, 6])
    #expect(list.problems.last?.message.hasSuffix("longer than 2083 bytes") == true)
  }

  @Test func anOutlineWithoutAnAddressIsSaid() {
    let list = read(
      "<outline text=\"Lost\" type=\"rss\" htmlUrl=\"https://a.example\"/>\n"
        + "<outline text=\"Empty\"></outline>"
    )
    #expect(list.subscriptions.isEmpty)
    #expect(
      list.problems.map(\.text) == [
        "2:1: outline \"Lost\" left out: it has no xmlUrl and contains no feed",
        "3:1: outline \"Empty\" left out: it has no xmlUrl and contains no feed",
      ]
    )
    #expect(
      OPMLReader.read(Array("<rss/>".utf8)).problems.map(\.place) == [.init(line: 1, column: 1)]
    )
  }

  @Test func aFeedInTwoFoldersIsOneWithBothTags() throws {
    let list = read(
      """
      <outline text="x"><outline text="A" xmlUrl="https://A.example:443/#top"/></outline>
      <outline text="y"><outline xmlUrl="https://a.example/"/></outline>
      """
    )
    #expect(list.duplicates == 1)
    #expect(
      list.subscriptions == [
        Subscription(.web(try address("https://a.example/")), name: "A", tags: ["x", "y"])
      ]
    )
  }

  @Test func tenThousandOutlinesAreReadAndMoreAreSaid() {
    let list = read(
      (0..<10_007).map { "<outline xmlUrl=\"https://h.example/\($0)\"/>" }.joined(separator: "\n")
    )
    #expect(list.subscriptions.count == 10_000)
    #expect(list.problems.map(\.message) == ["7 feeds left out (expected at most 10000)"])
  }

  @Test func depthCostsNothing() {
    let deep = String(repeating: "<outline text=\"d\">", count: 100_000)
    let list = read(deep + "<outline xmlUrl=\"https://a.example/\"/>")
    #expect(list.subscriptions.map(\.tags) == [["d"]])
    let lost = read(
      String(repeating: "<outline>", count: 50) + String(repeating: "</outline>", count: 9_000)
    )
    #expect(lost.problemCount == 1)
  }

  @Test func everySubscriptionSurvivesTheExport() throws {
    for seed in 0..<50 {
      let subscriptions = try RandomSubscriptions.list(30, seed: UInt64(seed), isWeb: true)
      let result = OPMLWriter.write(subscriptions, title: "<&\"\u{1}>")
      let list = OPMLReader.read(Array(result.text.utf8))
      #expect(list.problems == [])
      #expect(list.subscriptions.count == subscriptions.count)
      let read = Dictionary(uniqueKeysWithValues: list.subscriptions.map { ($0.source, $0) })
      for subscription in subscriptions { #expect(read[subscription.source] == subscription) }
      #expect(OPMLWriter.write(list.subscriptions, title: "<&\"\u{1}>").text == result.text)
    }
  }

  /// Other readers show one folder, as deep as the reader's own tags are: not at all.
  @Test func tagsAreOneFolderAndCategories() throws {
    let tags = ["food", "plants", "AC/DC, live", " two  blanks ", "🌱"]
    let subscriptions = [
      Subscription(.web(try address("https://a.example/")), tags: tags),
      Subscription(.web(try address("https://b.example/")), tags: ["food"]),
      Subscription(.web(try address("https://c.example/")), tags: ["plants", "food"]),
      Subscription(.web(try address("https://d.example/"))),
      Subscription(.web(try address("https://e.example/")), tags: ["/,"]),
    ]
    let text = OPMLWriter.write(subscriptions, title: "x").text
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.count { $0 == "</outline>" } == 3, "\(text)")
    #expect(lines.count { $0 == "<outline text=\"food\">" } == 1)
    #expect(text.contains("category=\"food,plants,AC DC live,two blanks,🌱\""), "\(text)")
    #expect(text.contains("category=\"plants,food\"/>"), "\(text)")
    // A folder is closed before the next one opens.
    var depth = 0
    for line in lines {
      if line.hasPrefix("<outline"), !line.hasSuffix("/>") { depth += 1 }
      if line == "</outline>" { depth -= 1 }
      #expect(depth <= 1)
    }
    let list = OPMLReader.read(Array(text.utf8))
    #expect(list.problems == [])
    #expect(list.subscriptions.count == subscriptions.count)
    for subscription in subscriptions {
      #expect(list.subscriptions.contains(subscription), "\(subscription)")
    }
    // Moved to another folder by another program, it has that tag, too.
    let moved = text.replacing("text=\"plants\"", with: "text=\"garden\"")
    let read = OPMLReader.read(Array(moved.utf8)).subscriptions
    #expect(read.contains { $0.tags == ["garden", "plants", "food"] })
  }

  @Test func filesAndAccountsAreNotExported() throws {
    let file = Subscription(.file("/home/olga/private.json"))
    let result = OPMLWriter.write([file], title: "x")
    #expect(result.leftOut == [file])
    #expect(!result.text.contains("private"))
  }

  @Test func aCutListGivesItsWholeFeedsAndSaysWhereItEnds() throws {
    let start =
      "<opml version=\"2.0\"><body>\n<outline text=\"A\" xmlUrl=\"https://a.example/\"/>\n"
    let last = "<outline text=\"B\" xmlUrl=\"https://b.example/feed?a=1&amp;b=2\"/>"
    let whole = OPMLReader.read(Array((start + last + "</body></opml>").utf8))
    #expect(!whole.isCut && whole.problems == [] && whole.subscriptions.count == 2)
    for length in 0..<last.utf8.count {
      let list = OPMLReader.read(Array((start + last.prefix(length)).utf8))
      #expect(list.isCut)
      #expect(list.subscriptions.map(\.source.text) == ["https://a.example/"], "\(length)")
      #expect(
        list.problems.last?.text
          == "3:\(length + 1): the list ends in the middle (expected </opml>)"
      )
    }
    #expect(OPMLReader.read(Array((start + last).utf8)).subscriptions.count == 2)
    #expect(OPMLReader.read(Array((start + last + "</body></opm").utf8)).isCut)
    // A "<" ends a tag that has not ended; the address before it is a part of one.
    let part = OPMLReader.read(Array((start + "<outline xmlUrl=\"https://b.example/?a=<b").utf8))
    #expect(part.subscriptions.count == 1)
    #expect(part.problems.first?.message.hasSuffix("its tag does not end (expected \">\")") == true)
  }

  @Test func anyBytesAreRead() {
    let pieces = [
      "<opml>", "<outline", " text=", "\"", "'", ">", "/>", "</outline>",
      " xmlUrl=\"https://a.example/",
      "&amp;", "&#x41;", "é", "\n", "<!--", "-->", "<![CDATA[", "]]>", "<", "=", "javascript:",
      "\u{0}",
    ]
    var random = SplitMix(seed: 3)
    for _ in 0..<3_000 {
      let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let list = OPMLReader.read(Array(text.utf8))
      let lines = text.utf8.count { $0 == 0x0A } + 1
      #expect(list.problems.allSatisfy { $0.place.line <= lines })
      #expect(list.problems.map(\.place) == list.problems.map(\.place).sorted())
      let again = OPMLReader.read(Array(OPMLWriter.write(list.subscriptions, title: "").text.utf8))
      #expect(Set(again.subscriptions.map(\.source)) == Set(list.subscriptions.map(\.source)))
    }
  }
}
