import TestSupport
import Testing

@testable import StreamModel

/// Feeds of every format, whole and broken.
private let samples: [String] = [
  FeedTests.native,
  """
  [{"id":"1","content":"a \\"q\\" [{","account":{"id":"x","acct":"b"}},
   {"id":"2","content":"","reblog":{"id":"3","content":"r"}},
   {"id":"4","content":null, "x": tru},
   {"id":"5","content":"lost quote, "account":{"acct":"c"}},
   {"id":"6","content":"after"}]
  """,
  """
  {"id":"a","body_text":"one"}
  {"type":"like","post":"b","author":"@x"}

  {"id":"b","body_html":"two","attachments":[{"type":"image"}]}
  not json
  {"id":"c","body_text":"three"}\r
  {"type":"wave","post":"b"}
  {"type":"like","post":"zzz","author":"@x"}
  """,
  """
  {
    "id": "1",
    "content": "pretty",
    "account": {"acct": "b"}
  }
  """,
  #"{"version":1,"posts":[{"id":"1","body_text":"x","likes":[]},{"id":"2","body_text":"no end","#
    + #""comments":[{"id":"c","body_text":"c"},{"id":"d","body_text":"d"}],"#
    + #"{"id":"3","body_text":"y","likes":[]},{"id":"4","body_text":"z","likes":[]}]}"#,
  ActivityStreamsTests.outbox, JSONFeedTests.feed, GitHubTests.events, RedditTests.thread,
  BlueskyTests.timeline, MastodonTests.context,
  "{\"version\":1,\"posts\":[]}", "[]", "\u{FEFF}[ ]\n",
  """
  <?xml version="1.0"?>
  <!DOCTYPE rss [<!ENTITY a "b"> <!-- it's > --> ]>
  <rss version="2.0"><channel><title>T &amp; U</title><!-- <item> is no item -->
  <item title="a > b"><guid>one</guid><description><![CDATA[<p>a</item>]]></description></item>
  <item><guid>two</guid><title>unclosed<item><guid>three</guid></item><item/>
  <?x <item> ?><item><guid>four</guid><link>http://a.example/</link></item></channel></rss>
  """,
  """
  <feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="urn:other"><id>f</id>
  <entry><id>one</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x<p>y</div>
  </content></entry><entry xml:base="http://b.example/"><id>two</id><link href="x"/></entry>
  """,
  "<!doctype html><title>Page</title><p>Text",
  // A quotation mark that closes far behind takes the tags between with it.
  "<!doctype html \"> <head><b>Page <rss>\"><p>Text",
  "<!doctype rss '> <html><b>Page <rss>'><channel><item><guid>one</guid></item></channel></rss>",
  "<html lang=\"en><head><title>Page</title>\"><p>Text",
]

/// What is shown of a feed that grows by `size` bytes at a time.
private func grown(_ bytes: [UInt8], by size: Int, budget: Int = 1 << 20) throws -> Feed {
  let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
  let feed = Feed(source: source)
  var at = 0
  while at < bytes.count {
    let next = min(at + size, bytes.count)
    source.append(bytes[at..<next])
    at = next
    while try feed.advance(bytes: budget) == .more {}
  }
  source.finish()
  return try scanned(feed, bytes: budget)
}

@Suite struct GrowthTests {
  @Test(arguments: samples)
  func piecesOfAnySizeShowTheSame(_ text: String) throws {
    let whole = try feed(text)
    for (size, budget) in [(1, 1 << 20), (7, 1 << 20), (4096, 1 << 20), (4096, 1), (7, 3)] {
      let grown = try grown(Array(text.utf8), by: size, budget: budget)
      #expect(grown.rows == whole.rows, "pieces of \(size)")
      #expect(grown.problems == whole.problems, "pieces of \(size)")
      #expect(grown.title == whole.title)
    }
  }

