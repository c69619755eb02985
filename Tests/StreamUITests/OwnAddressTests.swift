import Addresses
import StreamModel
import Testing

@testable import StreamUI

/// `o` on a row that shows no address: a question guards only what the reader may not expect.
struct OwnAddressTests {
  private func viewer(of feed: String, post address: String) throws -> Viewer {
    let line = "{\"id\":\"a\",\"url\":\"\(address)\",\"body_text\":\"text\"}\n"
    let bytes = MemoryBytes(name: feed, bytes: Array(line.utf8))
    return try Viewer(Timeline(Feed(source: bytes, hint: .ndjson)))
  }

  @Test(arguments: [
    ("https://lakes.example/feed.xml", "https://lakes.example/1"),
    ("https://www.lakes.example/feed.xml", "https://lakes.example/1"),
    ("https://feeds.lakes.example/feed.xml", "https://lakes.example/1"),
    ("https://lakes.example/feed.xml", "http://blog.lakes.example/1"),
  ])
  func aPostOnTheHostOfItsFeedOpensAtOnce(feed: String, address: String) throws {
    var viewer = try viewer(of: feed, post: address)
    let opened = viewer.press(.character("o")).contains { effect in
      if case .open(let target) = effect { target.written == address } else { false }
    }
    #expect(opened && viewer.app.mode.question == nil)
  }

  @Test(arguments: [
    ("https://lakes.example/feed.xml", "https://bank.example/1"),
    ("https://lakes.example/feed.xml", "https://notlakes.example/1"),
    ("https://lakes.example/feed.xml", "https://lakes.example.evil.example/1"),
    ("https://lakes.example/feed.xml", "https://user@lakes.example/1"),
    ("http://127.0.0.1/feed.xml", "http://127.0.0.1/1"), ("feed.ndjson", "https://lakes.example/1"),
  ])
  func anyOtherIsAskedAbout(feed: String, address: String) throws {
    var viewer = try viewer(of: feed, post: address)
    #expect(viewer.press(.character("o")).isEmpty)
    #expect(viewer.app.mode.question != nil)
  }
}
