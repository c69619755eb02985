import CellGrid
import StreamModel
import Testing

@testable import StreamHost

/// The line below the last post of several subscriptions, and those of them that a key fetches.
struct OlderSourcesTests {
  private func address(_ text: String) throws -> FeedAddress {
    try #require(FeedAddress.judge(text).address)
  }

  /// A subscription whose next page is at a place; nil for one of which nothing is known.
  private func source(
    _ name: String,
    _ page: OlderTrail.Place?,
    read pages: Int = 0,
    tried: Int64? = nil,
    failure: String? = nil
  ) throws -> (Subscription, OlderRecord?) {
    let feed = try address("https://\(name).example/feed")
    let record = try page.map { page in
      var trail = OlderTrail(from: feed, to: page)
      for number in 0..<pages {
        trail.take(try address("https://\(name).example/\(number)"), leadingTo: page)
      }
      var record = OlderRecord(trail)
      record.tried = tried.map { Timestamp(secondsSinceEpoch: $0) }
      record.failure = failure
      return record
    }
    return (Subscription(.web(feed)), record)
  }

  private func next(_ name: String) throws -> OlderTrail.Place {
    .page(try address("https://\(name).example/next"), isGuess: false)
  }

  @Test func aSingleOneSaysHowFarItIs() throws {
    let now = Timestamp(secondsSinceEpoch: 7)
    let elsewhere = try address("https://old.example/2")
    let cases: [((Subscription, OlderRecord?), OlderPosts.State?)] = [
      (try source("a", nil), nil), (try source("a", .first), nil),
      (try source("a", try next("a")), .more), (try source("a", .first, read: 2), .first),
      (try source("a", try next("a"), tried: 7, failure: "no"), .failed("no", at: now)),
      (try source("a", .elsewhere(elsewhere)), .elsewhere(elsewhere.text, host: "old.example")),
    ]
    var gap = try source("a", try next("a"))
    gap.1?.beyond = OlderTrail(from: try address("https://a.example/feed"), to: .first)
    #expect(OlderSources([gap]).posts == OlderPosts(.missed))
    for (source, state) in cases {
      #expect(OlderSources([source]).posts == state.map { OlderPosts($0) })
    }
    let refused = OlderSources([try source("a", .refused("file:///x"), tried: 7)]).posts
    guard case .failed(let text, now)? = refused?.state else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(text.string.hasSuffix("is not fetched: file:///x"))
  }

  @Test func ofSeveralThoseAreFetchedThatWereAskedLongestAgo() throws {
    let elsewhere = OlderTrail.Place.elsewhere(try address("https://old.example/2"))
    let sources = OlderSources([
      try source("a", try next("a"), tried: 30), try source("b", .first, read: 3),
      try source("c", try next("c"), tried: 10, failure: "no"), try source("d", nil),
      try source("e", try next("e")), try source("f", elsewhere),
    ])
    #expect(sources.posts == OlderPosts(.more, sources: 3))
    let hosts = { (most: Int) in sources.next(most).compactMap(\.source.host) }
    #expect(hosts(2) == ["e.example", "c.example"])
    #expect(hosts(8) == ["e.example", "c.example", "a.example"])
    let none = OlderSources([try source("b", .first, read: 3), try source("d", nil)])
    #expect(none.posts == nil && none.next(8).isEmpty)
    let failed = OlderSources([
      try source("a", try next("a"), tried: 5, failure: "no"),
      try source("b", try next("b"), tried: 6, failure: "never"),
    ])
    #expect(
      failed.posts
        == OlderPosts(.failed("no", at: Timestamp(secondsSinceEpoch: 5)), sources: 2)
    )
  }

  /// A record that is read again says the same, and a name cannot add a line.
  @Test func theLinesOfAFileAreReadBack() throws {
    var older = try #require(try source("a", try next("a"), read: 5, tried: 9).1)
    older.isActivity = true
    older.author = Account(
      name: "Mia\nolder-asked x",
      handle: "@mia@a.example",
      url: "https://a.example/mia"
    )
    older.asked = Timestamp(secondsSinceEpoch: 8)
    older.failure = "no"
    older.beyond = OlderTrail(from: try address("https://a.example/feed"), to: .first)
    var record = FetchRecord()
    record.older = older
    let again = try #require(FetchRecord(record.bytes)?.older)
    #expect(again.author?.name == "Mia older-asked x")
    older.author = again.author
    #expect(again == older)
  }
}
