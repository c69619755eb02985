import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Compact, normal and full rows, and the way between them.
struct DensityTests {
  @Test func keysAndTheWheelGoThroughAllThree() throws {
    let scripts = [
      ("-", Density.compact), ("--", .compact), ("-+", .normal), ("+", .full), ("++", .full),
      ("=", .full), ("+-", .normal), ("<ctrl-wheel-up>", .full), ("<ctrl-wheel-down>", .compact),
    ]
    for (script, density) in scripts {
      let outcome = try Stage().play(script, try Feeds.sample())
      #expect(outcome.app.view.options.density == density, "\(script)")
    }
  }

  /// An open post is always whole: the list behind it would change unseen.
  @Test func whereNoRowHasADensityTheKeysSayWhatTheyWorkOn() throws {
    for keys in ["<CR>-", "<CR>+", "?-", "<CR>:density full<CR>"] {
      let outcome = try Stage().play(keys, Feeds.linked(3))
      #expect(outcome.statusLine.contains("Works on lists of posts and on comments (q goes back)"))
      #expect(outcome.app.view.options.density == .normal, "\(keys)")
    }
    // Comments have one, and so has the list beside an open post.
    #expect(try Stage().play("<CR>-", Feeds.sample()).app.view.options.density == .compact)
    let wide = try Stage(size: Size(columns: 160, lines: 24), layout: .split)
      .play("<CR>-", Feeds.linked(3))
    #expect(wide.app.view.options.density == .compact)
  }

