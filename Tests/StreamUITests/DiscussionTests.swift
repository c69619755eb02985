import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The comments of a post that a site holds and the feed does not.
struct DiscussionTests {
  private static let page = "https://news.ycombinator.com/item?id=100"
  private static let request = "https://hn.algolia.com/api/v1/items/100"
  private static let json = """
    {"version":1,"posts":[{"id":"p1","url":"\(page)","body_text":"Ice on the lakes",
    "comments_count":412},{"id":"p2","body_text":"the next post"}]}
    """

  private static func place(_ address: String = page) throws -> DiscussionPlace {
    try #require(DiscussionPlace(of: address))
  }

  /// A comment of Hacker News with these words.
  private static func entry(
    _ id: Int,
    _ text: String,
    to parent: Int? = nil,
    likes: Int? = nil
  ) -> Discussion.Entry {
    let url = "https://news.ycombinator.com/item?id=\(id)"
    var comment = Comment(named: "\(id)", at: url)
    comment.kind = .written
    comment.parent = parent.map { Post.ID("\($0)") }
    comment.body = .text(text)
    comment.likesCount = likes
    comment.author = Account(name: "mia", handle: nil)
    return Discussion.Entry(comment, names: [url])
  }

  private static let thread = Discussion([
    entry(101, "How thick?"), entry(102, "Ten centimetres.", to: 101), entry(104, "Skates!"),
  ])

  /// A viewer with the post open, and the row of its discussion selected.
  private func viewer(
    _ json: String = Self.json,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = App.Options()
  ) throws -> Viewer {
    var viewer = try Viewer(Timeline(Feeds.feed(json)), size: size, options: options)
    viewer.press(Key(.enter))
    viewer.rest()
    viewer.press(.character("J"))
    viewer.rest()
    return viewer
  }

  private func target(_ address: String) throws -> LinkTarget {
    guard case .open(let target) = LinkGate.judge(address, label: "") else { throw NoTarget() }
    return target
  }

  private struct NoTarget: Error {}

  private func line(_ viewer: Viewer, with text: String) -> Int? {
    viewer.page.firstIndex { $0.contains(text) }
  }

  private static let closed = "412 comments on news.ycombinator.com"

