import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Replies that a part of a discussion, or a post of the fediverse, only names.
extension DiscussionTests {
  @Test func contentWarningsOfRepliesCount() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"https://social.example/@olga/11","body_text":"Ice",
      "comments_count":1}]}
      """
    var viewer = try viewer(json)
    let place = try Self.place("https://social.example/@olga/11")
    viewer.press(Key(.enter))
    var post = Post(id: Post.ID("12"), isStated: true)
    post.body = .html("<p>the secret</p>")
    post.contentWarning = "Spiders"
    let entry = Discussion.Entry(
      Comment(post, id: post.id, parent: nil),
      names: ["https://social.example/users/mia/statuses/12"],
      post: post
    )
    viewer.answer(.discussion(place, .discussion(Discussion([entry]))))
    viewer.rest()
    #expect(viewer.page.joined().contains("Spiders"))
    #expect(!viewer.page.joined().contains("the secret"))
    viewer.type("Jx")
    #expect(viewer.page.joined().contains("the secret"))
  }

  /// The replies to a post of the fediverse: those that came, and the address of one that did not.
  @Test func repliesLookLikeTheirPictures() throws {
    let collection = "https://akkoma.example/objects/1/replies"
    let json = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","content":"Ice on the lakes",
      "id":"https://akkoma.example/objects/1","attributedTo":"https://akkoma.example/users/olga",
      "replies":{"id":"\(collection)","type":"Collection","first":{"items":["https://b.example/7"],
      "next":"\(collection)?page=2"}}}
      """
    var viewer = try viewer(json)
    viewer.rest(after: "J")
    #expect(viewer.app.view.list.selection == .place(0))
    let effects = viewer.press(Key(.enter))
    guard case .discussion(let place, let target)? = effects.wishes.first else { throw NoTarget() }
    #expect(target.text == collection)
    try expectGolden(viewer.outcome, "replies-asking")
    var post = Post(id: Post.ID("https://b.example/7"), isStated: true)
    post.author = Account(name: "Mia", handle: "@mia@b.example")
    post.inReplyTo = "https://akkoma.example/objects/1"
    post.body = .html("<p>How thick?</p>")
    let named = Comment(named: "https://c.example/9", at: "https://c.example/9")
    let entries =
      DiscussionReader.entries(of: post, named: "https://b.example/7", in: place)
      + [Discussion.Entry(named, names: ["https://c.example/9"])]
    viewer.answer(.discussion(place, .discussion(Discussion(entries))))
    viewer.rest()
    try expectGolden(viewer.outcome, "replies-open")
  }

  private static let redditPage = "https://www.reddit.com/r/lakes/comments/1abc2d/ice/"

  private static func reddit(_ id: String, _ text: String, to parent: String? = nil)
    -> Discussion.Entry
  {
    var comment = Comment(named: "t1_\(id)", at: "\(redditPage)\(id)/")
    comment.kind = text.isEmpty ? .stub(count: 5) : .written
    if text.isEmpty { comment.url = parent.map { "\(redditPage)\($0)/" } ?? redditPage }
    comment.parent = parent.map { Post.ID("t1_\($0)") }
    comment.body = .text(text)
    comment.author = Account(name: "mia", handle: nil)
    return Discussion.Entry(comment, names: [])
  }

  @Test func commentsThatAreOnlyCountedAreFetched() throws {
    let thing = { (count: Int) in
      """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_1abc2d","id":"1abc2d",
      "title":"Ice","author":"olga","num_comments":\(count),"created_utc":1769760000,
      "permalink":"/r/lakes/comments/1abc2d/ice/"}}]}},{"kind":"Listing","data":{"children":[
      {"kind":"t1","data":{"name":"t1_b","body":"Very.","author":"ben"}},
      {"kind":"more","data":{"count":550,"id":"m2"}}]}}]
      """
    }
    var viewer = try viewer(thing(412))
    #expect(viewer.line(with: "550 more on the site") != nil)
    #expect(viewer.line(with: "412 comments on reddit.com · Enter fetches them") != nil)
    viewer.press("g")
    guard case .discussion? = viewer.press(Key(.enter)).wishes.first else { throw NoTarget() }
    #expect(try self.viewer(thing(1)).line(with: "on reddit.com") == nil)
  }

  @Test func furtherRepliesComeInTheirPlace() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"\(Self.redditPage)","body_text":"Ice","comments_count":9}]}
      """
    var viewer = try viewer(json)
    let place = try Self.place(Self.redditPage)
    let all = Discussion([
      Self.reddit("a", "How thick?"), Self.reddit("b", "Ten.", to: "a"),
      Self.reddit("m", "", to: "a"), Self.reddit("z", "Skates!"), Self.reddit("n", ""),
    ])
    viewer.press(Key(.enter))
    viewer.answer(.discussion(place, .discussion(all)))
    viewer.rest(after: "J", "J", "J")
    let line = try #require(viewer.line(with: "5 more replies on reddit.com · Enter fetches"))
    #expect(viewer.line(with: "5 more on the site") != nil)
    let above = viewer.page[..<line]
    let effects = viewer.press(Key(.enter))
    guard case .discussion(let part, let target)? = effects.wishes.first else { throw NoTarget() }
    #expect(target.text == "https://www.reddit.com/comments/1abc2d/_/a.json?limit=500&raw_json=1")
    #expect(viewer.line(with: "fetching 5 more replies from www.reddit.com …") == line)
    #expect(viewer.press(Key(.enter)).isEmpty)
    viewer.answer(.discussion(part, .failure("reddit.com wants fewer requests (429).")))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-part-failed")
    #expect(viewer.press("r").wishes == [.discussion(part, target)])
    let further = Discussion([
      Self.reddit("a", "How thick?"), Self.reddit("b", "Ten.", to: "a"),
      Self.reddit("c", "Twelve.", to: "a"), Self.reddit("d", "No, ten.", to: "c"),
      Self.reddit("m2", "", to: "a"),
    ])
    viewer.answer(.discussion(part, .discussion(further)))
    viewer.rest()
    // The rows of the post and the place say how many there are now; the others are as they were.
    #expect(viewer.page[7..<line] == above[7...])
    #expect(viewer.page[line].hasPrefix("▌") && viewer.page[line + 1].contains("Twelve."))
    #expect(viewer.line(with: "5 comments on reddit.com, 10 more there") != nil)
    #expect(!viewer.status.contains("new"), "\(viewer.status)")
    try expectGolden(viewer.outcome, "discussion-part-open")
    // The rest of the part leads to the site.
    let (page, status) = (viewer.page, viewer.status)
    viewer.rest(after: "q", Key(.enter))
    #expect(viewer.page == page && viewer.status == status)
    // Asking for the whole again keeps the part.
    viewer.type("gJ\r")
    viewer.answer(.discussion(place, .discussion(all)))
    viewer.rest()
    #expect(viewer.page.joined().contains("Twelve."))
  }
}
