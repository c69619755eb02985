extension FeedDateReader {
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
