import TestSupport
import Testing

@testable import Addresses

struct AddressPartsTests {
  /// Pieces that move the borders between the parts when they stand side by side.
  private static let pieces = [
    "http", "https", "HTTPS", "mailto", ":", "/", "//", "@", "[", "]", "[::1]", "?", "#", "%",
    "%2F",
    "%40", "\\", " ", "\n", "\u{1B}", "-", "..", ".", "a.example", "b.example", "olga", "80",
    "8080",
    "é", "ж", "\u{FFFD}", "\u{212A}", "users", "www.", "mailto:",
  ]
  /// Beginnings with which more than a few of the texts are addresses.
  private static let starts = ["", "https://", "http://olga@", "mailto:olga@", " https://", "//"]

  private static func hostile(_ random: inout SplitMix) -> String {
    let count = random.below(9)
    return starts[random.below(starts.count)]
      + (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  @Test func partsJoinedAreTheBytesThatWereSplit() {
    var random = SplitMix(seed: 21)
    for _ in 0..<20_000 {
      let text = Array(Self.hostile(&random).utf8)
      #expect(AddressParts(text[...]).bytes == text)
      let noise = (0..<random.below(24)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(AddressParts(noise[...]).bytes == noise)
    }
  }

  @Test func aSliceIsSplitInItsOwnIndices() {
    let text = Array("x https://olga@a.example:80/b?c#d".utf8)
    let parts = AddressParts(text[2...])
    #expect(parts.scheme.map { String(decoding: $0, as: UTF8.self) } == "https")
    #expect(parts.host?.indices == 15..<24)
    #expect(parts.port?.indices == 24..<27)
    #expect(parts.fragment?.indices == 32..<33)
  }

  /// What the gate judged is what the reader sees stressed.
  @Test func theHostThatIsJudgedStandsInItsRange() {
    var random = SplitMix(seed: 22)
    var parsed = 0
    for _ in 0..<40_000 {
      let text = Self.hostile(&random)
      guard let address = WebAddress(text) else { continue }
      let host = Array(text.utf8)[WebAddress.hostRange(in: text)]
      // A mail address has no host to judge, but one to show.
      guard address.scheme != "mailto" else { continue }
      parsed += 1
      #expect(String(decoding: host, as: UTF8.self).lowercased() == address.host, "\(text)")
      #expect(WebAddress(address.text) != nil, "\(text)")
    }
    #expect(parsed > 2_000)
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example"), ("https://a.example?x/y", "https://a.example"),
    ("https://a.example#x/y@z", "https://a.example"),
    ("https://olga@a.example:80/b", "https://olga@a.example:80"),
    ("mailto:olga@a.example?subject=x@y", "mailto:olga@a.example"),
    // Mail programs differ on whether "#" ends a recipient.
    ("mailto:olga@a.example#@b.example", "mailto:olga@a.example#@b.example"),
  ])
  func allThatSaysWhereATargetLeadsIsShown(_ target: String, _ shown: String) {
    switch LinkGate.judge(target, label: "") {
    case .refuse(let reason): Issue.record("refused: \(reason)")
    case .open(let checked), .ask(let checked, because: _):
      #expect(checked.text.utf8.prefix(checked.columnsToItsHost).elementsEqual(shown.utf8))
    }
  }
}
