import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct SubscriptionTextTests {
  private func read(_ text: String) -> SubscriptionList {
    SubscriptionTextReader.read(Array(text.utf8)).list
  }

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
        "exec:curl 'x' | sed \"s/a/b/\"; rm -rf $HOME/*" tag \t
      "filter:~/bin/f -q:https://f.example/feed
      """
    let list = SubscriptionTextReader.readForeign(Array(urls.utf8))
    #expect(
      list.subscriptions == [
        Subscription(
          .web(try address("https://a.example/feed")),
          name: "Ada's \"feed\"",
          tags: ["news", "world, asia"]
        ),
        Subscription(
          .web(try address("https://b.example/feed")),
          tags: ["news", "tech", "hidden"]
        ),
        Subscription(.web(try address("https://c.example/feed")), name: "C", tags: ["own"]),
        Subscription(.web(try address("https://d.example/feed"))),
      ]
    )
    #expect(list.hidden == [1])
    #expect(
      list.problems.map(\.text) == [
        "6:24: this quote does not end (expected \" before the line end)"
      ]
    )
    #expect(list.queries.map { [$0.name, $0.filter] } == [["unread", "is:unread"]])
    #expect(list.queries.map(\.place.line) == [7])
    // Whole, and run by nobody: quotes, pipes and what a shell would do with them.
    #expect(
      list.programs.map { String(decoding: $0.line, as: UTF8.self) } == [
        "exec:~/bin/feed.sh \"x\"",
        "\"exec:curl 'x' | sed \"s/a/b/\"; rm -rf $HOME/*\" tag",
        "\"filter:~/bin/f -q:https://f.example/feed",
      ]
    )
    #expect(
      list.programs.map(\.place) == [
        .init(line: 8, column: 1), .init(line: 9, column: 3), .init(line: 10, column: 1),
      ]
    )
    // In the user's own list a word without a meaning is a mistake.
    #expect(read("https://b.example/feed news").problems.map(\.place.column) == [24])
  }

  /// A query feed is a saved view here, with the filter in this program's form.
  @Test(arguments: [
    (#"Unread tech:unread = \"yes\" and tags # \"tech\""#, ["unread-tech", "in:tech is:unread"]),
    (#"2024!:title =~ \"a b\" "#, ["view-2024", #"title:/a b/"#]),
    (#"Rivers:title =~ \"[Rr]iver: \\.\""#, ["rivers", #"title:/[Rr]iver: \./"#]),
    ("日本:age between 0:2", ["view", "date:3d..0d"]),
    // newsboat has one rank for "and" and "or", and begins on the left.
    (#"X:age < 1 or age > 2 and title = \"or\""#, ["x", #"(after:1d or before:3d) title=or"#]),
    (#"X:age<1 and age<2 or age<3"#, ["x", "after:1d after:2d or after:3d"]),
    (
      #"X:age<1 or age<2 and age<3 or age<4 and(age<5 or age<6 and age<7)"#,
      ["x", "((after:1d or after:2d) after:3d or after:4d) (after:5d or after:6d) after:7d"]
    ),
  ])
  func aQueryFeedOfNewsboatIsAView(_ line: String, _ answer: [String]) {
    let list = SubscriptionTextReader.readForeign(Array("\"query:\(line)\" tag\n".utf8))
    #expect(list.problems == [])
    #expect(list.queries.map { [$0.name, $0.filter] } == [answer])
  }

  /// "tags #" of newsboat looks for a word of all tags of a feed, and minds case; a tag is one thing here.
  @Test(arguments: [
    ("news \"daily news\"", #"tags # \"news\""#, #"in:/(?<!\S)news(?!\S)/c"#),
    ("News", #"tags !# \"news\""#, #"-in:/(?<!\S)news(?!\S)/c"#),
    ("\"a c/d+\"", #"tags#\"c/d+\""#, #"in:/(?<!\S)c\/d\+(?!\S)/c"#),
    (
      "\"daily news\"", #"tags # \"tech\" or title # \"tags\""#,
      #"in:tech or title:/(?<!\S)tags(?!\S)/c"#
    ),
    ("News daily", #"tags # \"News\""#, "in:News"),
  ])
  func aQueryForTagsMeansWhatNewsboatMeans(_ tags: String, _ query: String, _ filter: String) {
    let lines = ["\"query:X:\(query)\"", "https://a.example/feed \(tags)"]
    for text in [lines, lines.reversed()].map({ $0.joined(separator: "\n") }) {
      let list = SubscriptionTextReader.readForeign(Array(text.utf8))
      #expect(list.queries.map(\.filter) == [filter] && list.problems == [])
    }
  }

  @Test(arguments: [
    (
      #"Odd:guid # \"x\""#, "query feed \"Odd\" left out: in its filter, column 1: guid is no field"
    ),
    (
      #"Odd:title =~ \"(a\""#,
      "query feed \"Odd\" left out: in its filter, column 13: in the expression"
    ),
    ("Odd:", "a query feed without a filter (expected query:NAME:FILTER)"),
    ("Nothing", "a query feed without a filter (expected query:NAME:FILTER)"),
  ])
  func aQueryFeedThatIsNoViewIsNamed(_ line: String, _ message: String) {
    let list = SubscriptionTextReader.readForeign(Array("\n\"query:\(line)\"\n".utf8))
    #expect(list.queries == [])
    #expect(list.problems.map(\.place.line) == [2])
    #expect(list.problems.first?.message.hasPrefix(message) == true)
  }

  /// Two views of one name would make the configuration invalid.
  @Test func queryFeedsOfOneNameAreToldApart() {
    let name = String(repeating: "long ", count: 20)
    let lines = ["A b", "a-b", "A  B!", name, name, "Müll", "日本", "Новости"]
    let text = lines.map { "\"query:\($0):age < 1\"\n" }.joined()
    let names = SubscriptionTextReader.readForeign(Array(text.utf8)).queries.map(\.name)
    #expect(names.prefix(3) == ["a-b", "a-b-2", "a-b-3"])
    #expect(names.suffix(2) == ["view", "view-2"])
    #expect(Set(names).count == 8)
    #expect(names.allSatisfy { SavedView.isName($0) })
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
    #expect(read("https://a.example\nhttp://192.168.1.1/feed").doubts.map(\.index) == [1])
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
