import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Spoilers in a text: hidden till the reader asks, in rows of every density, on the post's own page and in the
/// linear reader; open in what a program reads.
struct SpoilerTests {
  private static let bodies = [
    "<p>In the end <span class='spoiler'>he dies</span>.</p>",
    "<details><summary>The end</summary><p>she lives</p></details>",
    "<p>No spoiler here</p>",
  ]

  private static var feed: String { Feeds.posts(bodies) }

  @Test func theKeyShowsAndHides() throws {
    let closed = try Stage().play("", Self.feed).text
    #expect(closed.contains("In the end (spoiler, x shows it)."))
    #expect(closed.contains("The end (folded, x shows it)"))
    #expect(!closed.contains("he dies") && !closed.contains("she lives"))
    try Stage().play("xJx", Self.feed).shows("In the end he dies.", "she lives")
    #expect(try !Stage().play("xx", Self.feed).text.contains("he dies"))
    #expect(try Stage().play("<CR>", Self.feed).text.contains("In the end (spoiler, x shows it)."))
    #expect(try Stage().play("<CR>x", Self.feed).text.contains("In the end he dies."))
  }

  @Test func rowsOfOneLineHideThem() throws {
    let compact = try Stage().play("zz", Self.feed).text + Stage().play("z", Self.feed).text
    #expect(!compact.contains("he dies") && !compact.contains("she lives"))
  }

  @Test func filtersAndDumpsReadThem() throws {
    var post = Post(id: Post.ID("1"), isStated: true)
    post.body = .html("<span class=spoiler>he dies</span>")
    let dump = PostDump(now: Timestamp(secondsSinceEpoch: 0))
    #expect(String(decoding: dump.json(post, source: ""), as: UTF8.self).contains("\"he dies\""))
    #expect(try #require(try View("text:dies").filter).matches(post, FilterFacts()))
  }

  @Test func theLinearReaderUncoversThem() throws {
    let posts = Self.bodies.enumerated().map { #""id":"p\#($0)","body_html":"\#($1)""# }
    var stage = LinearStage(posts: posts) { _ in }
    let text = try stage.transcript(["x", "n"])
    #expect(text.contains("In the end (spoiler, x shows it)."))
    #expect(text.contains("In the end he dies."))
    #expect(text.contains("The end (folded, x shows it)"))
  }
}
