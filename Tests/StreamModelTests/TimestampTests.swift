import Foundation
import TestSupport
import Testing

@testable import StreamModel

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, true), ("2026-01-30T08:15:00Z", 1_769_760_900, true),
    ("2026-01-30t09:15:00+01:00", 1_769_760_900, true),
    ("2026-01-30 02:45:00-05:30", 1_769_760_900, true),
    ("2026-01-30T08:15:00.123456z", 1_769_760_900, true),
    ("2026-01-30T08:15:00", 1_769_760_900, false), ("2000-02-29T23:59:60Z", 951_868_800, true),
    ("0000-01-01T00:00:00Z", -62_167_219_200, true),
    ("9999-12-31T23:59:59Z", 253_402_300_799, true),
  ])
  func readsTimes(_ text: String, _ seconds: Int64, _ zoneIsStated: Bool) {
    let expected = Timestamp(secondsSinceEpoch: seconds, zoneIsStated: zoneIsStated)
    #expect(Timestamp(rfc3339: text) == expected)
    #expect(Timestamp(rfc3339: text[...]) == expected)
  }

  @Test(arguments: [
    "", "2026", "2026-01-30", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-30T24:00:00Z",
    "2026-01-30T08:60:00Z", "2026-01-30T08:15:61Z", "2026-01-30T08:15:00.Z",
    "2026-01-30T08:15:00+1:00", "2026-01-30T08:15:00+24:00", "2026-01-30T08:15:00Zx",
    "2026-01-30T08:15:00+01:0", "2026/01/30T08:15:00Z", "２026-01-30T08:15:00Z",
    "-026-01-30T08:15:00Z", "2026-01-30X08:15:00Z",
  ])
  func refusesWhatIsNoTime(_ text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test func agreesWithFoundationAndReadsWhatItWrites() throws {
    var random = SplitMix(seed: 11)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: -10_000_000_000...200_000_000_000, using: &random)
      let time = Timestamp(secondsSinceEpoch: seconds)
      #expect(Timestamp(rfc3339: time.rfc3339) == time)
      let date = Date(timeIntervalSince1970: Double(seconds))
      guard seconds > -9_000_000_000 else { continue }
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: date
      )
      let civil = time.civil
      #expect(parts.year == civil.year && parts.month == civil.month && parts.day == civil.day)
      #expect(
        parts.hour == civil.hour && parts.minute == civil.minute && parts.second == civil.second
      )
    }
  }

  @Test func extremesHaveADate() {
    for seconds in [Int64.min, .max] {
      let civil = Timestamp(secondsSinceEpoch: seconds).civil
      #expect((1...12).contains(civil.month) && (1...31).contains(civil.day))
      #expect(!Timestamp(secondsSinceEpoch: seconds).rfc3339.isEmpty)
    }
  }
}
