import CellGrid
import Testing

@testable import StreamUI

/// Whole screens of the sample feed, text and style.
struct GoldenScreenTests {
  struct Shot: CustomTestStringConvertible {
    let name: String
    let keys: String
    var size = Size(columns: 80, lines: 24)
    var layout = ScreenLayout.list
    var testDescription: String { name }
  }

  private static let narrow = Size(columns: 40, lines: 10)
  private static let wide = Size(columns: 120, lines: 40)
  private static let large = Size(columns: 200, lines: 60)

  static let shots: [Shot] = [
    Shot(name: "timeline-rest", keys: ""),
    Shot(name: "timeline-moving", keys: "jjjjjjjj"),
    Shot(name: "timeline-rest-again", keys: "jjjjjjjj<wait 400>"),
    Shot(name: "timeline-narrow", keys: "jjj<wait 400>", size: narrow),
    Shot(name: "timeline-wide", keys: "<Space><wait 400>", size: wide),
    Shot(name: "timeline-last", keys: "G"),
    Shot(name: "link-in-focus", keys: "<Tab><Tab>"),
    Shot(name: "link-sheet", keys: "l"),
    Shot(name: "hints", keys: "f"),
    Shot(name: "hints-narrow", keys: "jjjf", size: narrow),
    Shot(name: "hints-narrowed", keys: "f/e"),
    Shot(name: "hints-detail", keys: "<CR>f"),
    Shot(name: "visited", keys: "<Tab><CR><wait 10><Tab>"),
    Shot(name: "visited-narrow", keys: "<Tab><CR><Tab>", size: narrow),
    Shot(name: "likers-narrow", keys: "w", size: narrow),
    Shot(name: "account-narrow", keys: "a", size: narrow),
    Shot(name: "number-asks", keys: "1o"),
    Shot(name: "number-asks-narrow", keys: "1o", size: narrow),
    Shot(name: "collapsed", keys: "<CR>]z<wait 400>"),
    Shot(name: "collapsed-narrow", keys: "<CR>]z<wait 400>", size: narrow),
    Shot(name: "hints-sheet-narrow", keys: "lf", size: narrow),
    Shot(name: "link-sheet-narrowed", keys: "l/lim"),
    Shot(name: "detail", keys: "<CR>"),
    Shot(name: "detail-comments", keys: "<CR>]<wait 400>"),
    Shot(name: "detail-narrow", keys: "<CR>]<wait 400>", size: narrow),
    Shot(name: "command", keys: ":half"),
    Shot(name: "command-narrow", keys: ":next-<Tab>", size: narrow),
    Shot(name: "command-unknown", keys: ":qiut<CR>"),
    Shot(name: "not-left", keys: "<Esc>"),
    Shot(name: "likers", keys: "w"),
    Shot(name: "participants", keys: "<CR>w"),
    Shot(name: "participants-narrow", keys: "<CR>w", size: narrow),
    Shot(name: "account", keys: "a"),
    Shot(name: "help", keys: "?"),
    Shot(name: "help-post", keys: "<CR>?"),
    Shot(name: "help-links", keys: "l?"),
    Shot(name: "help-all", keys: "??"),
    Shot(name: "help-narrow", keys: "??jjjjjjjjj", size: narrow),
    Shot(name: "help-wide", keys: "??", size: Size(columns: 200, lines: 24)),
    Shot(name: "compact-200", keys: "-", size: Size(columns: 200, lines: 24)),
    Shot(name: "compact", keys: "-<wait 400>"),
    Shot(name: "compact-narrow", keys: "-<wait 400>", size: narrow),
    Shot(name: "compact-comments", keys: "<CR>-]<wait 400>"),
    Shot(name: "compact-comments-narrow", keys: "<CR>-]<wait 400>", size: narrow),
    Shot(name: "full", keys: "JJJJJJ+<wait 400>"),
    Shot(name: "full-narrow", keys: "<ctrl-wheel-up><wait 400>", size: narrow),
    Shot(name: "link-pressed", keys: "<wait 400><press 30,2>"),
    Shot(name: "link-pressed-left", keys: "<wait 400><press 30,2><move 60,12>"),
    Shot(name: "link-pressed-narrow", keys: "jj<wait 400><press 5,5>", size: narrow),
    Shot(name: "hud", keys: ":cycle-figures<CR>jjj<wait 400>"),
    Shot(name: "hud-moving", keys: ":cycle-figures<CR>jjj"),
    Shot(
      name: "hud-wide",
      keys: ":cycle-figures<CR>jjj<wait 400>",
      size: Size(columns: 160, lines: 12)
    ),
    Shot(name: "hud-narrow", keys: ":cycle-figures<CR>jjj<wait 400>", size: narrow),
    Shot(name: "hud-legend", keys: ":cycle-figures<CR>:cycle-figures<CR>jjj<wait 400>"),
    Shot(
      name: "hud-legend-narrow",
      keys: ":cycle-figures<CR>:cycle-figures<CR>jjj<wait 400>",
      size: narrow
    ),
    Shot(name: "strategy", keys: ":cycle-strategy<CR>"),
    Shot(name: "split", keys: "JJ<wait 400>", layout: .split),
    Shot(name: "split-40", keys: "JJ<wait 400>", size: narrow, layout: .split),
    Shot(name: "split-120", keys: "JJ<wait 400>", size: wide, layout: .split),
    Shot(name: "split-200", keys: "JJ<wait 400>", size: large, layout: .auto),
    Shot(name: "split-post", keys: "<CR>j<wait 400><Tab>", size: wide, layout: .split),
    Shot(name: "split-moving", keys: "jj", size: wide, layout: .split),
    Shot(name: "split-hints", keys: "<CR><wait 400>f", size: wide, layout: .split),
    Shot(name: "split-people", keys: "w<wait 400>", layout: .split),
  ]

