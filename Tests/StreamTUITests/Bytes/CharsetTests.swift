import StreamModel
import Testing

@testable import StreamHost

/// Text of any charset is read as what its author wrote.
struct CharsetTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let label: String
    let bytes: [UInt8]
    let text: String
    let name: String
    var testDescription: String { label }

    /// An XML document that declares the charset.
    var document: [UInt8] {
      Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><t>".utf8) + bytes + Array("</t>".utf8)
    }
  }

  static let cases: [Case] = [
    Case(label: "windows-1252", bytes: [0x80, 0x93, 0xE9], text: "€“é", name: "windows-1252"),
    Case(label: "ISO-8859-1", bytes: [0x80, 0x99, 0xE9], text: "€™é", name: "windows-1252"),
    Case(label: "latin1", bytes: [0x85, 0x81], text: "…\u{81}", name: "windows-1252"),
    Case(label: "us-ascii", bytes: [0x94, 0xA0], text: "”\u{A0}", name: "windows-1252"),
    Case(label: "iso-8859-15", bytes: [0xA4, 0xE9], text: "€é", name: "iso-8859-15"),
    Case(label: "iso-8859-2", bytes: [0xB1, 0xF3, 0xB3], text: "ąół", name: "iso-8859-2"),
    Case(label: "iso-8859-9", bytes: [0x80, 0xFE, 0xFD], text: "€şı", name: "windows-1254"),
    Case(label: "windows-1251", bytes: [0xCF, 0xF0, 0xE8], text: "При", name: "windows-1251"),
    Case(label: "koi8-r", bytes: [0xF0, 0xD2, 0xC9], text: "При", name: "koi8-r"),
    Case(label: "tis-620", bytes: [0x80, 0xA1], text: "€ก", name: "windows-874"),
    Case(label: "iso-8859-11", bytes: [0x85, 0xA1], text: "…ก", name: "windows-874"),
    Case(label: "gb2312", bytes: [0xC4, 0xE3, 0x81, 0x40], text: "你丂", name: "gb18030"),
    Case(label: "gbk", bytes: [0x84, 0x31, 0xA4, 0x36], text: "\u{FFFC}", name: "gb18030"),
    Case(label: "big5", bytes: [0xA7, 0x41], text: "你", name: "big5"),
    Case(label: "shift_jis", bytes: [0x87, 0x40, 0x82, 0xA0], text: "①あ", name: "shift_jis"),
    Case(label: "x-sjis", bytes: [0xB1, 0x5C], text: "ｱ\\", name: "shift_jis"),
    Case(label: "euc-jp", bytes: [0xA4, 0xA2], text: "あ", name: "euc-jp"),
    Case(
      label: "iso-2022-jp",
      bytes: [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42],
      text: "あ",
      name: "iso-2022-jp"
    ),
    Case(label: "euc-kr", bytes: [0xB0, 0xA1, 0x81, 0x41], text: "가갂", name: "euc-kr"),
    Case(label: "ks_c_5601-1987", bytes: [0x81, 0x41], text: "갂", name: "euc-kr"),
    Case(label: "macintosh", bytes: [0x8E], text: "é", name: "macintosh"),
  ]

  @Test(arguments: cases)
  func aDeclaredCharsetIsConverted(_ example: Case) {
    let result = Unwrapped(example.document)
    #expect(result.text.hasSuffix("?><t>\(example.text)</t>"))
    let isSame = example.label.lowercased() == example.name
    #expect(result.notes == [isSame ? example.name : "\(example.name) (declared \(example.label))"])
    #expect(result.faults.isEmpty)
  }

  @Test(arguments: cases)
  func aPipeGivesTheSame(_ example: Case) {
    for step in [1, 7, 4096] {
      let result = Unwrapped(DrippingBytes(example.document, step: step))
      #expect(result.bytes == Unwrapped(example.document).bytes)
    }
  }

  @Test func longTextIsConvertedInPieces() {
    let text = [UInt8]((0..<200_000).map { $0 % 3 == 0 ? 0xE9 : 0x61 })
    let wanted = String((0..<200_000).map { $0 % 3 == 0 ? "é" : "a" })
    for (label, step) in [("iso-8859-1", 5000), ("windows-1250", 70_001), ("gb18030", 3)] {
      let head = Array("<?xml version='1.0' encoding='\(label)'?>".utf8)
      let whole = Unwrapped(head + text)
      #expect(Unwrapped(DrippingBytes(head + text, step: step)).bytes == whole.bytes)
      if label != "gb18030" { #expect(whole.text.hasSuffix(wanted)) }
    }
  }

  @Test(
    arguments: [
      ("shift_jis", [0x41, 0x85, 0x3F, 0x42], "A\u{FFFD}?B"),
      ("shift_jis", [0x41, 0x85, 0xFD, 0x42], "A\u{FFFD}B"),
      ("shift_jis", [0x41, 0xFF, 0x42], "A\u{FFFD}B"),
      ("euc-kr", [0x41, 0xC9, 0xFF, 0x42], "A\u{FFFD}B"),
      ("gbk", [0x41, 0x81, 0xFF, 0x42], "A\u{FFFD}B"),
      ("euc-jp", [0x41, 0xA4, 0x42], "A\u{FFFD}B"),
      ("big5", [0x41, 0xFE, 0xFF, 0x42], "A\u{FFFD}B"),
      ("windows-1253", [0x41, 0xAA, 0x42], "A\u{FFFD}B"),
      ("iso-8859-3", [0x41, 0xA5, 0xA5, 0x42], "A\u{FFFD}\u{FFFD}B"),
    ] as [(String, [UInt8], String)]
  )
  func aBadSequenceIsOneReplacement(label: String, bytes: [UInt8], text: String) {
    let result = Unwrapped(Case(label: label, bytes: bytes, text: "", name: "").document)
    #expect(result.text.hasSuffix("<t>\(text)</t>"))
  }

  @Test func aSequenceThatTheEndCutsIsOneReplacement() {
    let bytes = Array("<?xml version='1.0' encoding='shift_jis'?><t>".utf8) + [0x82]
    #expect(Unwrapped(bytes).text.hasSuffix("<t>\u{FFFD}"))
  }

  @Test func bytesThatAreUTF8WinOverTheLabel() {
    let bytes = Array("<?xml version='1.0' encoding='iso-8859-1'?><t>é</t>".utf8)
    let result = Unwrapped(bytes)
    #expect(result.bytes == bytes)
    #expect(result.notes == ["utf-8 (declared iso-8859-1)"])
  }

  @Test func aByteOrderMarkWinsOverTheLabel() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='koi8-r'?><t/>".utf8)
    #expect(Unwrapped(bytes).bytes == bytes)
  }

  @Test(arguments: [
    "<?xml version='1.0' encoding='utf-8'?>", "<?xml version='1.0'?>", "<!-- x -->", "",
  ])
  func whatIsNoUTF8IsWindows1252(head: String) {
    let bytes = Array((head + "<rss>").utf8) + [0x93, 0xE9, 0x94] + Array("</rss>".utf8)
    let result = Unwrapped(bytes)
    #expect(result.text == head + "<rss>“é”</rss>")
    #expect(result.notes.first?.hasPrefix("windows-1252 (") == true)
  }

  @Test func oneBadSequenceInUTF8IsNoOtherCharset() {
    let bytes = Array("<rss>żółw źródło ".utf8) + [0xC5] + Array("</rss>".utf8)
    #expect(Unwrapped(bytes).bytes == bytes)
  }

  @Test func aLabelThatItsBytesContradictMeansNothing() {
    for label in ["utf-16", "UTF-16LE", "ibm037", "ucs-2"] {
      let text = Array("<?xml version='1.0' encoding='\(label)'?><t>é</t>".utf8)
      #expect(Unwrapped(text).bytes == text)
    }
  }

  @Test(
    arguments: [
      "<!DOCTYPE html><html><head><meta charset=koi8-r>",
      "<html><head><meta charset=\"KOI8-R\" />",
      "<!-- <meta charset=utf-8> --><html><meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
    ]
  )
  func aPageSaysItsCharset(head: String) {
    #expect(Unwrapped(Array(head.utf8) + [0xF0, 0xD2]).text == head + "Пр")
  }

  @Test func anUnknownCharsetIsAnErrorInWords() {
    let bytes = Array("<?xml version='1.0' encoding='klingon/../x'?><t>".utf8) + [0xE9]
    #expect(
      Unwrapped(bytes).error
        == .unreadable(name: "feed", reason: "charset \"klingon/../x\" cannot be converted here")
    )
  }

  @Test func anUnknownCharsetOfPlainTextIsSaidAtMost() {
    let bytes = Array("<?xml version='1.0' encoding='klingon'?><t>plain</t>".utf8)
    let short = Unwrapped(bytes)
    #expect(short.bytes == bytes && short.faults.isEmpty)
    let long = Unwrapped(bytes + [UInt8](repeating: 0x20, count: 70_000))
    #expect(long.error == nil)
    #expect(long.faults == ["charset \"klingon\" is not known here; read as UTF-8"])
  }

  @Test func jsonStaysAsItIs() {
    let bytes: [UInt8] = Array("{\"a\":\"".utf8) + [0xE9, 0x93] + Array("\"}".utf8)
    #expect(Unwrapped(bytes).bytes == bytes)
  }

  @Test(arguments: ["<t>é😀\u{FFFF}</t>", "{\"a\":\"żółw 😀\"}", "[1]", "\n{}"])
  func everyFormOfUnicodeIsRead(text: String) {
    for (form, name) in UnicodeForm.allCases.map({ ($0, $0.name) }) {
      for mark in ["", "\u{FEFF}"] {
        let bytes = form.encode(mark + text)
        let result = Unwrapped(bytes)
        #expect(result.text == text)
        #expect(result.notes == [name])
        for step in [1, 7, 4096] {
          #expect(Unwrapped(DrippingBytes(bytes, step: step)).text == text)
        }
      }
    }
  }

  @Test func halvesOfPairsAreReplaced() {
    let big: [UInt8] = [0xFE, 0xFF, 0, 0x61, 0xD8, 0x3D, 0, 0x62, 0xDC, 0, 0xD8, 0x3D, 0x61]
    #expect(Unwrapped(big).text == "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}")
    let wide: [UInt8] = [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0, 0, 0, 0xD8, 0, 0, 0, 0, 0x61, 0]
    #expect(Unwrapped(wide).text == "\u{FFFD}\u{FFFD}a\u{FFFD}")
  }

  @Test func ebcdicThatSaysItIsSomethingElseIsRefused() {
    let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss>[hello]</rss>"
    let bytes = text.unicodeScalars.map { EBCDIC.byte($0, isOpen: false) }
    #expect(Unwrapped(bytes).text == "")
  }

  @Test(arguments: ["IBM037", "ibm1047", "none"])
  func ebcdicIsRead(label: String) throws {
    let declared = label == "none" ? "" : " encoding=\"\(label)\""
    let text = "<?xml version=\"1.0\"\(declared)?>\n<rss>[hello]</rss>"
    let isOpen = label == "ibm1047"
    let result = Unwrapped(text.unicodeScalars.map { EBCDIC.byte($0, isOpen: isOpen) })
    #expect(result.text == text)
    #expect(result.notes.first?.hasPrefix(isOpen ? "ibm1047" : "ibm037") == true)
  }

  @Test func packedTextIsUnpackedThenConverted() {
    let bytes = Fixture.gzip(UnicodeForm.utf16le.encode("{\"posts\":[]}"))
    let result = Unwrapped(DrippingBytes(bytes, step: 3))
    #expect(result.text == "{\"posts\":[]}")
    #expect(result.notes == ["gzip", "utf-16le"])
  }

  @Test func aFeedInUTF16HasItsPosts() throws {
    let text = String(decoding: Fixture.feed(posts: 5000), as: UTF8.self)
    let source = DrippingBytes(UnicodeForm.utf16le.encode("\u{FEFF}" + text), step: 4096)
    let feed = try Feed(source: UnwrappedBytes(source))
    var progress = Feed.Progress.more
    while case .more = progress { progress = try feed.advance(bytes: 256 << 10) }
    #expect(feed.recordCount == 5000)
    #expect(feed.problems.isEmpty)
  }
}

