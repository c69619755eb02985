import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The places that are asked: where a post has a row for one, and how several stand together.
extension DiscussionTests {
  @Test func secureModeFetchesNothing() throws {
    var viewer = try viewer(options: App.Options { $0.isSecure = true })
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("Not fetched: secure mode is on"))
    #expect(viewer.line(with: Self.closed) != nil)
  }

  @Test func theOwnNetworkIsAskedAbout() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"http://192.168.7.2/t/ice/731",
      "body_text":"Ice","comments_count":4}]}
      """
    var viewer = try viewer(json)
    #expect(viewer.press(Key(.enter)).isEmpty)
    let question = viewer.app.draw().textPlane()
    #expect(question.contains("y fetches http://192.168.7.2/t/731.json"))
    let effects = viewer.press(onceSeen: "y")
    guard case .discussion(_, let target)? = effects.wishes.last else { throw NoTarget() }
    #expect(target.text == "http://192.168.7.2/t/731.json")
    #expect(viewer.line(with: "fetching 4 comments from 192.168.7.2 …") != nil)
  }

  @Test func commentsOfTheFeedAreNotShownTwice() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"\(Self.page)","body_text":"Ice","comments_count":4,
      "comments":[{"id":"c1","url":"https://news.ycombinator.com/item?id=101",
      "body_text":"How thick?","likes_count":1}]}]}
      """
    var viewer = try Viewer(Timeline(Feeds.feed(json)))
    viewer.type("\rJJ")
    #expect(viewer.app.view.list.selection == .place(0))
    viewer.press(Key(.enter))
    viewer.answer(.discussion(try Self.place(), .discussion(Self.thread)))
    viewer.rest()
    let text = viewer.page.joined(separator: "\n")
    #expect(text.split(separator: "How thick?", omittingEmptySubsequences: false).count == 2)
    let lines = ["How thick?", "Ten centimetres.", "3 comments on news", "Skates!"].map {
      viewer.line(with: $0) ?? -1
    }
    #expect(lines == lines.sorted() && lines[0] >= 0, "\(text)")
  }

  @Test func everyPlaceHasItsRowAndItsComments() throws {
    let json = """
      {"version":1,"posts":[{"id":"https://lobste.rs/s/ab12cd","url":"\(Self.page)",
      "body_text":"Ice","comments_count":412}]}
      """
    var viewer = try viewer(json)
    let lobsters = try Self.place("https://lobste.rs/s/ab12cd")
    #expect(viewer.line(with: "comments on lobste.rs · Enter fetches them") != nil)
    viewer.type("\rJ\r")
    // The ids of two sites may be the same.
    let others = Discussion(
      [
        Self.entry(101, "On the other site", likes: 9), Self.entry(9, "reply there", to: 101),
      ].map { Discussion.Entry($0.comment, names: []) }
    )
    viewer.answer(.discussion(lobsters, .discussion(others)))
    let first = Discussion([
      Self.entry(101, "few likes", likes: 1), Self.entry(104, "more likes", likes: 5),
    ])
    viewer.answer(.discussion(try Self.place(), .discussion(first)))
    viewer.type("ccc")
    viewer.rest()
    let words = [
      "comments on news.ycombinator.com", "more likes", "few likes", "comments on lobste.rs",
      "On the other site", "reply there",
    ]
    let lines = words.map { viewer.line(with: $0) ?? -1 }
    #expect(lines == lines.sorted() && lines[0] >= 0, "\(viewer.page)")
    // The keys for threads go on from the row of the second place.
    viewer.press("g")
    while viewer.app.view.list.selection != .place(1) { viewer.press("J") }
    viewer.rest(after: "]")
    #expect(viewer.status.contains("comment 3 of 4"), "\(viewer.status)")
  }

  @Test func aLinkOfTwoFeedsHasARowForEach() throws {
    func rss(_ host: String, _ comments: String, _ count: Int) -> Feed {
      let text = """
        <rss version="2.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel>
        <title>\(host)</title><item><title>Ice on the lakes</title><guid>https://lakes.example/ice</guid>
        <link>https://lakes.example/ice</link><comments>\(comments)</comments>
        <slash:comments>\(count)</slash:comments></item></channel></rss>
        """
      return Feed(source: MemoryBytes(name: host, bytes: Array(text.utf8)))
    }
    let feeds = [rss("hn", Self.page, 120), rss("lobsters", "https://lobste.rs/s/ab12cd/ice", 33)]
    var viewer = try Viewer(Timeline(feeds, order: .newest))
    #expect(viewer.app.feed.recordCount == 1)
    viewer.rest(after: Key(.enter))
    #expect(viewer.line(with: "120 comments on news.ycombinator.com") != nil, "\(viewer.page)")
    #expect(viewer.line(with: "33 comments on lobste.rs") != nil)
  }

  @Test func theReadersOwnLinesCount() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"https://forum.example/topic/7","body_text":"Ice"}]}
      """
    let line = try DiscussionLine(
      pattern: "forum.example/topic/{id#}",
      target: "discourse https://api.forum.example/t/{id}.json"
    )
    var viewer = try viewer(json, options: App.Options { $0.discussions = [line] })
    #expect(viewer.line(with: "comments on forum.example · Enter fetches them from") != nil)
    let effects = viewer.press(Key(.enter))
    guard case .discussion(_, let target)? = effects.wishes.first else { throw NoTarget() }
    #expect(target.text == "https://api.forum.example/t/7.json")
  }

  @Test(arguments: [
    ("https://lakes.example/ice", 4, false), ("https://social.example/@olga/11", 4, true),
    ("https://social.example/@olga/11", 0, false), (page, 0, false), (page, 1, true),
  ])
  func aRowStandsWhereTheSiteMayHaveMore(_ address: String, _ count: Int, _ isThere: Bool) throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"\(address)","body_text":"Ice",
      "comments_count":\(count)}]}
      """
    let viewer = try viewer(json)
    #expect((viewer.app.view.list.selection == .place(0)) == isThere)
  }

  /// A feed that states no number: only addresses that no other site has get a row.
  @Test func anUnknownNumberNeedsACertainAddress() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"%","body_text":"Ice"}]}
      """
    let known = try viewer(json.replacing("%", with: Self.page))
    #expect(known.line(with: "· comments on news.ycombinator.com") != nil)
    let other = try viewer(json.replacing("%", with: "https://blog.example/post/12"))
    #expect(other.app.view.list.selection == .post)
  }
}
