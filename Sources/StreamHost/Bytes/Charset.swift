/// The encoding of text that is not UTF-8.
enum Charset: Equatable {
  enum Order: Equatable {
    case big
    case little
  }

  case utf16(Order)
  case utf32(Order)
  /// Western single-byte text; documents labelled Latin-1 or ASCII nearly always use this.
  case windows1252
  /// A charset that the platform's iconv converts, by iconv's name and the name to show.
  case platform(iconv: String, name: String)

  /// Looks up the charset of a document's label (WHATWG Encoding, section 4.2); nil for UTF-8 and unknown labels.
  init?(label: String) {
    let wanted = label.lowercased()
    for line in Self.table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, words.dropFirst().contains(where: { $0 == wanted }) else { continue }
      let name = String(words[1])
      self = name == "windows-1252" ? .windows1252 : .platform(iconv: String(words[0]), name: name)
      return
    }
    return nil
  }

  var name: String {
    switch self {
    case .utf16(.big): "utf-16be"
    case .utf16(.little): "utf-16le"
    case .utf32(.big): "utf-32be"
    case .utf32(.little): "utf-32le"
    case .windows1252: "windows-1252"
    case .platform(_, let name): name
    }
  }

  var isEBCDIC: Bool { ["ibm037", "ibm500", "ibm1047", "ibm1140"].contains(name) }

  /// Whether a byte from 0x81 on may begin a character of several bytes.
  var hasLeadBytes: Bool { ["gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"].contains(name) }

  /// Whether a label names UTF-8 or another Unicode encoding; of a label that could be read as
  /// ASCII, only the former can be true.
  static func isUnicode(label: String) -> Bool {
    let wanted = label.lowercased()
    return unicodeLabels.contains(where: { $0 == wanted }) || wanted.hasPrefix("utf-16")
      || wanted.hasPrefix("utf-32") || wanted.hasPrefix("iso-10646-ucs-")
  }

  private static let unicodeLabels = [
    "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
    "unicode", "utf16", "utf32", "ucs-2", "ucs-4", "csunicode", "unicodefeff", "unicodefffe",
  ]

  /// One line per supported charset: iconv's name, the name to show, and its other labels.
  ///
  /// The labels follow WHATWG Encoding, section 4.2, which states what documents mean by them rather than what the
  /// registry says. A few labels from the registry come after them (the DOS and EBCDIC ones). The set is closed so that
  /// a document cannot choose among all modules of a machine.
  static let table = """
    CP1252 windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
    CP866 ibm866 866 cp866 csibm866
    ISO-8859-2 iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
    ISO-8859-3 iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
    ISO-8859-4 iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
    ISO-8859-5 iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
    ISO-8859-6 iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
    ISO-8859-7 iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
    ISO-8859-8 iso-8859-8 csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 logical visual
    ISO-8859-10 iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
    ISO-8859-13 iso-8859-13 iso8859-13 iso885913
    ISO-8859-14 iso-8859-14 iso8859-14 iso885914
    ISO-8859-15 iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
    ISO-8859-16 iso-8859-16
    KOI8-R koi8-r cskoi8r koi koi8 koi8_r
    KOI8-U koi8-u koi8-ru
    MACINTOSH macintosh csmacintosh mac x-mac-roman
    CP874 windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
    CP1250 windows-1250 cp1250 x-cp1250
    CP1251 windows-1251 cp1251 x-cp1251
    CP1253 windows-1253 cp1253 x-cp1253
    CP1254 windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254
    CP1255 windows-1255 cp1255 x-cp1255
    CP1256 windows-1256 cp1256 x-cp1256
    CP1257 windows-1257 cp1257 x-cp1257
    CP1258 windows-1258 cp1258 x-cp1258
    MAC-CYRILLIC x-mac-cyrillic x-mac-ukrainian
    GB18030 gb18030 gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk cp936 windows-936
    BIG5-HKSCS big5 big5-hkscs cn-big5 csbig5 x-x-big5
    EUC-JP euc-jp cseucpkdfmtjapanese x-euc-jp
    ISO-2022-JP iso-2022-jp csiso2022jp
    CP932 shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932
    CP949 euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949 uhc
    IBM437 cp437 ibm437 437 cspc8codepage437
    IBM850 cp850 ibm850 850 cspc850multilingual
    IBM852 cp852 ibm852 852
    IBM037 ibm037 cp037 csibm037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl ibm-037 cp37 ibm-37
    IBM500 ibm500 cp500 csibm500 ebcdic-cp-be ebcdic-cp-ch ibm-500
    IBM1047 ibm1047 cp1047 ibm-1047 1047
    IBM1140 ibm1140 cp01140 cp1140 ccsid01140 ibm01140 ibm-1140 ebcdic-us-37+euro
    """
}

