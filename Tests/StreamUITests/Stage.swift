import CellGrid
import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A feed, a size and a headless terminal: keys in, frames out.
struct Stage {
  var strategy = Strategy.idle
  var size = Size(columns: 80, lines: 24)
  /// One page at a time, as wide as the screen: what most tests are about.
  var layout = ScreenLayout.list
  var isSecure = false
  var hasHyperlinks = false
  var remembersPosts = false
  /// The links that were followed in earlier runs; nil where none answers.
  var visits: ((Timeline) -> [VisitedLink])?
  /// The subscriptions; nil where none answers.
  var feeds: [FeedEntry]?
  var older: OlderPosts?
  var zone = TimeZoneRules.utc
  /// The sources of a start page.
  var recent: [RecentSource]?
  var keymap = Keymap.standard
  var themes: [String] = []
  /// Whether the sample was opened because no source was named, and whether that is the first start.
  var welcomesFirst: Bool?
  /// How the terminal draws pictures, beside feeds of an opened folder.
  var pictures: PictureGrid?
  /// How pictures are drawn as blocks on their pages.
  var symbols: PictureGrid?
  var pictureChoice = PictureChoice.local
  /// Whether there are files beside the feed; nil for a stream with pictures.
  var opensFiles: Bool?
  /// 2026-02-01T00:00:00Z.
  static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  /// What a run left behind.
  struct Outcome {
    let screen: Screen
    let app: App
    let frames: [Screen]
    let effects: [Effect]
    /// The effects but the lists of subscriptions, which a page asks for by itself.
    var wishes: [Effect] { effects.filter { if case .listFeeds = $0 { false } else { true } } }

