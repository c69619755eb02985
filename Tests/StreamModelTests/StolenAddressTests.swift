import Testing

@testable import StreamModel

/// Posts that state the address of a post of another feed.
struct StolenAddressTests {
  private func rows(_ texts: [String], id: String = "", byStrangers: Bool) throws -> [String] {
    let feeds = texts.enumerated().map { number, text in
      let own = id.isEmpty ? "n\(number)" : id
      let line =
        #"{"id":"\#(own)","url":"https://honest.example/42","published":"2026-01-0\#(number + 1)T00:00:00Z","body_text":"\#(text)"}"#
      return Feed(
        source: MemoryBytes(name: "feed \(number)", bytes: Array(line.utf8)),
        comparesTexts: byStrangers
      )
    }
    let timeline = Timeline(sources: feeds, order: .newest)
    while try timeline.advance(bytes: 1 << 20) != .done {}
    return try (0..<timeline.recordCount).map { row in
      let id = try #require(timeline.id(at: row))
      guard case .post(let post) = timeline.record(id), case .text(let text) = post.body else {
        return ""
      }
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
