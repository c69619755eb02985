import TestSupport
import Testing

@testable import StreamModel

/// Regular expressions of filters.
struct RegularExpressionTests {
  @Test func aMatchIsARangeOfBytes() throws {
    let words = try RegularExpression("\\bl\\w+")
    #expect(words.firstMatch(in: "Zürich Lake lake") == .match(8..<12))
    #expect(words.firstMatch(in: "Zürich Lake lake", from: 9) == .match(13..<17))
    #expect(words.firstMatch(in: "Zürich") == .none)
    #expect(words.firstMatch(in: "") == .none)
    #expect(words.firstMatch(in: "lake", from: 9) == .none)
    #expect(try RegularExpression("x*").firstMatch(in: "") == .match(0..<0))
    #expect(try RegularExpression("").firstMatch(in: "ab", from: 2) == .match(2..<2))
    #expect(try RegularExpression("LAKE", mindsCase: true).firstMatch(in: "lake") == .none)
    #expect(try RegularExpression("ÜBER").firstMatch(in: "über") == .match(0..<5))
    #expect(try RegularExpression("ab\\K(?=a)").firstMatch(in: "aba") == .match(2..<2))
    #expect(try RegularExpression("^b$").firstMatch(in: "a\nb\nc") == .match(2..<3))
  }

  @Test(arguments: [999, 1_000, 1_001, 5_000, 40_000])
  func aMatchIsFoundWhereverItBegins(_ length: Int) throws {
    let expression = try RegularExpression("(?<=x )n[ée]edle\\b.*end$")
    for place in [0, 1, 497, length / 2, length - 20] {
      let before = String(repeating: "ä", count: place / 2) + "x "
      let text =
        before + "néedle " + String(repeating: "y ", count: max(0, length - place) / 2) + "end"
      guard case .match(let range) = expression.firstMatch(in: text) else {
        Issue.record("not found at \(place) of \(length)")
        continue
      }
      #expect(range == before.utf8.count..<text.utf8.count)
    }
  }

  /// Patterns that take other engines minutes; each is ended or answered, and so soon.
  @Test(arguments: [
    "(x+x+)+[yz]", "(x|xx)+[yz]", "^(x*)*[yz]", "(.*)(.*)(.*)(.*)[yz]", "(x?){25}x{25}[yz]",
    "(\\w+\\s?)*$[yz]", "(?=.*y)x", "(?:.*y)?x{3}[zw]", "(\\w+)\\1+[yz]", "(?:[^y]*y)?[zw]",
  ])
  func whatExplodesIsEnded(_ pattern: String) throws {
    let expression = try RegularExpression(pattern)
    for length in [100, 1_000, 20_000, 100_000] {
      let text = String(repeating: "x", count: length)
      var outcome = RegularExpression.Outcome.none
      let times = (0..<3).map { _ in
        let start = threadSeconds
        outcome = expression.firstMatch(in: text)
        return threadSeconds - start
      }
      #expect(times.min() ?? 0 < 0.03, "\(pattern), \(length): \(times)")
      if case .match = outcome { Issue.record("\(pattern) matches nothing") }
    }
  }

  @Test func aFilterSaysThatAnExpressionTakesTooLong() throws {
    let post = Post(id: Post.ID("1"), body: .text(String(repeating: "x", count: 30_000)))
    let filter = try #require(try View("text:/(x+x+)+[yz]/ or likes>3").filter)
    var problem: FilterProblem?
    #expect(!filter.matches(post, FilterFacts(), &problem))
    #expect(problem?.description == "/(x+x+)+[yz]/ takes too long")
    problem = nil
    #expect(try #require(try View("text:/x/").filter).matches(post, FilterFacts(), &problem))
    #expect(problem == nil)
  }
}
