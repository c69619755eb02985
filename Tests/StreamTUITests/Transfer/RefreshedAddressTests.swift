import Foundation
import StreamHost
import Testing

@testable import StreamTUI

/// An address that is shown and fetched again every so many minutes.
@Suite struct RefreshedAddressTests {
  private static let address = "https://a.example/feed"

  private static func rss(_ items: [String]) -> String {
    let items = items.map { "<item><guid>\($0)</guid><description>post \($0)</description></item>" }
    return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
  }

  private static func head(_ tag: String) -> String {
    "200 OK|Content-Type: application/rss+xml|ETag: \"\(tag)\""
  }

  @OwnFolder private var folder: String

  private func viewed(minutes: Int) throws -> WebStage {
    let stage = try WebStage(Self.address, in: folder, refreshedAfterMinutes: minutes)
    try stage.web.answer(Self.address, Self.head("1"), Self.rss((1...9).map { "\($0)" }))
    try stage.begin()
    return stage
  }

  /// Lets a minute pass, and serves the requests that it brings, up to this number.
  private func pass(_ stage: WebStage, requests: Int) throws {
    stage.stage.pass(milliseconds: 60_000)
    try stage.turn()
    try stage.serve { stage.web.requests().count == requests }
  }

  @Test func newPostsAppearAboveAndNothingMoves() throws {
    let stage = try viewed(minutes: 5)
    let before = stage.lines
    #expect(before.prefix(2).joined().contains("post 1"))
    try stage.web.answer(Self.address, Self.head("2"), Self.rss(["new", "newer", "1", "2"]))
    stage.stage.pass(milliseconds: 5 * 60_000 - 1)
    try stage.turn()
    #expect(stage.web.requests().count == 1 && stage.lines == before)
    stage.stage.pass(milliseconds: 1)
    try stage.serve { stage.web.requests().count == 2 }
    #expect(stage.lines.dropLast() == before.dropLast())
    #expect(stage.lines.last?.contains("post 3 of 11") == true)
    #expect(stage.lines.last?.contains("2 new above") == true)
    try stage.press("g")
    #expect(stage.lines.prefix(2).joined().contains("post new"))
  }

  @Test func theServerIsAskedForWhatIsNewerThanTheLastDocument() throws {
    let stage = try viewed(minutes: 1)
    try stage.web.answer(Self.address, Self.head("2"), Self.rss(["0", "1"]))
    try pass(stage, requests: 2)
    try stage.web.answer(Self.address, "304 Not Modified")
    try pass(stage, requests: 3)
    #expect(
      stage.web.requests() == [
        Self.address, "\(Self.address) If-None-Match: \"1\"",
        "\(Self.address) If-None-Match: \"2\"",
      ]
    )
    // Nobody asked, so an answer without news says nothing.
    #expect(stage.messages.isEmpty)
    #expect(stage.lines.last?.contains("1 new above") == true)
  }

  @Test(arguments: ["503 Later|Retry-After: 3600", "410 Gone"])
  func aServerThatAsksForAPauseOrHasItNoMoreIsNotAsked(_ head: String) throws {
    let stage = try viewed(minutes: 1)
    try stage.web.answer(Self.address, head)
    for _ in 0..<4 { try pass(stage, requests: 2) }
  }

  @Test func aFailureIsSaidAndThePostsStay() throws {
    let stage = try viewed(minutes: 1)
    let before = stage.lines
    try stage.web.answer(Self.address, "500 Oops")
    try pass(stage, requests: 2)
    #expect(stage.messages.count == 1 && stage.messages.last?.contains("The posts stay.") == true)
    try stage.web.answer(Self.address, Self.head("3"), "\u{1}\u{2} nothing that is a feed")
    try pass(stage, requests: 3)
    #expect(stage.messages.last?.contains("has no feed there") == true)
    // The message has two lines.
    #expect(stage.lines.dropLast(2) == before.dropLast(2))
  }

  /// The viewer learns from another process what became of each address.
  @Test func theProcessThatFetchesTellsWhatItFound() throws {
    let web = FakeWeb()
    let page = """
      <!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/rss"
      title="All\tposts"></head><body>x</body></html>
      """
    try web.answer(Self.address, Self.head("1"), Self.rss(["1", "2"]))
    try web.answer("https://b.example/", "200 OK|Content-Type: text/html", page)
    let list = "\(Self.address)\\0https://b.example/\\0exec:false\\0"
    let told = try web.run("printf '\(list)' | $program refresh --logs '\(web.folder)/logs'")
    let reports = told.output.split(separator: "\n").compactMap { AddressReport(String($0)) }
    let feed = try #require(reports.first { $0.source == Self.address })
    #expect(feed.new == 2 && feed.title == "News" && feed.failure == nil)
    let offered = try #require(reports.first { $0.source == "https://b.example/" })
    #expect(offered.offers.map(\.address.text) == ["https://b.example/rss"])
    #expect(offered.offers.map(\.title) == ["All posts"])
    #expect(reports.first { $0.source == "exec:false" }?.failure == "false ended with 1")
    #expect(told.status == 1 && reports.count == 3)
  }

  @Test func withoutMinutesTheServerIsAskedOnce() throws {
    let stage = try viewed(minutes: 0)
    stage.stage.pass(milliseconds: 86_400_000)
    try stage.turn()
    #expect(stage.web.requests().count == 1)
  }
}
