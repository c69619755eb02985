import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Links by keyboard: key scripts, and what stands on the screen after them.
struct LinkTests {
  private static let tall: String = {
    let lines = Array(repeating: "line", count: 40).joined(separator: "<br>")
    return Feeds.posts([
      #"<p><a href="https://host.example/top">top</a><br>\#(lines)<br><a href="https://host.example/end">end</a></p>"#
    ])
  }()

  @Test func tabReachesTheLinksOfATallPost() throws {
    let stage = Stage(size: Size(columns: 80, lines: 10))
    try stage.play("<CR><Space><wait 400><Tab>", Self.tall).shows(status: "host.example/end")
    try stage.play("<CR><Space><wait 400><S-Tab>", Self.tall).shows(status: "host.example/top")
  }

  /// A key would open what nobody sees.
  @Test func aLinkThatHasLeftTheScreenLosesTheFocus() throws {
    let stage = Stage(size: Size(columns: 80, lines: 10))
    #expect(try stage.play("<CR><wait 400><Tab><wait 400>", Self.tall).app.view.list.focus != nil)
    let left = try stage.play("<CR><wait 400><Tab><Space><Space><wait 400>", Self.tall)
    #expect(left.app.view.list.focus == nil)
  }

  @Test func escapeLetsALinkGoBeforeItLeavesThePage() throws {
    let once = try Stage().play("<CR><wait 400><Tab><Esc>", try Feeds.sample())
    #expect(once.app.view.list.focus == nil && once.app.view.pages.count == 2)
    let twice = try Stage().play("<CR><wait 400><Tab><Esc><Esc>", try Feeds.sample())
    #expect(twice.app.view.pages.count == 1)
  }

  static let three = Feeds.posts([
    #"<p>one <a href="https://a.example/1">first</a> two <a href="https://a.example/2">second</a></p>"#,
    "<p>nothing here</p>",
    #"<p>three <a href="https://b.example/3">third</a></p>"#,
  ])

  @Test func tabGoesThroughVisibleRowsInReadingOrder() throws {
    #expect(try Stage().play("<Tab>", Self.three).statusLine.contains("https://a.example/1"))
    #expect(try Stage().play("<Tab><Tab>", Self.three).statusLine.contains("https://a.example/2"))
    try Stage().play("<Tab><Tab><Tab>", Self.three).shows(status: "https://b.example/3")
    try Stage().play("<Tab><Tab><Tab><S-Tab>", Self.three).shows(status: "https://a.example/2")
  }

  @Test func tabStartsAtTheSelection() throws {
    let third = "https://b.example/3"
    #expect(try Stage().play("JJ<Tab>", Self.three).statusLine.contains(third))
    #expect(try Stage().play("J<Tab>", Self.three).statusLine.contains(third))
    try Stage().play("J<S-Tab>", Self.three).shows(status: "https://a.example/2")
    #expect(try Stage().play("JJ<S-Tab>", Self.three).statusLine.contains(third))
  }

  @Test func theLinkInFocusIsDrawnSelected() throws {
    let outcome = try Stage().play("<Tab><Tab>", Self.three)
    let lines = outcome.pageRoles.split(separator: "\n", omittingEmptySubsequences: false)
    let focused = lines.filter { $0.contains("F") }
    #expect(focused.count == 1)
    #expect(focused.first?.contains("FFFFFF") == true)
    #expect(focused.first?.contains("LLLLL") == true)
  }

  @Test func tabGoesOnBeyondTheEdge() throws {
    let feed = Feeds.linked(40)
    for count in [7, 12, 30, 40] {
      let outcome = try Stage().play(String(repeating: "<Tab>", count: count), feed)
      #expect(outcome.statusLine.contains("https://host.example/\(count)"))
      #expect(outcome.pageRoles.contains("F"))
    }
    let keys = String(repeating: "<Tab>", count: 41)
    #expect(try Stage().play(keys, feed).statusLine.contains("No more links below"))
  }

  @Test func shiftTabGoesBackBeyondTheEdge() throws {
    let feed = Feeds.linked(40)
    let keys = String(repeating: "<Tab>", count: 30) + String(repeating: "<S-Tab>", count: 25)
    #expect(try Stage().play(keys, feed).statusLine.contains("https://host.example/5"))
  }

  @Test func tabWhileMovingSettlesFirst() throws {
    let outcome = try Stage().play("jjj<Tab>", Feeds.linked(40))
    #expect(!outcome.app.isMoving)
    #expect(outcome.hasLinkRole)
    #expect(outcome.pageRoles.contains("F"))
  }