/// The forms of Unicode that are not UTF-8.
enum UnicodeForm: CaseIterable {
  case utf16be, utf16le, utf32be, utf32le

  var name: String {
    switch self {
    case .utf16be: "utf-16be"
    case .utf16le: "utf-16le"
    case .utf32be: "utf-32be"
    case .utf32le: "utf-32le"
    }
  }

  func encode(_ text: String) -> [UInt8] {
    switch self {
    case .utf16be: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .utf16le: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf32be: text.unicodeScalars.flatMap { bytes($0.value) }
    case .utf32le: text.unicodeScalars.flatMap { bytes($0.value).reversed() }
    }
  }

  private func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// The few signs that the tests need, as IBM code pages 037 and 1047 ("open") have them.
enum EBCDIC {
  static func byte(_ scalar: Unicode.Scalar, isOpen: Bool) -> UInt8 {
    switch scalar {
    case "\n": 0x15
    case " ": 0x40
    case "<": 0x4C
    case ">": 0x6E
    case "?": 0x6F
    case "\"": 0x7F
    case "=": 0x7E
    case "/": 0x61
    case ".": 0x4B
    case "-": 0x60
    case "[": isOpen ? 0xAD : 0xBA
    case "]": isOpen ? 0xBD : 0xBB
    case "0"..."9": UInt8(0xF0 + scalar.value - 0x30)
    case "a"..."i": UInt8(0x81 + scalar.value - 0x61)
    case "j"..."r": UInt8(0x91 + scalar.value - 0x6A)
    case "s"..."z": UInt8(0xA2 + scalar.value - 0x73)
    case "A"..."I": UInt8(0xC1 + scalar.value - 0x41)
    case "J"..."R": UInt8(0xD1 + scalar.value - 0x4A)
    default: UInt8(0xE2 + scalar.value - 0x53)
    }
  }
}
