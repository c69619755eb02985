/// Decides which number of a date is its year, its month and its day.
enum FeedDateOrder {
  /// A number of the date, with its context.
  struct Part {
    enum Role { case unknown, year, month, day }
    let value: Int
    let digits: Int
    /// The separator between the previous number and this one: "-", "/", "." or a space.
    let separator: UInt8
    var role = Role.unknown
  }

  /// Returns the days since 1970; nil if the numbers do not form a date.
  static func day(_ parts: [Part], month: Int?) -> Int? {
    if let month { return named(parts, month: month) }
    guard parts.count == 3 else { return nil }
    if parts.contains(where: { $0.role != .unknown }) { return labelled(parts) }
    let (first, second, third) = (parts[0], parts[1], parts[2])
    if isYear(first) { return checked(first.value, second.value, third.value) }
    let year = fullYear(third)
    let dayLeads: Bool
    switch third.separator {
    // The order of the United States, if possible.
    case 0x2F: dayLeads = first.value > 12
    // The European order, if possible.
    case 0x2D, 0x2E: dayLeads = second.value <= 12
    default: return nil
    }
    return dayLeads
      ? checked(year, second.value, first.value) : checked(year, first.value, second.value)
  }

  /// Returns the full year; for two or three digits after RFC 2822 section 4.3.
  static func fullYear(_ part: Part) -> Int? {
    switch part.digits {
    case 1, 2: part.value + (part.value < 50 ? 2000 : 1900)
    case 3: part.value + 1900
    case 4: part.value
    default: nil
    }
  }

  /// Returns the days since 1970 of a date that exists in the calendar; otherwise nil.
  static func checked(_ year: Int?, _ month: Int, _ day: Int) -> Int? {
    guard let year, (0...9999).contains(year), (1...12).contains(month),
      (1...Gregorian.days(inMonth: month, year: year)).contains(day)
    else { return nil }
    return Gregorian.daysSinceEpoch(year, month, day)
  }

  private static func isYear(_ part: Part) -> Bool {
    part.digits >= 3 || part.value > 31
  }

  private static func named(_ parts: [Part], month: Int) -> Int? {
    switch parts.count {
    case 2:
      let yearLeads = isYear(parts[0])
      return checked(fullYear(parts[yearLeads ? 0 : 1]), month, parts[yearLeads ? 1 : 0].value)
    case 1 where parts[0].digits == 4: return checked(parts[0].value, month, 1)
    default: return nil
    }
  }

  private static func labelled(_ parts: [Part]) -> Int? {
    guard let year = parts.first(where: { $0.role == .year }),
      let month = parts.first(where: { $0.role == .month }),
      let day = parts.first(where: { $0.role == .day })
    else { return nil }
    return checked(fullYear(year), month.value, day.value)
  }
}