  @Test func aTargetOfAnotherHostThanTheTextIsSaid() throws {
    let feed = Feeds.posts([#"<p><a href="https://evil.example/x">bank.example/login</a></p>"#])
    let outcome = try Stage().play("<Tab>", feed)
    outcome.shows(status: "https://evil.example/x", "the text says bank.example")
    #expect(outcome.style.contains("!"))
  }

  @Test func aHostWithLettersThatLookLikeOthersIsShownAsItLeaves() throws {
    let feed = Feeds.posts(["<p><a href=\"https://\u{430}pple.example/x\">here</a></p>"])
    let outcome = try Stage(size: Size(columns: 120, lines: 12)).play("<Tab>", feed)
    outcome.shows(status: "https://%D0%B0pple.example/x", "Cyrillic")
    #expect(outcome.style.contains("!"))
  }

  @Test func enterFollowsTheLinkAndElseDrillsDown() throws {
    let followed = try Stage().play("<Tab><CR>", Self.three)
    #expect(followed.effects.count == 1)
    #expect(followed.effects.opened == ["https://a.example/1"])
    let drilled = try Stage().play("<CR>", Self.three)
    #expect(drilled.effects.isEmpty)
    #expect(drilled.app.view.pages.count == 2)
  }

  /// The fuzzer found: keys that come faster than frames opened what nobody had seen.
  @Test(arguments: [["\t", "\r"], ["\t", "o"], ["l", "\r"], ["l", "o"]])
  func whatWasTypedBeforeAFrameAsks(_ keys: [String]) throws {
    let feed = try Feeds.feed(Self.three).scanned()
    for hasFrames in [false, true] {
      var app = App(Timeline(feed))
      app.becomeRich()
      var parser = InputParser()
      var opened: [Effect] = []
      for input in keys.flatMap({ parser.parse(Array($0.utf8)) }) {
        if hasFrames { app.frameShown(app.frameAck) }
        opened += app.handle(.input(input), at: Moment(nanoseconds: 0), wall: Stage.wall)
      }
      #expect(opened.count == (hasFrames ? 1 : 0))
      #expect((app.mode.question == nil) == hasFrames)
    }
  }

  @Test func keysOfTheListAreNeverEatenByALink() throws {
    let outcome = try Stage().play("<Tab>jjjjjjjjjjjjg", Feeds.linked(40))
    #expect(outcome.lines[0].contains("Olga Hansen"))
    #expect(outcome.statusLine.contains("post 1 of 40"))
    let home = try Stage().play("<Space><wait 400><Tab><Tab><Home>", Feeds.linked(40))
    #expect(home.statusLine.contains("post 1 of 40"))
  }

  @Test func copyTakesTheTargetInFocusElseThePost() throws {
    #expect(try Stage().play("<Tab>y", Self.three).effects == [.copy("https://a.example/1")])
    #expect(try Stage().play("y", Self.three).effects == [.copy("https://social.example/@olga/1")])
  }

  @Test func theSheetListsAllLinksOfThePost() throws {
    try Stage().play("l", Self.three)
      .shows("[1] link    first", "https://a.example/1", "[2] link    second")
    let picked = try Stage().play("lJ<CR>", Self.three)
    #expect(picked.effects.opened == ["https://a.example/2"])
    #expect(picked.app.view.pages.count == 1)
  }

  @Test func aMentionLeadsToTheAccountsPage() throws {
    let feed = Feeds.posts([
      #"<p>thanks <a href="https://social.example/@olga" class="u-url mention">@olga</a></p>"#,
      "<p>second</p>",
    ])
    let outcome = try Stage().play("<Tab><CR><wait 10>", feed)
    #expect(outcome.effects.isEmpty)
    outcome.shows("@olga@social.example", "second", status: "2 posts")
  }

  @Test func aHashtagLeadsToItsPage() throws {
    let tag =
      #"<a href="https://s.example/tags/lakes" class="mention hashtag" rel="tag">#<span>Lakes</span></a>"#
    let feed = Feeds.posts(["<p>swim \(tag)</p>", "<p>no tag</p>", "<p>again \(tag)</p>"])
    try Stage().play("<Tab><CR><wait 10>", feed).shows("again", status: "2 posts", hides: "no tag")
  }

  @Test func theStatusLineOfAHashtagSaysWhatEnterListsAndWhatOpens() throws {
    let tag = #"<a href="https://s.example/tags/lakes" class="mention hashtag">#Lakes</a>"#
    let feed = Feeds.posts(["<p>swim \(tag)</p>"])
    let wide = try Stage().play("<Tab>", feed)
    let words = "posts with #Lakes · o opens https://s.example/tags/lakes"
    #expect(wide.statusLine.contains(words))
    let narrow = try Stage(size: Size(columns: 40, lines: 10)).play("<Tab>", feed)
    #expect(narrow.statusLine.hasPrefix(" https://s.example/tags/lakes"))
  }

  @Test func accentsAndCapitalsMakeNoOtherHashtag() throws {
    let tag = #"<a href="https://s.example/tags/zurich" class="mention hashtag">#zurich</a>"#
    let feed = Feeds.posts(["<p>\(tag)</p>", "<p>written #ZÜRICH</p>", "<p>#zuricher</p>"])
    try Stage().play("<Tab><CR><wait 10>", feed).shows("written", status: "2 posts")
  }

  @Test func aPostOfTheFeedOpensInside() throws {
    let feed = Feeds.posts([
      #"<p>see <a href="https://social.example/@olga/2">that</a></p>"#, "<p>the other post</p>",
    ])
    let outcome = try Stage().play("<Tab><CR>", feed)
    #expect(outcome.effects.isEmpty)
    #expect(outcome.app.view.pages.count == 2)
    #expect(outcome.lines[1].contains("the other post"))
  }

  @Test func aDoubtfulTargetAsksAndOnlyYOpensIt() throws {
    let feed = Feeds.posts([#"<p><a href="https://bank.example@evil.example/">here</a></p>"#])
    let asked = try Stage().play("<Tab><CR>", feed)
    #expect(asked.effects.isEmpty)
    asked.shows("y opens https://bank.example@evil.example/", status: "evil.example")
    #expect(try Stage().play("<Tab><CR>n", feed).effects.isEmpty)
    #expect(try Stage().play("<Tab><CR>ny", feed).effects.opened.isEmpty)
    #expect(try Stage().play("<Tab><CR>y", feed).effects.opened.count == 1)
  }

  @Test func secureModeOpensAndCopiesNothing() throws {
    #expect(try Stage(isSecure: true).play("<Tab><CR>oyy<CR>", Self.three).effects.isEmpty)
  }

  @Test(arguments: [(27, 0), (28, 1)])
  func whatCannotBeShownIsNotOpened(_ columns: Int, _ opens: Int) throws {
    // "https://a.example" is 17 columns wide, the question around it 11.
    let outcome = try Stage(size: Size(columns: columns, lines: 12)).play("<Tab><CR>", Self.three)
    #expect(outcome.effects.opened.count == opens)
  }

  @Test(arguments: [
    ("javascript:alert(1)", "Not opened: not an http, https or mailto address"),
    ("ftp://host.example/", "Not opened: not an http, https or mailto address"),
    (
      "https://host.example/" + String(repeating: "a", count: 2_083),
      "Not opened: longer than 2083 bytes"
    ),
  ])
  func whatIsRefusedIsSaidAndNotOpened(_ target: String, _ message: String) throws {
    let feed = Feeds.posts([#"<p><a href="\#(target)">here</a></p>"#])
    let outcome = try Stage().play("<Tab><CR>", feed)
    #expect(outcome.effects.isEmpty)
    #expect(outcome.statusLine.contains(message), "\(outcome.statusLine)")
  }

  @Test func aTextThatNamesAnotherHostAsksFirst() throws {
    let feed = Feeds.posts([#"<p><a href="https://evil.example/x">bank.example/login</a></p>"#])
    let asked = try Stage().play("<Tab><CR>", feed)
    #expect(asked.effects.isEmpty)
    #expect(asked.text.contains("y opens https://evil.example/x"))
    #expect(
      LinkGate.judge("https://evil.example/x", label: "bank.example/login")
        == LinkGate.judge("https://evil.example/x", label: "bank.example")
    )
    guard
      case .ask(_, let doubt) = LinkGate.judge("https://evil.example/x", label: "bank.example")
    else {
      Issue.record("opened without a question")
      return
    }
    #expect(doubt.reason == "the text says bank.example, the link goes to evil.example")
  }

  @Test func aLinkBelowTheEdgeOfItsOwnPostIsScrolledTo() throws {
    let words = String(repeating: "<p>a paragraph</p>", count: 40)
    let feed = Feeds.posts([
      #"<p><a href="https://a.example/1">first</a></p>\#(words)<p><a href="https://a.example/2">last</a></p>"#,
      "<p>the next post</p>",
    ])
    try Stage().play("<CR><Tab>", feed).shows("first", status: "https://a.example/1")
    let last = try Stage().play("<CR><Tab><Tab>", feed)
    last.shows("last", status: "https://a.example/2")
    #expect(last.pageRoles.contains("FFFF"))
    let back = try Stage().play("<CR><Tab><Tab><S-Tab>", feed)
    #expect(back.statusLine.contains("https://a.example/1"))
    #expect(back.pageRoles.contains("FFFFF"))
  }

  @Test func aMentionThatThePostListsGoesByItsHandle() throws {
    let feed = #"""
      [{"id":"1","mentions":[{"acct":"mia@lakes.example","url":"https://lakes.example/users/7"}],
       "content":"<p>thanks <a href=\"https://lakes.example/users/7\" class=\"u-url mention\">@mia</a></p>",
       "account":{"acct":"olga@social.example","url":"https://social.example/@olga"}},
      {"id":"2","content":"<p>by mia</p>","account":{"display_name":"Mia","acct":"mia@lakes.example",
       "url":"https://lakes.example/@mia"}},
      {"id":"3","content":"<p>by ben</p>","account":{"acct":"ben@lakes.example"}}]
      """#
    let outcome = try Stage().play("<Tab><CR><wait 10>", feed)
    #expect(outcome.effects.isEmpty)
    outcome.shows("@mia@lakes.example", "by mia", hides: "by ben")
  }

  @Test func aReleaseElsewhereIsNoClick() throws {
    #expect(try Stage().play("<drag 8,2 8,9>", Self.three).effects.isEmpty)
  }
}
