import StreamModel

/// A date as it was typed: a year, a month, a day, an hour or a minute.
struct DateText: Equatable {
  let text: String
  /// The time from its first second up to, but not including, the first second after it.
  let period: Range<Int64>

  /// Interprets "2023", "2023-07", "2023-07-15", "2023-07-15T10" or "2023-07-15T10:00" on clocks of
  /// `zone`; nil for anything else, and for days that no calendar has.
  init?(_ text: String, zone: TimeZoneRules) {
    let form = "0000-01-01T00:00:00Z"
    guard let unit = Unit(length: text.utf8.count),
      let first = Timestamp(rfc3339: text + form.dropFirst(text.utf8.count))?.secondsSinceEpoch
    else { return nil }
    self.text = text
    let start = zone.time(showing: first)
    let end = zone.time(showing: unit.end(after: first))
    period = start..<max(start, end)
  }

  /// The unit that a date was typed to.
  private enum Unit {
    case year, month, day, hour, minute

    init?(length: Int) {
      switch length {
      case 4: self = .year
      case 7: self = .month
      case 10: self = .day
      case 13: self = .hour
      case 16: self = .minute
      default: return nil
      }
    }

    /// The first second after the unit that begins at `first`.
    func end(after first: Int64) -> Int64 {
      switch self {
      case .minute: return first + 60
      case .hour: return first + 3_600
      case .day: return first + 86_400
      case .month: return Self.nextMonth(after: first)
      case .year: return (1...12).reduce(first) { end, _ in Self.nextMonth(after: end) }
      }
    }

    private static func nextMonth(after first: Int64) -> Int64 {
      let month = Timestamp(secondsSinceEpoch: first).civil(offset: 0).month
      // No month has fewer days, so the first of the next is at most three days on.
      return (28...31).map { first + $0 * 86_400 }.first {
        Timestamp(secondsSinceEpoch: $0).civil(offset: 0).month != month
      } ?? first
    }
  }
}
