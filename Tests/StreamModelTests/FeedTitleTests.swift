import Testing

@testable import StreamModel

/// The title that is given for a document which may state none.
@Suite struct FeedTitleTests {
  private func feed(_ text: String, title: String?) throws -> Feed {
    try scanned(
      Feed(source: MemoryBytes(name: "dir/a.ndjson", bytes: Array(text.utf8)), title: title)
    )
  }

  @Test func aDocumentWithoutATitleHasTheOneThatWasGiven() throws {
    let lines = "{\"id\":\"1\",\"body_text\":\"x\"}\n"
    #expect(try feed(lines, title: "Lakes").title == "Lakes")
    #expect(try feed(lines, title: "Lakes").unread.title == "Lakes")
    #expect(try feed(lines, title: nil).title == nil)
  }

  /// A start of a thousand logs reads the files that name them only for those on the screen.
  @Test func aTitleIsLookedUpOnceItIsWanted() throws {
    var lookups = 0
    let look = {
      lookups += 1
      return "Lakes"
    }
    let feed = Feed(
      source: MemoryBytes(name: "a", bytes: Array(#"{"id":"1"}"#.utf8)),
      title: look()
    )
    let timeline = Timeline([feed], order: .newest)
    while try timeline.advance(bytes: 1000) == .more {}
    #expect(timeline.recordCount == 1 && lookups == 0)
    #expect(feed.title == "Lakes" && feed.title == "Lakes" && lookups == 1)
  }

  @Test func aDocumentsOwnTitleIsShown() throws {
    let text = #"{"version":1,"title":"Own","posts":[{"id":"1"}]}"#
    #expect(try feed(text, title: "Lakes").title == "Own")
  }

  @Test func rowsOfSeveralSourcesNameIt() throws {
    let lines = "{\"id\":\"1\",\"body_text\":\"x\"}\n"
    let timeline = Timeline(
      [try feed(lines, title: "Lakes"), try feed(lines, title: nil)],
      order: .newest
    )
    while try timeline.advance(bytes: 1000) == .more {}
    #expect(Set(timeline.ids.flatMap(timeline.sources)) == ["Lakes", "a.ndjson"])
  }
}
