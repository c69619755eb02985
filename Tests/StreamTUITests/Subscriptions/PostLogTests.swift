import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// The log of a subscription's posts.
struct PostLogTests {
  private let stage = PostLogStage()

  private typealias Item = PostLogStage.Item

  @Test func newPostsComeAfterTheOldOnesTheOldestFirst() throws {
    let first = try stage.take(
      [Item("c", "three", time: 30), Item("b", "two", time: 20), Item("x", "no time")],
      title: "A feed"
    )
    #expect(first.new == 3 && first.edited == 0)
    #expect(first.title == "A feed" && first.noFeed == nil)
    #expect(try stage.texts() == ["two", "three", "no time"])
    let second = try stage.take([
      Item("e", "five", time: 50), Item("d", "four", time: 40), Item("c", "three", time: 30),
    ])
    #expect(second.new == 2)
    #expect(try stage.texts() == ["two", "three", "no time", "four", "five"])
  }

  @Test func theSameDocumentTwiceAppendsNothing() throws {
    let items = [
      Item("a", "one"), Item(nil, "two", url: "https://a.example/2"), Item(nil, "three"),
    ]
    try stage.take(items)
    let bytes = stage.bytes
    let again = try stage.take(items)
    #expect(again.new == 0 && again.edited == 0)
    #expect(stage.bytes == bytes && !bytes.isEmpty)
  }

  /// Weblogs made by hand give two posts of a morning one id: both are kept, under the same ids in every fetch.
  @Test func twoPostsOfOneIdAreBothKept() throws {
    try PostLogStage.run { stage in
      let (first, second) = (Item("a", "one", time: 10), Item("a", "two", time: 20))
      try stage.take([second, first, Item("a", "one", time: 10), Item("b", "three", time: 30)])
      #expect(try stage.texts() == ["one", "two", "three"])
      let bytes = stage.bytes
      for items in [[first, second], [second, first], [second], [first]] {
        let again = try stage.take(items)
        #expect(again.new == 0 && again.edited == 0, "\(items)")
      }
      #expect(stage.bytes == bytes)
      let edited = try stage.take([Item("a", "two, in other words", time: 20)])
      #expect(edited.new == 0 && edited.edited == 1)
      #expect(try stage.texts() == ["one", "two, in other words", "three"])
    }
    // The second one comes an hour later.
    try PostLogStage.run { stage in
      try stage.take([Item("a", "one", time: 10)])
      try stage.take([Item("a", "two", time: 20), Item("a", "one", time: 10)])
      #expect(try stage.texts() == ["one", "two"])
    }
  }

