import TestSupport
import Testing

@testable import StreamModel

/// The text that a post had before its last edit.
@Suite struct FormerPostTests {
  private static let first = #"{"id":"p1","author":"@olga","body_text":"cold lake"}"#
  private static let other = #"{"id":"p2","author":"@mia","body_text":"warm stove"}"#

  private static func update(_ text: String) -> String {
    #"{"type":"update","post":"p1","body_text":"\#(text)"}"#
  }

  private static func feed(_ lines: [String]) throws -> Feed {
    let text = lines.map { "\($0)\n" }.joined()
    return try Feed(source: MemoryBytes(name: "feed", text: text)).scanned()
  }

  private static func text(_ source: any RecordSource, _ number: Int = 0) -> String? {
    guard case .text(let text)? = source.former(ofNumber: number)?.body else { return nil }
    return text
  }

  @Test func itIsTheTextOfTheUpdateBeforeOrOfTheRecord() throws {
    var lines = [Self.first, Self.other]
    #expect(try Self.text(Self.feed(lines)) == nil)
    lines.append(Self.update("frozen lake"))
    #expect(try Self.text(Self.feed(lines)) == "cold lake")
    #expect(try Self.text(Self.feed(lines), 1) == nil)
    lines.append(Self.update("thick ice"))
    #expect(try Self.text(Self.feed(lines)) == "frozen lake")
    lines.append(Self.update("thin ice"))
    #expect(try Self.text(Self.feed(lines)) == "thick ice")
    // A text that was taken away is not shown again.
    lines.append(#"{"type":"delete","post":"p1"}"#)
    #expect(try Self.text(Self.feed(lines)) == nil)
    lines.append(Self.update("new ice"))
    #expect(try Self.text(Self.feed(lines)) == "thin ice")
  }

  @Test func anUpdateThatCannotBeReadHidesNothing() throws {
    let lines = [Self.first, #"{"type":"update","post":"p1","body_text":}"#, Self.update("ice")]
    let feed = try Self.feed(lines)
    _ = feed.former(ofNumber: 0)
    #expect(feed.former(ofNumber: 7) == nil && feed.former(ofNumber: -1) == nil)
    #expect(feed.record(at: 0).post?.body == .text("ice"))
  }

  @Test func anEarlierTextThatWasPrivateIsNotShownAmongPublicPosts() throws {
    let first = #"{"id":"p1","visibility":"direct","body_text":"secret"}"#
    let feed = try Self.feed([first, Self.other, Self.update("open")])
    let chosen = ChosenRecords(feed, RecordChoice(isPublicOnly: true))
    #expect(Self.text(feed) == "secret")
    #expect(Self.text(chosen) == nil)
  }
}
