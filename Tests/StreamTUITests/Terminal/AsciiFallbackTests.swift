import Testing

@testable import StreamTUI

struct AsciiFallbackTests {
  /// Without UTF-8 an unread post and a kept one are still told apart.
  @Test func theSignsOfPostsDiffer() {
    let signs = ["●", "★"].flatMap(\.unicodeScalars).map {
      AsciiFallback.sign(for: $0.value)
    }
    #expect(Set(signs).count == 2)
    #expect(signs.allSatisfy { $0 < 0x7F && $0 != 0x3F })
  }
}
