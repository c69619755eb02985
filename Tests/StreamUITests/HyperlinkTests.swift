import Addresses
import CellGrid
import Testing

@testable import StreamUI

/// Which cells of a frame are hyperlinks.
struct HyperlinkTests {
  private static let kinds = Feeds.posts([
    "<p>an <a href='https://a.example/1'>open one</a>, a <a href='https://b.example/'>c.example</a> "
      + "that lies, <a href='mailto:a@b.example'>mail</a>, <a href='http://127.0.0.1/'>home</a>, "
      + "<a href='javascript:x'>script</a>, <a class='mention' href='https://d.example/@e'>@e</a>, "
      + "<a class='hashtag' href='https://d.example/tags/f'>#f</a>, "
      + "<a href='https://g.example/ä b'>odd</a></p>"
  ])

  @Test func onlyWhatTheGateOpensAtOnceIsOne() throws {
    let outcome = try Self.stage.play("<wait 1000>", Self.kinds)
    #expect(
      Self.shown(outcome.screen)
        == ["open one": "https://a.example/1", "odd": "https://g.example/%C3%A4%20b"]
    )
  }

  @Test func theyCoverTheCellsOfTheLinksAndNoOthers() throws {
    let outcome = try Self.stage.play("<wait 1000>", Feeds.linked(40))
    let roles = outcome.style.split(separator: "\n", omittingEmptySubsequences: false)
    let linked = outcome.screen.linkPlane().split(separator: "\n", omittingEmptySubsequences: false)
    for line in 0..<(outcome.screen.size.lines - 1) {
      let isLink = roles[line].map { $0 == "L" }
      let isLinked = linked[line].map { $0 != " " }
      #expect(isLink.lastIndex(of: true) == isLinked.lastIndex(of: true))
      #expect(isLink.prefix(isLinked.count) == isLinked[...])
    }
    #expect(outcome.screen.hyperlinks.count > 3)
  }

  @Test(arguments: [Strategy.idle, .strict, .sync, .eager])
  func whileRowsMoveThereAreNone(_ strategy: Strategy) throws {
    var stage = Self.stage
    stage.strategy = strategy
    #expect(try stage.play("<wait 1000>", Feeds.linked(40)).screen.hyperlinks.count > 3)
    let moving = try stage.play("<wait 1000>j<wait 100>", Feeds.linked(40))
    #expect(moving.app.isMoving)
    #expect(moving.screen.hyperlinks == [])
    #expect(try stage.play("<wait 1000>j<wait 1000>", Feeds.linked(40)).screen.hyperlinks.count > 3)
  }

  @Test func flatRowsHaveNone() throws {
    var stage = Self.stage
    stage.strategy = .flat
    #expect(try stage.play("<wait 1000>", Feeds.linked(9)).screen.hyperlinks == [])
  }

  @Test func secureModeHasNone() throws {
    var stage = Self.stage
    stage.isSecure = true
    let outcome = try stage.play("<wait 1000>", Feeds.linked(9))
    #expect(outcome.hasLinkRole)
    #expect(outcome.screen.hyperlinks == [])
  }

  @Test func whatStandsUnderLettersIsNone() throws {
    let outcome = try Self.stage.play("<wait 1000>f", Feeds.linked(9))
    #expect(outcome.app.mode.hints != nil)
    #expect(outcome.screen.hyperlinks == [])
    #expect(try !Self.stage.play("<wait 1000>f<Esc>", Feeds.linked(9)).screen.hyperlinks.isEmpty)
  }

  @Test func nobodyGetsThemWhoDidNotAsk() throws {
    #expect(try Stage().play("<wait 1000>", Feeds.linked(9)).screen.hyperlinks == [])
  }

  @Test func theLinesOfAWrappedLinkAreOne() throws {
    var stage = Self.stage
    stage.size = Size(columns: 40, lines: 24)
    let label = Array(repeating: "words", count: 20).joined(separator: " ")
    let feed = Feeds.posts(["<p>so <a href='https://a.example/'>\(label)</a></p>"])
    let links = try stage.play("<wait 1000>", feed).screen.hyperlinks
    #expect(links.count > 2)
    #expect(Set(links.map(\.line)).count == links.count)
    #expect(Set(links.map(\.identity)).count == 1)
  }

  @Test func aLinkKeepsItsIdentityWhereverItIsSeen() throws {
    let keys = ["<wait 1000>", "j<wait 1000>", "jjj<wait 1000>", "G<wait 1000>g<wait 1000>"]
    var known: [String: Hyperlink.Identity] = [:]
    for key in keys {
      for link in try Self.stage.play(key, Feeds.linked(40)).screen.hyperlinks {
        #expect(known[link.target.text] ?? link.identity == link.identity)
        known[link.target.text] = link.identity
      }
    }
    #expect(Set(known.values).count == known.count)
  }

  @Test func whereAHostHasNoRoomNothingIsLinked() throws {
    var stage = Self.stage
    stage.size = Size(columns: 25, lines: 10)
    let feed = Feeds.posts([
      "<p><a href='https://a.example/'>short</a> <a href='https://a-long-name.example/'>long</a></p>"
    ])
    #expect(Self.shown(try stage.play("<wait 1000>", feed).screen) == [:])
    stage.size = Size(columns: 32, lines: 10)
    let shown = Self.shown(try stage.play("<wait 1000>", feed).screen)
    #expect(shown == ["short": "https://a.example/"])
  }

  @Test func cachesChangeNothing() throws {
    let outcome = try Self.stage.play("jj<wait 1000>", Self.kinds)
    outcome.app.view.memo.clear()
    #expect(outcome.app.draw() == outcome.screen)
    #expect(!outcome.screen.hyperlinks.isEmpty)
  }

  private static var stage: Stage { Stage(hasHyperlinks: true) }

  /// What is linked, and where it leads.
  private static func shown(_ screen: Screen) -> [String: String] {
    var shown: [String: String] = [:]
    for link in screen.hyperlinks {
      let text = screen.lines[link.line].cells[link.columns].map(\.text).joined()
      shown[text] = link.target.text
    }
    return shown
  }
}
