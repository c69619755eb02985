extension FeedDateReader {
  /// Reads a date of ISO 8601 in any of its forms at the start; reads nothing if there is none.
  ///
  /// Days beyond the end of a month roll over into the next, as in feedparser. Forms that lack more
  /// than the century (`--12-31`, `---31`) are rejected, because they depend on today's date.
  mutating func readISO8601() {
    let start = at
    if let day = iso8601Day() {
      let isAtTime = byte() | 0x20 == 0x74 && byte(1).isASCIIDigit
      let isAlone = at == bytes.count || byte() | 0x20 == 0x7A
      // A compact form may be the year or day that begins another form: "2003 Dec 31".
      let isFull = byte().isDateSpace && at - start >= 8
      if isAlone || isAtTime || isFull {
        isoDay = day
        return
      }
    }
    at = start
  }

  private mutating func iso8601Day() -> Int? {
    if byte() == 0x2D {
      at += 1
      return dayWithoutCentury()
    }
    guard let head = number() else { return nil }
    switch head.digits {
    case 8: return rolled(head.value / 10_000, head.value / 100 % 100, head.value % 100)
    case 7: return ordinal(head.value / 1000, head.value % 1000)
    case 6: return sixDigits(head.value)
    case 5: return ordinal(pivoted(head.value / 1000), head.value % 1000)
    case 4: return iso8601Day(year: head.value)
    case 2:
      guard byte() == 0x2D, byte(1).isASCIIDigit else { return nil }
      return iso8601Day(year: pivoted(head.value), isShort: true)
    default: return nil
    }
  }

  /// Reads "-0312" or "-03-12": year of the century, and month.
  private mutating func dayWithoutCentury() -> Int? {
    guard let head = number(most: 4) else { return nil }
    if head.digits == 4 { return rolled(pivoted(head.value / 100), head.value % 100, 1) }
    guard head.digits == 2 else { return nil }
    guard byte() == 0x2D else { return rolled(pivoted(head.value), 1, 1) }
    at += 1
    guard let month = number(most: 2) else { return nil }
    return rolled(pivoted(head.value), month.value, 1)
  }

  /// Reads the rest of "2003", "2003-12", "2003-12-31", "2003-335", "2003-W01-3" or "2003W013".
  private mutating func iso8601Day(year: Int, isShort: Bool = false) -> Int? {
    if byte() | 0x20 == 0x77 || byte() == 0x2D && byte(1) | 0x20 == 0x77 { return week(year) }
    guard byte() == 0x2D, byte(1).isASCIIDigit else { return rolled(year, 1, 1) }
    at += 1
    guard let second = number(most: 3) else { return nil }
    guard byte() == 0x2D else {
      if second.digits == 3 { return ordinal(year, second.value) }
      return isShort ? nil : rolled(year, second.value, 1)
    }
    // Google once wrote months with an extra zero: "2003-012-31".
    guard second.digits < 3 || second.value <= 12 else { return nil }
    at += 1
    guard let day = number(most: 2), byte() != 0x2D else { return nil }
    return rolled(year, second.value, day.value)
  }

  private mutating func week(_ year: Int) -> Int? {
    at += byte() == 0x2D ? 2 : 1
    guard let head = number(most: 3) else { return nil }
    if head.digits == 3 {
      return Gregorian.daysSinceEpoch(year: year, week: head.value / 10, weekday: head.value % 10)
    }
    guard head.digits == 2 else { return nil }
    var weekday = 1
    if byte() == 0x2D {
      at += 1
      guard let read = number(most: 1) else { return nil }
      weekday = read.value
    }
    return Gregorian.daysSinceEpoch(year: year, week: head.value, weekday: weekday)
  }

  /// Reads "200312" if that is a year and month of these centuries, otherwise "031231".
  private func sixDigits(_ value: Int) -> Int? {
    let (year, month) = (value / 100, value % 100)
    if (1900...2099).contains(year), (1...12).contains(month) { return rolled(year, month, 1) }
    return rolled(pivoted(value / 10_000), value / 100 % 100, value % 100)
  }

  /// Adds the century to a year of two digits (RFC 2822 section 4.3).
  private func pivoted(_ year: Int) -> Int { year + (year < 50 ? 2000 : 1900) }

  private func ordinal(_ year: Int, _ day: Int) -> Int? {
    guard day >= 1, day <= (Gregorian.isLeap(year) ? 366 : 365) else { return nil }
    return Gregorian.daysSinceEpoch(year, 1, 1) + day - 1
  }

  private func rolled(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return Gregorian.daysSinceEpoch(year, month, 1) + day - 1
  }
}
