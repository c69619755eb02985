/// Parses a date word by word, with its parts in any order.
///
/// The grammar follows no standard. It is the union of the forms that feedparser (`feedparser/datetimes`) and gofeed
/// (`dateparser.go`) accept, with the zones and two-digit years of RFC 2822 section 4.3. Anything else is rejected,
/// except words after the time of day, which count as an unknown zone.
struct FeedDateReader {
  enum Meridiem { case morning, afternoon }

  static let longest = 256

  let bytes: UnsafeBufferPointer<UInt8>
  var at = 0
  var isoDay: Int?
  var parts: [FeedDateOrder.Part] = []
  var month: Int?
  private var separator: UInt8 = 0x20
  /// The time of day in seconds since midnight.
  var clock: Int?
  private var clockEnd = -1
  var clockIsNext = false
  var meridiem: Meridiem?
  var offset: Int?
  var isKorean = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func read() -> Timestamp? {
    readISO8601()
    while at < bytes.count { guard readToken() else { return nil } }
    guard let day = isoDay ?? FeedDateOrder.day(parts, month: month) else { return nil }
    var time = clock ?? 0
    if meridiem == .afternoon, time < 12 * 3600 { time += 12 * 3600 }
    if meridiem == .morning, time >= 12 * 3600, time < 13 * 3600 { time -= 12 * 3600 }
    // The two Korean forms state no zone because they are Korean.
    let stated = offset ?? (isKorean ? 9 * 3600 : nil)
    return Timestamp(
      secondsSinceEpoch: Int64(day * 86_400 + time - (stated ?? 0)),
      zoneIsStated: stated != nil
    )
  }

