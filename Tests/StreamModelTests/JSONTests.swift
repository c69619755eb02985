import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// The first fault of a text in words, nil for one JSON value and nothing else.
private func fault(_ text: String) -> String? {
  firstFault(Array(text.utf8)).map { "\($0.offset): \($0.message)" }
}

/// The first fault of bytes; a byte order mark is skipped.
private func firstFault(_ bytes: [UInt8]) -> JSONError? {
  bytes.withUnsafeBufferPointer { bytes in
    var reader = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    do throws(JSONError) {
      try reader.skipValue()
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}

/// The string that JSON text stands for, cut after `limit` bytes.
private func string(_ bytes: [UInt8], limit: Int = .max) throws -> JSONReader.Decoded {
  try bytes.withUnsafeBufferPointer { bytes in
    var reader = JSONReader(bytes)
    return reader.decode(try reader.text(), limit: limit)
  }
}

@Suite struct JSONTests {
  @Test(arguments: [
    "null", " [] ", "{}", "{\"a\":[1,-0,0.5,1e5,1E-5,\"\\u00e9\\n\"],\"b\":{\"c\":[[],{}]}}",
    "\"\"", "-12.5e+3", "[true,false,null]", "\u{FEFF}[1]",
  ])
  func acceptsWhatIsJSON(_ text: String) { #expect(fault(text) == nil) }

  @Test(arguments: [
    ("[1,]", "3: unexpected ']' (expected a value)"),
    ("{\"a\":1,}", "7: unexpected '}' (expected a key)"),
    ("{\"a\" 1}", "5: unexpected '1' (expected ':')"),
    ("[1 2]", "3: unexpected '2' (expected ',' or ']')"),
    ("01", "1: unexpected '1' (expected no digit after a leading zero)"),
    ("1.", "2: input ended early (expected a digit)"),
    (
      "\"a\nb\"",
      "2: unexpected line end (expected an escape such as \\n instead of the bare control character)"
    ),
    ("\"\\x\"", "2: unexpected 'x' (expected one of \"\\/bfnrtu)"),
    ("\"\\u12g4\"", "5: unexpected 'g' (expected four hexadecimal digits)"),
    ("nul", "3: input ended early (expected null)"),
    ("[1] 2", "4: unexpected '2' (expected the end)"),
    ("{\"a\":1", "6: input ended early (expected ',' or '}')"),
    ("'a'", "0: unexpected ''' (expected a value)"),
    ("", "0: input ended early (expected a value)"),
    ("[\"", "2: input ended early (expected '\"')"),
    ("{1:2}", "1: unexpected '1' (expected a key or '}')"),
    ("+1", "0: unexpected '+' (expected a value)"),
    ("\u{1}", "0: unexpected byte 0x01 (expected a value)"),
  ])
  func saysWhereAndWhatIsWrong(_ text: String, _ expected: String) {
    #expect(fault(text) == expected)
  }

  @Test func skipsWhateverTheShape() {
    func nest(_ levels: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
    }
    #expect(fault(nest(128, "[", "]")) == nil)
    #expect(fault(nest(128, "{\"a\":", "}")) == nil)
    #expect(fault(nest(64, "[{\"a\":", "}]")) == nil)
    for levels in [127, 129, 255, 256, 257, 1_000, 200_000] {
      #expect(fault(nest(levels, "[", "]")) == nil)
      #expect(fault(nest(levels / 2, "[{\"a\":", "}]")) == nil)
      let crossed = String(nest(levels, "[", "]").dropLast()) + "}"
      #expect(fault(crossed)?.contains("unexpected '}' (expected ',' or ']')") == true)
    }
    let deep = "200000: nested too deep (expected at most 200000 levels)"
    #expect(fault(nest(200_001, "[", "]")) == deep)
    #expect(fault(String(repeating: "[", count: 1_000_000))?.contains("too deep") == true)
    #expect(fault("[[1}]") == "3: unexpected '}' (expected ',' or ']')")
    #expect(fault("[{\"a\":[1]]") == "9: unexpected ']' (expected ',' or '}')")
  }

  @Test(arguments: [
    ("\"a\\\"b\\\\c\\/\\b\\f\\n\\r\\t\"", "a\"b\\c/\u{8}\u{c}\n\r\t", false),
    ("\"\\u00e9\\u4e2d\\ud83d\\ude00\"", "é中😀", false),
    ("\"\\ud83d\"", "\u{FFFD}", true),
    ("\"\\ude00x\"", "\u{FFFD}x", true),
    ("\"\\ud83d\\ud83d\\ude00\"", "\u{FFFD}😀", true),
    ("\"\\u0000\"", "\u{0}", false),
    ("\"plain é 中 😀\"", "plain é 中 😀", false),
    ("\"\"", "", false),
    // Not every U+FFFD comes from a repair.
    ("\"one \u{FFFD}\"", "one \u{FFFD}", false),
    ("\"one\\n\u{FFFD}\"", "one\n\u{FFFD}", false),
  ])
  func decodesStrings(_ json: String, _ expected: String, _ isRepaired: Bool) throws {
    let decoded = try string(Array(json.utf8))
    #expect(decoded.string == expected)
    #expect(decoded.isRepaired == isRepaired)
  }

  @Test func invalidUTF8IsRepaired() throws {
    for tail in ["", "\\n"] {
      let decoded = try string([0x22, 0x61, 0xC3, 0x28, 0xFF] + Array(tail.utf8) + [0x22])
      #expect(decoded.string.hasPrefix("a\u{FFFD}(\u{FFFD}"))
      #expect(decoded.isRepaired)
      // Three bytes of a scalar of four become one U+FFFD, which has three bytes, too.
      let sameLength = try string([0x22, 0xF0, 0x9F, 0x98] + Array(tail.utf8) + [0x22])
      #expect(sameLength.string.hasPrefix("\u{FFFD}"))
      #expect(sameLength.isRepaired)
    }
  }

  @Test func cutsFallBetweenCharacters() throws {
    for json in ["\"ééééé\"", "\"ééééé\\n\"", "\"\\u00e9éééé\""] {
      for limit in 0...9 {
        let decoded = try string(Array(json.utf8), limit: limit)
        #expect(decoded.isCut)
        #expect(!decoded.isRepaired)
        #expect(decoded.string.utf8.count <= limit + 2)
        #expect("ééééé\n".hasPrefix(decoded.string))
      }
      #expect(try !string(Array(json.utf8), limit: 11).isCut)
    }
  }

  /// Texts of none to five strides, where the word's bytes are many, or few, or of the other case.
  @Test(arguments: [false, true])
  func needlesAreFoundWhereTheyAre(ignoringCase: Bool) {
    var random = SplitMix(seed: 7)
    func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      bytes.map { ignoringCase && (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    var hits = 0
    for round in 0..<4_000 {
      let signs = round % 2 == 0 ? Array("abAB".utf8) : Array("......................ab\"B@`".utf8)
      func made(_ lengths: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          signs[Int.random(in: 0..<signs.count, using: &random)]
        }
      }
      let text = made(0...330)
      let word = made(1...5)
      let start = Int.random(in: 0...70, using: &random)
      let (plainText, plainWord) = (folded(text), folded(word))
      let expected = text.indices.dropFirst(start).first {
        plainText[$0...].starts(with: plainWord)
      }
      let needle = ByteNeedle(word, ignoringCase: ignoringCase)
      let found = text.withUnsafeBufferPointer { needle.first(in: $0, from: start) }
      #expect(found == expected)
      hits += found == nil ? 0 : 1
    }
    #expect((500...3_500).contains(hits))
  }

  @Test(.enabled(if: corpora != nil)) func standsTheTestSuiteOfJSON() throws {
    let folder = try #require(corpora).appendingPathComponent("json-suite/test_parsing")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 100)
    for name in names.sorted() {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      let fault = firstFault(bytes)
      switch name.first {
      case "y": #expect(fault == nil, "\(name)")
      case "n":
        #expect(fault != nil, "\(name)")
        #expect((0...bytes.count).contains(fault?.offset ?? -1), "\(name)")
      default: break
      }
      // As a feed each is shown or refused; refused with a place.
      if case .unknownFormat(let problem)? = refusal(bytes) {
        #expect(problem.line != nil && problem.column != nil, "\(name)")
        #expect(problem.message.contains("expected"), "\(name): \(problem.message)")
      }
    }
  }
}
