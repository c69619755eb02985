import TestSupport
import Testing

@testable import StreamSources

@Suite struct SubscriptionTextTests {
  private func read(_ text: String) -> SubscriptionList { SubscriptionTextReader.read(text) }

  @Test func aLineIsASubscription() throws {
    let list = read(
      """
      # my feeds
      https://a.example/feed.xml  name="A \\"quoted\\" name" tags=news,"World, Asia" every=30m

        acct:olga@social.example   # a friend
      /home/olga/feed.json tags=local\t every=1d
      blog.example/feed full-text=yes
      "/home/olga/my notes.json"
      """
    )
    #expect(list.problems == [])
    #expect(
      list.subscriptions == [
        Subscription(
          .web(try address("https://a.example/feed.xml")),
          name: "A \"quoted\" name",
          tags: ["news", "World, Asia"],
          every: 1_800
        ),
        Subscription(.account(try #require(AccountName("olga@social.example")))),
        Subscription(.file("/home/olga/feed.json"), tags: ["local"], every: 86_400),
        Subscription(.web(try address("https://blog.example/feed")), wantsFullText: true),
        Subscription(.file("/home/olga/my notes.json")),
      ]
    )
  }

  /// The form is that of newsboat's manual.
  @Test func aListOfNewsboatHasTagsAndNames() throws {
    let urls = """
      # news
      https://a.example/feed "news" "world, asia" "~Ada's \\"feed\\""
      https://b.example/feed news tech news ! "!hidden"
      https://c.example/feed  name="C" tags=own   # this program's own form
      https://d.example/feed name=
      https://e.example/feed "open
      "query:Unread:unread = \\"yes\\""
      exec:~/bin/feed.sh "x"
      """
    let list = SubscriptionTextReader.readForeign(Array(urls.utf8))
    #expect(
      list.subscriptions == [
        Subscription(
          .web(try address("https://a.example/feed")),
          name: "Ada's \"feed\"",
          tags: ["news", "world, asia"]
        ),
        Subscription(.web(try address("https://b.example/feed")), tags: ["news", "tech"]),
        Subscription(.web(try address("https://c.example/feed")), name: "C", tags: ["own"]),
        Subscription(.web(try address("https://d.example/feed"))),
      ]
    )
    #expect(list.hidden == [1])
    #expect(list.problems.map(\.place.line) == [6, 7, 8])
    #expect(list.problems[1].lines == ["[views.unread]", "filter = \"is:unread\""])
    #expect(list.problems.first?.message.hasPrefix("this quote does not end") == true)
    #expect(list.problems.last?.message.hasPrefix("\"exec:\" addresses are not supported") == true)
    // In the user's own list a word without a meaning is a mistake.
    #expect(read("https://b.example/feed news").problems.map(\.place.column) == [24])
  }