  /// Returns the byte `distance` after the next one; 0 beyond the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    let place = at + distance
    return place >= 0 && place < bytes.count ? bytes[place] : 0
  }

  mutating func number(most: Int = 8) -> (value: Int, digits: Int)? {
    var value = 0
    var end = at
    while end < bytes.count, bytes[end].isASCIIDigit {
      guard end - at < most else { return nil }
      value = value * 10 + Int(bytes[end] & 0x0F)
      end += 1
    }
    guard end > at else { return nil }
    defer { at = end }
    return (value, end - at)
  }

  private mutating func readClock(hour: Int) -> Bool {
    var second = 0
    at += 1
    guard let minute = number(most: 2)?.value else { return false }
    if byte() == 0x3A, byte(1).isASCIIDigit {
      at += 1
      guard let read = number(most: 2)?.value else { return false }
      second = read
      guard byte() != 0x3A || !byte(1).isASCIIDigit else { return false }
    }
    return setClock(hour, minute, second)
  }

  /// Reads "10", "1014" or "101455", the ISO 8601 forms of the time after a "T".
  private mutating func readCompactClock(_ number: (value: Int, digits: Int)) -> Bool {
    switch number.digits {
    case 1, 2: setClock(number.value, 0, 0)
    case 4: setClock(number.value / 100, number.value % 100, 0)
    case 6: setClock(number.value / 10_000, number.value / 100 % 100, number.value % 100)
    default: false
    }
  }

  private mutating func setClock(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
    // 24:00 is the midnight at the end of the day; second 60 is a leap second.
    guard hour <= 24, minute <= 59, second <= 60, (clock ?? 0) == 0 else { return false }
    if byte() == 0x2E || byte() == 0x2C, byte(1).isASCIIDigit {
      at += 1
      while byte().isASCIIDigit { at += 1 }
    }
    clock = hour * 3600 + minute * 60 + second
    clockEnd = at
    clockIsNext = false
    return true
  }

  private mutating func readToken() -> Bool {
    switch byte() {
    case 0x30...0x39: return readNumber()
    case 0x28: return skipComment()
    case 0x2B, 0x2D: return readSign()
    case 0x2E, 0x2F:
      separator = byte()
      at += 1
      return true
    case 0x3A:
      // "10:14:55:-0700" has one colon too many.
      guard at == clockEnd, byte(1) == 0x2D || byte(1) == 0x2B else { return false }
      at += 1
      clockEnd = at
      return true
    case 0...0x20, 0x2C, 0x3B, 0x27:
      at += 1
      return true
    case 0x41...0x5A, 0x61...0x7A: return readWord()
    case 0x80...: return skipWideSpace() || readWord()
    default: return false
    }
  }

  private mutating func readNumber() -> Bool {
    guard let number = number() else { return false }
    if number.digits <= 2, byte() == 0x3A, byte(1).isASCIIDigit {
      return readClock(hour: number.value)
    }
    if clockIsNext { return readCompactClock(number) }
    let dateIsWhole = isoDay != nil || parts.count == (month == nil ? 3 : 2)
    guard dateIsWhole else {
      parts.append(
        FeedDateOrder.Part(value: number.value, digits: number.digits, separator: separator)
      )
      separator = 0x20
      return parts.count <= 3
    }
    // "2006 15 -0700" has only the hour; after the time, a zone without its sign means nothing.
    if clock == nil {
      return number.digits <= 2 && separator == 0x20 && setClock(number.value, 0, 0)
    }
    return number.digits <= 4
  }

  private mutating func readSign() -> Bool {
    let isInsideDate = at > 0 && bytes[at - 1].isASCIIDigit && at != clockEnd
    guard clock != nil, !isInsideDate else {
      separator = byte()
      at += 1
      return true
    }
    let sign = byte() == 0x2D ? -1 : 1
    while byte() == 0x2B || byte() == 0x2D { at += 1 }
    // "02:15 - Monday": this is a dash, not a sign.
    if byte().isDateSpace { return true }
    guard let number = number(most: 6) else { return false }
    var hours = number.value
    var minutes = 0
    switch number.digits {
    case 1, 2:
      if byte() == 0x3A || byte() == 0x2E {
        at += 1
        guard let read = self.number(most: 2) else { return false }
        minutes = read.value
        if byte() == 0x3A {
          at += 1
          guard self.number(most: 2) != nil else { return false }
        }
      }
    case 3, 4:
      hours = number.value / 100
      minutes = number.value % 100
    case 6:
      hours = number.value / 10_000
      minutes = number.value / 100 % 100
    default: return false
    }
    guard hours <= 24, minutes <= 59 else { return false }
    offset = sign * (hours * 3600 + minutes * 60)
    return true
  }

  private mutating func skipComment() -> Bool {
    var depth = 0
    while at < bytes.count {
      if byte() == 0x28 { depth += 1 }
      if byte() == 0x29 { depth -= 1 }
      at += 1
      if depth == 0 { return true }
    }
    return true
  }

  private mutating func skipWideSpace() -> Bool {
    let length = wideSpaceLength
    at += length
    return length > 0
  }

  /// The length in bytes of a non-ASCII space or direction mark at `at`; 0 if there is none.
  var wideSpaceLength: Int {
    if byte() == 0xC2, byte(1) == 0xA0 { return 2 }
    let isQuad = byte() == 0xE2 && byte(1) == 0x80 && (byte(2) &- 0x80 <= 0x0F || byte(2) == 0xAF)
    return isQuad ? 3 : 0
  }

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

  private func sixDigits(_ value: Int) -> Int? {
    let (year, month) = (value / 100, value % 100)
    if (1900...2099).contains(year), (1...12).contains(month) { return rolled(year, month, 1) }
    return rolled(pivoted(value / 10_000), value / 100 % 100, value % 100)
  }

  private func pivoted(_ year: Int) -> Int { year + (year < 50 ? 2000 : 1900) }

  private func ordinal(_ year: Int, _ day: Int) -> Int? {
    guard day >= 1, day <= (Gregorian.isLeap(year) ? 366 : 365) else { return nil }
    return Gregorian.daysSinceEpoch(year, 1, 1) + day - 1
  }

  private func rolled(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return Gregorian.daysSinceEpoch(year, month, 1) + day - 1
  }

  /// Reads a name, a mark or a unit; returns false if the word shows that this is not a date.
  mutating func readWord() -> Bool {
    let start = at
    while byte().isASCIILetter || byte() >= 0x80, wideSpaceLength == 0 { at += 1 }
    let follows = start > 0 && bytes[start - 1].isASCIIDigit
    let word = DateWord(bytes[start..<at])
    if word == Self.timeMark, clock == nil, byte().isASCIIDigit {
      clockIsNext = true
      return true
    }
    if follows, let last = parts.indices.last {
      if let role = Self.units[word.key] {
        parts[last].role = role
        isKorean = isKorean || word == Self.koreanYear
        return true
      }
      if Self.ordinals.contains(word.key) { return true }
    }
    if let half = readMeridiem(word) {
      meridiem = half
      return true
    }
    if clock == nil || month == nil && isoDay == nil && parts.count < 3,
      let found = DateNames.month(word)
    {
      month = found
      return true
    }
    // "MON" is not a zone, nor is "at" before the time of day.
    if DateNames.isWeekday(word) || clock == nil && word == Self.at { return true }
    if let found = DateNames.offset(word) {
      // A number takes precedence over the name beside it: "-0700 MST", "MST-07:00".
      if offset == nil { offset = found }
      return clock != nil || isoDay != nil || parts.count >= 2
    }
    return skipUnknownWord(follows: follows)
  }

  /// Reads "am", "p.m." and their Korean forms, the first of which also occurs before the time.
  private mutating func readMeridiem(_ word: DateWord) -> Meridiem? {
    if word == Self.koreanMorning || word == Self.koreanAfternoon {
      isKorean = true
      return word == Self.koreanMorning ? .morning : .afternoon
    }
    guard clock != nil else { return nil }
    if word == Self.am { return .morning }
    if word == Self.pm { return .afternoon }
    guard byte() == 0x2E, byte(1) | 0x20 == 0x6D, word == Self.a || word == Self.p else {
      return nil
    }
    at += byte(2) == 0x2E ? 3 : 2
    return word == Self.a ? .morning : .afternoon
  }

  private mutating func skipUnknownWord(follows: Bool) -> Bool {
    if byte() == 0x2F {
      // "Etc/GMT" has its name after the slash; "Europe/Berlin" would need a time zone database.
      guard clock != nil else { return false }
      at += 1
      let rest = bytes[at...].prefix { !$0.isDateSpace }
      if DateNames.offset(DateWord(rest)) == nil { at += rest.count }
      return true
    }
    // This is a weekday in some language, or an unknown zone.
    return clock != nil ? !follows : parts.isEmpty && isoDay == nil && month == nil
  }

  private static let timeMark = DateWord("t")
  private static let at = DateWord("at")
  private static let a = DateWord("a")
  private static let p = DateWord("p")
  private static let am = DateWord("am")
  private static let pm = DateWord("pm")
  private static let koreanMorning = DateWord("오전")
  private static let koreanAfternoon = DateWord("오후")
  private static let koreanYear = DateWord("년")
  private static let units: [UInt64: FeedDateOrder.Part.Role] = [
    koreanYear.key: .year, DateWord("월").key: .month, DateWord("일").key: .day,
    DateWord("年").key: .year, DateWord("月").key: .month, DateWord("日").key: .day,
  ]
  private static let ordinals: Set<UInt64> = [
    DateWord("st").key, DateWord("nd").key, DateWord("rd").key, DateWord("th").key,
  ]
}

enum FeedDateOrder {
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

  private static func isYear(_ part: Part) -> Bool { part.digits >= 3 || part.value > 31 }

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
