import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The comments of a post that a site holds and the feed does not.
struct DiscussionTests {
  static let page = "https://news.ycombinator.com/item?id=100"
  static let request = "https://hn.algolia.com/api/v1/items/100"
  static let json = """
    {"version":1,"posts":[{"id":"p1","url":"\(page)","body_text":"Ice on the lakes",
    "comments_count":412},{"id":"p2","body_text":"the next post"}]}
    """

  static func place(_ address: String = page) throws -> DiscussionPlace {
    try #require(DiscussionPlace(of: address))
  }

  /// A comment of Hacker News with these words.
  static func entry(
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

  static let thread = Discussion([
    entry(101, "How thick?"), entry(102, "Ten centimetres.", to: 101), entry(104, "Skates!"),
  ])

  /// A viewer with the post open, and the row of its discussion selected.
  func viewer(
    _ json: String = Self.json,
    size: Size = Size(columns: 80, lines: 24),
    options: App.Options = App.Options()
  ) throws -> Viewer {
    var viewer = try Viewer(Timeline(Feeds.feed(json)), size: size, options: options)
    viewer.rest(after: Key(.enter))
    viewer.rest(after: "J")
    return viewer
  }

  func target(_ address: String) throws -> LinkTarget {
    try #require(LinkGate.judge(address, label: "").target)
  }

  struct NoTarget: Error {}

  static let closed = "412 comments on news.ycombinator.com"

  @Test func enterFetchesTheCommentsAndNothingMoves() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    let place = try Self.place()
    #expect(viewer.press(Key(.enter)).isEmpty)
    viewer.rest()
    let line = try #require(viewer.line(with: Self.closed))
    #expect(viewer.page[line].contains("Enter fetches them from"))
    #expect(viewer.page[line + 1].contains("hn.algolia.com"))
    viewer.press("J")
    #expect(viewer.press(Key(.enter)).wishes == [.discussion(place, try target(Self.request))])
    #expect(viewer.line(with: "fetching 412 comments from hn.algolia.com …") == line)
    // A second key does not ask twice.
    #expect(viewer.press(Key(.enter)).isEmpty)
    let above = viewer.page[..<line]
    viewer.answer(.discussion(place, .discussion(Self.thread)))
    viewer.rest()
    #expect(viewer.page[..<line] == above)
    #expect(viewer.page[line].contains("3 comments on news.ycombinator.com · fetched just now"))
    #expect(viewer.app.view.list.selection == .place(0))
    let text = viewer.page.joined(separator: "\n")
    for words in ["How thick?", "Ten centimetres.", "Skates!"] { #expect(text.contains(words)) }
    // They are comments as others are: they collapse, and are searched.
    viewer.type("JK")
    #expect(viewer.status.contains("412 comments, 3 shown"))
    viewer.type("Jz")
    #expect(!viewer.page.joined().contains("Ten centimetres."))
    viewer.type("/Ten")
    viewer.work(after: Key(.enter))
    #expect(viewer.page.joined().contains("Ten centimetres."))
    // The number goes once the reader stands on another comment, and comes back with the match.
    #expect(viewer.status.contains("1 of 1"))
    viewer.press("J")
    #expect(!viewer.status.contains("1 of 1") && viewer.status.contains("comment 3 of 3"))
    viewer.press("K")
    #expect(viewer.status.contains("1 of 1"))
  }

  @Test func enterOnThePostFetchesTheCommentsThatItsPageOffers() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.rest(after: Key(.enter))
    let place = try Self.place()
    #expect(viewer.press(Key(.enter)).wishes == [.discussion(place, try target(Self.request))])
    #expect(viewer.app.view.list.selection == .place(0))
    viewer.answer(.discussion(place, .discussion(Self.thread)))
    viewer.press("g")
    // They are there: nothing is asked again, and the key leads to them.
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.app.view.list.selection == .place(0))
  }

  @Test func aNumberThatTheFeedDoesNotStateMovesNothing() throws {
    let json = Self.json.replacing("\"comments_count\":412", with: "\"likes_count\":0")
    var viewer = try viewer(json)
    let line = try #require(viewer.line(with: "comments on news.ycombinator.com"))
    viewer.press(Key(.enter))
    viewer.answer(.discussion(try Self.place(), .discussion(Self.thread)))
    viewer.rest()
    #expect(viewer.line(with: "3 comments on news.ycombinator.com") == line)
  }

  @Test func aCopyStandsBelowThePostBeforeAKeyAsks() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    viewer.press(Key(.enter))
    let place = try Self.place()
    let line = try #require(viewer.line(with: Self.closed))
    viewer.recall(Self.thread, of: place, from: Stage.wall.advanced(by: -7_200))
    #expect(viewer.line(with: "· fetched 2h ago · Enter asks again") == line)
    #expect(viewer.page.joined().contains("How thick?"))
    #expect(viewer.app.view.list.selection == .post)
    // Opened again in this run, they need no copy.
    viewer.press("q")
    #expect(viewer.press(Key(.enter)).isEmpty)
    #expect(viewer.page.joined().contains("How thick?"))
  }

  @Test func commentsBelowTheScreenAreToldOf() throws {
    let long = (1...12).map { "line \($0)" }.joined(separator: "\\n")
    let feed = Feeds.feed(Self.json.replacing("Ice on the lakes", with: long))
    var viewer = try Viewer(Timeline(feed), size: Size(columns: 80, lines: 10))
    viewer.rest(after: Key(.enter))
    viewer.rest(after: Key(.enter))
    let page = viewer.page
    viewer.answer(.discussion(try Self.place(), .discussion(Self.thread)))
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
    viewer.answer(.discussion(try Self.place(), .discussion(Discussion(entries))))
    viewer.rest()
    let (parent, reply) = (viewer.line(with: "How thick?"), viewer.line(with: "Ten centimetres."))
    let indent = { (line: Int?) in line.map { viewer.page[$0].prefix { $0 == " " }.count } ?? -1 }
    #expect(try #require(parent) < (try #require(reply)))
    #expect(indent(reply) > indent(parent), "\(viewer.page)")
  }

  @Test func aFailureStandsInTheRowAndAKeyAsksAgain() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    viewer.answer(
      .discussion(place, .failure("hn.algolia.com has no such\u{1B} discussion (404)."))
    )
    let line = try #require(viewer.line(with: Self.closed))
    #expect(viewer.page[line + 1].contains("hn.algolia.com has no such"))
    #expect(viewer.page[line + 1].contains("now · Enter asks again"))
    for key in [Key(.enter), .character("r")] {
      #expect(viewer.press(key).wishes == [.discussion(place, try target(Self.request))])
      #expect(!viewer.page.joined().contains("no such"))
      viewer.answer(.discussion(place, .failure("late")))
    }
  }

  @Test func aCopyIsShownAtOnceAndNewCommentsAreMarked() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    viewer.answer(.discussion(place, .copy(Self.thread, of: Stage.wall.advanced(by: -7_200))))
    #expect(
      viewer.line(with: "3 comments on news.ycombinator.com · fetched 2h ago · asking again …")
        != nil
    )
    let more = Discussion(Self.thread.entries + [Self.entry(105, "The fourth", to: 104)])
    viewer.answer(.discussion(place, .discussion(more)))
    viewer.rest()
    #expect(viewer.line(with: "4 comments on news.ycombinator.com · fetched just now") != nil)
    #expect(viewer.status.contains("1 new"))
    viewer.rest(after: "t")
    let selected = viewer.app.view.list.selection
    let subject = viewer.app.view.page.content.subject(of: selected, in: viewer.app.feed)
    guard case .comment(let comment) = subject else { throw NoTarget() }
    #expect(comment.body == .text("The fourth"))
    // An unchanged answer is as new as its confirmation; a failure leaves the comments as they are.
    viewer.type("gJ\r")
    viewer.answer(.discussion(place, .unchanged))
    #expect(viewer.line(with: "4 comments on news.ycombinator.com · fetched just now") != nil)
    viewer.press(Key(.enter))
    viewer.answer(.discussion(place, .failure("offline")))
    #expect(viewer.page.joined().contains("offline") && viewer.page.joined().contains("The fourth"))
  }

  @Test func commentsThatAreGoneLeaveTheirPlace() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    viewer.answer(.discussion(place, .discussion(Self.thread)))
    viewer.type("JJKK\rJJ")
    viewer.answer(.discussion(place, .discussion(Discussion([Self.entry(104, "Skates!")]))))
    viewer.rest()
    #expect(viewer.app.view.list.selection == .place(0))
    #expect(!viewer.page.joined().contains("How thick?"))
  }

  @Test func leavingEndsTheFetchAndLateAnswersAreDropped() throws {
    var viewer = try viewer()
    let place = try Self.place()
    viewer.press(Key(.enter))
    #expect(viewer.press("q").contains(.cancel(2)))
    viewer.answer(.discussion(place, .discussion(Self.thread)))
    #expect(viewer.app.view.pages.count == 1)
    // An answer that nobody waits for changes no page.
    viewer.press(Key(.enter))
    let number = viewer.app.view.page.number
    viewer.handle(.answer(.discussion(place, .discussion(Self.thread)), to: number))
    #expect(!viewer.page.joined().contains("How thick?"))
    let left = viewer.press("q")
    #expect(!left.contains { if case .cancel = $0 { true } else { false } })
  }

  @Test func whatWasFetchedIsThereWhenThePostIsOpenedAgain() throws {
    var viewer = try viewer()
    viewer.press(Key(.enter))
    viewer.answer(.discussion(try Self.place(), .discussion(Self.thread)))
    viewer.rest(after: "J", "J")
    let (page, status) = (viewer.page, viewer.status)
    viewer.rest(after: "q", Key(.enter))
    #expect(viewer.page == page && viewer.status == status)
  }

  @Test func exportsHaveTheComments() throws {
    var viewer = try viewer()
    viewer.press(Key(.enter))
    viewer.answer(.discussion(try Self.place(), .discussion(Self.thread)))
    viewer.type("spost.txt")
    let effects = viewer.press(Key(.enter))
    guard case .savePost(_, let text, _)? = effects.first else { throw NoTarget() }
    for words in ["How thick?", "Ten centimetres.", "Skates!"] { #expect(text.contains(words)) }
  }

  @Test(arguments: [80, 40])
  func discussionsLookLikeTheirPictures(_ columns: Int) throws {
    var viewer = try viewer(size: Size(columns: columns, lines: columns == 40 ? 16 : 24))
    let place = try Self.place()
    try expectGolden(viewer.outcome, "discussion-closed-\(columns)")
    viewer.press(Key(.enter))
    try expectGolden(viewer.outcome, "discussion-asking-\(columns)")
    viewer.answer(.discussion(place, .copy(Self.thread, of: Stage.wall.advanced(by: -7_200))))
    viewer.answer(.discussion(place, .failure("hn.algolia.com wants fewer requests (429).")))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-failed-\(columns)")
    viewer.press(Key(.enter))
    viewer.answer(.discussion(place, .discussion(Self.thread)))
    viewer.rest()
    try expectGolden(viewer.outcome, "discussion-open-\(columns)")
  }
}
