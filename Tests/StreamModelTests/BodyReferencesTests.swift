import RichText
import Testing

@testable import StreamModel

/// The tags and mentions of a post: those that the feed states and those of its text, for filters and counts alike.
struct BodyReferencesTests {
  private static func post(_ html: String) -> Post {
    Post(id: Post.ID("1"), body: .html(html), baseURL: "https://t.example/")
  }

  /// Of Mastodon, where no blank follows a tag in Japanese and Chinese; of WordPress; and of plain texts.
  @Test(arguments: [
    (#"<a class="mention hashtag" href="/tags/x" rel="tag">#<span>x</span></a>y"#, ["x"]),
    (#"今日は<a class="hashtag" href="/t">#<span>東京</span></a>です #湖 に"#, ["東京", "湖"]),
    (#"<a href="/tags/x">#x</a>y #z"#, ["x", "z"]),
    ("#low_tide, #Flood&amp;more (#a)", ["low_tide", "Flood", "a"]),
    (#"<a rel="tag" href="/tag/big">Big lakes</a>"#, ["Big lakes"]),
    (#"<a class="hashtag" href="/t">#2026</a> #296 #a1#b2"#, ["2026", "a1", "b2"]),
    (#"<a href="/p#c">https://t.example/p#c</a> https://t.example/q#top"#, []),
    (#"<a href="/p">see #lake and (#sea)</a>"#, ["lake", "sea"]), ("a # b ##c", ["c"]),
    ("<table><tr><td>#a</td><td>b</td></tr></table>", ["a"]), ("<p>#a</p><p>b</p>", ["a"]),
  ])
  func tagsEndWithTheirMarkup(_ html: String, _ tags: [String]) throws {
    let post = Self.post(html)
    #expect(post.hashtags == tags)
    var counts = PostCounts(by: .tag)
    counts.add(post, FilterFacts())
    #expect(Set(counts.rows.map(\.value)) == Set(tags.map { $0.lowercased() }))
    for tag in tags where !tag.contains(" ") {
      #expect(try #require(try View("tag:\(tag)").filter).matches(post, FilterFacts()))
    }
  }

  @Test func plainTextsHaveTags() {
    #expect(Post(id: Post.ID("1"), body: .text("#a http://x.example/#b")).hashtags == ["a"])
  }

  /// Whatever a dump calls a mention is one for filters, in any format.
  @Test(arguments: ["mentions:who", "mentions:@who", "to:who", "mentions:t.example/@who"])
  func mentionsOfTheTextAreFound(_ line: String) throws {
    let filter = try #require(try View(line).filter)
    let post = Self.post(#"<p>Hi <a class="u-url mention" href="/@who">@<span>who</span></a></p>"#)
    #expect(filter.matches(post, FilterFacts()))
    #expect(post.mentionedAccounts == [Mention(handle: "@who", url: "https://t.example/@who")])
    // A link to a page about somebody is none.
    #expect(!filter.matches(Self.post(#"<a href="/@who">a mention of @who</a>"#), FilterFacts()))
  }

  @Test(arguments: [
    (#"<span class="spoiler">x</span>"#, true), ("<details><summary>a</summary>b</details>", true),
    ("<details open>a</details>", false), ("a spoiler", false), ("<p>x</p>", false),
  ])
  func spoilersMakeAPostFoldable(_ html: String, _ isFoldable: Bool) {
    #expect(Self.post(html).isFoldable == isFoldable)
  }

  @Test func hostileTextsTakeLinearTime() {
    let tags =
      String(repeating: "#", count: 200_000) + String(repeating: "#a<b>c</b>", count: 20_000)
    #expect(Self.post(tags).hashtags == ["ac"])
    let links = String(repeating: "<a href=u>#a</a>", count: 20_000)
    #expect(Self.post(links).hashtags == ["a"])
  }
}
