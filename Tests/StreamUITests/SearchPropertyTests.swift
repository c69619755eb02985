import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Nothing is missed: each text that a row shows is found in that row, and the search by bytes finds
/// the rows that the search through all texts finds.
struct SearchPropertyTests {
  private static let words = [
    "river", "Straße", "café", "ÅNGSTRÖM", "zürich", "naïve", "москва", "Ёлка", "東京", "H2O", "ﬁnal",
    "e\u{301}tude", "soft\u{AD}hyphen", "👍🏽", "don’t", "a–b", "Ωmega", "date", "reply", "2024", "5m",
  ]

  /// The ways in which the bytes of a feed write a letter.
  enum Writing: CaseIterable {
    case plain, escapes, references, tags, everything
  }

  /// Writes a word as HTML within JSON.
  private static func written(
    _ word: String,
    _ writing: Writing,
    _ random: inout SplitMix
  ) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      let kind: Int =
        switch writing {
        case .plain: 0
        case .escapes: random.below(2)
        case .references: 2 * random.below(2)
        case .tags: 3 * random.below(2)
        case .everything: random.below(6)
        }
      switch kind {
      case 1:
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16, uppercase: random.below(2) == 0)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      case 2: text += "&#\(scalar.value);"
      case 3: text += "<b>\(scalar)</b>"
      case 4: text += "<i class='>'>\(scalar)</i>"
      case 5 where scalar == "ü": text += "&uuml;"
      default: text += String(scalar)
      }
    }
    return text
  }

  private static func feed(_ writing: Writing, seed: UInt64) -> String {
    var random = SplitMix(seed: seed)
    let posts = (0..<16).map { number -> String in
      let text = (0...random.below(30)).map { _ in
        written(words[random.below(words.count)], writing, &random)
      }.joined(separator: random.below(9) == 0 ? "<br>" : " ")
      let more =
        switch random.below(8) {
        case 0: #","content_warning":"mind the river""#
        case 1: #","published":"2026-01-31T12:00:00Z","likes_count":\#(random.below(40))"#
        case 2: #","title":"A title of café","in_reply_to":"p1""#
        case 3: #","author":{"name":"Ångström","handle":"@a@host.example"}"#
        case 4: #","attachments":[{"type":"image","url":"https://host.example/a.png"}]"#
        case 5: #","reshared_by":{"name":"Ёлка"}"#
        default: ""
        }
      return #"{"id":"p\#(number)","body_html":"<p>\#(text)</p>"\#(more)}"#
    }
    return #"{"version":1,"title":"A feed of Straße","posts":[\#(posts.joined(separator: ","))]}"#
  }

  /// The rows that `text` is found in.
  private static func found(_ text: SearchText, in rows: PageRows, by bytes: SearchedBytes) -> [Int]
  {
    let walk = MatchingRows(text, in: rows, by: bytes)
    var found: [Int] = []
    var next = 0
    while next < rows.count {
      var budget = SliceBudget()
      let slice = walk.forward(from: next, upToOne: false, in: rows, &budget)
      found += slice.hits.map(\.position)
      guard slice.next > next else { return found + [-1] }
      next = slice.next
    }
    return found
  }

  private static func piece(of line: CellLine, _ random: inout SplitMix) -> String? {
    let marks: Set<Role> = [.listMark, .quoteMark, .more, .gutter, .gutterSelected, .rowSign]
    let cells = line.cells.filter { !$0.isContinuation }
    guard let first = cells.firstIndex(where: { $0 != .blank }),
      let last = cells.lastIndex(where: { $0 != .blank })
    else { return nil }
    let start = first + random.below(last - first + 1)
    let end = min(last, start + random.below(12))
    let piece = cells[start...end]
    guard !piece.contains(where: { marks.contains($0.role) || $0.scalar(at: 0) == 0x2026 }) else {
      return nil
    }
    // In a row of one line, name and text are two things.
    let isText = piece.contains { $0.role == .text && $0.scalar(at: 0) != 0x20 }
    guard !isText || !piece.contains(where: { [.faint, .time].contains($0.role) }) else {
      return nil
    }
    var text = ""
    for cell in piece {
      for index in 0..<cell.scalarCount {
        if let scalar = Unicode.Scalar(cell.scalar(at: index)) {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  @Test(arguments: Writing.allCases) func whatIsShownIsFound(_ writing: Writing) throws {
    for (seed, density) in [(1, Density.normal), (2, .normal), (3, .compact), (4, .full)] {
      let feed = Feeds.feed(Self.feed(writing, seed: UInt64(seed)))
      var viewer = try Viewer(Timeline(feed), size: Size(columns: 60, lines: 24))
      while viewer.app.view.options.density != density {
        viewer.press(.character(density == .compact ? "-" : "+"))
      }
      let rows = viewer.app.view.rows
      var random = SplitMix(seed: UInt64(seed) &+ 77)
      for _ in 0..<8 {
        let position = random.below(rows.count)
        let lines = rows.laid(at: position).flat
        guard let text = Self.piece(of: lines[random.below(lines.count)], &random) else { continue }
        for wanted in [SearchText(text), SearchText(text.lowercased())] {
          guard !FoldedPattern(wanted.text, ignoringCase: true).scalars.isEmpty else { continue }
          let all = Self.found(wanted, in: rows, by: .none)
          #expect(all.contains(position), "row \(position) shows \(text) (\(writing), \(density))")
          for bytes in [SearchedBytes.timeline, .records] {
            #expect(Self.found(wanted, in: rows, by: bytes) == all, "\(text) (\(writing))")
          }
        }
      }
    }
  }

  /// The same in the formats of others, whose rows say what their records do not.
  @Test(arguments: ["rss", "atom", "mastodon", "outbox", "github", "reddit"])
  func whatOtherFormatsShowIsFound(_ format: String) throws {
    let feed = Feeds.feed(Self.document(format), name: "other.feed")
    let viewer = try Viewer(Timeline(feed), size: Size(columns: 100, lines: 40))
    let rows = viewer.app.view.rows
    #expect(rows.count > 0)
    for position in 0..<rows.count {
      let text = rows.laid(at: position).text
      for section in RowText.Section.allCases {
        for word in text[section].string.split(whereSeparator: \.isWhitespace) {
          let wanted = SearchText(String(word))
          guard !FoldedPattern(wanted.text, ignoringCase: true).scalars.isEmpty else { continue }
          #expect(
            Self.found(wanted, in: rows, by: .timeline).contains(position),
            "row \(position) of \(format) shows \(word)"
          )
        }
      }
    }
  }

  private static func document(_ format: String) -> String {
    switch format {
    case "rss":
      """
      <rss version="2.0"><channel><title>Lakes weekly</title>
      <item><title>z&amp;uuml;richsee &#233;t&#xE9;</title><guid>1</guid>
      <pubDate>Mon, 05 Jan 2026 08:15:00 GMT</pubDate>
      <description>&lt;p&gt;Wat&lt;b&gt;er&lt;/b&gt;fall &amp;eacute;tude&lt;/p&gt;</description></item>
      <item><guid>2</guid><author>ann@host.example (Ann)</author>
      <description><![CDATA[<p>Fro<i>zen</i> caf&eacute;</p>]]></description></item>
      <item><guid>3</guid></item></channel></rss>
      """
    case "atom":
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><author><name>Olga</name></author>
      <entry><id>urn:1</id><title type="html">A &lt;em&gt;lo&lt;/em&gt;ch</title>
      <updated>2026-01-05T08:15:00Z</updated><content type="text">plain &amp; simple</content></entry>
      </feed>
      """
    case "mastodon":
      """
      [{"id":"1","created_at":"2026-01-05T08:15:00Z","uri":"https://a.example/1","content":
      "<p>gr\\u00fc\\u00DFe an <span class=\\"h-card\\"><a href=\\"https://b.example/@ben\\">@<span>ben</span></a>\
      </span> &amp; al&eacute;</p>","account":{"username":"ann","acct":"ann","display_name":"Ann",
      "url":"https://a.example/@ann"},"favourites_count":1200,"reblogs_count":3,"replies_count":1,
      "visibility":"direct","in_reply_to_id":"9","sensitive":true,"spoiler_text":"h\\u00e9"},
      {"id":"2","created_at":"2026-01-05T08:15:00Z","uri":"https://a.example/2","content":"",
      "account":{"username":"ann","acct":"ann"},"reblog":{"id":"3","content":"<p>nested</p>",
      "account":{"username":"ben","acct":"ben@b.example"},"uri":"https://b.example/3"}}]
      """
    case "outbox":
      """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
      {"id":"https://a.example/1/activity","type":"Create","actor":"https://a.example/users/ann",
      "published":"2026-01-05T08:15:00Z","object":{"id":"https://a.example/1","type":"Note",
      "attributedTo":"https://a.example/users/ann","content":"<p>first</p>","summary":"warned"}},
      {"id":"https://a.example/2/activity","type":"Announce","actor":"https://a.example/users/ann",
      "object":"https://b.example/7"},
      {"id":"https://a.example/4/activity","type":"Announce","actor":"https://a.example/users/ann",
      "object":"https://a.example/1"},
      {"id":"https://a.example/3","type":"Like","actor":"https://a.example/users/ann",
      "object":{"type":"Event","name":"Ball","startTime":"2026-03-01T20:00:00Z"}}]}
      """
    case "github":
      """
      [{"id":"1","type":"WatchEvent","actor":{"login":"ann"},"repo":{"name":"ann/lake"},
      "payload":{"action":"started"},"created_at":"2026-01-05T08:15:00Z"},
      {"id":"2","type":"PushEvent","actor":{"login":"ben"},"repo":{"name":"ann/lake"},
      "payload":{"size":2,"ref":"refs/heads/main","commits":[{"sha":"0123456789abcdef","message":"Fix",
      "author":{"name":"Ben"}}]},"created_at":"2026-01-05T08:15:00Z"},
      {"id":"3","type":"IssuesEvent","actor":{"login":"ben"},"repo":{"name":"ann/lake"},
      "payload":{"action":"opened","issue":{"number":7,"title":"Ice","body":"thin"}},
      "created_at":"2026-01-05T08:15:00Z"}]
      """
    default:
      """
      {"kind":"Listing","data":{"children":[{"kind":"t3","data":{"id":"a","name":"t3_a",
      "title":"Lakes &amp; ponds","selftext_html":"&lt;p&gt;dee&lt;em&gt;p&lt;/em&gt; w&amp;auml;ter&lt;/p&gt;",
      "author":"ann","subreddit":"lakes","created_utc":1767600000,"score":1234,"num_comments":5,
      "permalink":"/r/lakes/a","over_18":true,"url":"https://host.example/x"}},
      {"kind":"more","data":{"count":12,"id":"z","parent_id":"t3_a","children":[]}}]}}
      """
    }
  }
}
