import TestSupport
import Testing

@testable import StreamModel

/// A word is found in the same records file by file as row by row.
struct WordScanTests {
  private static func line(_ number: Int, of source: Int) -> String {
    let time = Timestamp(secondsSinceEpoch: Int64(1_700_000_000 + number * 600 + source)).rfc3339
    let word = number.isMultiple(of: 7) ? "Wäter" : number % 10 == source ? "wa<b>t</b>er" : "ice"
    let text = word + String(repeating: " and so on", count: number % 40)
    return #"{"id":"\#(source).\#(number)","published":"\#(time)","body_html":"\#(text)"}"# + "\n"
  }

  private static func timeline(_ counts: [Int]) throws -> Timeline {
    let feeds = counts.enumerated().map { source, count in
      let text = (0..<count).map { line($0, of: source) }.joined()
      return Feed(source: MemoryBytes(name: "\(source).ndjson", bytes: Array(text.utf8)))
    }
    let timeline = Timeline(feeds, order: .newest)
    while try timeline.advance(bytes: 1 << 20) == .more {}
    return timeline
  }

  private static func needle() throws -> TextNeedle {
    let filter = try #require(try View("water").filter)
    return try #require(RequiredLiterals(filter, besides: []).needle)
  }

  @Test(arguments: [[300, 200, 1], [0, 500], [64], [1, 0, 0, 1]], [1, 900, 1 << 20])
  func theSameRecordsAreFound(_ counts: [Int], bytes: Int) throws {
    let timeline = try Self.timeline(counts)
    let needle = try Self.needle()
    var scan = WordScan(for: needle)
    var slices = 0
    while !scan.isDone, slices < 10_000 {
      var budget = SliceBudget(bytes: bytes)
      scan.advance(in: timeline, within: &budget)
      slices += 1
    }
    #expect(scan.isDone)
    for id in timeline.ids {
      #expect(scan.mayShow(id, in: timeline) == timeline.mayShow(needle, id), "\(id)")
    }
  }

  /// Records that came in after the search are searched by themselves.
  @Test func whatWasNotSearchedIsSearchedLater() throws {
    let timeline = try Self.timeline([20, 20])
    let needle = try Self.needle()
    let scan = WordScan(for: needle)
    let found = timeline.ids.filter { scan.mayShow($0, in: timeline) }
    #expect(found == timeline.ids.filter { timeline.mayShow(needle, $0) })
    #expect(!found.isEmpty)
  }
}
