import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The page of a post among those that it answers and those that answer it.
struct ConversationPageTests {
  /// A thread of four posts, one of them to friends only, and a boost; one reply is elsewhere.
  static let thread = #"""
    {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
     {"type":"Create","id":"https://a.example/1/activity","published":"2026-01-28T08:00:00Z",
      "actor":{"type":"Person","id":"https://a.example/users/olga","name":"Olga Hansen","preferredUsername":"olga"},
      "to":["as:Public"],"object":{"type":"Note","id":"https://a.example/1","url":"https://a.example/@olga/1",
      "content":"<p>The lake is frozen since this morning, from shore to shore, and the children are out.</p>"}},
     {"type":"Create","id":"https://b.example/2/activity","published":"2026-01-29T08:00:00Z",
      "actor":{"type":"Person","id":"https://b.example/users/ben","name":"Ben","preferredUsername":"ben"},
      "to":["https://a.example/users/olga"],"object":{"type":"Note","id":"https://b.example/2",
      "inReplyTo":"https://a.example/1","content":"<p>Is it <b>safe</b>?</p>",
      "tag":[{"type":"Mention","name":"@olga@a.example","href":"https://a.example/users/olga"}]}},
     {"type":"Create","id":"https://a.example/3/activity","published":"2026-01-30T08:00:00Z",
      "actor":{"type":"Person","id":"https://a.example/users/olga","name":"Olga Hansen","preferredUsername":"olga"},
      "to":["as:Public"],"object":{"type":"Note","id":"https://a.example/3","inReplyTo":"https://b.example/2",
      "content":"<p><span><a href=\"https://b.example/users/ben\" class=\"mention\">@<span>ben</span></a></span> Twelve centimetres. <a href=\"https://lake.example/ice\">Measured</a> at noon.</p>",
      "tag":[{"type":"Mention","name":"@ben@b.example","href":"https://b.example/users/ben"}],
      "replies":{"totalItems":2,"first":{"items":["https://c.example/9","https://a.example/4"]}}}},
     {"type":"Create","id":"https://a.example/4/activity","published":"2026-01-31T08:00:00Z",
      "actor":{"type":"Person","id":"https://a.example/users/olga","name":"Olga Hansen","preferredUsername":"olga"},
      "to":["https://a.example/users/olga/followers"],
      "object":{"type":"Note","id":"https://a.example/4","inReplyTo":"https://a.example/3","summary":"Cold","sensitive":true,
      "content":"<p>Bring gloves.</p>","likes":{"totalItems":2}}},
     {"type":"Announce","id":"https://a.example/5","published":"2026-01-31T20:00:00Z",
      "actor":{"type":"Person","id":"https://a.example/users/olga","name":"Olga Hansen","preferredUsername":"olga"},
      "to":["as:Public"],"object":"https://a.example/1"},
     {"type":"Announce","id":"https://a.example/6","published":"2026-01-31T21:00:00Z",
      "actor":{"type":"Person","id":"https://a.example/users/olga","name":"Olga Hansen","preferredUsername":"olga"},
      "to":["as:Public"],"object":"https://far.example/77"}]}
    """#

  static let stub = #"""
    [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_a","id":"a","title":"Ice",
      "author":"olga","score":3,"num_comments":1062,"created_utc":1769760000,"selftext":"How thick?",
      "permalink":"/r/lakes/comments/a/ice/"}}]}},
     {"kind":"Listing","data":{"children":[
      {"kind":"t1","data":{"name":"t1_b","body":"Very.","author":"ben","permalink":"/r/lakes/comments/a/ice/b/",
       "replies":{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"name":"t1_c","body":"Sure?","author":"mia","replies":""}},
        {"kind":"more","data":{"count":1050,"id":"m1"}}]}}}},
      {"kind":"more","data":{"count":10,"id":"m2"}}]}}]
    """#

  struct Shot: CustomTestStringConvertible {
    let name: String
    let keys: String
    var feed = ConversationPageTests.thread
    var testDescription: String { name }
  }

  @Test(
    arguments: [
      Shot(name: "thread-timeline", keys: "<wait 400>"),
      Shot(name: "thread-ancestors", keys: "JJ<CR><wait 400>kk<wait 400>"),
      Shot(name: "thread-ancestor-expanded", keys: "JJ<CR><wait 400>p<CR><wait 400>"),
      Shot(name: "thread-elsewhere", keys: "JJ<CR><wait 400>]<wait 400>"),
      Shot(name: "thread-compact", keys: "-JJ<CR><wait 400>kk<wait 400>"),
      Shot(name: "boost", keys: "G<wait 400>"),
      Shot(name: "boost-detail", keys: "JJJJ<CR><wait 400>"),
      Shot(name: "direct-row", keys: "J<wait 400>"),
      Shot(name: "direct-detail", keys: "J<CR><wait 400>"),
      Shot(name: "reddit-stub", keys: "<CR>G<wait 400>", feed: stub),
    ],
    [Size(columns: 80, lines: 24), Size(columns: 40, lines: 10)]
  )
  func looksLikeItsPicture(_ shot: Shot, _ size: Size) throws {
    let suffix = size.columns == 40 ? "-narrow" : ""
    try expectGolden(try Stage(size: size).play(shot.keys, shot.feed), shot.name + suffix)
  }

  @Test func thePageOpensWithThePostAtTheTop() throws {
    let stage = Stage(size: Size(columns: 80, lines: 12))
    let opened = try stage.play("JJ<CR><wait 400>", Self.thread)
    #expect(opened.lines[0].contains("Olga Hansen @olga@a.example · 2026-01-30"))
    #expect(opened.lines[0].contains("reply to @ben@b.example"))
    let above = try stage.play("JJ<CR><wait 400>kk", Self.thread)
    let roomy = try Stage().play("JJ<CR><wait 400>", Self.thread)
    #expect(roomy.lines[2].hasPrefix("▌") && roomy.lines[2].contains("reply to @ben@b.example"))
    #expect(roomy.lines[0] == above.lines[0] && roomy.lines[1] == above.lines[1])
    #expect(above.lines[0].contains("↑ Olga Hansen · 4d · The lake is frozen"))
    #expect(above.lines[1].contains("↑ direct · Ben · 3d · Is it safe?"))
    #expect(
      above.lines[2] == opened.lines[0].replacing("▌", with: " ")
        || above.lines[2] == opened.lines[0]
    )
  }

  /// A parent that is found later comes in above the post, which stays on its line (law 5).
  @Test func anAncestorThatIsFoundLaterMovesNothing() throws {
    var lines = [#"{"id":"q0001","in_reply_to":"q0900","body_text":"the answer"}"#]
    lines += (2..<900).map { "{\"id\":\"q\(10_000 + $0)\",\"body_text\":\"filler\"}" }
    lines += [#"{"id":"q0900","body_text":"the question"}"#]
    for size in [
      Size(columns: 80, lines: 24), Size(columns: 40, lines: 10), Size(columns: 40, lines: 2),
    ] {
      let feed = Feeds.feed(lines.joined(separator: "\n") + "\n")
      var viewer = try Viewer(Timeline(feed), size: size)
      viewer.press(Key(.enter))
      let before = viewer.page
      #expect(viewer.app.hasBackgroundWork && !before.joined().contains("question"))
      viewer.work()
      #expect(viewer.page == before)
      #expect(viewer.app.view.rows.count == 2)
      viewer.press("k")
      #expect(viewer.page[0].contains("the question"))
    }
  }

  @Test(arguments: [
    ("JJ<CR><wait 400>p", "parent 1 of 2"),
    ("JJ<CR><wait 400>pp", "parent 2 of 2"),
    ("JJ<CR><wait 400>ppp", "This is the first post of the conversation"),
    ("<CR><wait 400>p", "This is the first post of the conversation"),
    ("JJ<CR><wait 400>ppJJ", "post · 2 parents · 2 comments"),
    ("<CR><wait 400>]", "comment 1 of 3"), ("p", "This post replies to no other"),
  ])
  func waysUpTheThread(_ keys: String, _ place: String) throws {
    let outcome = try Stage().play(keys, Self.thread)
    #expect(outcome.statusLine.contains(place), "\(outcome.statusLine)")
  }

  @Test func theParentOpensFromTheTimeline() throws {
    let outcome = try Stage().play("JJp<wait 400>", Self.thread)
    #expect(outcome.lines[1].contains("Ben @ben@b.example"))
    #expect(outcome.app.view.pages.count == 2)
    let lost = #"[{"id":"1","content":"x","in_reply_to_id":"77","account":{"acct":"a"}}]"#
    let message = try Stage().play("p<wait 400>", lost)
    #expect(message.statusLine.contains("The parent post is not in the feed: 77"))
    #expect(message.app.view.pages.count == 1)
  }

  @Test func theSearchForAParentIsCancelledByAnyKey() throws {
    let lines = (0..<5_000).map {
      #"{"id":"q\#(10_000 + $0)","in_reply_to":"none","body_text":"x"}"#
    }
    let feed = Feeds.feed(lines.joined(separator: "\n") + "\n")
    for key in [Key(.escape), .character("j")] {
      var viewer = try Viewer(Timeline(feed))
      let decoded = feed.decodeCount
      viewer.press("p")
      #expect(feed.decodeCount - decoded <= 64)
      #expect(viewer.app.isJobWanted)
      viewer.press(key)
      #expect(!viewer.app.isJobWanted && viewer.app.view.pages.count == 1)
    }
    var viewer = try Viewer(Timeline(feed))
    viewer.work(after: "p")
    #expect(viewer.status.contains("The parent post is not in the feed: none"))
  }

  @Test func aPostWithFiveHundredRepliesOpensInSlices() throws {
    let lines =
      [#"{"id":"root1","body_text":"root"}"#]
      + (0..<500).map {
        #"{"id":"q\#(10_000 + $0)","in_reply_to":"root1","body_text":"answer \#($0)"}"#
      }
    let feed = Feeds.feed(lines.joined(separator: "\n") + "\n")
    var viewer = try Viewer(Timeline(feed))
    var decoded = feed.decodeCount
    var measured = viewer.app.view.memo.measuredCount
    viewer.press(Key(.enter))
    #expect(feed.decodeCount - decoded <= 72)
    #expect(viewer.app.view.memo.measuredCount - measured <= 48)
    var slices = 0
    while viewer.app.hasBackgroundWork {
      decoded = feed.decodeCount
      measured = viewer.app.view.memo.measuredCount
      _ = viewer.app.workInBackground(at: viewer.now)
      #expect(feed.decodeCount - decoded <= 72)
      #expect(viewer.app.view.memo.measuredCount - measured <= 48)
      slices += 1
    }
    #expect(slices >= 16)
    #expect(viewer.status.contains("post · 500 comments "))
    viewer.press("G")
    #expect(viewer.page.joined().contains("answer 499"))
  }

  @Test func furtherRepliesAreAKeyAway() throws {
    let lines =
      [#"{"id":"root1","body_text":"root"}"#]
      + (0..<1_200).map {
        #"{"id":"q\#(10_000 + $0)","in_reply_to":"root1","body_text":"answer \#($0)"}"#
      }
    var viewer = try Viewer(Timeline(Feeds.feed(lines.joined(separator: "\n") + "\n")))
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("post · 1,200 comments, 1,000 shown"))
    viewer.press("G")
    #expect(viewer.page.joined().contains("200 more comments in the feed · Enter shows them"))
    let text = { (page: [String]) in page.dropLast(3).map { $0.replacing("▌", with: " ") } }
    let seen = text(viewer.page)
    viewer.work(after: Key(.enter))
    #expect(text(viewer.page) == seen)
    viewer.press("G")
    #expect(viewer.page.joined().contains("answer 1199"))
    #expect(!viewer.page.joined().contains("more comments"))
    #expect(viewer.status.contains("comment 1,200 of 1,200"))
  }

  @Test func countsAgree() throws {
    let feed = #"""
      {"version":1,"posts":[{"id":"p1","body_text":"x","likes_count":0,"likes":["@a@x.example","@b@x.example"],
       "reshares":["@c@x.example"],"comments":[{"id":"c1","body_text":"y"},{"id":"c2","body_text":"z","likes":["@a@x.example"]}]}]}
      """#
    #expect(try Stage().play("", feed).text.contains("2 likes · 1 reshare · 2 comments"))
    let detail = try Stage().play("<CR><wait 400>", feed)
    detail.shows("2 likes · 1 reshare · 2 comments", status: "post · 2 comments ")
    #expect(detail.lines.contains { $0.hasSuffix("  1 like") })
  }

  @Test func aReplyElsewhereIsALink() throws {
    let outcome = try Stage().play("JJ<CR><wait 400>]<wait 400><CR><wait 10>", Self.thread)
    #expect(outcome.text.contains("1 reply elsewhere: https://c.example/9"))
    #expect(outcome.effects.opened == ["https://c.example/9"], "\(outcome.statusLine)")
    #expect(!outcome.text.contains("(no author)"))
  }

  @Test(arguments: ["the site", "more", "opens"])
  func aSearchPassesByStubs(_ words: String) throws {
    let search = try Stage().play("<CR>/\(words)<CR><wait 10>", Self.stub)
    #expect(search.statusLine.contains("No match for \"\(words)\""), "\(search.statusLine)")
    try Stage().play("<CR>&-lake<CR><wait 400>", Self.stub).shows(status: "2 comments")
  }

  /// Clearing every cache changes no frame of a thread (law 3), and flat and rich agree (law 2).
  @Test func aThreadObeysTheLaws() throws {
    for keys in ["", "G", "JJ<CR><wait 400>kk", "JJ<CR><wait 400>p<CR>", "JJJJ<CR><wait 400>"] {
      let outcome = try Stage().play(keys + "<wait 400>", Self.thread)
      #expect(outcome.app.drawsTheSameWithoutCaches, "\(keys)")
      let flat = Stage(strategy: .flat)
      #expect(try flat.play(keys + "<wait 400>", Self.thread).text == outcome.text, "\(keys)")
    }
  }
}