  @Test(arguments: samples)
  func aCutFeedNeverShowsMoreThanTheWhole(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try feed(text)
    for end in 0..<bytes.count {
      let cut = Feed(source: MemoryBytes(name: "feed", bytes: Array(bytes[0..<end])))
      guard (try? scanned(cut)) != nil else { continue }
      // A line that is cut before it names its type cannot be told from a post.
      let torn = cut.outline.last?.hasPrefix("!") == true && cut.format?.layout == .lines ? 1 : 0
      #expect(cut.recordCount - torn <= whole.recordCount, "cut at \(end)")
      for (index, row) in cut.rows.enumerated() {
        guard case .post(let post) = row, post.idIsStated else { continue }
        #expect(whole.outline.contains(post.id.rawValue), "cut at \(end): row \(index)")
      }
    }
  }

  @Test func anUnfinishedRecordIsNotShownUntilItEnds() throws {
    let text = "{\"id\":\"a\",\"body_text\":\"1\"}\n{\"id"
    let source = MemoryBytes(name: "feed", text: text, isComplete: false)
    let feed = Feed(source: source)
    #expect(try feed.advance(bytes: 100) == .more || feed.recordCount == 1)
    #expect(try feed.advance(bytes: 100) == .waiting)
    #expect(feed.outline == ["a"])
    source.append(Array("\":\"b\"}".utf8))
    #expect(try feed.advance(bytes: 100) != .done)
    #expect(feed.outline == ["a"])
    source.finish()
    _ = try scanned(feed)
    #expect(feed.outline == ["a", "b"])
  }

  @Test func mutatedFeedsNeverTrap() throws {
    var random = SplitMix(seed: 2026)
    let words = ["\"", "\\", "{", "}", "[", "]", ",", "null", "1e999", "\u{1}", "\\u12", "\n", "-"]
    for round in 0..<10_000 {
      var bytes = Array((samples[round % samples.count]).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2:
          let word = words[Int.random(in: 0..<words.count, using: &random)]
          bytes.insert(contentsOf: word.utf8, at: at)
        default:
          let from = Int.random(in: 0..<bytes.count, using: &random)
          bytes.insert(contentsOf: Array(bytes[min(from, at)..<max(from, at)]), at: at)
        }
      }
      let hint = [nil, .native, .ndjson, .mastodon][round / samples.count % 4] as FormatHint?
      let feed = Feed(source: MemoryBytes(name: "feed", bytes: bytes), hint: hint)
      guard (try? scanned(feed)) != nil else { continue }
      #expect(feed.isIndexed)
      for problem in feed.rows.compactMap({ if case .problem(let p) = $0 { p } else { nil } }) {
        #expect(problem.line != nil)
      }
      _ = feed.search(TextNeedle(exactly: "id"), fromNumber: 0, bytes: 1 << 20)
      guard round % 5 == 0, hint == nil else { continue }
      let size = Int.random(in: 1...40, using: &random)
      let pieces = try grown(bytes, by: size, budget: Int.random(in: 1...200, using: &random))
      #expect(pieces.rows == feed.rows, "round \(round)")
      #expect(pieces.problems == feed.problems, "round \(round)")
    }
  }

  @Test func linesGoOnBehindWhatWasTheEnd() throws {
    let source = MemoryBytes(name: "feed", text: "{\"id\":\"a\"}\n", isComplete: false)
    let feed = Feed(source: source)
    feed.finish()
    #expect(try feed.advance(bytes: 1000) == .done)
    #expect(feed.recordCount == 1)
    source.append(Array("{\"id\":\"b\"}\n{\"id\":\"c\"}\n".utf8))
    #expect(feed.resume())
    #expect(try feed.advance(bytes: 1000) == .done)
    #expect(feed.recordCount == 3)
    #expect(feed.place(at: 2).line == 3)
  }

  @Test(arguments: ["{\"version\":1,\"posts\":[]}", "{\"id\":\"a\"}\n{\"id\":\"b\"}"])
  func whatDoesNotEndWithALineDoesNotGoOn(_ text: String) throws {
    let feed = Feed(source: MemoryBytes(name: "feed", text: text))
    #expect(!feed.resume())
    while try feed.advance(bytes: 1000) == .more {}
    #expect(!feed.resume())
  }
}
