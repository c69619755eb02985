import CellGrid
import Foundation
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// The line with the name, handle and date of a post on narrow screens.
struct BylineTests {
  private static let narrow = Size(columns: 40, lines: 10)

  private static func post(_ fields: String) -> String {
    #"{"version":1,"posts":[{"id":"1","body_text":"the text",\#(fields)}]}"#
  }

  private func line(_ fields: String, columns: Int) throws -> String {
    let stage = Stage(size: Size(columns: columns, lines: 10))
    let line = try stage.play("", Self.post(fields)).lines[0]
    return String(line.dropFirst(2).reversed().drop { $0 == " " }.reversed())
  }

  private static let olga =
    #""author":{"name":"Olga Hansen","handle":"@olga.hansen@social.example"},"#
    + #""published":"2026-01-31T12:00:00Z""#

  @Test func theHandleGoesFirst() throws {
    let whole = "Olga Hansen @olga.hansen@social.example · 12h"
    #expect(try line(Self.olga, columns: 80) == whole)
    #expect(try line(Self.olga, columns: 40) == "Olga Hansen @olga.hansen@social… · 12h")
    #expect(try line(Self.olga, columns: 26) == "Olga Hansen @olga… · 12h")
    #expect(try line(Self.olga, columns: 25) == "Olga Hansen · 12h")
    #expect(try line(Self.olga, columns: 19) == "Olga Hansen · 12h")
    #expect(try line(Self.olga, columns: 18) == "Olga Hans… · 12h")
  }

