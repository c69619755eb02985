import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The page of a feed that could not be fetched so far: the reader learns why it is empty.
struct FailedFeedTests {
  private static let reason: SafeText = "a.example was not found."

  private func viewer(mayFetch: Bool = true) throws -> (viewer: Viewer, source: MemoryBytes) {
    var options = App.Options()
    options.stream.failure = StreamOptions.Failure(key: "a", reason: Self.reason)
    options.stream.failure?.mayFetch = mayFetch
    let source = MemoryBytes(name: "pipe", bytes: [], isComplete: false)
    return (try Viewer(Timeline(Feed(source: source, hint: .ndjson)), options: options), source)
  }

  @Test func theReasonAndTheWaysOnAreSaid() throws {
    let page = try viewer().viewer.page.joined(separator: "\n")
    #expect(page.contains("No posts yet: the last fetch failed\n"))
    #expect(page.contains(Self.reason.string))
    #expect(page.contains("r fetches it again, q goes back."))
    let offline = try viewer(mayFetch: false).viewer.page.joined()
    #expect(offline.contains("q goes back.") && !offline.contains("fetches it"))
  }

  @Test func anotherReasonTakesItsPlace() throws {
    var viewer = try viewer().viewer
    viewer.handle(.feeds([FeedEntry(key: "b", name: "B", failure: "b is down.")]))
    #expect(viewer.page.joined().contains(Self.reason.string))
    viewer.handle(.feeds([FeedEntry(key: "a", name: "A", failure: "a.example sent nothing.")]))
    let page = viewer.page.joined()
    #expect(page.contains("a.example sent nothing.") && !page.contains(Self.reason.string))
  }

  @Test func postsThatComeTakeItsPlace() throws {
    var (viewer, source) = try viewer()
    source.append((#"{"id":"1","body_text":"water"}"# + "\n").utf8)
    _ = viewer.app.feed.resume()
    try viewer.grow()
    #expect(!viewer.page.joined().contains("No posts yet"))
    #expect(viewer.page.contains { $0.hasPrefix("▌") && $0.contains("no author") })
    #expect(viewer.status.contains("post 1 of 1"))
  }
}
