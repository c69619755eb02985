import TestSupport
import Testing

@testable import StreamHost

/// Makes subscriptions with names and tags that are hard to write, the same for the same seed.
struct RandomSubscriptions {
  private var random: SplitMix

  private init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Returns subscriptions of different sources; only of web addresses if `isWeb`.
  static func list(_ count: Int, seed: UInt64, isWeb: Bool = false) throws -> [Subscription] {
    var maker = RandomSubscriptions(seed: seed)
    return try maker.make(count, isWeb: isWeb)
  }

  private mutating func make(_ count: Int, isWeb: Bool) throws -> [Subscription] {
    try (0..<count).map { number in
      let source: Subscription.Source =
        switch isWeb ? 0 : random.below(4) {
        case 2: .account(try #require(AccountName("u\(number)@social.example")))
        case 3: .file("/f\(number)" + text())
        default: .web(try address("https://h\(random.below(3)).example/\(number)?a=b,c&d"))
        }
      return Subscription(
        source,
        name: random.below(3) == 0 ? nil : text(),
        tags: (0..<random.below(4)).map { _ in text() },
        every: random.below(3) == 0 ? Int64(300 + random.below(2_000_000)) : nil,
        wantsFullText: random.below(4) == 0
      )
    }
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "B", " ", "\"", "\\", ",", "#", "=", "é", "🙂", "<", ">", "&", "'", "&amp;", "]]>", "--",
      "\n", "\t", "name=", "x",
    ]
    return (0...random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }
}