/// The charset that XML or HTML declares in its first bytes.
enum MarkupLabel {
  /// The number of bytes searched for a label (WHATWG HTML, section 13.2.3.2).
  static let reach = 1024

  /// Searches `bytes`, which must begin with "<"; returns the label as written, nil without one.
  static func text(in bytes: some Sequence<UInt8>) -> String? {
    // Labels and their surroundings are ASCII, so a byte is a character here.
    let head = Array(bytes.prefix(reach))
    return declaration(head) ?? (isHTML(head) ? meta(head) : nil)
  }

  /// Returns the label of `<?xml ... encoding="X" ... ?>` (XML 1.0, section 4.3.3).
  private static func declaration(_ head: [UInt8]) -> String? {
    guard starts(head[...], with: "<?xml") else { return nil }
    let end = find("?>", in: head[...]) ?? head.endIndex
    var rest = head[..<end]
    while let place = find("encoding", in: rest) {
      let isWord = place > 0 && isSpace(head[place - 1])
      rest = rest[(place + 8)...]
      if isWord, let value = value(in: rest) { return value }
    }
    return nil
  }

  /// Returns the label of `<meta charset=X>` or `<meta ... content="...; charset=X">`.
  private static func meta(_ head: [UInt8]) -> String? {
    var rest = head[...]
    while let open = rest.firstIndex(of: 0x3C) {
      rest = rest[open...]
      if starts(rest, with: "<!--") {
        guard let end = find("-->", in: rest) else { return nil }
        rest = rest[(end + 3)...]
        continue
      }
      let close = rest.firstIndex(of: 0x3E) ?? rest.endIndex
      if starts(rest, with: "<meta"), let place = find("charset", in: rest[..<close]),
        let value = value(in: rest[(place + 7)..<close])
      {
        return value
      }
      rest = rest[min(open + 1, rest.endIndex)...]
    }
    return nil
  }

  /// Whether the first tag is one of an HTML page.
  private static func isHTML(_ head: [UInt8]) -> Bool {
    var rest = head[...]
    while let open = rest.firstIndex(of: 0x3C) {
      rest = rest[open...]
      if starts(rest, with: "<!doctype html") { return true }
      let next = open + 1 < rest.endIndex ? rest[open + 1] : 0
      if isLetter(next) {
        let name = rest[(open + 1)...].prefix { isLetter($0) || (0x30...0x3A).contains($0) }
        return pageTags.contains(String(decoding: name, as: UTF8.self).lowercased())
      }
      let end: StaticString = starts(rest, with: "<!--") ? "-->" : ">"
      guard let place = find(end, in: rest) else { return false }
      rest = rest[place...].dropFirst()
    }
    return false
  }

  private static let pageTags = [
    "html", "head", "meta", "title", "link", "script", "style", "base", "body", "div", "p",
  ]

  /// Returns the value after "=", quoted or not.
  private static func value(in bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes.drop(while: isSpace)
    guard rest.first == 0x3D else { return nil }
    rest = rest.dropFirst().drop(while: isSpace)
    guard let first = rest.first else { return nil }
    let value: ArraySlice<UInt8>
    if first == 0x22 || first == 0x27 {
      value = rest.dropFirst().prefix { $0 != first }
    } else {
      value = rest.prefix { !isSpace($0) && ![0x22, 0x27, 0x2F, 0x3B, 0x3E].contains($0) }
    }
    let trimmed = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return trimmed.count == 1 ? String(trimmed[0].prefix(60)) : nil
  }

  private static func starts(_ bytes: ArraySlice<UInt8>, with word: StaticString) -> Bool {
    let start = bytes.prefix(word.utf8CodeUnitCount)
    return start.count == word.utf8CodeUnitCount
      && zip(start, 0...).allSatisfy { byte, index in lower(byte) == word.utf8Start[index] }
  }

  private static func find(_ word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { starts(bytes[$0...], with: word) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
