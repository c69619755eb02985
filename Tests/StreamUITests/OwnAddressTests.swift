import Addresses
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// `o` on a row that shows no address: a question guards only what the reader may not expect.
struct OwnAddressTests {
  private func viewer(of feed: String, post address: String) throws -> Viewer {
    let line = "{\"id\":\"a\",\"url\":\"\(address)\",\"body_text\":\"text\"}\n"
    let bytes = MemoryBytes(name: feed, text: line)
    return try Viewer(Timeline(Feed(source: bytes, hint: .ndjson)))
  }

  @Test(arguments: [
    ("https://lakes.example/feed.xml", "https://lakes.example/1"),
    // A blog of links: the address of a post leads to what it is about.
    ("https://lakes.example/feed.xml", "https://bank.example/1"),
    ("feed.ndjson", "https://lakes.example/1"),
    // The reader has subscribed to this machine of the own network.
    ("http://127.0.0.1:8000/feed.xml", "http://127.0.0.1:8000/1"),
  ])
  func theAddressOfAPostOpensAtOnce(feed: String, address: String) throws {
    for key: Character in ["o", "X"] {
      var viewer = try viewer(of: feed, post: address)
      #expect(!viewer.press(.character(key.unicodeScalars.first ?? " ")).isEmpty)
      #expect(viewer.app.mode.question == nil)
    }
  }

  @Test(arguments: [
    ("https://lakes.example/feed.xml", "https://user@lakes.example/1"),
    ("https://lakes.example/feed.xml", "https://xn--bnk-5cd.example/1"),
    ("https://lakes.example/feed.xml", "http://127.0.0.1/1"),
    ("http://127.0.0.1:8000/feed.xml", "http://127.0.0.1:631/printers"),
    ("http://127.0.0.1/feed.xml", "http://192.168.0.1/1"),
  ])
  func aDoubtfulOneIsAskedAbout(feed: String, address: String) throws {
    for key: Character in ["o", "X"] {
      var viewer = try viewer(of: feed, post: address)
      #expect(viewer.press(.character(key.unicodeScalars.first ?? " ")).isEmpty)
      #expect(viewer.app.mode.question != nil)
    }
  }

  private func links(to addresses: [String], isDirect: Bool = false) -> Feed {
    let visibility = isDirect ? #","visibility":"direct""# : ""
    let lines = addresses.enumerated().map { number, address in
      #"{"id":"\#(number)","body_html":"<a href=\"\#(address)\">here</a>"\#(visibility)}"# + "\n"
    }
    let bytes = MemoryBytes(name: "feed.ndjson", text: lines.joined())
    return Feed(source: bytes, hint: .ndjson)
  }

  /// A host that was let open once needs no question for its other addresses; any doubt about the host itself does.
  @Test(arguments: [
    ("https://bank.example/1", true), ("https://user@bank.example/1", false),
    ("http://127.0.0.1/1", true), ("https://xn--bnk-5cd.example/1", false),
  ])
  func aHostThatWasConfirmedIsAskedAboutNoMore(address: String, isTrusted: Bool) throws {
    func opened(_ keys: String) throws -> Int {
      try Stage().play(keys, links(to: [address + "1", address + "2"])).effects.opened.count
    }
    // Refused: the next one is asked about, too.
    #expect(try opened("1on<wait 10>J1o") == 0)
    #expect(try opened("1oy<wait 10>J1o") == (isTrusted ? 2 : 1))
  }

  /// The host is kept for later runs, but not where only a direct message names it.
  @Test(
    arguments: [("1o", "https://bank.example/1"), ("X", "http://10.0.0.1:631/1")],
    [true, false]
  )
  func aConfirmedHostIsKept(_ asked: (key: String, address: String), isDirect: Bool) throws {
    let feed = links(to: [asked.address], isDirect: isDirect)
    let effects = try Stage().play("\(asked.key)y", feed).effects
    let kept = effects.compactMap { if case .trust(let host) = $0 { host.name } else { nil } }
    let name = asked.key == "X" ? "10.0.0.1:631" : "bank.example"
    #expect(effects.count == (isDirect ? 1 : 2) && kept == (isDirect ? [] : [name]))
  }

  @Test func aHostOfAnEarlierRunIsTrusted() throws {
    func asks(_ address: String, _ keys: [Key]) throws -> Bool {
      var viewer = try Viewer(Timeline(links(to: [address])))
      viewer.handle(.recalledHosts([TrustedHost(name: "bank.example", time: Stage.wall)]))
      for key in keys { viewer.press(key) }
      return viewer.app.mode.question != nil
    }
    for keys: [Key] in [[.character("1"), .character("o")], [.character("X")]] {
      #expect(try !asks("https://bank.example/1", keys))
      #expect(try asks("https://user@bank.example/1", keys))
      #expect(try asks("https://www.bank.example/1", keys))
    }
  }

  @Test func aYesToADoubtfulTargetLendsNoTrust() throws {
    let text = #"<p><a href=\"https://bank.example/1\">lakes.example</a></p>"#
    let lines = """
      {"id":"1","body_html":"\(text)"}
      {"id":"2","body_html":"<a href=\"https://bank.example/2\">here</a>"}
      """
    let feed = Feed(source: MemoryBytes(name: "feed.ndjson", text: lines), hint: .ndjson)
    #expect(try Stage().play("<Tab><CR>y<wait 10>J1o", feed).effects.opened.count == 1)
  }