  @Test(arguments: shots) func looksLikeItsPicture(_ shot: Shot) throws {
    let stage = Stage(size: shot.size, layout: shot.layout)
    try expectGolden(try stage.play(shot.keys, try Feeds.sample()), shot.name)
  }

  /// A long target behind a name that is no host.
  static let doubtful =
    "https://bank.example@evil.example:8443/"
    + (1...60).map { "part-\($0)/" }.joined() + "?at=the-end"

  @Test(arguments: [
    Shot(name: "question", keys: ""),
    Shot(name: "question-narrow", keys: "", size: narrow),
  ])
  func questionsLookLikeTheirPictures(_ shot: Shot) throws {
    let feed = Feeds.posts([#"<p>Log in <a href="\#(Self.doubtful)">here</a></p>"#])
    try expectGolden(try Stage(size: shot.size).play("<Tab><CR>", feed), shot.name)
  }

  @Test(arguments: [(80, 24, 0), (40, 10, 0), (40, 10, 3), (20, 8, 5)])
  func lettersOverOddLinksLookLikeTheirPictures(_ columns: Int, _ lines: Int, _ down: Int) throws {
    let feed = Feeds.posts([
      #"<p>go <a href="https://wrapped.example/a">a link whose text goes on over the end of its "#
        + #"line and the next</a> and <a href="https://t.example/">東京駅</a>, "#
        + #"<a href="https://f.example/">👩‍💻</a> "#
        + #"<a href="https://e.example/">e&#x301;t&#xE9;</a></p>"#,
      #"<p><a href="https://one.example/">x</a><a href="https://two.example/">y</a> "#
        + #"<a href="https://edge.example/with/a/long/path/that/goes/on/and/on">長い名前のリンク長い名前のリンク</a></p>"#,
      #"<p><a href="javascript:alert(1)">refused</a> "#
        + #"<a href="https://bank.example@evil.example/">bank.example</a></p>"#,
    ])
    let stage = Stage(size: Size(columns: columns, lines: lines))
    let keys = String(repeating: "j", count: down) + "<wait 400>f"
    try expectGolden(try stage.play(keys, feed), "hints-odd-\(columns)x\(lines)-\(down)")
  }

  @Test(arguments: [
    "activitystreams1.json", "atom.xml", "bluesky.json", "broken.xml", "context.json",
    "discussion.json", "dump.ndjson", "github.json", "jsonfeed.json", "list.opml", "ndjson.ndjson",
    "notifications.json",
    "outbox.json", "page.html", "rdf.xml", "reddit.json", "rss-in-json.json", "rss.xml",
  ])
  func feedsOfEachKindLookLikeTheirPictures(_ name: String) throws {
    let feed = try Feeds.document(name)
    try expectGolden(Stage().play("<wait 400>", feed), "feed-\(Self.stem(name))")
  }

  @Test(arguments: ["context.json", "discussion.json", "reddit.json", "outbox.json"])
  func conversationsOfFeedsLookLikeTheirPictures(_ name: String) throws {
    let feed = try Feeds.document(name)
    try expectGolden(try Stage().play("<CR><wait 400>", feed), "detail-\(Self.stem(name))")
  }

  /// Posts with pictures, in a terminal that draws them, at every size: ░ is a cell of a picture.
  @Test(arguments: [
    Shot(name: "pictures", keys: "<wait 400>"),
    Shot(name: "pictures-moving", keys: "jjjjjjjjjjjj"),
    Shot(name: "pictures-narrow", keys: "jjj<wait 400>", size: narrow),
    Shot(name: "pictures-wide", keys: "<wait 400>", size: wide),
    Shot(name: "pictures-full", keys: "G+<wait 400>", size: wide),
    Shot(name: "pictures-split", keys: "J<wait 400>", size: large, layout: .auto),
    Shot(name: "pictures-post", keys: "<CR><wait 400>"),
    Shot(name: "pictures-post-narrow", keys: "<CR>jj<wait 400>", size: narrow),
    Shot(name: "pictures-post-wide", keys: "J<CR><wait 400>", size: wide),
    Shot(name: "pictures-post-comments", keys: "G<CR><wait 400>"),
    Shot(name: "pictures-post-split", keys: "G<CR>x<wait 400>", size: large, layout: .auto),
  ])
  func picturesLookLikeTheirPictures(_ shot: Shot) throws {
    let stage = Stage(size: shot.size, layout: shot.layout, pictures: PictureRowTests.grid)
    try expectGolden(try stage.play(shot.keys, Feeds.document("pictures.json")), shot.name)
  }

  private static func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }
}
