import TestSupport
import Testing

@testable import StreamModel

/// Records that rules leave out or show as read, as they come in slices.
struct RuleTests {
  /// Rules that hide posts with one word and read those with another.
  private static func rules(hiding hidden: [String], reading read: String = "calm") throws
    -> RecordRules
  {
    let tests = try (hidden + [read]).map { Filter(.word(try #require(TextTest($0)))) }
    return RecordRules(
      names: hidden,
      mayMean: { names in
        let literals = tests.map { RequiredLiterals($0, besides: names) }
        return { mayShow in literals.contains { $0.mayMatch(mayShow) } }
      },
      verdict: { post, _ in
        let meant = tests.firstIndex { $0.matches(post, FilterFacts()) }
        return meant.map { $0 < hidden.count ? .init(hider: $0) : .init(isRead: true) }
      }
    )
  }

  private static func line(_ id: Int, _ text: String, minute: Int) -> String {
    let time = Timestamp.january(1, minute: minute)
    return #"{"id":"\#(id)","published":"\#(time)","body_text":"\#(text)"}"# + "\n"
  }

  private static func texts(_ timeline: Timeline) -> [String] {
    timeline.ids.map {
      if case .text(let text)? = timeline.record($0).post?.body { text } else { "!" }
    }
  }

  @Test(arguments: [UInt64](0..<40))
  func theRowsAreThoseThatNoRuleHides(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let words = ["ad", "spam", "calm", "lake", "stone", "\\u0061d"]
    let rules = try Self.rules(hiding: ["ad", "spam"])
    var last: [Int: String] = [:]
    var lines: [String] = []
    for id in 0..<40 {
      let text = "\(words.randomElement(using: &random) ?? "") \(id)"
      last[id] = text
      lines.append(Self.line(id, text, minute: id))
      // Some posts say something else later, and change sides.
      guard id > 0, Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let old = Int.random(in: 0..<id, using: &random)
      let new = "\(words.randomElement(using: &random) ?? "") \(old)"
      last[old] = new
      lines.append(#"{"type":"update","post":"\#(old)","body_text":"\#(new)"}"# + "\n")
    }
    let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
    let records = RecordChoice(rules: rules).records(of: Feed(source: source))
    let order: StreamOrder = seed % 2 == 0 ? .document : .newest
    let timeline = Timeline(sources: [records], order: order)
    var replay = Replay()
    for line in lines {
      source.append(Array(line.utf8))
      let bytes = Int.random(in: 1...300, using: &random)
      for _ in 0..<1_000 where try timeline.advance(bytes: bytes) != .more { break }
      replay.take(timeline)
    }
    source.finish()
    for _ in 0..<10_000 where try timeline.advance(bytes: 50) == .done { break }
    replay.take(timeline)

    let plain = last.mapValues { $0.replacing("\\u0061", with: "a") }
    let isHidden = { (text: String) in text.hasPrefix("ad") || text.hasPrefix("spam") }
    let hidden = plain.values.filter(isHidden)
    let shown = Self.texts(timeline)
    // A post that was on the screen and was hidden then stays away until the stream is opened again.
    #expect(shown.allSatisfy { !isHidden($0) })
    let counts = timeline.hiddenCounts
    #expect((counts["ad"] ?? 0) == hidden.count { $0.hasPrefix("ad") })
    #expect((counts["spam"] ?? 0) == hidden.count { $0.hasPrefix("spam") })
    for (text, id) in zip(shown, timeline.ids) {
      #expect(timeline.countsAsRead(id) == text.hasPrefix("calm"), "\(text)")
    }

    // Opened at once, it shows exactly the posts that no rule hides.
    let all = MemoryBytes(name: "feed", bytes: lines.flatMap { Array($0.utf8) })
    let anew = RecordChoice(rules: rules).records(of: Feed(source: all))
    let whole = Timeline(sources: [anew], order: .document)
    for _ in 0..<10_000 where try whole.advance(bytes: 1 << 20) == .done { break }
    let expected = plain.sorted { $0.key < $1.key }.map(\.value).filter { !isHidden($0) }
    #expect(Self.texts(whole) == expected)
  }

  @Test func aRuleSeesTheAuthorThatADocumentStatesAtItsEnd() throws {
    let json = """
      {"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1","content_text":"x"}],
       "authors":[{"name":"Ads"}]}
      """
    let rules = try Self.rules(hiding: ["ads"])
    let feed = Feed(source: MemoryBytes(name: "feed", text: json))
    let records = RecordChoice(rules: rules).records(of: feed)
    let timeline = Timeline(sources: [records], order: .document)
    for _ in 0..<10_000 where try timeline.advance(bytes: 8) == .done { break }
    #expect(timeline.isIndexed && timeline.recordCount == 0)
    #expect(timeline.hiddenCounts == ["ads": 1])
  }
}
