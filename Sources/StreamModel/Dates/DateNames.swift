enum DateNames {
  /// Returns a month for the first three letters of its English name, one lower-case byte each.
  static func month(_ letters: UInt32) -> Int? { months.firstIndex(of: letters).map { $0 + 1 } }

  private static let months: [UInt32] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { DateWord($0).firstThree }

  static func month(_ word: DateWord) -> Int? {
    if word.count >= 3, let month = month(word.firstThree) { return month }
    for (name, month) in otherMonths where word.begins(with: name) { return month }
    return nil
  }

  static func isWeekday(_ word: DateWord) -> Bool { weekdays.contains { word.begins(with: $0) } }

  /// Returns the offset of a named zone in seconds east of UTC; nil if it is unknown.
  static func offset(_ word: DateWord) -> Int? { zones[word.key] }

  /// The other names of months, after the English ones.
  ///
  /// First Greek (both spellings that feedparser knows) and Hungarian, as feedparser reads them;
  /// then the Romance, Germanic and Nordic ones that differ from English.
  private static let otherMonths: [(DateWord, Int)] = [
    ("ιαν", 1), ("φεβ", 2), ("μάρ", 3), ("μαρ", 3), ("μάώ", 3), ("μαώ", 3), ("απρ", 4),
    ("μάι", 5), ("μαϊ", 5), ("μαΐ", 5), ("μαι", 5), ("ιούν", 6), ("ιουν", 6), ("ιον", 6),
    ("ιούλ", 7), ("ιουλ", 7), ("ιολ", 7), ("αύγ", 8), ("αυγ", 8), ("σεπ", 9), ("οκτ", 10),
    ("νοέ", 11), ("νοε", 11), ("δεκ", 12),
    ("már", 3), ("ápr", 4), ("máj", 5), ("jún", 6), ("júl", 7), ("sze", 9), ("okt", 10),
    ("ene", 1), ("gen", 1), ("fév", 2), ("fev", 2), ("mär", 3), ("mrt", 3), ("maa", 3),
    ("avr", 4), ("abr", 4), ("mai", 5), ("mei", 5), ("maj", 5), ("mag", 5), ("juin", 6),
    ("giu", 6), ("juil", 7), ("lug", 7), ("aoû", 8), ("aou", 8), ("ago", 8), ("set", 9),
    ("ott", 10), ("out", 10), ("déc", 12), ("dez", 12), ("des", 12), ("dic", 12),
  ].map { (DateWord($0.0), $0.1) }

  private static let weekdays: [DateWord] = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    "κυρ", "δευ", "τρι", "τετ", "πεμ", "πέμ", "παρ", "σαβ", "σάβ",
  ].map { DateWord($0) }

  /// The zones of RFC 2822 section 4.3 and others in use; military letters other than "Z" mean nothing there.
  private static let zones: [UInt64: Int] = {
    let minutes: [(String, Int)] = [
      ("ut", 0), ("gmt", 0), ("utc", 0), ("z", 0), ("wet", 0), ("west", 60),
      ("at", -240), ("ast", -240), ("adt", -180), ("nst", -210), ("ndt", -150),
      ("et", -300), ("est", -300), ("edt", -240), ("ct", -360), ("cst", -360), ("cdt", -300),
      ("mt", -420), ("mst", -420), ("mdt", -360), ("pt", -480), ("pst", -480), ("pdt", -420),
      ("akst", -540), ("akdt", -480), ("hst", -600), ("hast", -600), ("hadt", -540),
      ("brt", -180), ("brst", -120), ("art", -180), ("clt", -240), ("clst", -180),
      ("bst", 60), ("cet", 60), ("cest", 120), ("met", 60), ("mez", 60), ("mest", 120),
      ("mesz", 120), ("mewt", 60), ("eet", 120), ("eest", 180), ("sast", 120), ("trt", 180),
      ("msk", 180), ("msd", 240), ("pkt", 300), ("ist", 330), ("npt", 345), ("ict", 420),
      ("wib", 420), ("hkt", 480), ("sgt", 480), ("awst", 480), ("jst", 540), ("kst", 540),
      ("acst", 570), ("acdt", 630), ("aest", 600), ("aedt", 660), ("nzst", 720), ("nzdt", 780),
    ]
    var offsets: [UInt64: Int] = [:]
    for (name, value) in minutes { offsets[DateWord(name).key] = value * 60 }
    return offsets
  }()
}

/// The beginning of a word in lower case, as one number.
struct DateWord: Equatable {
  /// Up to eight bytes of UTF-8, the first one highest; a shorter word is padded with zeros.
  let key: UInt64
  let count: Int

  var firstThree: UInt32 { UInt32(key >> 40) }

  init(_ bytes: some Collection<UInt8>) {
    var key: UInt64 = 0
    var length = 0
    var lead: UInt8 = 0
    for byte in bytes {
      defer { length += 1 }
      guard length < 8 else { continue }
      var folded = UInt64(byte)
      if byte &- 0x41 < 26 {
        folded = UInt64(byte | 0x20)
      } else if lead == 0xC3, byte >= 0x80, byte <= 0x9E {
        folded = UInt64(byte | 0x20)  // À to Þ
      } else if lead == 0xCE, byte >= 0x91, byte <= 0x9F {
        folded = UInt64(byte | 0x20)  // Α to Ο
      } else if lead == 0xCE, byte >= 0xA0, byte <= 0xA9 {
        key = key & ~0xFF | 0xCF  // Π to Ω
        folded = UInt64(byte & ~0x20)
      }
      lead = byte
      key = key << 8 | folded
    }
    self.key = length == 0 ? 0 : key << UInt64(8 * (8 - min(length, 8)))
    count = length
  }

  init(_ name: String) { self.init(name.utf8) }

  /// Whether the word begins with `prefix`, which has at most eight bytes.
  func begins(with prefix: DateWord) -> Bool {
    guard prefix.count <= count, prefix.count <= 8, prefix.count > 0 else { return false }
    return (key ^ prefix.key) >> UInt64(8 * (8 - prefix.count)) == 0
  }
}
