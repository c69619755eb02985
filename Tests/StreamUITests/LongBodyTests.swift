import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Posts of which a row shows the first lines and reads no more than those need.
struct LongBodyTests {
  private static func row(_ body: Body, folds: PostRow.Folds = PostRow.Folds()) -> Row {
    Row(before: [], body: body, customEmoji: ["blob"], bodyLimit: folds.isExpanded ? nil : 10)
  }

  /// `count` pieces of markup, some of which span what follows.
  private static func html(_ count: Int, seed: UInt64) -> String {
    var random = SplitMix(seed: seed)
    let words = [
      "river", "東京", "👩‍💻", "e\u{301}", "שלום", "https://a.example/x(y)", ":blob:", "\u{1}",
    ]
    return (0..<count).map { index -> String in
      let text = (0..<(1 + random.below(30))).map { _ in words[random.below(words.count)] }
        .joined(separator: " ")
      switch random.below(14) {
      case 0:
        return "<p>\(text)<br>\(text) <a href='https://b.example/\(index)'>link \(text)</a></p>"
      case 1: return "<ul><li>\(text)<ol><li>\(text)</li></ol></li></ul>"
      case 2: return "<table><tr><th>a</th><td>\(text)</td></tr><tr><td>b</td><td>c</td></table>"
      case 3: return "<q>\(text)<p>\(text)</p></q>"
      case 4: return "<pre>\(text)\n\t\(text)</pre>"
      case 5: return "<b>\(text)<p>"
      case 6: return "<sup>2<br>3</sup> \(text)<br>"
      case 7: return "<blockquote>\(text)<br><code>\(text)<br>\(text)</code></blockquote>"
      case 8: return "<a href='/relative/\(index)'>\(text)<p>\(text)</p></a>"
      case 9: return "<img src='https://c.example/i.png' alt='\(text)'><video src='v.mp4'></video>"
      case 10: return "<span class='invisible'>\(text)</span><h2>\(text)</h2>"
      case 11: return "</p></b></i>"
      default: return "<i>\(text)</i><br>\(text)<br><br>"
      }
    }.joined()
  }

  @Test(arguments: [40, 80, 200]) func theFirstLinesAreThoseOfTheWhole(_ columns: Int) {
    var cut = 0
    let count = isLongRun ? 40 : 12
    for seed in 0..<count {
      let row = Self.row(.html(Self.html(400, seed: UInt64(seed))))
      cut += Self.expectSameLines(row, columns: columns, "seed \(seed)") ? 1 : 0
    }
    #expect(cut > count / 2)
  }

  @Test(arguments: [40, 80, 200]) func theFirstLinesOfPlainTextAreThoseOfTheWhole(_ columns: Int) {
    var random = SplitMix(seed: 7)
    let words = [
      "river", "東京", "https://a.example/x", "\n", "\n\n", "\r\n", "\r", ":blob:", "\u{85}",
    ]
    var cut = 0
    for seed in 0..<20 {
      let text = (0..<4000).map { _ in words[random.below(words.count)] }.joined(separator: " ")
      cut += Self.expectSameLines(Self.row(.text(text)), columns: columns, "seed \(seed)") ? 1 : 0
    }
    #expect(cut > 10)
  }

  private static func expectSameLines(_ row: Row, columns: Int, _ name: String) -> Bool {
    let part = RowLayout(columns: columns, enoughTextBytes: 2000).lay(row)
    let whole = RowLayout(columns: columns, enoughTextBytes: .max).lay(row)
    #expect(!whole.isCut)
    #expect(part.moreLine == whole.moreLine, "\(name)")
    let shown = part.moreLine ?? part.height
    #expect(part.flat.prefix(shown) == whole.flat.prefix(shown), "\(name)")
    let (richPart, richWhole) = (RowEnricher.enrich(part), RowEnricher.enrich(whole))
    #expect(richPart.lines.prefix(shown) == richWhole.lines.prefix(shown), "\(name)")
    let seen = { (rich: RichRow) in rich.links.filter { !$0.spots.isEmpty } }
    #expect(seen(richPart) == seen(richWhole), "\(name)")
    return part.isCut
  }

