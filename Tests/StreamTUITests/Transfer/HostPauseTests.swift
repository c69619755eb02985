import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// A host that wants fewer requests for one purpose is asked for no other.
@Suite(.serialized) struct HostPauseTests {
  private static let slow = "429 Too Many Requests|Retry-After: 300"

  private let web = FakeWeb()

  private func fetcher(_ stage: LoopStage, keepsCopies: Bool = false) -> Fetcher {
    Fetcher(
      with: stage.children,
      keepsCopies: keepsCopies,
      cache: CacheFolder(path: web.folder + "/cache"),
      program: web.folder + "/curl"
    )
  }

  private static func ways() throws -> [Retrieval] {
    let place = try #require(DiscussionPlace(of: "https://a.example/@mia/115000000000000001"))
    let purposes: [Purpose] = [.feed, .older, .article, .discussion(place), .reply, .picture]
    return try purposes.enumerated().map { number, purpose in
      let address = try #require(FeedAddress.judge("https://a.example/\(number)").address)
      return Retrieval(address, for: purpose)
    }
  }

  /// The names of the files that hold pauses, in the cache of a fetcher or of the program.
  private var pauses: [String] {
    ["cache", "cache/streamtui"].flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: "\(web.folder)/\(folder)/pauses")) ?? []
    }
  }

  private static func end(of way: Retrieval, _ fetcher: Fetcher, _ stage: LoopStage) throws
    -> RetrievalEnd
  {
    var end: RetrievalEnd?
    var isOver = false
    let run = try fetcher.begin([way]) { _, ended, _ in
      end = ended
      return []
    } onOver: {
      isOver = true
      return []
    }
    stage.serveChildren { isOver }
    run.cancel()
    return try #require(end)
  }

  @Test(arguments: 0..<6) func aPauseForOnePurposeHoldsForAll(_ first: Int) throws {
    let stage = try LoopStage()
    mkdir(web.folder + "/cache", 0o700)
    let ways = try Self.ways()
    try web.answer("https://a.example/\(first)", Self.slow)
    let fetcher = fetcher(stage, keepsCopies: true)
    let asked = try Self.end(of: ways[first], fetcher, stage)
    #expect(asked.wasAsked && asked.pause != nil)
    for way in ways {
      let end = try Self.end(of: way, fetcher, stage)
      #expect(!end.wasAsked && end.content == .nothing)
      #expect(
        end.failure == "a.example asks for a pause: it can be asked again in 5m.",
        "\(way.purpose)"
      )
    }
    // Another process of the user knows it as well, unless nothing is kept; another host has not asked for it.
    #expect(try !Self.end(of: ways[0], self.fetcher(stage, keepsCopies: true), stage).wasAsked)
    let other = try #require(FeedAddress.judge("https://b.example/").address)
    #expect(try Self.end(of: Retrieval(other), fetcher, stage).wasAsked)
    #expect(web.requests() == ["https://a.example/\(first)", "https://b.example/"])
    stage.pass(milliseconds: 301_000)
    #expect(try Self.end(of: ways[0], fetcher, stage).wasAsked)
  }

  /// Without a time, 429 has the host left alone for a minute; 503 may be the fault of one page.
  @Test(arguments: [
    ("429 Slow", true), ("429 Slow|Retry-After: 0", false), ("503 Busy", false),
    ("503 Busy|Retry-After: 20", true), ("403 No|Retry-After: 20", false),
  ])
  func answersThatAskForAPause(_ head: String, _ pauses: Bool) throws {
    let stage = try LoopStage()
    let fetcher = fetcher(stage)
    let ways = try Self.ways()
    try web.answer("https://a.example/0", head)
    _ = try Self.end(of: ways[0], fetcher, stage)
    #expect(try Self.end(of: ways[2], fetcher, stage).wasAsked != pauses)
    #expect(self.pauses.isEmpty)
    stage.pass(milliseconds: 61_000)
    #expect(try Self.end(of: ways[2], fetcher, stage).wasAsked)
  }

  /// Every command waits, and a subscription is not blamed for the pause.
  @Test func aPauseHoldsForEveryCommand() throws {
    let (feed, other) = ("https://a.example/feed", "https://a.example/other")
    let paged = FakeWeb.good + "|Link: <https://a.example/feed?p=2>; rel=\"next\""
    try web.answer(feed, paged, FakeWeb.news("One"))
    try web.answer(other, FakeWeb.good, FakeWeb.news("Two"))
    for address in [feed, other] {
      #expect(try web.run("$program add --yes \(address)").status == 0)
    }
    _ = try web.run("$program dump \(other)")
    try web.answer(feed, "429 Too Many Requests|Retry-After: 7200")
    _ = try web.run("$program refresh \(feed)")
    let asked = web.requests().count
    for command in ["refresh \(other)", "refresh --older \(feed)", "dump https://a.example/new"] {
      let outcome = try web.run("$program \(command)")
      #expect(outcome.errors.contains("pause") && outcome.status == 1, "\(command): \(outcome)")
    }
    try web.run("$program dump \(other)").ends(with: 0, output: "Two", errors: "pause")
    _ = try web.run("$program refresh --all")
    #expect(web.requests().count == asked)
    // The subscription that was not asked has not failed.
    let list = try web.run("$program list --format tsv").output
    #expect(!list.split(separator: "\n").contains { $0.contains(other) && $0.contains("pause") })
    #expect(pauses.count == 1)
    #expect(try web.run("$program forget all").status == 0)
    #expect(self.pauses.isEmpty)
  }

  /// The other documents of the host are not asked for, though their process has begun.
  @Test func aPauseEndsTheProcessThatAsksTheHost() throws {
    let addresses = (1...5).map { "https://a.example/\($0)" }
    for address in addresses {
      try web.answer(address, FakeWeb.good, FakeWeb.news("One"))
      #expect(try web.run("$program add --yes \(address)").status == 0)
    }
    let before = web.requests().count
    for address in addresses { try web.answer(address, Self.slow) }
    let releases = try addresses.map { try web.hold($0) }
    defer { for release in releases { release() } }
    // All but the first to be asked wait for ever.
    let outcome = try web.run(
      "$program refresh --all & for i in $(seq 100); do sleep 0.1; [ $(wc -l < '\(web.folder)/web/log') -gt \(before) ] && break; done; "
        + "key=$(tail -1 '\(web.folder)/web/log' | tr -c 'A-Za-z0-9\\n' _); echo > '\(web.folder)/web/'$key.peer; wait"
    )
    #expect(web.requests().count - before <= 2, "\(web.requests())")
    #expect(outcome.errors.contains("and 3 more: Its server asked for a pause"), "\(outcome)")
  }

  /// Each request ends once, also where the program for the next round is gone and a pause keeps some from it.
  @Test func aPauseWithoutAProgramEndsEachRequestOnce() throws {
    let stage = try LoopStage()
    let fetcher = fetcher(stage)
    mkdir(web.folder + "/cache", 0o700)
    try web.answer("https://a.example/0", Self.slow)
    _ = try Self.end(of: Self.ways()[0], fetcher, stage)
    let places = ["https://a.example/x", "https://d.example/x"]
    let starts = ["https://b.example/", "https://c.example/"]
    for (start, place) in zip(starts, places) {
      try web.answer(start, "302 Found|Location: \(place)")
    }
    let curl = try String(contentsOfFile: web.folder + "/curl", encoding: .utf8)
    try Program.writeScript("rm -f \"$0\"\n" + curl, to: web.folder + "/curl")
    var ends: [Int] = []
    var isOver = 0
    let run = try fetcher.begin(
      starts.map { Retrieval(try #require(FeedAddress.judge($0).address)) }
    ) { index, _, _ in
      ends.append(index)
      return []
    } onOver: {
      isOver += 1
      return []
    }
    stage.serveChildren { isOver > 0 }
    run.cancel()
    #expect(ends.sorted() == [0, 1] && isOver == 1)
  }
}