  @Test func newCommentsAndAnotherAddressAreTaken() throws {
    func document(_ count: Int, _ text: String = "water", at page: String = "1") -> [UInt8] {
      let comments = (0..<count).map { #"{"id":"c\#($0)","body_text":"a \"quote\" {\"id\":"}"# }
      return Array(
        """
        {"id":"p","url":"https://a.example/\(page)","body_text":"\(text)","likes_count":\(count),\
        "comments":[\(comments.joined(separator: ","))]}

        """.utf8
      )
    }
    try PostLogStage.run { stage in
      func post() throws -> (now: Post, former: Post?) {
        let feed = try stage.feed().scanned()
        #expect(feed.recordCount == 1)
        return (try #require(feed.record(at: 0).post), feed.former(ofNumber: 0))
      }
      #expect(try stage.take(bytes: document(2)).new == 1)
      let grown = try stage.take(bytes: document(3))
      #expect(grown.new == 0 && grown.edited == 0 && grown.discussed == 1)
      #expect(try post().now.comments.count == 3 && post().now.state == .asPublished)
      let size = stage.bytes.count
      for count in [3, 2] { #expect(try stage.take(bytes: document(count)).discussed == 0) }
      #expect(try stage.take(bytes: document(3, at: "1?token=2")).edited == 0)
      #expect(stage.bytes.count == size)
      let moved = try stage.take(bytes: document(3, at: "2"))
      #expect(moved.edited == 0 && moved.discussed == 0)
      #expect(try post().now.url == "https://a.example/2")
      // The former text is still told after comments that came later.
      #expect(try stage.take(bytes: document(3, "ice", at: "2")).edited == 1)
      #expect(try stage.take(bytes: document(5, "ice", at: "2")).discussed == 1)
      #expect(try post().now.state == .updated && post().now.comments.count == 5)
      #expect(try post().former?.body == .text("water"))
    }
  }

  @Test func theLogIsAFeedWithTheSameKeys() throws {
    try stage.take([
      Item("a \"quoted\\\" id", "one\nline"), Item(nil, "two", url: "https://a.example/2"),
      Item(nil, "three", time: 77),
    ])
    let feed = try stage.feed().scanned()
    let index = PostLogIndex(stage.bytes)
    #expect(feed.recordCount == 3 && feed.problems.isEmpty && index.entries.count == 3)
    for number in 0..<3 {
      let post = try #require(feed.record(at: number).post)
      #expect(post.idIsStated && post.baseURL == "https://a.example/feed")
      #expect(PostIdentity(post) == index.entries[number].identity)
      #expect(post.textHash == index.entries[number].text)
    }
  }

  @Test func anEditedPostGetsAnUpdateLine() throws {
    try stage.take([Item("a", "one"), Item(nil, "untold", url: "https://a.example/u")])
    let edited = try stage.take([
      Item("a", "one, edited"), Item(nil, "retold", url: "https://a.example/u"),
    ])
    #expect(edited.new == 0 && edited.edited == 2)
    let update = try #require(try stage.lines().last)
    #expect(update["type"] as? String == "update" && update["id"] == nil)
    #expect(Set(try stage.texts()) == ["one, edited", "retold"])
    // It goes from the feed and comes back, then goes back to its first text.
    try stage.take([Item("b", "other")])
    #expect(try stage.take([Item("a", "one, edited")]).edited == 0)
    #expect(try stage.take([Item("a", "one")]).edited == 1)
    #expect(Set(try stage.texts()) == ["one", "retold", "other"])
  }

  @Test func aFeedWithOtherIdsInEachFetchDoublesNothing() throws {
    func items(_ round: Int, _ range: Range<Int>) -> [Item] {
      range.reversed().map {
        Item("id-\(round)-\($0)", "text \($0)", url: "https://a.example/\($0)", time: $0)
      }
    }
    for round in 0..<5 {
      let report = try stage.take(items(round, round..<round + 10))
      #expect(report.new == (round == 0 ? 10 : 1) && report.edited == 0)
    }
    var changed = items(9, 4..<14)
    changed[3].text = "edited"
    #expect(try stage.take(changed).edited == 1)
    #expect(try stage.texts().count == 14)
  }

  /// Earlier versions wrote 64 bits of a fallback, of which 48 are compared.
  @Test func aLogOfAnEarlierVersionIsContinued() throws {
    func items(_ round: Int) -> [Item] {
      let numbers: [Int] = [0, 1, 2]
      return numbers.map { number in
        Item("id-\(round)-\(number)", "text", url: "https://a.example/\(number)", time: number)
      }
    }
    try stage.take(items(0))
    var bytes = stage.bytes
    for line in PostLogIndex(bytes).entries.map(\.line.lowerBound) {
      let fallback = line + #"{"streamtui_key":""#.utf8.count + 16
      #expect(bytes[fallback..<fallback + 4].elementsEqual("0000".utf8))
      bytes.replaceSubrange(fallback..<fallback + 4, with: "beef".utf8)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: stage.log.path))
    #expect(try stage.take(items(1)).new == 0)
    #expect(stage.bytes == bytes)
  }

  @Test func postsThatShareAnAddressAreNotTakenForOne() throws {
    let url = "https://a.example/changes"
    try stage.take([Item("1", "first", url: url)])
    #expect(try stage.take([Item("2", "second", url: url)]).new == 1)
    #expect(try stage.take([Item("4", "fourth", url: url), Item("3", "third", url: url)]).new == 2)
    #expect(try stage.texts().count == 4)
  }

  /// A page of warnings has one address for one warning after the other.
  @Test func anotherPostOfTheSameAddressIsNew() throws {
    let news = Item("n1", "news", url: "https://a.example/news", time: 1)
    let page = "https://a.example/warnings"
    try stage.take([Item("w1", "storm", url: page, time: 1), news])
    #expect(try stage.take([Item("w2", "flood", url: page, time: 2), news]).new == 1)
    #expect(Set(try stage.texts()) == ["storm", "flood", "news"])
  }

  @Test(arguments: [true, false]) func anIDThatIsUsedAgainIsAnotherPost(_ isFirst: Bool) throws {
    let last = Item("z", "last", url: "https://a.example/9", time: 1)
    let first = { Item($0, "first", url: "https://a.example/1", time: 1) }
    try stage.take([first("a"), last])
    try stage.take([first("b"), last])
    let pair = [first("b"), Item("a", "another", url: "https://a.example/2", time: 1)]
    try stage.take((isFirst ? pair : pair.reversed()) + [last])
    #expect(Set(try stage.texts()) == ["first", "another", "last"])
  }

  @Test func aDocumentThatIsNoFeedWritesNothing() throws {
    let page = """
      <!DOCTYPE html><html><head><title>Hotel</title>
      <link rel="alternate" type="application/rss+xml" href="/rss.xml" title="News">
      </head><body><p>Log in to use this network.</p></body></html>
      """
    let portal = try stage.take(bytes: Array(page.utf8))
    #expect(portal.noFeed == "a web page, not a feed" && portal.new == 0)
    for bytes in [[], Array("nothing".utf8), Array("<opml><body/></opml>".utf8)] {
      #expect(try stage.take(bytes: bytes).noFeed != nil)
    }
    #expect(try stage.take([]).noFeed == nil)
    #expect(!FileManager.default.fileExists(atPath: stage.log.path))
  }

  /// Half an item without its id would stay beside the whole one for ever, and half a text replace a whole.
  @Test func aDocumentThatEndsInTheMiddleChangesNothing() throws {
    let items = (1...3).map {
      "<item><title>T\($0)</title><description>text \($0)</description><guid>g\($0)</guid></item>"
    }
    let rss =
      "<rss version=\"2.0\"><channel><title>F</title>\(items.joined())</channel></rss>"
    let json = try PostLogStage.document((1...3).map { Item("g\($0)", "text \($0)") })
    for document in [Array(rss.utf8), json] {
      try PostLogStage.run { stage in
        #expect(try stage.take(bytes: document).new == 3)
        let log = stage.bytes
        for count in document.indices.dropLast() {
          let report = try stage.take(bytes: Array(document[..<count]))
          #expect(report.damage != nil || report.noFeed != nil, "\(count) bytes")
          #expect(stage.bytes == log, "\(count) bytes")
        }
        #expect(try stage.take(bytes: document).damage == nil)
        #expect(stage.bytes == log)
      }
    }
  }

  @Test func aPartOfALineIsReplacedAndALinkIsNotFollowed() throws {
    try stage.take([Item("a", "one")])
    let whole = stage.bytes
    try Data(whole + Array(#"{"streamtui_key":"12"#.utf8)).write(
      to: URL(fileURLWithPath: stage.log.path)
    )
    #expect(try stage.take([Item("a", "one"), Item("b", "two")]).new == 1)
    #expect(stage.bytes.starts(with: whole))
    #expect(try stage.texts() == ["one", "two"])

    let other = stage.stage.place + "/other"
    try Data().write(to: URL(fileURLWithPath: other))
    try FileManager.default.removeItem(atPath: stage.log.path)
    try FileManager.default.createSymbolicLink(atPath: stage.log.path, withDestinationPath: other)
    #expect(throws: StateError.link(stage.log.name)) { try stage.take([Item("a", "one")]) }
    #expect(FileManager.default.contents(atPath: other) == Data())
  }

  @Test func aFullDiskLeavesTheLogAsItWas() async {
    await #expect(processExitsWith: .success) {
      try PostLogStage.run { stage in
        try stage.take([PostLogStage.Item("a", "one")])
        let bytes = stage.bytes
        StoreStage.limitFiles(to: 4096)
        let long = String(repeating: "x", count: 9_000)
        #expect(throws: StateError.refused(EFBIG)) {
          try stage.take([PostLogStage.Item("b", long)])
        }
        #expect(stage.bytes == bytes)
      }
    }
  }

  @Test func aThousandRandomDocumentsMatchAModel() throws {
    for seed in 0..<20 {
      var random = SplitMix(seed: UInt64(seed))
      try PostLogStage.run { stage in
        var texts: [Int: String] = [:]
        for round in 0..<50 {
          var numbers: [Int] = []
          for number in (0..<12).reversed() where random.below(3) > 0 { numbers.append(number) }
          let items = numbers.map { number -> Item in
            if texts[number] == nil || random.below(4) == 0 {
              texts[number] = "text \(number) of \(random.below(3))"
            }
            // Half of the posts have no id, the others no address.
            return number % 2 == 0
              ? Item("p\(number)", texts[number] ?? "", time: number * 10)
              : Item(nil, texts[number] ?? "", url: "https://a.example/\(number)")
          }
          #expect(try stage.take(items).noFeed == nil)
          #expect(try stage.texts().sorted() == texts.values.sorted(), "seed \(seed), \(round)")
          if random.below(5) == 0 {
            try stage.log.prune(keeping: [], listed: [], now: Timestamp(secondsSinceEpoch: 900))
          }
        }
      }
    }
  }

  @Test func aLogOfAThousandPostsIsComparedQuickly() throws {
    let text = String(repeating: "Water is wet. ", count: 70)
    try stage.take(
      (0..<1_000).map { (number: Int) in
        Item("post-\(number)", "\(text)\(number)", time: number)
      }
    )
    let bytes = stage.bytes
    var best = Int64.max
    for _ in 0..<5 {
      let start = ContinuousClock.now
      let index = PostLogIndex(bytes)
      let time = (ContinuousClock.now - start).components
      #expect(index.entries.count == 1_000)
      best = min(best, time.attoseconds / 1_000_000_000_000)
    }
    print("a log of 1,000 posts, \(bytes.count) bytes: \(best) us")
    // A debug build beside others.
    #expect(best < 50_000)
  }
}
