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

  /// Looks up the charset of a document's label (WHATWG Encoding, section 4.2); nil for UTF-8 and
  /// unknown labels.
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

  /// The name in lower case.
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

  /// Whether letters and digits are encoded differently from ASCII.
  var isEBCDIC: Bool { ["ibm037", "ibm500", "ibm1047", "ibm1140"].contains(name) }

  /// Whether a byte from 0x81 on may begin a character of several bytes.
  var hasLeadBytes: Bool {
    ["gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"].contains(name)
  }

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
}
