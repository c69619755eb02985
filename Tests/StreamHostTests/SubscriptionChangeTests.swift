import TestSupport
import Testing

@testable import StreamHost

/// Changes of a list that a person has edited.
@Suite struct SubscriptionChangeTests {
  private static let text = """
    # mine

    https://a.example/feed.xml   name="A"  # the first
    this is no address
    \thttps://b.example/  tags=x,y
    https://a.example/feed.xml tags=late
    https://c.example/ every=30m
    """

  private func changed(_ body: (inout [Subscription]) -> Void) -> String {
    let text = SubscriptionText(Array(Self.text.utf8))
    var subscriptions = text.list.subscriptions
    body(&subscriptions)
    return String(decoding: text.replacing(with: subscriptions).bytes, as: UTF8.self)
  }

  @Test func withoutAChangeEveryByteStays() {
    #expect(changed { _ in } == Self.text)
    let odd: [UInt8] = [0xEF, 0xBB, 0xBF, 0x23, 0xFF, 0x0D, 0x0A, 0x20, 0x0A, 0x61, 0xC3]
    let text = SubscriptionText(odd)
    #expect(text.replacing(with: text.list.subscriptions).bytes == odd)
  }

  @Test func aRemovedSourceTakesAllItsLines() {
    #expect(
      changed { $0.removeFirst() } == """
        # mine

        this is no address
        \thttps://b.example/  tags=x,y
        https://c.example/ every=30m
        """
    )
  }

  @Test func aChangedSourceKeepsItsPlaceAndComment() {
    #expect(
      changed { $0[0] = Subscription($0[0].source, name: "New", tags: $0[0].tags) } == """
        # mine

        https://a.example/feed.xml  name="New" tags=late  # the first
        this is no address
        \thttps://b.example/  tags=x,y
        https://c.example/ every=30m
        """
    )
  }

  @Test func aNewSourceComesLastOnALineOfItsOwn() throws {
    let new = Subscription(.web(try address("https://d.example/")), tags: ["a, b"])
    #expect(changed { $0.append(new) } == Self.text + "\nhttps://d.example/  tags=\"a, b\"\n")
  }

  @Test func randomChangesLoseNoOtherLine() throws {
    var random = SplitMix(seed: 18)
    for _ in 0..<300 {
      var lines: [String] = []
      for number in 0..<random.below(12) {
        switch random.below(4) {
        case 0: lines.append("# comment \(number)")
        case 1: lines.append("broken line \(number)")
        case 2: lines.append("")
        default: lines.append("https://h\(random.below(6)).example/ # note \(number)")
        }
      }
      let text = SubscriptionText(Array(lines.joined(separator: "\n").utf8))
      var wanted = text.list.subscriptions.filter { _ in random.below(3) > 0 }
      let host = random.below(9)
      let new = Subscription(.web(try address("https://h\(host).example/")), tags: ["t"])
      if !wanted.contains(where: { $0.source == new.source }) { wanted.append(new) }
      let result = text.replacing(with: wanted)
      #expect(Set(result.list.subscriptions.map(\.source)) == Set(wanted.map(\.source)))
      let left = String(decoding: result.bytes, as: UTF8.self).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      for line in lines where line.hasPrefix("#") || line.hasPrefix("broken") {
        #expect(left.contains(Substring(line)))
      }
    }
  }

  @Test func aPasswordIsTakenFromAnAddress() throws {
    #expect(
      try address("https://olga:secret@a.example:8080/x?y").withoutPassword?.text
        == "https://olga@a.example:8080/x?y"
    )
    #expect(try address("https://:secret@a.example/").withoutPassword?.text == "https://a.example/")
    let plain = try address("https://olga@a.example/")
    #expect(plain.withoutPassword == plain)
  }
}
