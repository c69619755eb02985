import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// Which records a filter needs not decode.
struct RequiredLiteralsTests {
  private func literals(_ line: String, besides names: [String] = []) throws -> RequiredLiterals {
    RequiredLiterals(try #require(try View(line).filter), besides: names)
  }

  /// Whether a filter leaves out a record that shows none of its words.
  private func leavesOut(_ line: String, besides names: [String] = []) throws -> Bool {
    try !literals(line, besides: names).mayMatch { _ in false }
  }

  private func mayMatch(_ line: String, _ record: String) throws -> Bool {
    let literals = try literals(line)
    return Array(record.utf8).withUnsafeBufferPointer {
      literals.mayMatch(record: $0, escapes: true)
    }
  }

  @Test(arguments: [
    "water", "zürich", "water zürich", "water or fire", "title:x is:unread water", "#water,zurich",
    "title:sponsor", "review",
    "/wat\\w+/", "text:/\\bwater\\b.*/ likes>3", "(a or water) lake", "author:olga",
  ])
  func aRecordWithoutTheWordIsLeftOut(_ line: String) throws {
    #expect(try leavesOut(line))
    #expect(try !mayMatch(line, #"{"id":"1","body_html":"<p>nothing of it</p>"}"#))
  }

  @Test(arguments: [
    "is:unread", "-water", "water or is:unread", "water or -fire", "likes>3", "link:water",
    "mentions:olga", "lang:de", "host:a.example", "kind:post", "2026", "/a|b/", "/wa?/",
    "/(water)/",
    "/[water]+/", "post", "date:2026",
  ])
  func aFilterWithoutACertainWordLeavesNothingOut(_ line: String) throws {
    #expect(try !leavesOut(line))
  }

  @Test func aNameFromOutsideTheRecordIsNoCertainWord() throws {
    #expect(try !leavesOut("olga", besides: ["Olga Hansen"]))
    #expect(try leavesOut("hanna", besides: ["Olga Hansen"]))
  }

  /// Each spelling of a word that a format may have.
  @Test(arguments: [
    "Zürich Water", "zu\u{308}rich WATER", "z\\u00fcrich water", "z&uuml;rich water",
    "z&#252;rich w&#97;ter", "z&#xfc;rich water", "z&amp;uuml;rich water",
    "z\\u00FCrich w\\u0061ter", "zu\\u0308rich wa<b>ter</b>", "z\u{FC}rich wa\u{AD}ter",
    "zürich wa&shy;ter", "zürich wa&#x200B;ter", "zürich wa\\u003cb\\u003eter",
    "zürich wa&lt;b&gt;ter", "zürich wa<!-- > -->ter", "zürich wa<script>a > b</script>ter",
    "zürich wa<a title='>>>>>>' href=x>ter</a>", "zürich w<span class=invisible>x</span>ater",
    "ｚｕｒｉｃｈ ｗａｔｅｒ", "zürich wa<b title='\(String(repeating: "a", count: 5_000))'>ter</b>",
  ])
  func everySpellingIsFound(_ text: String) throws {
    #expect(try mayMatch("zürich water", text))
    #expect(try mayMatch("/WATER/", text))
    #expect(try !mayMatch("zürich sulphur", text))
  }

  @Test(
    arguments: [
      ("\\bwater\\b", "water"), ("wat.rways", "rways"), ("colou?r", "colo"), ("ab{2}cd", "cd"),
      ("\\x41bc def", "def"), ("[abc]def", "def"), ("(abc)?def", "def"), ("abc+de", "abc"),
      ("lake\\s+water|fire", nil), ("(?x)a b c", nil), ("[]abc]def", nil), ("[[:alpha:]b]cd", nil),
      ("\\p{Greek}abc", "abc"), ("\\Qa.b\\E", nil), ("ab\\", nil), ("Ümlaut", "mlaut"),
      ("\\101bcd", "bcd"), ("water{x|ice", nil), ("water{2,x|ice", nil), ("\\c{|water}", nil),
      ("(a)\\1{x|water", nil), ("[\\\\water]", nil), ("a{ 2 }water", "water"),
    ] as [(String, String?)]
  )
  func aLiteralOfAnExpressionIsCertain(_ pattern: String, _ literal: String?) {
    #expect((try? RegularExpression(pattern))?.literal == literal)
  }

  // MARK: None is dropped

  private static let words = [
    "water", "zürich", "Straße", "ﬁsh", "e\u{301}t\u{E9}", "日本語", "ab", "o'neill", "K9elvin", "ſea",
  ]

  /// Pieces that stand between the letters of words in feeds, and within them.
  private static let pieces = [
    "<b>", "</b>", "<br>", " ", "&amp;", "&shy;", "&#173;", "\u{200B}", "\u{AD}", "\u{301}",
    "<i class='a>b'>",
    "<!-- x -->", "<script>x</script>", "<span class=\"invisible\">x</span>", "<q>", "</q>",
    "&nbsp;", "\n",
    "<p>", "</p>", "<a href=\"https://a.example/?b=1&amp;c=>\">", "</a>", "<style>b{}</style>",
    "&lt;", ">", "<",
    "&", "&#x2060;", "\u{202E}", "\u{7}", "<img alt='x'>", "<sup>", "</sup>", "<title>x</title>",
    "&zwj;", "\\",
    "<svg><text>x</text></svg>", "<b hidden>", "\u{FE0F}", "&#0;", "&#128;", "<svg/>",
    "<![CDATA[x]]>",
  ]

  private static func spelt(_ scalar: Unicode.Scalar, _ numbers: inout SplitMix) -> String {
    switch numbers.below(12) {
    case 0: "&#\(scalar.value);"
    case 1: "&#x\(String(scalar.value, radix: 16));"
    case 2: String(scalar).uppercased()
    case 3: String(scalar).lowercased()
    case 4 where scalar == "ü": "&uuml;"
    case 4 where scalar == "é": "&eacute"
    default: String(scalar)
    }
  }

  private static func html(_ numbers: inout SplitMix) -> String {
    var html = ""
    // Odd pieces make most records ones that nobody can tell from their bytes.
    let isPlain = numbers.below(4) > 0
    for _ in 0..<1 + numbers.below(4) {
      for scalar in words[numbers.below(words.count)].unicodeScalars {
        html += spelt(scalar, &numbers)
        if !isPlain, numbers.below(7) == 0 { html += pieces[numbers.below(pieces.count)] }
      }
      html += isPlain ? " " : pieces[numbers.below(pieces.count)]
    }
    return html
  }

  /// As JSON writes it, with escapes where it need not.
  private static func json(_ text: String, _ numbers: inout SplitMix) -> String {
    var json = ""
    let isPlain = numbers.below(4) > 0
    for unit in text.utf16 {
      let scalar = Unicode.Scalar(unit)
      let isSpecial = unit < 0x20 || unit == 0x22 || unit == 0x5C || scalar == nil
      if let scalar, !isSpecial, isPlain || numbers.below(9) > 0 {
        json.unicodeScalars.append(scalar)
      } else if unit == 0x2F, numbers.below(2) == 0 {
        json += "\\/"
      } else {
        let digits = String(unit, radix: 16, uppercase: numbers.below(2) == 0)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return json
  }

  private static let filters = [
    "water", "zürich", "strasse", "fish", "été", "日本語", "\"o'neill\"", "k9elvin", "sea", "ab",
    "water zürich", "water or fish", "text:/wat\\w+/", "/k9el/", "text:/sea/", "title:water",
    "#water,fish", "tag:été", "text=water", "author:strasse", "(water or sea) ab",
  ]

  /// A quick run of what `STREAMTUI_LONG_TESTS=1` does with a million records.
  @Test func noRecordThatPassesIsLeftOut() throws {
    let isLong = ProcessInfo.processInfo.environment["STREAMTUI_LONG_TESTS"] != nil
    var numbers = SplitMix(
      seed: UInt64(ProcessInfo.processInfo.environment["STREAMTUI_SEED"] ?? "") ?? 7
    )
    let filters = try Self.filters.map { line in
      let filter = try #require(try View(line).filter)
      return (line: line, filter: filter, literals: RequiredLiterals(filter, besides: []))
    }
    var (passed, leftOut) = (0, 0)
    for _ in 0..<(isLong ? 500 : 5) {
      let records = (0..<100).map { number in
        let title =
          numbers.below(3) == 0 ? ",\"title\":\"\(Self.json(Self.html(&numbers), &numbers))\"" : ""
        let name = Self.json(Self.html(&numbers), &numbers)
        return
          "{\"id\":\"\(number)\"\(title),\"author\":{\"name\":\"\(name)\"},\"tags\":[\"\(Self.json(Self.html(&numbers), &numbers))\"],"
          + "\"body_html\":\"\(Self.json(Self.html(&numbers), &numbers))\"}"
      }
      let feed = Feed(
        source: MemoryBytes(name: "a", bytes: Array((records.joined(separator: "\n") + "\n").utf8))
      )
      let posts = try scanned(feed).posts
      try #require(posts.count == records.count)
      for (post, record) in zip(posts, records) {
        for (line, filter, literals) in filters {
          let passes = filter.matches(post, FilterFacts())
          let may = Array(record.utf8).withUnsafeBufferPointer {
            literals.mayMatch(record: $0, escapes: true)
          }
          passed += passes ? 1 : 0
          leftOut += may ? 0 : 1
          if passes, !may { Issue.record("\(line) leaves out \(record)") }
        }
      }
    }
    // Both happen often, or nothing is proved.
    #expect(passed > 500 && leftOut > 1_000, "\(passed) passed, \(leftOut) left out")
  }
}