    var text: String { screen.textPlane() }
    var style: String { screen.stylePlane() }
    var lines: [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
    var statusLine: String { lines.dropLast().last ?? "" }
    /// The roles of the page, without the status line and the legend.
    var pageRoles: String {
      style.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix(screen.size.lines - 1).joined(separator: "\n")
    }
    var hasLinkRole: Bool { pageRoles.contains { "LMHFd".contains($0) } }

    /// Checks that the screen and its status line have some words each, and that others are not on the screen.
    func shows(
      _ words: String...,
      status: String...,
      hides absent: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      for word in words { #expect(text.contains(word), sourceLocation: sourceLocation) }
      for word in status { #expect(statusLine.contains(word), sourceLocation: sourceLocation) }
      for word in absent { #expect(!text.contains(word), sourceLocation: sourceLocation) }
    }
  }

  /// Plays `keys` to `feed`.
  func play(_ keys: String, _ feed: Feed) throws -> Outcome {
    let time = ManualTime(wall: Self.wall)
    var frames: [Screen] = []
    var effects: [Effect] = []
    let terminal = HeadlessTerminal(size: size, script: try KeyScript(keys), time: time) {
      frames.append($0)
    }
    var options = App.Options()
    options.strategy = strategy
    options.layout = layout
    options.isSecure = isSecure
    options.hasHyperlinks = hasHyperlinks
    options.stream.remembersPosts = remembersPosts
    options.stream.older = older
    options.zone = zone
    options.stream.recent = recent
    options.themes = themes
    options.pictures = pictures
    options.symbols = symbols
    options.pictureChoice = pictureChoice
    options.stream.opensFiles = opensFiles ?? (pictures != nil || symbols != nil)
    var app = App(
      timeline: Timeline(feed),
      size: size,
      wall: Self.wall,
      options: options,
      keymap: keymap
    )
    let timeline = app.feed
    if let welcomesFirst {
      _ = app.handle(.welcome(isFirst: welcomesFirst), at: Moment(nanoseconds: 0), wall: Self.wall)
    }
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { effect in
      effects.append(effect)
      if case .listFeeds = effect, let feeds { return [.feeds(feeds)] }
      guard case .ask(let request) = effect, case .visits = request.wish, let visits else {
        return []
      }
      return [.answer(.visits(visits(timeline)), to: request.token)]
    }
    try loop.run()
    return Outcome(
      screen: terminal.screen ?? Screen(size: size),
      app: loop.app,
      frames: frames,
      effects: effects
    )
  }

  func play(_ keys: String, _ json: String) throws -> Outcome { try play(keys, Feeds.feed(json)) }
}

enum Feeds {
  static func feed(_ json: String, name: String = "test.json") -> Feed {
    Feed(source: MemoryBytes(name: name, text: json))
  }

  /// The sample at the root of the package.
  static func sample() throws -> Feed {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("sample-feed.json"))
    return Feed(source: MemoryBytes(name: "sample-feed.json", bytes: Array(data)))
  }

  /// A document of the folder `Feeds`.
  static func document(_ name: String) throws -> Feed {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent("Feeds/\(name)"))
    return Feed(source: MemoryBytes(name: name, bytes: Array(data)))
  }

  /// A native feed of posts with these bodies, ids p1, p2, …, one minute apart.
  static func posts(_ bodies: [String]) -> String {
    let posts = bodies.enumerated().map { index, body in
      #"{"id":"p\#(index + 1)","author":{"name":"Olga Hansen","handle":"@olga@social.example","#
        + #""url":"https://social.example/@olga"},"published":"2026-01-31T12:00:00Z","#
        + #""url":"https://social.example/@olga/\#(index + 1)","body_html":\#(quoted(body))}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#
  }

  /// `count` posts of one linked line each.
  static func linked(_ count: Int) -> String {
    posts((1...count).map { #"<p>see <a href="https://host.example/\#($0)">page \#($0)</a></p>"# })
  }

  /// The same, with texts that differ, so that no row repeats another.
  static func different(_ count: Int) -> String {
    posts(
      (1...count).map { number in
        let words = (1...5).map { word in
          "\((number &* 2_654_435_761 &+ word &* 2_246_822_519) & 0xFFFF_FFFF)"
        }
        return
          #"<p>\#(words.joined(separator: " ")) see <a href="https://host.example/\#(number)">page \#(number)</a></p>"#
      }
    )
  }

  /// A generated feed, the same on each run: words, markup, wide and combining text.
  static func generated(_ count: Int, seed: UInt64 = 1) -> String {
    var random = SplitMix(seed: seed)
    let words = [
      "river", "Straße", "東京", "駅", "👩‍💻", "🇫🇮", "e\u{301}", "مرحبا", "שלום", "안녕하세요", "❤️",
      "a-rather-long-word-that-does-not-break", "tea", "and", "the", "of", "1️⃣", "👍🏽",
    ]
    let bodies = (0..<count).map { _ -> String in
      (0..<(1 + random.next() % 4)).map { _ in
        let text = (0..<(2 + random.next() % 40)).map { _ -> String in
          let word = words[Int(random.next() % UInt64(words.count))]
          switch random.next() % 12 {
          case 0:
            return "<a href=\"https://www.host.example/\(word)?a=1&amp;b=2\">\(word) \(word)</a>"
          case 1: return "<b>\(word)</b>"
          case 2: return "<code>\(word) &lt; x</code>"
          case 3: return "H<sub>2</sub>O"
          case 4: return "<em>\(word) <u>\(word)</u></em>"
          default: return word
          }
        }.joined(separator: " ")
        switch random.next() % 8 {
        case 0: return "<blockquote><p>\(text)</p></blockquote>"
        case 1: return "<ul><li>\(text)</li><li>\(text)</li></ul>"
        case 2: return "<pre><code>\(text)\n  \(text)</code></pre>"
        case 3:
          return "<table><tr><th>a</th><th>b</th></tr><tr><td>\(text)</td><td>x</td></tr></table>"
        default: return "<p>\(text)</p>"
        }
      }.joined()
    }
    return posts(bodies)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
