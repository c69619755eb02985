import Testing

@testable import StreamModel

/// Which bytes may show a word: what other tests find slow if it is said too often.
struct TextNeedleTests {
  private static func mayShow(_ word: String, _ text: String, escapes: Bool = false) -> Bool {
    let needle = TextNeedle(word.unicodeScalars.map(\.value), ignoringCase: true, variants: [:])
    return Array(text.utf8).withUnsafeBufferPointer {
      needle.first(in: $0, from: 0, escapes: escapes) != nil
    }
  }

  /// A short word would be found in almost every record of a feed that writes its markup as text.
  @Test(
    arguments: [
      "a &amp; b", "&lt;p&gt;text&lt;/p&gt;", "&quot;said&quot;", "it&#39;s", "it&#x2019;s",
      "a&nbsp;b", "it&amp;#39;s &amp;amp; &amp;lt;b&amp;gt;",
    ]
  )
  func aReferenceToAnotherCharacterIsNoLetter(_ text: String) {
    #expect(!Self.mayShow("zq", text))
    #expect(!Self.mayShow("z", text))
  }

  @Test(
    arguments: [
      "&#122;q", "z&#x71;", "Z&#0113;", "&amp;#122;q", "&lt;b&gt;z&lt;/b&gt;q",
      "&#60;b&#62;z&#60;/b>q", "z&#xAD;q", "z&#x200B;q", "&zscr;q", "&zq;",
    ]
  )
  func aReferenceThatMayShowALetterIsFound(_ text: String) { #expect(Self.mayShow("zq", text)) }

  @Test func signsOfMarkupAreFoundAsText() {
    #expect(Self.mayShow("a<b", "a&lt;b"))
    #expect(Self.mayShow("r&d", "R&amp;D"))
  }

  /// An address is known by its last characters, in whatever way its format writes them.
  @Test(
    arguments: [
      #""https:\/\/a.example\/p\/1""#, #""https://a.example/p/1""#,
      #""https:\u002f\u002fa.example/p/1""#,
      #""/p/1", "https://a.example/p/1?""#,
    ]
  )
  func anAddressIsFoundHoweverItsSlashesAreWritten(_ text: String) {
    let bytes = Array(text.utf8)
    let isFound = { (address: String) in
      bytes.withUnsafeBufferPointer {
        TextNeedle(address: address).first(in: $0, from: 0, escapes: true) != nil
      }
    }
    #expect(isFound("https://a.example/p/1"))
    #expect(!isFound("https://a.example/p/2"))
  }

  @Test func aLongAddressIsKnownByItsEnd() {
    let long = "https://a.example/a-path-of-more-than-thirty-two-letters/"
    let bytes = Array((long + "12").utf8)
    bytes.withUnsafeBufferPointer {
      #expect(TextNeedle(address: long + "12").first(in: $0, from: 0, escapes: true) != nil)
      #expect(TextNeedle(address: long + "13").first(in: $0, from: 0, escapes: true) == nil)
    }
  }
}
