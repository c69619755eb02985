import TestSupport
import Testing

@testable import StreamModel

/// Lines before a feed, as of a program that warns on a merged standard error.
@Suite struct LeadingNoiseTests {
  private static let post = #"{"id":"a","body_text":"one"}"#

  @Test(arguments: [
    "Warning: old\n\(post)\n", "Warning: old\n\n  \(post)\n\(post)\n", "[WARN] x\n\(post)\n",
    "[2026-01-01 10:00] x\r\n\(post)", "x\n[\(post)]", "x\n{\"posts\":[\n\(post)\n]}\n",
    "x\n{\"version\":1,\n\"posts\":[\n\(post),", "\u{FEFF}x\n\(post)\n",
  ])
  func aLineBeforeTheFeedIsAProblemWithItsPlace(_ text: String) throws {
    let found = try feed(text)
    #expect(found.recordCount > 0)
    #expect(found.record(at: 0).post?.id.rawValue == "a")
    let noise = found.problems.filter { $0.message.hasPrefix("skipped a line before the feed: ") }
    #expect(noise.map(\.line) == [1])
  }

  @Test func everySkippedLineIsCounted() throws {
    let lines = (1...LeadingNoise.mostLines).map { "note \($0)\n" }.joined()
    let found = try feed(lines + Self.post + "\n")
    #expect(found.problems.count == LeadingNoise.mostLines)
    #expect(found.problems.last?.message.contains("note 20") == true)
    #expect(found.place(at: 0).line == 21)
    #expect(throws: FeedError.self) { try feed("one more\n" + lines + Self.post + "\n") }
  }

  @Test func linesThatAreTooLongAreNotSkipped() throws {
    let long = String(repeating: "x", count: 5_000)
    #expect(throws: FeedError.self) { try feed("\(long)\n\(Self.post)\n") }
  }

  /// Examples of JSON in a text, and logs with a line of JSON.
  @Test(arguments: [
    "# My API\n\nAn answer:\n\n```\n\(post)\n```\n", "# My API\n\n\(post)\n\nThat was it.\n",
    "start\n\(post)\nend\n", "hello\n{\"a\":1}\n", "hello\n[1,2]\n", "hello\n[[\(post)]]\n",
    "hello\n",
    "let x = [\n  {\"id\":\"a\",\"body_text\":\"one\"}\n];\n",
    "hello\n{\"id\":\"a\",oops}\n\(post)\n",
  ])
  func aTextDoesNotLookLikeAFeed(_ text: String) {
    #expect(throws: FeedError.self) { try feed(text) }
  }

  /// Bytes that come one by one give the same answer as all at once.
  @Test(arguments: ["Warning\n\(post)\n\(post)\n", "x\n{\"posts\":[\(post)]}", "# a\n\(post)\nb\n"])
  func aSlowPipeMakesNoDifference(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try? feed(text).recordCount
    let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
    let feed = Feed(source: source)
    var count: Int?
    do {
      for byte in bytes {
        source.append([byte])
        while try feed.advance(bytes: 1 << 16) == .more {}
      }
      source.finish()
      while try feed.advance(bytes: 1 << 16) == .more {}
      count = feed.recordCount
    } catch {}
    #expect(count == whole)
  }

  @Test(arguments: FormatHint.allCases)
  func aHintNamesEveryFormat(_ hint: FormatHint) throws {
    let found: Feed
    switch hint {
    case .rss, .atom:
      found = try feed("<x><item><title>a</title></item><entry/></x>", hint: hint)
    case .html, .opml: found = try feed("a text", hint: hint)
    case .native: found = try feed(#"{"posts":[{}]}"#, hint: hint)
    default: found = try feed(#"[{"whatever":1}]"#, hint: hint)
    }
    #expect(found.recordCount > 0)
    let names: [FormatHint: Vocabulary] = [
      .native: .native, .ndjson: .native, .mastodon: .mastodon, .activityStreams: .activityStreams,
      .activityStreams1: .activityStreams1, .jsonFeed: .jsonFeed, .rss: .rss, .atom: .atom,
      .rssJSON: .rssJSON, .bluesky: .bluesky, .reddit: .reddit, .github: .github,
      .discussion: .discussion, .html: .html,
      .opml: .opml, .lines: .lines,
    ]
    #expect(found.formatName?.hasPrefix(names[hint]?.rawValue ?? "?") == true)
    #expect(names.count == FormatHint.allCases.count)
    #expect(Set(names.values) == Set(Vocabulary.allCases))
  }
}
