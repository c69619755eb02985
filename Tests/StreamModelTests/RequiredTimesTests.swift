import TestSupport
import Testing

@testable import StreamModel

/// Which posts a filter needs not read because of their times.
struct RequiredTimesTests {
  private static let day = "2024-05-01"
  /// The first second of that day.
  private static let start: Int64 = 1_714_521_600

  private func times(_ line: String) throws -> Range<Int64> {
    try #require(try View(line).filter).times
  }

  @Test(arguments: [
    ("before:\(day)", Int64.min..<start), ("after:\(day)", start..<Int64.max),
    ("date:\(day)", start..<start + 86_400), ("date:\(day) likes>3 water", start..<start + 86_400),
    ("before:\(day) or date:\(day)", Int64.min..<start + 86_400),
    ("before:2025-01-01 after:\(day)", start..<1_735_689_600),
  ])
  func theTimesThatMayPassAreThoseOfItsDates(_ line: String, _ expected: Range<Int64>) throws {
    #expect(try times(line) == expected)
  }

  @Test(arguments: ["water", "-before:\(day)", "before:\(day) or water", "date:today", "age<3d"])
  func anyTimeMayPassElsewhere(_ line: String) throws {
    #expect(try times(line) == Int64.min..<Int64.max)
  }

  /// An edit moves no row, but it may be the time of a post that states no other.
  @Test func aRowThatWasEditedIsLookedAt() throws {
    let text =
      #"{"id":"a","edited":"2024-04-01T00:00:00Z","body_text":"one"}"# + "\n"
      + #"{"type":"update","post":"a","edited":"2024-06-01T00:00:00Z","body_text":"two"}"# + "\n"
      + #"{"id":"b","published":"2024-04-01T00:00:00Z","body_text":"one"}"# + "\n"
    let feed = Feed(source: MemoryBytes(name: "a.ndjson", bytes: Array(text.utf8)), isLog: true)
    let timeline = Timeline([feed], order: .newest)
    while try timeline.advance(bytes: 1000) == .more {}
    let june = try times("date:2024-06")
    let passed = timeline.ids.filter { timeline.mayHaveTime(in: june, $0) }
    #expect(passed == [RecordID(source: 0, number: 0)])
  }

  /// A post that states a time to come has its place by another, so it is looked at.
  @Test func aRowWithATimeToComeIsLookedAt() throws {
    let now = Self.start
    func line(_ id: String, _ time: Int64) -> String {
      #"{"id":"\#(id)","published":"\#(Timestamp(secondsSinceEpoch: time).rfc3339)"}"# + "\n"
    }
    let text = line("a", now - 10) + line("b", now + 40 * 86_400) + line("c", now - 86_400)
    let feed = Feed(source: MemoryBytes(name: "a.ndjson", bytes: Array(text.utf8)), isLog: true)
    let timeline = Timeline([feed], order: .newest, now: Timestamp(secondsSinceEpoch: now))
    while try timeline.advance(bytes: 1000) == .more {}
    let ids = timeline.ids
    #expect(ids.count == 3)
    let passed = { (times: Range<Int64>) in ids.filter { timeline.mayHaveTime(in: times, $0) } }
    #expect(passed(now - 100..<now).count < 3)
    #expect(passed(now + 86_400..<Int64.max).count == 3)
  }
}