  /// Nothing is fetched before the key asks, and then the tree comes in below its row.
  @Test func enterFetchesTheCommentsAndNothingMoves() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    let place = try Self.place()
    #expect(viewer.press(Key(.enter)).isEmpty)
    viewer.rest()
    let line = try #require(self.line(viewer, with: Self.closed))
    #expect(viewer.page[line].contains("Enter fetches them from"))
    #expect(viewer.page[line + 1].contains("hn.algolia.com"))
    viewer.press(.character("J"))
    #expect(
      viewer.press(Key(.enter)) == [.fetchDiscussion(1, place, try target(Self.request))]
    )
    #expect(self.line(viewer, with: "fetching 412 comments from hn.algolia.com …") == line)
    // A second key does not ask twice.
    #expect(viewer.press(Key(.enter)).isEmpty)
    let above = viewer.page[..<line]
    viewer.handle(.discussion(1, place, .discussion(Self.thread)))
    viewer.rest()
    #expect(viewer.page[..<line] == above)
    #expect(viewer.page[line].contains("3 comments on news.ycombinator.com · fetched just now"))
    #expect(viewer.app.view.list.selection == .place(0))
    let text = viewer.page.joined(separator: "\n")
    for words in ["How thick?", "Ten centimetres.", "Skates!"] { #expect(text.contains(words)) }
    // They are comments as others are: they collapse, and are searched.
    viewer.press(.character("J"), .character("K"))
    #expect(viewer.status.contains("412 comments, 3 shown"))
    viewer.press(.character("J"), .character("z"))
    #expect(!viewer.page.joined().contains("Ten centimetres."))
    for key in "/Ten".unicodeScalars { viewer.press(.character(key)) }
    viewer.press(Key(.enter))
    viewer.work()
    #expect(viewer.page.joined().contains("Ten centimetres."))
  }

  /// The row of the comments says "Enter fetches them" while the post is selected.
  @Test func enterOnThePostFetchesTheCommentsThatItsPageOffers() throws {
    var viewer = try Viewer(
      Timeline(Feeds.feed(Self.json)),
      size: Size(columns: 80, lines: 24),
      options: App.Options()
    )
    viewer.press(Key(.enter))
    viewer.rest()
    let place = try Self.place()
    #expect(viewer.press(Key(.enter)) == [.fetchDiscussion(1, place, try target(Self.request))])
    #expect(viewer.app.view.list.selection == .place(0))
    viewer.handle(.discussion(1, place, .discussion(Self.thread)))
    viewer.press(.character("g"))
    // They are there: nothing is asked again, and the key leads to them.
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.app.view.list.selection == .place(0))
  }

  /// A feed that states no number of comments has no line of counts, and gets none when they come.
  @Test func aNumberThatTheFeedDoesNotStateMovesNothing() throws {
    let json = Self.json.replacing("\"comments_count\":412", with: "\"likes_count\":0")
    var viewer = try viewer(json)
    let line = try #require(self.line(viewer, with: "comments on news.ycombinator.com"))
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, try Self.place(), .discussion(Self.thread)))
    viewer.rest()
    #expect(self.line(viewer, with: "3 comments on news.ycombinator.com") == line)
  }

  /// The comments that an earlier run fetched are there when the post is opened: nobody is asked for that.
  @Test func aCopyStandsBelowThePostBeforeAKeyAsks() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.press(Key(.enter))
    let place = try Self.place()
    let line = try #require(self.line(viewer, with: Self.closed))
    let time = Stage.wall.advanced(by: -7_200)
    viewer.handle(.discussion(1, place, .copy(Self.thread, of: time)))
    #expect(self.line(viewer, with: "· fetched 2h ago · Enter asks again") == line)
    #expect(viewer.page.joined().contains("How thick?"))
    #expect(viewer.app.view.list.selection == .post)
    // Opened again in this run, they need no copy.
    viewer.press(.character("q"))
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.page.joined().contains("How thick?"))
  }

  /// The row of the comments is the last one on the screen: they come in below it, which a message tells.
  @Test func commentsBelowTheScreenAreToldOf() throws {
    let long = (1...12).map { "line \($0)" }.joined(separator: "\\n")
    var viewer = try Viewer(
      Timeline(Feeds.feed(Self.json.replacing("Ice on the lakes", with: long))),
      size: Size(columns: 80, lines: 10),
      options: App.Options()
    )
    viewer.press(Key(.enter))
    viewer.rest()
    viewer.press(Key(.enter))
    viewer.rest()
    let page = viewer.page
    viewer.handle(.discussion(1, try Self.place(), .discussion(Self.thread)))
    viewer.rest()
    #expect(viewer.page.dropLast(3) == page.dropLast(3))
    #expect(!viewer.page.joined().contains("How thick?"))
    #expect(viewer.status.contains("The comments stand below (J goes on to them)"))
  }

  /// A feed of comments has the newest first, and a reply names what it answers by its address.
  @Test func aReplyBeforeItsParentStandsBelowIt() throws {
    var viewer = try viewer()
    viewer.press(Key(.enter))
    let names = ["https://blog.example/ice#comment-2", "https://blog.example/ice#comment-3"]
    let entries = zip(["Ten centimetres.", "How thick?"], names.reversed()).map { text, name in
      var comment = Comment(named: name.replacing("#", with: "?p=1#"), at: name)
      comment.kind = .written
      comment.body = .text(text)
      comment.parent = name == names[1] ? Post.ID(names[0]) : nil
      return Discussion.Entry(comment, names: [name])
    }
    viewer.handle(.discussion(1, try Self.place(), .discussion(Discussion(entries))))
    viewer.rest()
    let (parent, reply) = (line(viewer, with: "How thick?"), line(viewer, with: "Ten centimetres."))
    let indent = { (line: Int?) in line.map { viewer.page[$0].prefix { $0 == " " }.count } ?? -1 }
    #expect(try #require(parent) < (try #require(reply)))
    #expect(indent(reply) > indent(parent), "\(viewer.page)")
  }

  @Test func aFailureStandsInTheRowAndAKeyAsksAgain() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    viewer.handle(
      .discussion(1, place, .failure("hn.algolia.com has no such\u{1B} discussion (404)."))
    )
    let line = try #require(self.line(viewer, with: Self.closed))
    #expect(viewer.page[line + 1].contains("hn.algolia.com has no such"))
    #expect(viewer.page[line + 1].contains("now · Enter asks again"))
    for key in [Key(.enter), .character("r")] {
      #expect(
        viewer.press(key) == [.fetchDiscussion(1, place, try target(Self.request))]
      )
      #expect(!viewer.page.joined().contains("no such"))
      viewer.handle(.discussion(1, place, .failure("late")))
    }
  }

  /// The copy of an earlier visit is there at once, with its age, and comments that it lacks are marked as new.
  @Test func aCopyIsShownAtOnceAndNewCommentsAreMarked() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    let time = Stage.wall.advanced(by: -7_200)
    viewer.handle(.discussion(1, place, .copy(Self.thread, of: time)))
    #expect(
      line(viewer, with: "3 comments on news.ycombinator.com · fetched 2h ago · asking again …")
        != nil
    )
    let more = Discussion(Self.thread.entries + [Self.entry(105, "The fourth", to: 104)])
    viewer.handle(.discussion(1, place, .discussion(more)))
    viewer.rest()
    #expect(line(viewer, with: "4 comments on news.ycombinator.com · fetched just now") != nil)
    #expect(viewer.status.contains("1 new"))
    viewer.press(.character("t"))
    viewer.rest()
    let selected = viewer.app.view.list.selection
    let subject = viewer.app.view.page.content.subject(of: selected, in: viewer.app.feed)
    guard case .comment(let comment) = subject else { throw NoTarget() }
    #expect(comment.body == .text("The fourth"))
    // An unchanged answer is as new as its confirmation; a failure leaves the comments as they are.
    viewer.press(.character("g"), .character("J"), Key(.enter))
    viewer.handle(.discussion(1, place, .unchanged))
    #expect(line(viewer, with: "4 comments on news.ycombinator.com · fetched just now") != nil)
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, place, .failure("offline")))
    #expect(viewer.page.joined().contains("offline") && viewer.page.joined().contains("The fourth"))
  }

  /// Comments that the site took away leave the selection on the row of the place.
  @Test func commentsThatAreGoneLeaveTheirPlace() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, place, .discussion(Self.thread)))
    viewer.press(.character("J"), .character("J"))
    viewer.press(.character("K"), .character("K"), Key(.enter), .character("J"), .character("J"))
    viewer.handle(.discussion(1, place, .discussion(Discussion([Self.entry(104, "Skates!")]))))
    viewer.rest()
    #expect(viewer.app.view.list.selection == .place(0))
    #expect(!viewer.page.joined().contains("How thick?"))
  }

  @Test func leavingEndsTheFetchAndLateAnswersAreDropped() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    #expect(viewer.press(.character("q")).contains(.stopDiscussions(1)))
    viewer.handle(.discussion(1, place, .discussion(Self.thread)))
    #expect(viewer.app.view.pages.count == 1)
    // An answer that nobody waits for changes no page.
    viewer.press(Key(.enter))
    let number = viewer.app.view.page.number
    viewer.handle(.discussion(number, place, .discussion(Self.thread)))
    #expect(!viewer.page.joined().contains("How thick?"))
    #expect(!viewer.press(.character("q")).contains(.stopDiscussions(number)))
  }

  /// In the same run the comments are there without a key.
  @Test func whatWasFetchedIsThereWhenThePostIsOpenedAgain() throws {
    var viewer = try viewer()
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, try Self.place(), .discussion(Self.thread)))
    viewer.press(.character("J"), .character("J"))
    viewer.rest()
    let (page, status) = (viewer.page, viewer.status)
    viewer.press(.character("q"), Key(.enter))
    viewer.rest()
    #expect(viewer.page == page && viewer.status == status)
  }

  @Test func secureModeFetchesNothing() throws {
    var options = App.Options()
    options.isSecure = true
    var viewer = try viewer(options: options)
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.status.contains("Not fetched: secure mode is on"))
    #expect(line(viewer, with: Self.closed) != nil)
  }

  /// An address in the reader's own network is asked about.
  @Test func theOwnNetworkIsAskedAbout() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"http://192.168.7.2/t/ice/731",
      "body_text":"Ice","comments_count":4}]}
      """
    var viewer = try viewer(json)
    #expect(viewer.press(Key(.enter)).isEmpty)
    let question = viewer.app.draw().textPlane()
    #expect(question.contains("y fetches http://192.168.7.2/t/731.json"))
    viewer.app.frameShown(viewer.app.frameAck)
    let effects = viewer.press(.character("y"))
    guard case .fetchDiscussion(1, _, let target)? = effects.first else { throw NoTarget() }
    #expect(target.text == "http://192.168.7.2/t/731.json")
    #expect(line(viewer, with: "fetching 4 comments from 192.168.7.2 …") != nil)
  }

  /// Comments that the feed holds stay above, once, and replies to them join them there.
  @Test func commentsOfTheFeedAreNotShownTwice() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"\(Self.page)","body_text":"Ice","comments_count":4,
      "comments":[{"id":"c1","url":"https://news.ycombinator.com/item?id=101",
      "body_text":"How thick?","likes_count":1}]}]}
      """
    var viewer = try Viewer(Timeline(Feeds.feed(json)))
    viewer.press(Key(.enter), .character("J"), .character("J"))
    #expect(viewer.app.view.list.selection == .place(0))
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, try Self.place(), .discussion(Self.thread)))
    viewer.rest()
    let text = viewer.page.joined(separator: "\n")
    #expect(text.split(separator: "How thick?", omittingEmptySubsequences: false).count == 2)
    let lines = ["How thick?", "Ten centimetres.", "3 comments on news", "Skates!"].map {
      line(viewer, with: $0) ?? -1
    }
    #expect(lines == lines.sorted() && lines[0] >= 0, "\(text)")
  }

  /// Two places have a row each, and their comments stay apart in every order.
  @Test func everyPlaceHasItsRowAndItsComments() throws {
    let json = """
      {"version":1,"posts":[{"id":"https://lobste.rs/s/ab12cd","url":"\(Self.page)",
      "body_text":"Ice","comments_count":412}]}
      """
    var viewer = try viewer(json)
    let lobsters = try Self.place("https://lobste.rs/s/ab12cd")
    #expect(line(viewer, with: "comments on lobste.rs · Enter fetches them") != nil)
    viewer.press(Key(.enter))
    viewer.press(.character("J"), Key(.enter))
    // The ids of two sites may be the same.
    let others = Discussion(
      [
        Self.entry(101, "On the other site", likes: 9), Self.entry(9, "reply there", to: 101),
      ].map { Discussion.Entry($0.comment, names: []) }
    )
    viewer.handle(.discussion(1, lobsters, .discussion(others)))
    let first = Discussion([
      Self.entry(101, "few likes", likes: 1), Self.entry(104, "more likes", likes: 5),
    ])
    viewer.handle(.discussion(1, try Self.place(), .discussion(first)))
    for key in "ccc".unicodeScalars { viewer.press(.character(key)) }
    viewer.rest()
    let words = [
      "comments on news.ycombinator.com", "more likes", "few likes", "comments on lobste.rs",
      "On the other site", "reply there",
    ]
    let lines = words.map { line(viewer, with: $0) ?? -1 }
    #expect(lines == lines.sorted() && lines[0] >= 0, "\(viewer.page)")
    // The keys for threads go on from the row of the second place.
    viewer.press(.character("g"))
    while viewer.app.view.list.selection != .place(1) { viewer.press(.character("J")) }
    viewer.press(.character("}"))
    viewer.rest()
    #expect(viewer.status.contains("comment 3 of 4"), "\(viewer.status)")
  }

  /// A link that two feeds share is discussed in two places.
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
    let feeds = [
      rss("hn", Self.page, 120), rss("lobsters", "https://lobste.rs/s/ab12cd/ice", 33),
    ]
    var viewer = try Viewer(Timeline(feeds, order: .newest))
    #expect(viewer.app.feed.recordCount == 1)
    viewer.press(Key(.enter))
    viewer.rest()
    #expect(line(viewer, with: "120 comments on news.ycombinator.com") != nil, "\(viewer.page)")
    #expect(line(viewer, with: "33 comments on lobste.rs") != nil)
  }

  /// A reply with a content warning hides its text, as a post of the feed does, and the key shows it.
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
    viewer.handle(.discussion(1, place, .discussion(Discussion([entry]))))
    viewer.rest()
    #expect(viewer.page.joined().contains("Spiders"))
    #expect(!viewer.page.joined().contains("the secret"))
    viewer.press(.character("J"), .character("x"))
    #expect(viewer.page.joined().contains("the secret"))
  }

  /// A line of the configuration makes a place of an address that the table does not know.
  @Test func theReadersOwnLinesCount() throws {
    let json = """
      {"version":1,"posts":[{"id":"p1","url":"https://forum.example/topic/7","body_text":"Ice"}]}
      """
    var options = App.Options()
    options.discussions = [
      try DiscussionLine(
        pattern: "forum.example/topic/{id#}",
        target: "discourse https://api.forum.example/t/{id}.json"
      )
    ]
    var viewer = try viewer(json, options: options)
    #expect(line(viewer, with: "comments on forum.example · Enter fetches them from") != nil)
    let effects = viewer.press(Key(.enter))
    guard case .fetchDiscussion(_, _, let target)? = effects.first else { throw NoTarget() }
    #expect(target.text == "https://api.forum.example/t/7.json")
  }

  /// Fetched comments are in the exports of the conversation.
  @Test func exportsHaveTheComments() throws {
    var viewer = try viewer()
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, try Self.place(), .discussion(Self.thread)))
    viewer.press(.character("s"))
    for key in "post.txt".unicodeScalars { viewer.press(.character(key)) }
    let effects = viewer.press(Key(.enter))
    guard case .savePost(_, let text, _)? = effects.first else { throw NoTarget() }
    for words in ["How thick?", "Ten centimetres.", "Skates!"] { #expect(text.contains(words)) }
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
    #expect(line(known, with: "· comments on news.ycombinator.com") != nil)
    let other = try viewer(json.replacing("%", with: "https://blog.example/post/12"))
    #expect(other.app.view.list.selection == .post)
  }

  @Test(arguments: [80, 40])
  func discussionsLookLikeTheirPictures(_ columns: Int) throws {
    let size = Size(columns: columns, lines: columns == 40 ? 16 : 24)
    var viewer = try viewer(size: size)
    let place = try Self.place()
    try expectGolden(viewer.outcome, "discussion-closed-\(columns)")
    viewer.press(Key(.enter))
    try expectGolden(viewer.outcome, "discussion-asking-\(columns)")
    viewer.handle(.discussion(1, place, .copy(Self.thread, of: Stage.wall.advanced(by: -7_200))))
    viewer.handle(.discussion(1, place, .failure("hn.algolia.com wants fewer requests (429).")))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-failed-\(columns)")
    viewer.press(Key(.enter))
    viewer.handle(.discussion(1, place, .discussion(Self.thread)))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-open-\(columns)")
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
    viewer.press(.character("J"))
    viewer.rest()
    #expect(viewer.app.view.list.selection == .place(0))
    let effects = viewer.press(Key(.enter))
    guard case .fetchDiscussion(1, let place, let target)? = effects.first else { throw NoTarget() }
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
    viewer.handle(.discussion(1, place, .discussion(Discussion(entries))))
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

  /// "5 more replies" are fetched where their row stands, and stay when the post is opened again.
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
    viewer.handle(.discussion(1, place, .discussion(all)))
    viewer.press(.character("J"), .character("J"), .character("J"))
    viewer.rest()
    let line = try #require(self.line(viewer, with: "5 more replies on reddit.com · Enter fetches"))
    #expect(self.line(viewer, with: "5 more on the site") != nil)
    let above = viewer.page[..<line]
    let effects = viewer.press(Key(.enter))
    guard case .fetchDiscussion(1, let part, let target)? = effects.first else { throw NoTarget() }
    #expect(
      target.text == "https://www.reddit.com/comments/1abc2d/_/a.json?limit=500&raw_json=1"
    )
    #expect(self.line(viewer, with: "fetching 5 more replies from www.reddit.com …") == line)
    #expect(viewer.press(Key(.enter)).isEmpty)
    viewer.handle(.discussion(1, part, .failure("reddit.com wants fewer requests (429).")))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-part-failed")
    #expect(viewer.press(.character("r")) == [.fetchDiscussion(1, part, target)])
    let further = Discussion([
      Self.reddit("a", "How thick?"), Self.reddit("b", "Ten.", to: "a"),
      Self.reddit("c", "Twelve.", to: "a"), Self.reddit("d", "No, ten.", to: "c"),
      Self.reddit("m2", "", to: "a"),
    ])
    viewer.handle(.discussion(1, part, .discussion(further)))
    viewer.rest()
    // The rows of the post and the place say how many there are now; the others are as they were.
    #expect(viewer.page[7..<line] == above[7...])
    #expect(viewer.page[line].hasPrefix("▌") && viewer.page[line + 1].contains("Twelve."))
    #expect(self.line(viewer, with: "5 comments on reddit.com, 10 more there") != nil)
    #expect(!viewer.status.contains("new"), "\(viewer.status)")
    try expectGolden(viewer.outcome, "discussion-part-open")
    // The rest of the part leads to the site.
    let (page, status) = (viewer.page, viewer.status)
    viewer.press(.character("q"), Key(.enter))
    viewer.rest()
    #expect(viewer.page == page && viewer.status == status)
    // Asking for the whole again keeps the part.
    let number = viewer.app.view.page.number
    viewer.press(.character("g"), .character("J"), Key(.enter))
    viewer.handle(.discussion(number, place, .discussion(all)))
    viewer.rest()
    #expect(viewer.page.joined().contains("Twelve."))
  }
}