  /// Readers of several feeds know the feed of an article, with or without a title, and not who wrote it; in a stream of
  /// accounts they know the author.
  @Test func aLineNamesTheFeedOfAnArticleWhereThereAreSeveral() throws {
    let row = PostRow(now: Stage.wall)
    let article = try Self.record(#""title":"Nets","author":{"name":"Ann"}"#)
    let note = try Self.record(#""body_text":"no nets","author":{"name":"Ann"}"#)
    let post = try Self.record(
      #""body_text":"no nets","author":{"name":"Ann","handle":"@ann@pond.example"}"#
    )
    let line = { (record: Feed.Record, sources: [String]) in
      let laid = RowLayout(columns: 60)
        .lay(row.row(record, sources: sources, folds: .init(), density: .compact))
      return laid.flat[0].cells.map(\.text).joined()
    }
    #expect(line(article, ["Pond News"]).hasPrefix("  Pond News · "))
    // Also where its text begins with its title.
    let repeated = try Self.record(
      #""title":"Nets","body_text":"Nets\n\nof hemp","author":{"name":"Ann"}"#
    )
    #expect(line(repeated, ["Pond News"]).hasPrefix("  Pond News · "))
    // An event is by the one who did it.
    let star = try Self.record(
      #""title":"ann/nets","activity":{"kind":"like","name":"WatchEvent"},"author":{"name":"Ann"}"#
    )
    #expect(line(star, ["Events"]).hasPrefix("  ♥ Ann · "))
    #expect(line(article, []).hasPrefix("  Ann · "))
    #expect(line(note, ["Pond News"]).hasPrefix("  Pond News · "))
    #expect(line(note, []).hasPrefix("  Ann · "))
    #expect(line(post, ["Pond News"]).hasPrefix("  Ann · "))
    // Where an author is missing, the first feed stands for it, whatever others have the post.
    let nobody = try Self.record(#""title":"Nets""#)
    #expect(line(nobody, ["Pond News", "All News"]).hasPrefix("  Pond News · "))
  }

  private static func record(_ fields: String) throws -> Feed.Record {
    let feed = try Feeds.feed(#"{"version":1,"posts":[{"id":"p1",\#(fields)}]}"#).scanned()
    return feed.record(at: 0)
  }

  @Test func linksOfACompactLineAreLinks() throws {
    let outcome = try Stage().play("-<wait 400><Tab><Tab>", Feeds.linked(40))
    #expect(outcome.statusLine.contains("https://host.example/2"))
    #expect(outcome.pageRoles.contains("FFFFFF"))
    #expect(try !Stage().play("-<wait 400><click 30,3>", Feeds.linked(40)).effects.opened.isEmpty)
  }

  @Test func everyPostIsOneLineAndFlatIsRich() throws {
    for feed in [try Feeds.sample(), Feeds.feed(Feeds.generated(300))] {
      while try feed.advance(bytes: 1 << 20) == .more {}
      for columns in [20, 40, 80, 200] {
        for index in 0..<feed.recordCount {
          let row = PostRow(now: Stage.wall).row(
            feed.record(at: index),
            folds: PostRow.Folds(),
            density: .compact
          )
          let laid = RowLayout(columns: columns).lay(row)
          #expect(laid.height == 1, "post \(index) at \(columns)")
          #expect(laid.flat.allSatisfy { $0.cells.count == columns })
          let rich = RowEnricher.enrich(laid)
          let flatText = laid.flat.flatMap(\.cells).map(\.text)
          #expect(rich.lines.flatMap(\.cells).map(\.text) == flatText)
        }
      }
    }
  }

  @Test func whatACompactLineStandsFor() throws {
    let feed = #"""
      {"version":1,"posts":[
      {"id":"1","title":"The headline","body_html":"<p>the text</p>"},
      {"id":"2","content_warning":"spoilers","body_html":"<p>hidden</p>"},
      {"id":"3","attachments":[{"type":"image","url":"https://a.example/x.png","alt":"a duck"}]},
      {"id":"4","body_html":"<p></p><blockquote><p>quoted words</p></blockquote><p>more</p>"},
      {"id":"5","url":"https://a.example/5"},
      {"id":"6","author":{"name":"A name that is far too long for half of a line of text that is eighty wide"},"body_text":"seen"}]}
      """#
    let outcome = try Stage().play("-", feed)
    #expect(outcome.lines[0].contains("no date · The headline"))
    #expect(!outcome.text.contains("the text"))
    #expect(outcome.lines[1].contains("⚠ spoilers"))
    #expect(!outcome.text.contains("hidden"))
    #expect(outcome.lines[2].contains("a duck"))
    #expect(outcome.lines[3].contains("quoted words…"))
    #expect(outcome.lines[4].contains("https://a.example/5"))
    #expect(outcome.lines[5].contains("… · no date · seen"))
    // The whole of it is a key away.
    #expect(try Stage().play("-Jx", feed).text.contains("hidden"))
  }

  /// A post with `fields`, as a compact line `columns` wide.
  private func compactLine(_ fields: String, columns: Int) throws -> String {
    let feed = #"{"version":1,"posts":[{"id":"1","author":{"name":"Ann"},\#(fields)}]}"#
    let line = try Stage(size: Size(columns: columns, lines: 4)).play("-", feed).lines[0]
    return String(line.dropFirst(2))
  }

  @Test func signsStandForTheCountsAndAttachments() throws {
    let image = #"{"type":"image","url":"https://a.example/x.png","alt":"a duck"}"#
    let counts = #""likes_count":1200,"reshares_count":3,"comments_count":4"#
    let whole = #""body_text":"the text",\#(counts),"attachments":[\#(image),\#(image)]"#
    #expect(try compactLine(whole, columns: 80).hasSuffix("  ▣ 2 ♥ 1,200 ↻ 3 ↳ 4"))
    // Where the text takes the room, the comments are the last to go.
    let long = whole.replacing("the text", with: String(repeating: "the text ", count: 20))
    #expect(try compactLine(long, columns: 80).hasSuffix("…  ♥ 1,200 ↻ 3 ↳ 4"))
    #expect(try compactLine(long, columns: 60).hasSuffix("  ↻ 3 ↳ 4"))
    // A line that is an attachment says so itself.
    let duck = try compactLine(#""likes_count":1,"attachments":[\#(image)]"#, columns: 80)
    #expect(duck.contains("▣ image: a duck ") && duck.hasSuffix(" ♥ 1"))
    #expect(try compactLine(#""body_text":"the text""#, columns: 80).hasSuffix("the text"))
  }

  @Test func signsNeverPushOutTheTextOfANarrowLine() throws {
    let text = #""body_text":"one two three four five six seven""#
    for columns in 10..<60 {
      let plain = try compactLine(text, columns: columns)
      let line = try compactLine(text + #","likes_count":3"#, columns: columns)
      #expect(line.hasPrefix(plain), "\(columns): \(line)")
    }
    #expect(try compactLine(#""body_text":"yes","likes_count":3"#, columns: 40).hasSuffix("♥ 3"))
  }

  @Test func aSearchSkipsSigns() throws {
    let feed = #"{"version":1,"posts":[{"id":"1","body_text":"one","likes_count":31}]}"#
    #expect(try Stage().play("-/↻<CR>", feed).statusLine.contains("No match"))
    #expect(try Stage().play("-/31 likes<CR>", feed).statusLine.contains("1 of 1"))
  }

  @Test func fullCutsNothing() throws {
    let body = (1...30).map { "<p>paragraph \($0)</p>" }.joined()
    let feed = Feeds.posts([body, "<p>last</p>"])
    let size = Size(columns: 80, lines: 80)
    #expect(try Stage(size: size).play("", feed).text.contains("+49 lines"))
    try Stage(size: size).play("+", feed).shows("paragraph 30", hides: "lines\n")
  }

  @Test func theRowAtTheTopStays() throws {
    let feed = Feeds.generated(200)
    for keys in ["", "jjjj", "<Space><Space>", "<C-d>jj"] {
      let before = try Stage().play(keys, feed).app.view.list
      for change in ["-", "+", "-+", "+-", "--++"] {
        let after = try Stage().play(keys + "<wait 400>" + change, feed).app.view.list
        #expect(after.anchor.row == before.anchor.row, "\(keys) \(change)")
        #expect(after.selection == before.selection, "\(keys) \(change)")
      }
    }
  }

  @Test func aSelectionThatWasSeenIsSeenAfterwards() throws {
    let feed = Feeds.generated(200)
    let compact = try Stage().play("-JJJJJJJJJJJJ", feed)
    #expect(compact.app.view.list.anchor.row == .record(0))
    let full = try Stage().play("-JJJJJJJJJJJJ++", feed)
    #expect(full.app.view.list.selection == compact.app.view.list.selection)
    #expect(full.lines.contains { $0.hasPrefix("▌") })
  }

  @Test func thePostOfAPageStaysWhole() throws {
    let body = (1...8).map { "<p>paragraph \($0)</p>" }.joined()
    #expect(try Stage().play("-<CR>", Feeds.posts([body])).text.contains("paragraph 8"))
  }

  @Test func theLinkSheetOfACompactLineListsAllLinks() throws {
    let feed = #"""
      {"version":1,"posts":[{"id":"1","title":"T","body_html":"<a href='https://a.example/'>one</a>"}]}
      """#
    #expect(try Stage().play("-l", feed).text.contains("https://a.example/"))
  }

  @Test func backIsToTheSamePlaceInAnotherDensity() throws {
    let stage = Stage(size: Size(columns: 110, lines: 24), layout: .split)
    let outcome = try stage.play("<Space><CR>-q", Feeds.generated(100))
    let before = try stage.play("<Space>", Feeds.generated(100))
    #expect(outcome.app.view.list.anchor.row == before.app.view.list.anchor.row)
    #expect(outcome.app.view.list.selection == before.app.view.list.selection)
    #expect(outcome.app.view.options.density == .compact)
  }
}
