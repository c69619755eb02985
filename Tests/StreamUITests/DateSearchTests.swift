import CellGrid
import StreamModel
import Testing

@testable import StreamUI

struct DateSearchTests {
  private func period(_ text: String, _ zone: TimeZoneRules = .utc) -> [String]? {
    DateText(text, zone: zone).map { date in
      [date.period.lowerBound, date.period.upperBound].map {
        Timestamp(secondsSinceEpoch: $0).rfc3339
      }
    }
  }

  @Test func datesArePeriodsInTheZoneOfTheReader() {
    #expect(period("2023") == ["2023-01-01T00:00:00Z", "2024-01-01T00:00:00Z"])
    #expect(period("2024-02") == ["2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"])
    #expect(period("2023-12") == ["2023-12-01T00:00:00Z", "2024-01-01T00:00:00Z"])
    #expect(period("2023-07-15") == ["2023-07-15T00:00:00Z", "2023-07-16T00:00:00Z"])
    #expect(period("2023-07-15T10") == ["2023-07-15T10:00:00Z", "2023-07-15T11:00:00Z"])
    #expect(period("2023-07-15 10:59") == ["2023-07-15T10:59:00Z", "2023-07-15T11:00:00Z"])
    #expect(period("9999") == ["9999-01-01T00:00:00Z", "10000-01-01T00:00:00Z"])
    #expect(period("0000") == ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"])
    let berlin = LocalTimeTests.berlin
    #expect(period("2026-01-31", berlin) == ["2026-01-30T23:00:00Z", "2026-01-31T23:00:00Z"])
    // A day of 23 hours.
    #expect(period("2026-03-29", berlin) == ["2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"])
  }

  @Test(arguments: [
    "", "20", "2023-7", "2023-13", "2023-02-29", "2023-00", "2023-07-32", "2023-07-15T24",
    "2023-07-15T10:60", "2023-07-15T10:00:00", "abcd", "20:3", "２０２３", "-202", "2023-07-",
    "2023/07",
  ])
  func whatIsNoDateIsNone(_ text: String) { #expect(DateText(text, zone: .utc) == nil) }

  private func search(_ text: String, _ viewer: Viewer) throws -> Job.Outcome {
    viewer.outcome(of: .date(try #require(DateText(text, zone: .utc))))
  }

  @Test func theFirstRowOfATimeIsFoundInDocumentOrder() throws {
    let times = [
      "2023-01-05", "2023-07-03", "2023-07-01", "2022-12-31", "1969-05-05", "2023-07-31",
    ]
    let viewer = try Viewer(Timeline(Feeds.feed(Feeds.datedPosts(times.map { $0 + "T12:00:00Z" }))))
    #expect(try search("2023-07", viewer) == .row(1, isExact: true))
    #expect(try search("2023-07-01", viewer) == .row(2, isExact: true))
    #expect(try search("2023", viewer) == .row(0, isExact: true))
    #expect(try search("1969", viewer) == .row(4, isExact: true))
    // None of that time: the nearest.
    #expect(try search("2023-08", viewer) == .row(5, isExact: false))
    #expect(try search("9999", viewer) == .row(5, isExact: false))
    #expect(try search("0001", viewer) == .row(4, isExact: false))
  }

  @Test func rowsWithoutATimeAreNoDestination() throws {
    let viewer = try Viewer(
      Timeline(Feeds.feed(#"{"posts":[{"id":"a"},{"id":"b","published":"2023-07-01T00:00:00Z"}]}"#))
    )
    #expect(try search("2023", viewer) == .row(1, isExact: true))
    let none = try Viewer(Timeline(Feeds.feed(#"{"posts":[{"id":"a"}]}"#)))
    #expect(try search("2023", none) == .nothing)
    let empty = try Viewer(Timeline(Feeds.feed(#"{"posts":[]}"#)))
    #expect(try search("2023", empty) == .nothing)
  }

  @Test func aSliceDecodesABoundedNumberOfRows() throws {
    let times = (0..<2_000).map { "20\(10 + $0 / 100)-01-01T00:00:00Z" }
    let feed = Feeds.feed(Feeds.datedPosts(times))
    let viewer = try Viewer(Timeline(feed))
    let date = try #require(DateText("2029", zone: .utc))
    var slices = 0
    var decoded = feed.decodeCount
    let outcome = viewer.outcome(of: .date(date)) {
      #expect(feed.decodeCount - decoded <= 64)
      decoded = feed.decodeCount
      slices += 1
    }
    #expect(slices == 30)
    #expect(outcome == .row(1_900, isExact: true))
  }
}