  /// A query feed is a saved view here: the message has its lines, with the filter in this program's form.
  @Test(arguments: [
    (
      #"query:Unread tech:unread = \"yes\" and tags # \"tech\""#,
      ["[views.unread-tech]", #"filter = "in:tech is:unread""#]
    ),
    (#"query:2024!:title =~ \"a b\" "#, ["[views.view]", "filter = \"title:\\\"a b\\\"\""]),
    (#"query:Odd:flags # \"x\""#, []), ("query:Nothing", []),
  ])
  func aQueryFeedOfNewsboatIsAView(_ line: String, _ lines: [String]) {
    let list = SubscriptionTextReader.readForeign(Array("\"\(line)\" tag\n".utf8))
    #expect(list.problems.map(\.lines) == [lines])
    #expect(list.problems.first?.message.hasPrefix("query: feeds are not subscribed to.") == true)
  }

  @Test(arguments: [
    ("javascript:alert(1)", "1:1: \"javascript:\" addresses are not supported"),
    ("\n  gemini://a.example/", "2:3: gemini: addresses are not supported"),
    ("https://a.example nam=x", "1:19: unknown word \"nam\""),
    ("https://a.example name=x name=y", "1:26: name is stated twice"),
    ("https://a.example every=soon", "1:25: \"soon\" is not an interval"),
    ("https://a.example full-text=on", "1:29: full-text is \"on\" (expected yes or no)"),
    ("https://a.example every=1s", "1:25: \"1s\" is out of bounds (expected 5m to 30d)"),
    ("https://a.example name=\"é", "1:24: this quote does not end"),
    ("https://a.example name=\"é\"x", "1:27: expected a space before this"),
    ("https://a.example name", "1:23: expected \"=\" after name"),
    ("notes.json", "1:1: \"notes.json\" left out: a file needs its whole path"),
    ("acct:nobody", "1:1: \"acct:nobody\" is no account name"),
    ("https://a b.example", "1:11: unknown word \"b.example\""),
    ("https://a.example\nHTTPS://A.example/#x", "2:1: this source has a line already"),
  ])
  func aMistakeIsNamedWithItsPlace(text: String, problem: String) throws {
    let list = read(text + "\nhttps://good.example")
    #expect(list.problemCount == 1)
    let found = try #require(list.problems.first).text
    #expect(found.hasPrefix(problem), "\(found)")
    #expect(list.subscriptions.last?.source == .web(try address("https://good.example")))
  }

  @Test func anAddressInTheUsersNetworkIsMarked() {
    let list = read("https://a.example\nhttp://192.168.1.1/feed")
    #expect(list.doubts.map(\.index) == [1])
  }

  /// A written list reads the same again, whatever the names are.
  @Test func everySubscriptionSurvivesTheText() throws {
    for seed in 0..<50 {
      let subscriptions = try RandomSubscriptions.list(20, seed: UInt64(seed))
      let text = SubscriptionTextWriter.write(subscriptions)
      let list = read(text)
      #expect(list.problems == [])
      #expect(list.subscriptions == subscriptions)
      #expect(SubscriptionTextWriter.write(list.subscriptions) == text)
    }
  }

  @Test func anyTextIsRead() {
    let pieces = [
      "https://a.example/", "name=", "tags=", "every=", "\"", "\\", ",", "#", " ", "\n", "\r\n",
      "é", "30m", "acct:a@b.example", "\t", "\u{0}", "=", "/x", "999999d",
    ]
    var random = SplitMix(seed: 5)
    for _ in 0..<3_000 {
      let text = (0..<random.below(30)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let list = read(text)
      let lines = text.utf8.count { $0 == 0x0A } + 1
      #expect(list.problems.allSatisfy { (1...lines).contains($0.place.line) })
      #expect(list.subscriptions.count + list.problemCount - list.duplicates <= lines)
      let again = read(SubscriptionTextWriter.write(list.subscriptions))
      #expect(again.subscriptions == list.subscriptions)
      #expect(again.problems == [])
    }
  }

  @Test func intervalsAreWrittenInTheLargestUnit() {
    for (seconds, text) in [(300, "5m"), (90, "90s"), (7_200, "2h"), (86_400, "1d")] {
      #expect(Interval.write(Int64(seconds)) == text)
      #expect(Interval.read(text) == Int64(seconds))
    }
    for text in ["", "m", "0m", "-5m", "5", "5 m", "1234567890d", "5M", "٣m"] {
      #expect(Interval.read(text) == nil)
    }
  }

  @Test func namesAndTagsAreSingleLines() throws {
    let feed = Subscription.Source.file("/x")
    let long = String(repeating: "é", count: 500)
    let subscription = Subscription(
      feed,
      name: " a\u{1B}[31m\n b\u{A0}\u{2028} ",
      tags: ["x", "", " x ", long] + (0..<90).map { "t\($0)" },
      every: 1
    )
    #expect(subscription.name == "a [31m b")
    #expect(subscription.tags.count == Subscription.tagLimit)
    #expect(subscription.tags[1].utf8.count == Subscription.textLimit)
    #expect(subscription.every == 300)
    #expect(Subscription(feed, name: "\n").name == nil)
  }
}
