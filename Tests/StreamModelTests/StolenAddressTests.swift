import TestSupport
import Testing

@testable import StreamModel

/// Posts that state the address of a post of another feed.
struct StolenAddressTests {
  private func rows(_ texts: [String], id: String = "", byStrangers: Bool) throws -> [String] {
    let feeds = texts.enumerated().map { number, text in
      let own = id.isEmpty ? "n\(number)" : id
      let line =
        #"{"id":"\#(own)","url":"https://honest.example/42","published":"2026-01-0\#(number + 1)T00:00:00Z","body_text":"\#(text)"}"#
      let source = MemoryBytes(name: "feed \(number)", text: line)
      return Feed(source: source, comparesTexts: byStrangers)
    }
    let timeline = try Timeline(sources: feeds, order: .newest).scanned()
    return try (0..<timeline.recordCount).map { row in
      let id = try #require(timeline.id(at: row))
      guard case .text(let text)? = timeline.record(id).post?.body else { return "" }
      return "\(text), \(timeline.keys(of: id).count)"
    }
  }

  @Test func anotherTextIsAnotherPost() throws {
    #expect(
      try rows(["security release", "advert"], byStrangers: true)
        == ["advert, 1", "security release, 1"]
    )
    #expect(
      try rows(["security release", "advert"], id: "https://honest.example/42", byStrangers: true)
        == ["advert, 1", "security release, 1"]
    )
  }

  @Test func theSameTextIsTheSamePost() throws {
    #expect(try rows(["news", "news"], byStrangers: true) == ["news, 2"])
    #expect(try rows(["news", "news", "advert"], byStrangers: true) == ["advert, 1", "news, 2"])
  }

  /// The reader's own files: an archive names its posts in several places.
  @Test func inFilesTheAddressIsEnough() throws {
    #expect(try rows(["news", "news, edited"], byStrangers: false) == ["news, edited, 2"])
  }
}
