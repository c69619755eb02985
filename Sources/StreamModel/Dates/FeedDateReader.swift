/// Parses a date word by word, with its parts in any order.
///
/// The grammar follows no standard. It is the union of the forms that feedparser
/// (`feedparser/datetimes`) and gofeed (`dateparser.go`) accept, with the zones and two-digit years
/// of RFC 2822 section 4.3. Anything else is rejected, except words after the time of day, which
/// count as an unknown zone.
struct FeedDateReader {
  enum Meridiem { case morning, afternoon }

  /// The longest date that is parsed, in bytes.
  static let longest = 256

  let bytes: UnsafeBufferPointer<UInt8>
  var at = 0
  /// The date as days since 1970 if it has a form of ISO 8601; otherwise nil.
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

  /// Returns the time; nil if the text is not a date.
  mutating func read() -> Timestamp? {
    readISO8601()
    while at < bytes.count {
      guard readToken() else { return nil }
    }
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

  /// Reads up to `most` digits; returns nil and reads nothing if there are none or more.
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

  /// Reads hour, minute and second, the last two if present, after `hour` and its colon.
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

  /// Reads the sign of a zone or a separator between the numbers of a date.
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

  /// Skips a comment of RFC 2822 section 3.2.3; comments nest.
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
}
