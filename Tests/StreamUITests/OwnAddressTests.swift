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

  /// A host that was let open once needs no question for its other addresses; any doubt about the host itself does.
  @Test(arguments: [
    ("https://bank.example/1", true), ("https://user@bank.example/1", false),
    ("http://127.0.0.1/1", false), ("https://xn--bnk-5cd.example/1", false),
  ])
  func aHostThatWasConfirmedIsAskedAboutNoMore(address: String, isTrusted: Bool) throws {
    let lines = (1...2).map {
      "{\"id\":\"\($0)\",\"url\":\"\(address)\($0)\",\"body_text\":\"t\"}\n"
    }
    let bytes = MemoryBytes(name: "feed.ndjson", bytes: Array(lines.joined().utf8))
    func opened(_ keys: String) throws -> Int {
      let feed = Feed(source: bytes, hint: .ndjson)
      return try Stage().play(keys, feed).effects.count {
        if case .open = $0 { true } else { false }
      }
    }
    // Refused: the next one is asked about, too.
    #expect(try opened("on<wait 10>Jo") == 0)
    #expect(try opened("oy<wait 10>Jo") == (isTrusted ? 2 : 1))
  }

  /// The host is kept for later runs, but not where only a direct message names it.
  @Test(arguments: ["o", "X"], [true, false])
  func aConfirmedHostIsKept(key: String, isDirect: Bool) throws {
    let visibility = isDirect ? #","visibility":"direct""# : ""
    let line = #"{"id":"1","url":"https://bank.example/1","body_text":"t"\#(visibility)}"#
    let bytes = MemoryBytes(name: "feed.ndjson", bytes: Array(line.utf8))
    let feed = Feed(source: bytes, hint: .ndjson)
    let effects = try Stage().play("\(key)y", feed).effects
    let host = TrustedHost(name: "bank.example", time: Stage.wall)
    #expect(effects.count == (isDirect ? 1 : 2) && effects.contains(.trust(host)) == !isDirect)
  }

  /// A host of an earlier run needs no question; a doubt about it does.
  @Test func aHostOfAnEarlierRunIsTrusted() throws {
    func asks(_ address: String, _ key: Character) throws -> Bool {
      var viewer = try viewer(of: "feed.ndjson", post: address)
      viewer.handle(.recalledHosts([TrustedHost(name: "bank.example", time: Stage.wall)]))
      viewer.press(.character(key.unicodeScalars.first ?? " "))
      return viewer.app.mode.question != nil
    }
    for key: Character in ["o", "X"] {
      #expect(try !asks("https://bank.example/1", key))
      #expect(try asks("https://user@bank.example/1", key))
      #expect(try asks("https://www.bank.example/1", key))
    }
  }

  /// A yes to a text that names another host says nothing of that host elsewhere.
  @Test func aYesToADoubtfulTargetLendsNoTrust() throws {
    let text = #"<p><a href=\"https://bank.example/1\">lakes.example</a></p>"#
    let lines = """
      {"id":"1","body_html":"\(text)"}
      {"id":"2","url":"https://bank.example/2","body_text":"t"}
      """
    let feed = Feed(
      source: MemoryBytes(name: "feed.ndjson", bytes: Array(lines.utf8)),
      hint: .ndjson
    )
    let effects = try Stage().play("<Tab><CR>y<wait 10>Jo", feed).effects
    #expect(effects.count { if case .open = $0 { true } else { false } } == 1)
  }
}