  @Test func aDoubtfulTargetThatWasLetOpenIsAskedAboutNoMore() throws {
    let text = #"<p><a href=\"https://bank.example/1\">lakes.example</a></p>"#
    let line = #"{"id":"1","body_html":"\#(text)"}"#
    let feed = Feed(source: MemoryBytes(name: "feed.ndjson", text: line), hint: .ndjson)
    let keys = "<Tab><wait 400>o<wait 10>y<wait 10>o"
    #expect(try Stage().play(keys, feed).effects.opened.count == 2)
    #expect(try Stage().play("<Tab><wait 400>o<wait 10>n<wait 10>o", feed).effects.isEmpty)
  }

  /// Links that lead to the site of the feed, or of the post itself, are what a reader of it expects.
  @Test(arguments: [
    ("https://www.lakes.example/feed", "https://blog.example/1", "https://lakes.example/2", false),
    ("https://lakes.example/feed", "https://blog.example/1", "https://s.lakes.example/2", false),
    ("feed.ndjson", "https://www.blog.example/1", "https://blog.example/2", false),
    ("feed.ndjson", "https://blog.example/1", "https://i.blog.example/2.png", false),
    // Another site, one above it, and one whose name only ends alike.
    ("feed.ndjson", "https://blog.example/1", "https://bank.example/2", true),
    ("feed.ndjson", "https://me.blog.example/1", "https://blog.example/2", true),
    ("feed.ndjson", "https://blog.example/1", "https://badblog.example/2", true),
    // A doubt of the gate, and the reader's own network, which no post may name.
    ("feed.ndjson", "https://blog.example/1", "https://user@blog.example/2", true),
    ("https://lakes.example/feed", "http://127.0.0.1/1", "http://127.0.0.1/2", true),
    ("https://lakes.example/feed", "http://nas.local/1", "http://nas.local/2", true),
  ])
  func aLinkToTheSiteOfThePostOpensAtOnce(
    feed: String,
    post: String,
    link: String,
    asks: Bool
  ) throws {
    let line = #"{"id":"a","url":"\#(post)","body_html":"<a href=\"\#(link)\">here</a>"}"# + "\n"
    let bytes = MemoryBytes(name: feed, text: line)
    var viewer = try Viewer(Timeline(Feed(source: bytes, hint: .ndjson)))
    viewer.type("1o")
    #expect((viewer.app.mode.question != nil) == asks)
  }

  @Test func aHostThatWasOpenedInSightIsAskedAboutNoMore() throws {
    let feed = links(to: ["https://bank.example/1", "https://bank.example/2"])
    let stage = Stage(remembersPosts: true)
    let inSight = try stage.play("<Tab><wait 400>o<wait 10>J1o", feed).effects
    #expect(inSight.opened.count == 2)
    #expect(inSight.contains(.trust(TrustedHost(name: "bank.example", time: Stage.wall))))
    // Followed by a key that came before the frame: asked about, and not trusted without the answer.
    let unseen = try stage.play("1on<wait 10>J1o", feed).effects
    #expect(unseen.opened.isEmpty)
    #expect(!unseen.contains { if case .trust = $0 { true } else { false } })
  }

  /// A failure gives back what its opening gave, and nothing that an earlier one gave.
  @Test func aHostWhoseLinkWasNotOpenedIsNotTrusted() throws {
    let feed = links(to: ["https://bank.example/1", "https://bank.example/2"])
    let stage = Stage(remembersPosts: true)
    for keys in ["<Tab><wait 400>o<wait 10>", "1o<wait 10>y<wait 10>"] {
      var app = try stage.play(keys, feed).app
      let address = "https://bank.example/1"
      #expect(app.links.trust.level(of: address, in: app.view) == .host, "\(keys)")
      let moment = Moment(nanoseconds: 1_000_000_000)
      let effects = app.handle(.notOpened(address), at: moment, wall: Stage.wall)
      #expect(effects == [.unvisit(address), .distrust("bank.example")], "\(keys)")
      #expect(app.links.trust.level(of: address, in: app.view) == .none)
      #expect(app.handle(.notOpened(address), at: moment, wall: Stage.wall).isEmpty)
    }
    var app = try stage.play("<Tab><wait 400>o<wait 10>J1o", feed).app
    let second = "https://bank.example/2"
    let moment = Moment(nanoseconds: 1_000_000_000)
    let effects = app.handle(.notOpened(second), at: moment, wall: Stage.wall)
    #expect(effects == [.unvisit(second)])
    #expect(app.links.trust.level(of: second, in: app.view) == .host)
  }

  @Test func aHostOfADirectMessageIsNotKept() throws {
    let feed = links(to: ["https://bank.example/1", "https://bank.example/2"], isDirect: true)
    let effects = try Stage(remembersPosts: true).play("<Tab><wait 400>o<wait 10>J1o", feed).effects
    #expect(effects.opened.count == 2)
    #expect(effects.count == 2)
  }
}
