import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Dates and times on the clocks of the reader.
struct LocalTimeTests {
  /// An hour ahead of UTC, from 2026-03-29T01:00:00Z to 2026-10-25T01:00:00Z two.
  static let berlin = TimeZoneRules(name: "Berlin") { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7_200 : 3_600
  }
  private static let kolkata = TimeZoneRules(name: "Kolkata") { _ in 19_800 }
  private static let newYork = TimeZoneRules(name: "New York") { _ in -18_000 }

  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  @Test func fullTimesNameTheOffset() throws {
    let noon = try time("2026-01-31T12:00:00Z")
    #expect(RelativeTime.full(noon) == "2026-01-31 12:00 UTC")
    #expect(RelativeTime.full(noon, zone: Self.berlin) == "2026-01-31 13:00 +01:00")
    #expect(RelativeTime.full(noon, zone: Self.kolkata) == "2026-01-31 17:30 +05:30")
    #expect(RelativeTime.full(noon, zone: Self.newYork) == "2026-01-31 07:00 -05:00")
    let summer = try time("2026-07-01T22:30:00Z")
    #expect(RelativeTime.full(summer, zone: Self.berlin) == "2026-07-02 00:30 +02:00")
  }

  @Test func aTimeWithoutAZoneIsShownAsItIsWritten() throws {
    let written = try time("2026-01-31T12:00:00")
    #expect(RelativeTime.full(written, zone: Self.berlin) == "2026-01-31 12:00 (zone not stated)")
  }

  @Test func daysAreCountedByLocalMidnights() throws {
    // 23:30 on Sunday and 00:30 on Tuesday in Berlin.
    let (sunday, tuesday) = (try time("2026-01-25T22:30:00Z"), try time("2026-01-26T23:30:00Z"))
    #expect(RelativeTime.text(sunday, now: tuesday, zone: Self.berlin) == "2d")
    #expect(RelativeTime.text(sunday, now: tuesday, zone: .utc) == "1d")
    // Less than a day is counted in hours, over midnight too.
    let monday = try time("2026-01-26T21:00:00Z")
    #expect(RelativeTime.text(monday, now: tuesday, zone: Self.berlin) == "2h")
  }

  @Test func datesAreThoseOfTheZone() throws {
    let now = try time("2026-02-10T00:00:00Z")
    let late = try time("2026-01-31T23:30:00Z")
    #expect(RelativeTime.text(late, now: now) == "2026-01-31")
    #expect(RelativeTime.text(late, now: now, zone: Self.berlin) == "2026-02-01")
    // Seven midnights ago, and less than seven days.
    let week = try time("2026-02-03T06:00:00Z")
    #expect(RelativeTime.text(week, now: now, zone: .utc) == "2026-02-03")
    #expect(RelativeTime.text(week, now: now, zone: Self.newYork) == "6d")
  }

  @Test(arguments: [Int64.min, -62_167_219_201, -1, 253_402_300_800, .max])
  func timesBeyondTheCalendarAreDates(_ seconds: Int64) {
    let time = Timestamp(secondsSinceEpoch: seconds)
    for zone in [Self.berlin, Self.newYork, .utc] {
      #expect(RelativeTime.text(time, now: Stage.wall, zone: zone).contains("-"))
      #expect(RelativeTime.full(time, zone: zone).contains(":"))
      let early = Timestamp(secondsSinceEpoch: seconds)
      #expect(!RelativeTime.text(early, now: early, zone: zone).isEmpty)
    }
  }

  @Test func clocksThatAreSetForwardSkipTimesAndBackRepeatThem() {
    // 02:30 on 2026-03-29 is skipped; 02:30 on 2026-10-25 comes twice.
    #expect(Self.berlin.time(showing: 1_774_751_400) == 1_774_747_800)
    #expect(Self.berlin.time(showing: 1_792_895_400) == 1_792_888_200)
    for zone in [Self.berlin, Self.kolkata, Self.newYork, .utc] {
      for seconds: Int64 in [0, 1_774_745_999, 1_774_746_000, 1_792_889_999, -5_000_000_000] {
        let shown = zone.shown(seconds)
        #expect(zone.shown(zone.time(showing: shown)) == shown)
      }
    }
  }

  @Test(arguments: [(80, 24), (40, 10)]) func pagesShowLocalTimes(columns: Int, lines: Int) throws {
    let feed = Feeds.datedPosts([
      "2026-01-31T23:30:00Z", "2026-01-30T23:30:00Z", "2025-12-31T23:30:00Z",
    ])
    let stage = Stage(size: Size(columns: columns, lines: lines), zone: Self.berlin)
    try expectGolden(try stage.play("JJ<wait 400>", feed), "local-times-\(columns)")
    try expectGolden(try stage.play("JJ<CR><wait 400>", feed), "local-times-detail-\(columns)")
  }
}

extension Feeds {
  /// A native feed of a post a time, with ids p1, p2, … and their times as texts.
  static func datedPosts(_ times: [String]) -> String {
    let posts = times.enumerated().map { index, time in
      #"{"id":"p\#(index + 1)","author":{"name":"Olga"},"published":"\#(time)","#
        + #""body_text":"post \#(index + 1) of \#(time)"}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#
  }
}