  /// Among several feeds an article begins with its feed, an account's post with the account.
  @Test func theNameThatReadersKnowComesFirst() throws {
    func feed(_ post: String, _ name: String) -> Feed {
      Feeds.feed(#"{"version":1,"posts":[\#(post)]}"#, name: name)
    }
    let posts = [
      (
        #"{"id":"1","title":"Ice","author":{"name":"Ann"},"published":"2026-01-31T12:00:00Z"}"#,
        "Paper"
      ),
      (#"{"id":"2","title":"Fog","published":"2026-01-31T11:00:00Z"}"#, "Gazette"),
      (#"{"id":"3","body_text":"tea",\#(Self.olga)}"#, "Social"),
    ]
    for keys in ["", "-"] {
      var viewer = try Viewer(Timeline(sources: posts.map { feed($0, $1) }, order: .newest))
      viewer.type(keys)
      let page = viewer.page.joined(separator: "\n")
      #expect(page.contains("Paper · 12h"), "\(page)")
      #expect(page.contains("Gazette · 13h"))
      #expect(page.contains("Olga Hansen"))
      #expect(page.contains("Paper · 12h · Ann") == keys.isEmpty)
      // The name has the colour of names, and the other one has not.
      let screen = viewer.app.draw()
      let row = try #require(viewer.line(with: "Paper · 12h"))
      #expect(screen.lines[row].cells.first { $0.text == "P" }?.role == .accountName)
    }
    // Of a reshare whose post is not known, the sharer stands first, and the feed behind.
    let shared = #"{"id":"4","author":{"name":"Bea"},"reshared_address":"https://a.example/1"}"#
    let both = [feed(shared, "Paper"), feed(posts[1].0, posts[1].1)]
    let reshares = try Viewer(Timeline(sources: both, order: .document))
    #expect(reshares.page[0].contains("Bea reshared"), "\(reshares.page[0])")
    #expect(reshares.page[0].contains("Paper"), "\(reshares.page[0])")
    // A feed that is alone needs no name before its authors.
    var alone = try Viewer(Timeline(feed(posts[0].0, posts[0].1)))
    alone.rest()
    #expect(alone.page[0].contains("Ann · 12h"))
  }

  @Test(arguments: [
    ("WatchEvent", "♥ starred"), ("ForkEvent", "◇ forked"), ("DeleteEvent", "× deleted"),
    ("QuorumEvent", "◇ QuorumEvent"),
  ])
  func anEventOfGitHubIsSaidInWords(_ type: String, _ words: String) throws {
    let event =
      #"{"id":"1","type":"\#(type)","actor":{"login":"mia"},"repo":{"name":"lake/boats"},"#
      + #""created_at":"2026-01-30T08:00:00Z","payload":{"action":"started"}}"#
    #expect(try Stage().play("", "[\(event)]").lines[0].dropFirst(2).hasPrefix(words))
  }

  @Test func whoMayReadItStays() throws {
    let direct = Self.olga + #","visibility":"direct","in_reply_to":"9""#
    #expect(
      try line(direct, columns: 80)
        == "direct · Olga Hansen @olga.hansen@social.example · 12h · reply"
    )
    #expect(try line(direct, columns: 40) == "direct · Olga Hansen · 12h · reply")
    #expect(try line(direct, columns: 34) == "direct · Olga Han… · 12h · reply")
    #expect(try line(direct, columns: 30) == "direct · Olga Hansen · 12h")
    let followers = Self.olga + #","visibility":"followers""#
    #expect(try line(followers, columns: 30) == "followers only · Olga… · 12h")
    #expect(try line(followers, columns: 22) == "followers only · 12h")
  }

  @Test func repliesAndFeedsStayLongerThanTheHandle() throws {
    let json = Self.post(Self.olga + #","in_reply_to":"9""#)
    let feeds = ["one", "two"].map { Feeds.feed(json, name: $0) }
    let viewer = try Viewer(Timeline(sources: feeds, order: .newest), size: Self.narrow)
    #expect(viewer.page[0].contains("Olga Hansen @olga… · 12h · reply · one"), "\(viewer.page[0])")
  }

  @Test func feedsGiveWayToTheNameAndRepeatNone() throws {
    func line(_ columns: Int, _ titles: String?...) throws -> String {
      let sources = try titles.enumerated().map { number, title in
        let source = try ScriptedSource(
          Feeds.feed(Self.post(Self.olga)),
          name: "a-long-name-of-a-file-\(number)"
        )
        source.title = title
        source.append()
        source.end()
        return source
      }
      let timeline = Timeline(sources: sources, order: .newest)
      let size = Size(columns: columns, lines: 10)
      return try Viewer(timeline, size: size).page[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(try line(40, nil, nil).hasSuffix("Olga Hansen · 12h · a-long-name-of-a-…"))
    #expect(try line(24, nil, nil).hasSuffix("Olga Hansen · 12h"))
    #expect(try line(80, "Lakes", "Lakes").hasSuffix("@olga.hansen@social.example · 12h · Lakes"))
    #expect(try line(80, "Olga Hansen", "Olga Hansen").hasSuffix("@social.example · 12h"))
  }

  @Test func aNameThatNobodySeesIsReplaced() throws {
    for name in [#""""#, #""  ""#, #""\u200b""#] {
      let fields = #""author":{"name":\#(name),"handle":""},"published":"2026-01-31T12:00:00Z""#
      let shown = try line(fields, columns: 80)
      #expect(shown == "(no author) · 12h", "\(name) \(shown)")
      let handle = #""author":{"name":\#(name),"handle":"@ann"}"#
      #expect(try line(handle, columns: 80) == "@ann · no date", "\(name)")
    }
  }

  @Test func commentsAndCompactLinesKeepTheDate() throws {
    let author = #""author":{"name":"Olga Hansen","handle":"@olga.hansen@social.example"}"#
    let comment =
      #"{"id":"c","parent":null,\#(author),"published":"2025-12-31T12:00:00Z","body_html":"yes"}"#
    let detail = try Stage(size: Self.narrow).play("<CR>]", Self.post(#""comments":[\#(comment)]"#))
    #expect(detail.text.contains("· Olga Hansen @olga.hans… · 2025-12-31"))
    let compact = try Stage(size: Self.narrow).play("-", Self.post(Self.olga))
    #expect(compact.lines[0].contains("Olga Hans… · 12h · the text"))
  }

  @Test func aPostsOwnPageShowsAllOfIt() throws {
    try Stage(size: Self.narrow).play("<CR>", Self.post(Self.olga))
      .shows("@olga.hansen@social.example", "2026-01-31 12:00")
  }

  @Test func aMatchInAShortenedLineIsHighlightedWhereItStands() throws {
    let direct = Self.olga + #","visibility":"direct","in_reply_to":"9""#
    for (word, column) in [("hansen", 16), ("12h", 25), ("reply", 31)] {
      let found = try Stage(size: Self.narrow).play("/\(word)<CR>", Self.post(direct))
      let roles = Array(found.pageRoles.prefix(40))
      let spots = roles.indices.filter { roles[$0] == "S" || roles[$0] == "s" }
      #expect(spots == Array(column..<column + word.count), "\(word)")
    }
    // Of the handle, the piece that is shown is highlighted.
    let found = try Stage(size: Self.narrow).play("/olga.hansen<CR>", Self.post(Self.olga))
    #expect(found.pageRoles.prefix(40).contains("SSSSSSSSSSS"))
  }

  // MARK: Properties

  private static let names = [
    "", " ", "O", "Olga Hansen", String(repeating: "long name ", count: 30),
    String(repeating: "東京駅", count: 100), "أمل حسن الطويلة الاسم جدا", "נועם לוי", "👩‍💻👨‍👩‍👧‍👦🏳️‍🌈👍🏽🇫🇷",
    "e\u{301}tude " + String(repeating: "a\u{301}\u{302}", count: 40), "\u{202E}reversed",
  ]

  private static func account(_ random: inout SplitMix) -> Account? {
    guard random.below(8) > 0 else { return nil }
    let name = names[random.below(names.count)]
    let handle = names[random.below(names.count)]
    return Account(
      name: random.below(6) == 0 ? nil : name,
      handle: random.below(4) == 0 ? nil : "@" + handle,
      url: random.below(2) == 0 ? nil : "https://host.example/@ann"
    )
  }

  @Test func theDateIsReadAtEachWidth() {
    var random = SplitMix(seed: 7)
    let now = Stage.wall
    let visibilities: [Visibility?] = [nil, .public, .unlisted, .followers, .direct]
    for number in 0..<150 {
      let age = [0, 300, 40_000, 300_000, 40_000_000][random.below(5)]
      let published = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - Int64(age))
      let post = Post(
        id: Post.ID("\(number)"),
        author: Self.account(&random),
        published: published,
        body: .text("the text"),
        type: random.below(3) == 0 ? "Article" : nil,
        inReplyTo: random.below(2) == 0 ? "9" : nil,
        community: random.below(4) == 0 ? "r/lakes" : nil,
        visibility: visibilities[random.below(5)]
      )
      let sources = random.below(3) == 0 ? ["A feed of lakes", "another"] : []
      let date = RelativeTime.text(published, now: now)
      for density in [Density.normal, .compact] {
        let row = PostRow(now: now)
          .row(.post(post), sources: sources, folds: PostRow.Folds(), density: density)
        for columns in 1...40 {
          let laid = RowLayout(columns: columns).lay(row)
          #expect(laid.flat.allSatisfy { $0.cells.count == columns })
          guard columns >= 24 else { continue }
          let line = laid.flat[0].cells.filter { !$0.isContinuation }.map(\.text).joined()
          #expect(line.contains(date), "\(columns) columns, \(density): \(line)")
        }
      }
    }
  }

  @Test func positionsOfTheTextAreRightAtEachWidth() {
    var random = SplitMix(seed: 8)
    for number in 0..<40 {
      let post = Post(
        id: Post.ID("\(number)"),
        author: Self.account(&random),
        published: Stage.wall,
        body: .text("the text"),
        inReplyTo: "9",
        visibility: random.below(2) == 0 ? .direct : nil
      )
      for density in [Density.normal, .compact] {
        let row = PostRow(now: Stage.wall).row(
          .post(post),
          sources: ["A feed of lakes"],
          folds: PostRow.Folds(),
          density: density
        )
        for columns in 1...60 {
          let laid = RowLayout(columns: columns).lay(row)
          for slot in laid.lineSlots where !slot.range.isEmpty {
            let text = laid.text[slot.section]
            #expect(slot.range.upperBound <= text.count)
            let width = ColumnWidth.columns(of: text, in: slot.range)
            var wanted = CellLine(columns: columns)
            let end = wanted.put(text, slot.range, at: slot.column, role: .text)
            guard width > 0, end <= columns else { continue }
            let shown = laid.flat[slot.line].cells[slot.column..<end].map(\.text)
            #expect(shown == wanted.cells[slot.column..<end].map(\.text), "\(columns) columns")
          }
        }
      }
    }
  }

  // MARK: Pictures

  @Test(arguments: [(80, 24), (40, 10)])
  func rowsOfAllKindsLookLikeTheirPictures(_ columns: Int, _ lines: Int) throws {
    let author = #""author":{"name":"Olga Hansen","handle":"@olga.hansen@social.example"}"#
    let posts = [
      #""visibility":"direct","in_reply_to":"9","#, #""visibility":"followers","#,
      #""visibility":"unlisted","in_reply_to":"9","#,
    ].enumerated().map { number, fields in
      #"{"id":"\#(number)",\#(fields)\#(author),"published":"2025-12-31T12:00:00Z","#
        + #""body_text":"text \#(number)"}"#
    }
    let feed = #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
    let stage = Stage(size: Size(columns: columns, lines: lines))
    try expectGolden(try stage.play("<wait 400>", feed), "byline-\(columns)")
  }
}
