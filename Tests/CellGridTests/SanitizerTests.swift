import TestSupport
import Testing

@testable import CellGrid

struct SanitizerTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[31mb", "a␛[31mb"), ("a\u{7}b", "a␇b"), ("a\u{0}b", "a␀b"),
    ("a\u{7F}b", "a␡b"), ("a\u{9B}31mb", "a\u{FFFD}31mb"), ("a\tb", "a b"), ("a\nb", "a b"),
    ("a\r\nb", "a b"), ("a\rb", "a b"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{2066}b", "a\u{FFFD}b"),
    ("a\u{200E}b", "a\u{200E}b"), ("a\u{AD}b", "ab"), ("a\u{FEFF}b", "ab"), ("a\u{2028}b", "a b"),
    ("a\u{E0041}b", "a\u{FFFD}b"), ("a\u{FFF9}b", "a\u{FFFD}b"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    ),
    ("🏴\u{E0067}x", "🏴\u{FFFD}x"), ("👩‍💻 ❤️", "👩‍💻 ❤️"),
  ])
  func makesOneSignOfEach(_ source: String, _ safe: String) {
    #expect(SafeText(sanitizing: source).string.unicodeScalars.elementsEqual(safe.unicodeScalars))
  }

  @Test func keepsLinesWhereAsked() {
    let text = Sanitizer.sanitize(Array("a\nb\r\nc\rd\u{2029}e".utf8), keepingNewlines: true).text
    #expect(text.string == "a\nb\nc\nd\ne")
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC0, 0x9B], "\u{FFFD}\u{FFFD}"),
      ([0xE2, 0x82, 0x41], "\u{FFFD}A"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F], "\u{FFFD}"),
      ([0x9B, 0x33, 0x31, 0x6D], "\u{FFFD}31m"),
      // Noncharacters: U+FFFE and U+FDD0.
      ([0xEF, 0xBF, 0xBE], "\u{FFFD}"), ([0xEF, 0xB7, 0x90], "\u{FFFD}"),
    ] as [([UInt8], String)]
  )
  func brokenBytesAreReplaced(_ bytes: [UInt8], _ safe: String) {
    #expect(Sanitizer.sanitize(bytes, keepingNewlines: false).text.string == safe)
  }

  /// Found by fuzzing: offsets inside a scalar that is dropped or replaced ran backwards.
  @Test func offsetsNeverRunBackwards() {
    let bytes: [UInt8] =
      Array("a\u{FEFF}b\u{202E}c\u{E0001}d\u{7F}".utf8) + [0xED, 0x9F, 0x9F, 0xFF]
    let safe = Sanitizer.sanitize(bytes, keepingNewlines: false)
    let offsets = (0...bytes.count).map { safe.offset($0) }
    #expect(offsets == offsets.sorted())
    #expect(offsets.last == safe.text.count)
  }

  @Test func endlessMarksAreCut() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 100_000) + "x"
    #expect(
      SafeText(sanitizing: zalgo).string == "e" + String(repeating: "\u{301}", count: 8)
        + "\u{FFFD}x"
    )
    // A sign stands for the marks that were cut, and a letter of another script after a joiner is whole.
    let long = "\u{915}\u{94D}\u{200D}" + String(repeating: "\u{94D}", count: 40)
    #expect(SafeText(sanitizing: long + "\u{916}").string.hasSuffix("\u{FFFD}\u{916}"))
    // What is invisible piles up on a letter, too.
    let hidden = "x" + String(repeating: "\u{200B}", count: 100) + "y"
    #expect(
      SafeText(sanitizing: hidden).string.unicodeScalars.count == 2 + Sanitizer.marksPerCluster
    )
    let joined = "👩" + String(repeating: "\u{200D}👩", count: 10_000)
    let parts = SafeText(sanitizing: joined + "中中").string.split(separator: "\u{FFFD}")
    #expect(parts.allSatisfy { $0.unicodeScalars.count <= Sanitizer.scalarsPerCluster })
    #expect(parts.last?.hasSuffix("中中") == true)
  }

  /// Found by the fuzzer: what came behind a dropped mark was judged by it, and so not twice the same.
  @Test func whatIsDroppedIsAsIfItHadNeverBeen() {
    let jamo = "$" + String(repeating: "\u{D7DF}", count: 40)
    for dropped in ["\u{301}", "\u{200D}", "\u{1F469}", "\u{D7F3}", "\u{FE0F}", "\u{1F3FB}"] {
      let once = SafeText(sanitizing: jamo + dropped + "\u{D7F3}" + dropped + "a")
      #expect(SafeText(sanitizing: once.string) == once, "\(dropped.unicodeScalars)")
      let marked =
        "e" + String(repeating: "\u{301}", count: 20) + dropped + "\u{302}\u{200B}\u{303}"
      let safe = SafeText(sanitizing: marked)
      #expect(SafeText(sanitizing: safe.string) == safe, "\(dropped.unicodeScalars)")
    }
  }

  @Test func tagsOfADroppedFlagAreReplaced() {
    let full = "\u{1100}" + String(repeating: "\u{1100}", count: 30) + "\u{200D}"
    let safe = SafeText(sanitizing: full + "\u{1F3F4}\u{E0067}\u{E007F}|")
    #expect(safe.string == full + "\u{FFFD}\u{FFFD}\u{FFFD}|")
    #expect(SafeText(sanitizing: safe.string) == safe)
  }

  @Test(arguments: [15, 16, 40])
  func aFlagThatDoesNotEndIsNone(letters: Int) {
    let tags = String(repeating: "\u{E0067}", count: letters)
    let signs = String(repeating: "\u{FFFD}", count: letters)
    #expect(SafeText(sanitizing: "\u{1F3F4}\(tags)|").string == "\u{1F3F4}\(signs)|")
    // A cancel tag behind more letters than a flag may have ends nothing.
    let ended = SafeText(sanitizing: "\u{1F3F4}\(tags)\u{E007F}|").string
    #expect(ended.contains("\u{FFFD}") == (letters > 15))
  }

  @Test func cleanTextIsNotCopied() {
    let bytes = Array("nothing to do here".utf8)
    let safe = Sanitizer.sanitize(bytes, keepingNewlines: false)
    let same = bytes.withUnsafeBufferPointer { old in
      safe.text.utf8.withUnsafeBufferPointer { $0.baseAddress == old.baseAddress }
    }
    #expect(same)
  }

  @Test func randomBytesComeOutHarmlessAndTwiceTheSame() {
    var random = SplitMix(seed: 2)
    for _ in 0..<3000 {
      let bytes = RandomText.bytes(&random, 1 + random.below(20))
      let keeps = random.below(2) == 0
      let safe = Sanitizer.sanitize(bytes, keepingNewlines: keeps)
      for scalar in safe.text.string.unicodeScalars {
        let value = scalar.value
        let isAllowed =
          (value >= 0x20 || (value == 0x0A && keeps)) && !(0x7F...0x9F).contains(value)
          && !(0x202A...0x202E).contains(value) && !(0x2066...0x206F).contains(value)
        #expect(isAllowed, "U+\(String(value, radix: 16))")
      }
      #expect(Sanitizer.sanitize(safe.text.utf8, keepingNewlines: keeps).text == safe.text)
    }
  }

  /// What stands before and behind any offset of the source stands there in the safe text.
  @Test func offsetsAreCarriedOver() {
    var random = SplitMix(seed: 3)
    for _ in 0..<1000 {
      let left = RandomText.make(&random, 8) + "|"
      let right = "|" + RandomText.make(&random, 8)
      let source = Array((left + right).utf8)
      let safe = Sanitizer.sanitize(source, keepingNewlines: true)
      let cut = safe.offset(left.utf8.count)
      let head = Sanitizer.sanitize(Array(left.utf8), keepingNewlines: true).text
      #expect(safe.text[0..<cut] == head)
      #expect(safe.offset(source.count) == safe.text.count)
      #expect(safe.offset(0) == 0)
    }
  }
}
