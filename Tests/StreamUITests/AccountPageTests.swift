import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct AccountPageTests {
  private static let olga = "https://lakes.example/users/olga"

  private static func note(_ number: Int, by author: String, _ content: String, tag: String = "")
    -> String
  {
    """
    {"id": "\(author)/notes/\(number)/activity", "type": "Create", "actor": "\(author)",
     "published": "2026-01-0\(number)T12:00:00Z", "object": {"id": "\(author)/notes/\(number)",
     "type": "Note", "attributedTo": "\(author)", "content": "\(content)", "tag": [\(tag)]}}
    """
  }

  private static func outbox(_ items: [String]) -> String {
    """
    {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection",
     "orderedItems": [\(items.joined(separator: ",\n"))]}
    """
  }

  private static let mention =
    #"{"type": "Mention", "name": "@olga", "href": "\#(olga)"}"#
  private static let ben = "https://ponds.example/users/ben"

  /// Two posts, a boost and a like of Olga, and a post of Ben that mentions her.
  private static let mixed = outbox([
    note(1, by: olga, "<p>first</p>"), note(2, by: olga, "<p>second</p>", tag: mention),
    """
    {"id": "\(olga)/boosts/1", "type": "Announce", "actor": "\(olga)",
     "published": "2026-01-03T12:00:00Z", "object": "https://elsewhere.example/notes/9"}
    """,
    """
    {"id": "\(olga)/likes/1", "type": "Like", "actor": "\(olga)",
     "published": "2026-01-04T12:00:00Z", "object": "https://elsewhere.example/notes/8"}
    """, note(5, by: ben, "<p>thanks to Olga</p>", tag: mention),
    note(6, by: ben, "<p>about nobody</p>"),
  ])

  /// Posts of Ben whose texts link to Mia; no post is hers.
  private static let onlyMentioned = Feeds.posts(
    (1...3).map {
      #"<p>\#($0): ask <a href="https://ponds.example/@mia" class="u-url mention">@mia</a></p>"#
    } + ["<p>another subject</p>"]
  )

  @Test func mentionsStandBelowWhatTheAccountDid() throws {
    let outcome = try Stage(size: Size(columns: 80, lines: 40)).play("a<wait 400>", Self.mixed)
    let places = ["first", "second", "Posts that mention", "thanks to Olga"].map { words in
      outcome.lines.firstIndex { $0.contains(words) }
    }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    try Stage().play("a<wait 400>J", Self.mixed).shows(status: "1 of 4 · whole feed: 2 posts")
    try Stage().play("a<wait 400>G", Self.mixed)
      .shows(status: "mention 1 of 1 · whole feed: 2 posts")
  }

  @Test(arguments: [
    ("J", "post 1 of 5"), ("JJJJ", "post 4 of 5"), ("G", "post 5 of 5"), ("2G", "post 2 of 5"),
  ])
  func anOpenPostCountsPostsAlone(_ keys: String, _ place: String) throws {
    let status = try Stage().play("a<wait 400>\(keys)<CR><wait 400>", Self.mixed).statusLine
    #expect(status.contains(place), "\(status)")
  }

  @Test func aPageWithoutAnythingHasAnEnd() throws {
    let feed = #"{"version":1,"posts":[{"id":"p","body_text":"x","likes":["@liz@a.example"]}]}"#
    try Stage().play("wJ<CR><wait 400>", feed)
      .shows("@liz@a.example", status: "whole feed: 0 posts")
  }

  @Test func anAccountThatMentionsItselfIsListedOnce() throws {
    let feed = Self.outbox([Self.note(1, by: Self.olga, "<p>part two</p>", tag: Self.mention)])
    let outcome = try Stage().play("a<wait 400>", feed)
    outcome.shows(status: "whole feed: 1 post", hides: "Posts that mention")
    #expect(outcome.lines.count { $0.contains("part two") } == 1)
  }

  @Test func aPostThatOthersBoostIsNotCountedTwice() throws {
    let feed = Self.outbox([
      Self.note(1, by: Self.olga, "<p>first</p>"),
      """
      {"id": "\(Self.ben)/boosts/1", "type": "Announce", "actor": "\(Self.ben)",
       "object": "\(Self.olga)/notes/1"}
      """,
    ])
    let outcome = try Stage().play("a<wait 400>", feed)
    #expect(outcome.statusLine.contains("whole feed: 1 post · 1 post reshared by others"))
  }

  @Test func aPostThatIsLikedAndBookmarkedCountsTwice() throws {
    let list = { (name: String, activity: Activity?) in
      let items = (1...3).map { "\"https://far.example/\($0)\"" }.joined(separator: ",")
      let json =
        #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[\#(items)]}"#
      return Feed(
        source: MemoryBytes(name: name, text: json),
        accounts: [Self.olga: Account(name: "Olga", handle: "@olga@a.example", url: Self.olga)],
        activity: activity
      )
    }
    let feeds = [
      list("likes.json", Activity(.like)),
      list("bookmarks.json", Activity(.other, name: "Bookmark")),
    ]
    var viewer = try Viewer(Timeline(feeds, order: .newest))
    viewer.work(after: Key(.character("a")))
    #expect(viewer.status.contains("0 posts · 3 likes · 3 bookmarks"))
  }

  @Test func commentsInRecordsCount() throws {
    let comments = (1...4).map {
      #"{"id":"c\#($0)","body_text":"x","author":{"name":"\#($0 < 4 ? "Ben" : "Mia")","handle":"@\#($0 < 4 ? "ben" : "mia")"}}"#
    }
    let json =
      #"{"version":1,"posts":[{"id":"1","body_text":"x","author":{"name":"Ann"},"comments":[\#(comments.joined(separator: ","))]}]}"#
    try Stage().play("<CR>ja<wait 400>", json)
      .shows(status: "whole feed: 3 comments", hides: "0 posts")
  }

  @Test func commentsAreListedAndLeadToTheirPlaces() throws {
    let comment = { (id: String, name: String, parent: String) in
      #"{"id":"\#(id)","body_text":"words of \#(id)","author":{"name":"\#(name)","handle":"@\#(name)"}\#(parent)}"#
    }
    let comments =
      (1...40).map { comment("x\($0)", "mia", "") }
      + [comment("c1", "ben", #","parent":"x40""#), comment("c2", "ben", "")]
    let json =
      #"{"version":1,"posts":[{"id":"1","body_text":"a post","author":{"name":"Ann","handle":"@ann"},"comments":[\#(comments.joined(separator: ","))]}]}"#
    let page = "<CR>Ga<wait 400>"
    let outcome = try Stage().play(page, json)
    #expect(outcome.statusLine.contains("whole feed: 2 comments"))
    let rows = ["Comments", "· ben · no date · words of c1", "· ben · no date · words of c2"]
    let places = rows.map { words in outcome.lines.firstIndex { $0.contains(words) } }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(try Stage().play(page + "JJJ", json).statusLine.contains("comment 2 of 2 · whole feed"))
    let opened = try Stage().play(page + "JJ<CR><wait 400>", json)
    #expect(opened.statusLine.contains("comment 41 of 42"))
    #expect(opened.lines.contains { $0.hasPrefix("▌") && $0.contains("ben") })
    try Stage().play("<CR>Zq" + page + "JJ<CR><wait 400>", json).shows(status: "comment 41 of 42")
    try Stage().play(page + "JJ<CR><wait 400>q", json).shows(status: "comment 1 of 2")
    #expect(try Stage().play(page + "<CR>", json).statusLine.contains("comment 41 of 42"))
    #expect(try Stage().play(page + "/of c2<CR>", json).statusLine.contains("1 of 1"))
  }

  @Test func theKeyOfTheAuthorSaysThatThisIsHisPage() throws {
    let again = try Stage().play("a<wait 400>a", Self.mixed)
    #expect(again.statusLine.contains("This is the page of that account (q goes back)"))
  }

  @Test func withOlderPostsTheCountsAreOfThoseThatWereFetched() throws {
    var stage = Stage(older: OlderPosts(.more))
    let page = try stage.play("a<wait 400>", Self.mixed)
    #expect(page.statusLine.contains("in the 6 posts fetched: 2 posts · 1 reshare"))
    stage.older = OlderPosts(.first)
    #expect(try stage.play("a<wait 400>", Self.mixed).statusLine.contains("whole feed: 2 posts"))
  }

  @Test func whileAPipeIsOpenTheCountsAreSoFar() throws {
    let source = try ScriptedSource(Feeds.feed(Self.mixed), records: 2)
    var viewer = try Viewer(Timeline(sources: [source], order: .document))
    viewer.work(after: Key(.character("a")))
    #expect(viewer.status.contains("so far: 2 posts"))
    source.append(3)
    source.end()
    try viewer.grow()
    viewer.work()
    #expect(viewer.status.contains("whole feed: 2 posts · 1 reshare · 1 like · 1 mention"))
  }

  @Test func aKeyWaitsForOneSliceOnly() throws {
    let posts = (1...2_000).map { "<p>post \($0)</p>" }
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.posts(posts))))
    let before = viewer.app.feed.decodeCount
    viewer.press("a")
    let atKey = viewer.app.feed.decodeCount - before
    #expect(atKey <= 64)
    _ = viewer.app.workInBackground(at: viewer.now)
    #expect(viewer.app.feed.decodeCount - before - atKey <= 16)
    #expect(viewer.status.contains("searching: 16 posts"))
    viewer.work()
    #expect(viewer.status.contains("whole feed: 2,000 posts"))
  }

  // MARK: The owner of an archive

  private static func owner(_ bio: String) -> Account {
    Account(name: "Olga Hansen", handle: "@olga@lakes.example", url: olga, bioHTML: bio)
  }

  private static func archive(_ bio: String, _ posts: String = mixed) -> Feed {
    let account = owner(bio)
    return Feed(
      source: MemoryBytes(name: "outbox.json", text: posts),
      accounts: [olga: account.withoutBiography],
      owner: account
    )
  }

  private static let biography = """
    <p>Limnologist, see <a href="https://lakes.example/olga">my page</a></p>\
    <p>Pronouns: she/her</p>
    """

  @Test func theBiographyOfAnArchiveIsTheFirstRow() throws {
    let outcome = try Stage().play("a<wait 400>", Self.archive(Self.biography))
    #expect(outcome.lines[0].contains("Olga Hansen @olga@lakes.example"))
    #expect(outcome.lines[1].contains("Limnologist, see my page"))
    #expect(outcome.text.contains("Pronouns: she/her"))
    #expect(outcome.hasLinkRole)
    let link = try Stage().play("a<wait 400><Tab>", Self.archive(Self.biography))
    #expect(link.statusLine.contains("https://lakes.example/olga"))
    let opened = try Stage().play("a<wait 400><Tab><CR>", Self.archive(Self.biography))
    #expect(opened.effects.count == 1)
  }

  @Test func aMentionOfTheOwnerLeadsToTheBiography() throws {
    let text = "<p><a href='https://lakes.example/@olga' class='mention'>@olga</a></p>"
    let feed = Self.archive(
      Self.biography,
      Self.outbox([Self.note(1, by: Self.ben, text), Self.note(2, by: Self.olga, "<p>x</p>")])
    )
    let outcome = try Stage().play("<Tab><CR><wait 400>", feed)
    #expect(outcome.lines[1].contains("Limnologist"))
    #expect(outcome.statusLine.contains("whole feed: 1 post · 1 mention"))
  }

  @Test func hostileMarkupInABiographyDoesNothing() throws {
    let bio = """
      <script>alert(1)</script><p>a\u{1B}[2Jb \u{202E}c</p><img src=x onerror=alert(1)>\
      <a href="javascript:alert(1)">click</a><a href="file:///etc/passwd">file</a>\
      \(String(repeating: "<div>", count: 5_000))deep
      """
    try Stage().play("a<wait 400>x", Self.archive(bio))
      .shows("2 posts", hides: "\u{1B}", "\u{202E}", "alert(1)")
    for keys in ["a<wait 400><Tab><CR>", "a<wait 400><Tab><Tab><CR>"] {
      let followed = try Stage().play(keys, Self.archive(bio))
      #expect(followed.effects.isEmpty)
      #expect(followed.statusLine.contains("Not opened: not an http, https or mailto address"))
    }
  }

  @Test func aLongBiographyIsFolded() throws {
    let bio = (1...40).map { "<p>line \($0)</p>" }.joined()
    try Stage().play("a<wait 400>", Self.archive(bio))
      .shows("2 posts · 1 reshare", hides: "line 30")
    let unfolded = try Stage(size: Size(columns: 80, lines: 100))
      .play("a<wait 400>x<wait 400>", Self.archive(bio))
    #expect(unfolded.text.contains("line 40"))
  }

  @Test(arguments: [80, 40]) func theScreens(_ columns: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: 24))
    try expectGolden(
      try stage.play("a<wait 400>", Self.archive(Self.biography)),
      "account-owner-\(columns)"
    )
    try expectGolden(
      try stage.play("<Tab><CR><wait 400>", Self.onlyMentioned),
      "account-mentioned-\(columns)"
    )
  }
}
