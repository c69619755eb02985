import TestSupport
import Testing

@testable import StreamModel

/// Posts of a later edition are those of an earlier one: by id, else by a fallback of one post alone.
struct RematchTests {
  /// A post with a hash for its id and one for its fallback.
  private static func post(_ id: UInt64, _ fallback: UInt64) -> PostIdentity {
    PostIdentity(id: id, fallback: fallback)
  }

  /// The number of the earlier post that each later one is; nil for a new one.
  private static func pairs(_ earlier: [PostIdentity], _ later: [PostIdentity]) -> [Int?] {
    var index = IdentityIndex()
    for (number, post) in earlier.enumerated() { index.add(post, as: number) }
    var rematch = Rematch<Int>(of: index)
    let known = later.enumerated().map { rematch.take($1, as: $0) }
    return later.enumerated().map { known[$0] ?? rematch.former(of: $1, $0) }
  }

  @Test func anIDBeatsAFallback() {
    #expect(
      Self.pairs([Self.post(1, 7), Self.post(2, 8)], [Self.post(1, 8), Self.post(2, 7)]) == [0, 1]
    )
    // The id is there: another post with the same address is new, in either order.
    #expect(Self.pairs([Self.post(1, 7)], [Self.post(1, 7), Self.post(2, 7)]) == [0, nil])
    #expect(Self.pairs([Self.post(1, 7)], [Self.post(2, 7), Self.post(1, 7)]) == [nil, 0])
  }

  @Test func aFallbackCountsIfNoOtherPostHasIt() {
    #expect(Self.pairs([Self.post(1, 7)], [Self.post(2, 7)]) == [0])
    #expect(Self.pairs([Self.post(1, 7), Self.post(2, 7)], [Self.post(3, 7)]) == [nil])
    #expect(Self.pairs([Self.post(1, 7)], [Self.post(2, 7), Self.post(3, 7)]) == [nil, nil])
    // A post that is known by its id has it, too.
    let earlier = [Self.post(1, 7), Self.post(2, 8)]
    #expect(Self.pairs(earlier, [Self.post(2, 7), Self.post(3, 7)]) == [1, nil])
  }

  @Test func anIDThatIsStatedTwiceIsTwoPosts() {
    let twice = [Self.post(1, 7), Self.post(1, 7)]
    #expect(Self.pairs(twice, twice) == [0, 1])
    #expect(Self.pairs(twice, twice + twice) == [0, 1, nil, nil])
  }

  @Test func aPostOfAnEditionOfOneNeedsTheSameText() {
    var rematch = Rematch<Int>(of: Self.post(1, 7))
    _ = rematch.take(Self.post(2, 7), as: 0)
    #expect(rematch.isSame(text: true, time: false) && !rematch.isSame(text: false, time: true))
    _ = rematch.take(Self.post(3, 8), as: 1)
    #expect(rematch.isSame(text: false, time: true) && !rematch.isSame(text: false, time: false))
  }

  @Test func aPostMayBeTakenAgain() {
    var rematch = Rematch<String>(of: Self.post(1, 7))
    for _ in 0..<2 { #expect(rematch.take(Self.post(2, 7), as: "a") == nil) }
    #expect(rematch.renamed(0) == "a")
    _ = rematch.take(Self.post(3, 7), as: "b")
    #expect(rematch.renamed(0) == nil)
  }

  /// Compared with the definition, written out without an index.
  @Test func randomEditionsMatchAsDefined() {
    var random = SplitMix(seed: 7)
    for _ in 0..<(isLongRun ? 100_000 : 3_000) {
      let edition = {
        (0..<random.below(7)).map { _ in
          Self.post(UInt64(random.below(6)), UInt64(random.below(5)))
        }
      }
      let (earlier, later) = (edition(), edition())
      var expected: [Int?] = []
      for post in later {
        expected.append(
          earlier.indices.first { earlier[$0].id == post.id && !expected.contains($0) }
        )
      }
      let byID = expected
      for (number, post) in later.enumerated() where byID[number] == nil {
        let same = earlier.indices.filter { earlier[$0].fallback == post.fallback }
        let isOnly = later.filter { $0.fallback == post.fallback }.count == 1
        if same.count == 1, isOnly, !byID.contains(same[0]) { expected[number] = same[0] }
      }
      #expect(Self.pairs(earlier, later) == expected, "\(earlier) \(later)")
    }
  }
}
