import TestSupport
import Testing

@testable import StreamModel

/// What is no longer there, or no longer the same, is said; nothing is lost without a word.
@Suite struct ChangedSourceTests {
  private let padding = String(repeating: " ", count: 40 << 10)

  @Test func aRecordThatWasCutShortIsSaid() throws {
    let source = ScriptedBytes(
      "{\"id\":\"a\",\"body_text\":\"x\"}\n{\"id\":\"b\",\"body_text\":\"y\"}\n"
    )
    let feed = try scanned(Feed(source: source))
    source.bytes.removeLast(10)
    #expect(feed.outline == ["a", "!2:18"])
    #expect(problems(feed) == ["feed:2:18: $: input ended early (expected the whole record)"])
  }

  @Test func aRecordThatWasBrokenWhenItWasFoundStaysAProblem() throws {
    let source = ScriptedBytes(
      "[{\"id\":\"a\",\"content\":\"x\"},\n\(padding){\"id\":\"b\",\"content\":\"y\"]"
    )
    let feed = Feed(source: source)
    // Found in slices, so that the change comes before the record is read for its problem.
    while try feed.advance(bytes: 1 << 10) != .done {
      if feed.recordCount == 1 { source.change("\"y\"]", "\"y\"}") }
    }
    #expect(feed.outline == ["a", "!2:40984"])
    #expect(problems(feed) == ["feed:2:40984: $[1]: unexpected byte (expected JSON)"])
  }

  @Test func anActivityThatWasChangedIsAProblemOfItsPost() throws {
    let source = ScriptedBytes(
      "{\"id\":\"p\",\"body_text\":\"x\"}\n\(padding)\n{\"type\":\"like\",\"post\":\"p\",\"author\":\"@olga\"}\n"
    )
    let feed = try scanned(Feed(source: source))
    source.change("\"@olga\"", "\"@olg\"?")
    let post = try #require(feed.posts.first)
    #expect(problems(post) == ["feed:3:42: $.author: unexpected '?' (expected ',' or '}')"])
  }

  @Test func anActivityThatCannotBeReadIsAProblemOfItsPost() throws {
    let source = ScriptedBytes(
      "{\"id\":\"p\",\"body_text\":\"x\"}\n\(padding)\n{\"type\":\"like\",\"post\":\"p\",\"author\":\"@olga\"}\n"
    )
    let feed = try scanned(Feed(source: source))
    source.failsFrom = 40 << 10
    let post = try #require(feed.posts.first)
    #expect(post.likesCount == nil)
    #expect(post.problems.count == 1)
    #expect(post.problems.first?.message == "cannot be read: Input/output error")
  }
}
