import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Followed links: which are drawn as visited, and what is kept of them.
struct VisitTests {
  private static let json = Feeds.posts([
    #"<p>one <a href="https://a.example/1">first</a> two <a href="https://a.example/2">second</a></p>"#,
    "<p>nothing here</p>",
    #"<p>see <a href="https://social.example/@olga/2">the second post</a></p>"#,
  ])

  private static func stage(_ json: String = Self.json) throws -> Stage.Outcome {
    try Stage(remembersPosts: true).play("", json)
  }

  private func visits(_ keys: String, _ json: String = Self.json) throws -> [FollowedLink] {
    let outcome = try Stage(remembersPosts: true).play(keys, json)
    return outcome.effects.compactMap { if case .visit(let link) = $0 { link } else { nil } }
  }

  private static func key(of position: Int, _ json: String = Self.json) throws
    -> Timeline.SourceKey
  {
    let feed = try Self.stage(json).app.feed
    let id = try #require(feed.id(at: position))
    return try #require(feed.key(of: id))
  }

  @Test(arguments: [
    ("<Tab><wait 400><CR>", LinkManner.focus), ("<Tab><wait 400>o", .focus),
    ("<CR><wait 400>1<CR><wait 10>y", .number), ("l<wait 400>1oy", .number),
    ("l<wait 400><CR>", .focus),
    ("f<wait 400>a<wait 10>y", .hint), ("lf<wait 400>a", .hint), ("<wait 400><click 8,2>", .click),
  ])
  func everyWayToFollowALinkIsKept(_ keys: String, _ manner: LinkManner) throws {
    let post = try Self.key(of: 0)
    #expect(
      try visits(keys)
        == [FollowedLink(address: "https://a.example/1", post: post, manner: manner)]
    )
  }

  @Test func aLinkToAPostOfTheFeedIsKept() throws {
    let visits = try visits("<Tab><Tab><Tab><wait 400><CR><wait 400>")
    #expect(visits.map(\.address) == ["https://social.example/@olga/2"])
    #expect(visits.first?.post == (try Self.key(of: 2)))
  }

  @Test func theAddressOfAPostIsKept() throws {
    let visits = try visits("J<wait 400>o<wait 10>y")
    #expect(visits.map(\.address) == ["https://social.example/@olga/2"])
    #expect(visits.first?.post == (try Self.key(of: 1)))
  }

  @Test func nothingIsKeptOfAQuestionThatIsDenied() throws {
    #expect(try visits("2o<wait 10>n").isEmpty)
    #expect(try visits("<Tab><wait 400>y").isEmpty)
  }

  @Test func nothingOfADirectMessageIsKept() throws {
    let json =
      #"[{"id":"1","visibility":"direct","body_html":"<a href=\"https://a.example/1\">x</a>"}]"#
    let outcome = try Stage(remembersPosts: true).play("<Tab><wait 400><CR>", json)
    #expect(outcome.effects.count == 1)
    let link = RowLink(target: "https://a.example/1", label: "x", kind: .link, spots: [])
    #expect(outcome.app.links.hasVisited(link))
  }

  @Test func withoutTheOptionAndInSecureModeNothingIsKept() throws {
    var stage = Stage()
    #expect(try stage.play("<Tab><wait 400><CR>", Self.json).effects.count == 1)
    stage.remembersPosts = true
    stage.isSecure = true
    let keys = "<Tab><wait 400><CR><Tab><Tab><wait 400><CR><wait 400>2oy"
    #expect(try stage.play(keys, Self.json).effects.isEmpty)
  }

  @Test func recalledLinksLookVisited() throws {
    var followed = try Viewer(Timeline(Feeds.feed(Self.json)))
    followed.work(after: Key(.tab))
    #expect(followed.press(onceSeen: Key(.enter)).count == 1)
    followed.press(Key(.escape))
    var later = try Viewer(Timeline(Feeds.feed(Self.json)))
    let before = later.app.draw()
    later.handle(.recalledVisits([stableHash(of: "https://a.example/1"), 7]))
    #expect(later.app.draw() != before)
    #expect(later.app.draw().textPlane() == before.textPlane())
    followed.rest()
    let style = { (viewer: Viewer) in
      viewer.app.draw().stylePlane().split(separator: "\n").prefix(23).joined(separator: "\n")
    }
    #expect(style(later) == style(followed))
  }

  /// Property: whatever was recalled or followed is known, and nothing else.
  @Test func theSetOfVisitedLinksHoldsWhatWasPutIn() {
    var random = SplitMix(seed: 16)
    var links = VisitedLinks()
    var known: Set<String> = []
    #expect(links.isEmpty && !links.contains(""))
    for _ in 0..<5_000 {
      let address = "https://host.example/\(random.below(4_000))"
      #expect(links.contains(address) == known.contains(address))
      known.insert(address)
      if random.below(2) == 0 {
        links.insert(address)
      } else {
        links.insert(stableHash(of: address))
      }
    }
  }
}