  @Test func whatBeginsInTheFirstLinesIsReadToItsEnd() {
    let lines = String(repeating: "a line of some length<br>", count: 1000)
    for (open, close) in [("<a href='https://a.example/'>", "</a>"), ("<sub>", "</sub>")] {
      let html = "<p>first<br>\(open)\(lines)\(close) last</p>\(lines)"
      #expect(Self.expectSameLines(Self.row(.html(html)), columns: 80, open))
    }
  }

  @Test func aBaseBehindTheFirstLinesCounts() {
    let lines = String(repeating: "<p>a line of some length</p>", count: 2000)
    let html = "<p><a href='two'>two</a></p>\(lines)<base href='https://base.example/'>"
    let laid = RowLayout(columns: 80).lay(Self.row(.html(html)))
    #expect(RowEnricher.enrich(laid).links.first?.target == "https://base.example/two")
    let other = html.replacing("href='two'", with: "href='https://a.example/'")
    #expect(RowLayout(columns: 80).lay(Self.row(.html(other))).isCut)
  }

  private static let feed = Feeds.posts([
    (1...3000).map { "<p>line \($0) <a href='https://a.example/\($0 % 900)'>link</a></p>" }
      .joined(),
    "<p>short</p>",
  ])

  @Test func aLongPostSaysThatThereIsMore() throws {
    #expect(try Stage().play("", Self.feed).text.contains(" lines or more"))
    let short = Feeds.posts([(1...300).map { "<p>line \($0)</p>" }.joined(), "<p>short</p>"])
    #expect(try Stage().play("", short).text.contains("+589 lines"))
    #expect(try !Stage().play("", short).text.contains("or more"))
  }

  @Test func unfoldingALongPostShowsItAll() throws {
    #expect(try Stage().play("xG", Self.feed).text.contains("line 3000"))
  }

  @Test func theOnlyPostIsUnfolded() throws {
    let text = (1...20).map { "<p>line \($0)</p>" }.joined()
    let only = #"{"version":1,"posts":[{"id":"a","body_html":"\#(text)"}]}"#
    let outcome = try Stage(size: Size(columns: 80, lines: 50)).play("", only)
    #expect(outcome.text.contains("line 20") && !outcome.text.contains("+"))
    #expect(try Stage(size: Size(columns: 80, lines: 50)).play("x", only).text.contains("+2"))
    #expect(try Stage(size: Size(columns: 80, lines: 50)).play("xx", only).text == outcome.text)
    // A line each is what compact rows are for, and beside the post the list says enough.
    #expect(try !Stage(size: Size(columns: 80, lines: 50)).play("-", only).text.contains("line 20"))
    let split = Stage(size: Size(columns: 160, lines: 50), layout: .split)
    #expect(try split.play("<wait 400>", only).text.ranges(of: "line 20").count == 1)
    // More may come: lines are read as a feed.
    let line = Array(#"{"id":"a","body_html":"\#(text)"}"#.utf8) + [0x0A]
    let lines = Feed(source: MemoryBytes(name: "lines", bytes: line), hint: .ndjson)
    #expect(try !Viewer(Timeline(lines)).page.contains { $0.contains("line 20") })
  }

  @Test func theLinksOfALongPostAreAllListed() throws {
    #expect(try Stage().play("l", Self.feed).statusLine.contains("link 1 of 1,000"))
    #expect(try Stage().play("lG", Self.feed).text.contains("https://a.example/100"))
  }

  @Test func rowsAreForgottenByTheirBytes() {
    let memo = RowMemo(bytes: 1 << 20)
    let layout = RowLayout(columns: 100)
    let row = Self.row(
      .text(String(repeating: "line\n", count: 40)),
      folds: .init(isExpanded: true)
    )
    let key = { (number: Int) in
      RowMemo.Key(page: 0, row: .record(number), columns: 100, shape: RowShape())
    }
    for index in 0..<100 { _ = memo.laidRow(key(index)) { layout.lay(row) } }
    #expect(memo.measuredCount == 100)
    _ = memo.laidRow(key(99)) { layout.lay(row) }
    #expect(memo.measuredCount == 100)
    _ = memo.laidRow(key(0)) { layout.lay(row) }
    #expect(memo.measuredCount == 101)
  }
}
