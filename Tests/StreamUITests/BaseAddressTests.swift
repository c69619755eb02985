import CellGrid
import RichText
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Relative links of bodies, as the viewer, the dump and the link list show them.
struct BaseAddressTests {
  private static let post = Post(
    id: Post.ID("p1"),
    body: .html(
      #"<p><a href="../two?x=1#y">two</a>, <a href="https://b.example/">b</a>, "#
        + #"<a href="mailto:m@a.example">m</a> <img src="lake.jpg" alt="a lake"></p>"#
    ),
    baseURL: "https://a.example/blog/posts/one",
    comments: [
      Comment(
        id: Post.ID("c1"),
        body: .html("<a href=/three>three</a>"),
        baseURL: "https://c.example/x"
      )
    ]
  )
  private static let now = Timestamp(secondsSinceEpoch: 1_769_904_000)

  @Test func thePageOfAPostListsThemWhole() {
    let text = PostDump(now: Self.now).text(.post(Self.post), columns: 60)
    #expect(
      text == """
        (no author) · no date
        two, b, m [image: a lake]
        [1] https://a.example/blog/two?x=1#y
        [2] https://b.example/
        [3] mailto:m@a.example
        [4] https://a.example/blog/posts/lake.jpg
        1 comment

        · (no author) · no date
          three
          [1] https://c.example/three


        """
    )
  }

  /// xml:base, else the link of the entry, else the page of the feed, else its own address.
  @Test(
    arguments: [
      (
        "", #"<link rel="alternate" href="https://a.example/"/>"#, "https://b.example/blog/one",
        "https://b.example/blog/y.pdf"
      ),
      (
        #" xml:base="https://c.example/d/""#, #"<link href="https://a.example/"/>"#,
        "https://b.example/blog/one", "https://c.example/d/y.pdf"
      ),
      (
        #" xml:base="/d/""#, #"<link href="https://a.example/"/>"#, "https://b.example/one",
        "https://a.example/d/y.pdf"
      ),
      ("", #"<link href="https://a.example/e/"/>"#, "", "https://a.example/e/y.pdf"),
      ("", #"<link href="https://a.example/e/"/>"#, "/f/one", "https://a.example/f/y.pdf"),
      ("", #"<link rel="self" href="https://a.example/e/feed"/>"#, "", "https://a.example/e/y.pdf"),
      ("", "", "", "https://n.example/y.pdf"),
    ] as [(String, String, String, String)]
  )
  func relativeLinksOfAtomLeadSomewhere(
    _ base: String,
    _ head: String,
    _ link: String,
    _ target: String
  ) throws {
    let own = link.isEmpty ? "" : "<link href=\"\(link)\"/>"
    let xml =
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"\(base)>\(head)<title>t</title><entry><id>urn:1</id>\(own)"
      + "<content type=\"html\">&lt;a href=\"y.pdf\"&gt;y&lt;/a&gt;</content></entry></feed>"
    let feed = Feed(source: MemoryBytes(name: "https://n.example/feed.xml", text: xml))
    while try feed.advance(bytes: 1 << 20) == .more {}
    let post = try #require(feed.record(at: 0).post)
    #expect(PostDump(now: Self.now).links(post) == "urn:1\t\(target)\ty\n")
  }

  @Test func linksOfRedditLeadToReddit() throws {
    let comment =
      #"{"kind":"t1","data":{"name":"t1_a","body_html":"&lt;a href=\"/r/lakes\"&gt;r/lakes&lt;/a&gt;","author":"a"}}"#
    let json = #"{"kind":"Listing","data":{"children":[\#(comment)]}}"#
    let feed = try Feed(source: MemoryBytes(name: "f", text: json)).scanned()
    let post = try #require(feed.record(at: 0).post)
    #expect(PostDump(now: Self.now).links(post).contains("\thttps://www.reddit.com/r/lakes\t"))
  }

  @Test func whatIsFollowedIsWhole() throws {
    let row = PostRow(now: Self.now).row(.post(Self.post), folds: PostRow.Folds())
    let laid = RowLayout(columns: 80).lay(row)
    #expect(
      RowEnricher.enrich(laid).links.map(\.target) == [
        "https://a.example/blog/two?x=1#y", "https://b.example/", "mailto:m@a.example",
        "https://a.example/blog/posts/lake.jpg",
      ]
    )
    let comment = try #require(Conversation(comments: Self.post.comments).nodes.first)
    let answer = CommentRow(RowClock(now: Self.now)).row(
      comment,
      isCollapsed: false,
      folds: PostRow.Folds()
    )
    let links = RowEnricher.enrich(RowLayout(columns: 80).lay(answer)).links
    #expect(links.map(\.target) == ["https://c.example/three"])
  }

  @Test func dumpAndLinkListHaveThemWhole() {
    let dump = PostDump(now: Self.now)
    let json = String(decoding: dump.json(Self.post, source: "feed:1:1"), as: UTF8.self)
    #expect(json.contains(#""url":"https://a.example/blog/two?x=1#y""#))
    #expect(json.contains(#""url":"https://c.example/three""#))
    #expect(dump.links(Self.post).hasPrefix("p1\thttps://a.example/blog/two?x=1#y\ttwo\n"))
  }

  @Test(arguments: [
    ("<base href='https://d.example/e/f'><a href=g>g</a>", nil, "https://d.example/e/g"),
    ("<base href='/e/'><a href=g>g</a>", "https://a.example/x/y", "https://a.example/e/g"),
    ("<base href=/e/><base href=/f/><a href=g>g</a>", "http://a", "http://a/e/g"),
    ("<base target=_top><a href=g>g</a>", "http://a/b", "http://a/g"),
    ("<a href=g>g</a>", nil, "g"), ("<a href=g>g</a>", "mailto:a@a.example", "g"),
    ("<a href=g>\u{1}\u{1B}g</a>", "http://a/b", "http://a/g"),
  ])
  func theBaseOfAPageCounts(_ html: String, _ base: String?, _ target: String) {
    let body = BodyText(.html(html), baseURL: base, customEmoji: [], reading: .rich)
    #expect(body.links.map(\.target) == [target])
  }
}
