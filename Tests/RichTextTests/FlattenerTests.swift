import TestSupport
import Testing

@testable import RichText

/// HTML to what a reader sees: text with its blocks, spans and links.
struct FlattenerTests {
  private func lines(_ html: String) -> [String] { RichLines.lines(html) }

  private func spans(_ html: String, emoji: Set<String> = []) -> [String] {
    RichLines.spans(html, emoji: emoji)
  }

  @Test(arguments: [
    ("<p>one</p><p>two</p>", ["one", "~", "two"]), ("one<br>two", ["one\ntwo"]),
    ("  a \n b  ", ["a b"]), ("<div>a</div><div>b</div>", ["a", "b"]), ("<p></p><p> </p>a", ["a"]),
    ("a<p>b", ["a", "~", "b"]), ("<p>a</p>b", ["a", "~", "b"]), ("a&nbsp; b", ["a\u{A0} b"]),
    ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d", ["• a", "• b", "  ◦ c", "~", "d"]),
    ("<p>x</p><ol start=9><li>a<li>b</ol>", ["x", "~", "9. a", "10. b"]),
    ("<ol reversed start=2><li>a<li>b</ol>", ["2. a", "1. b"]),
    ("<ol type=a><li>a<li value=27>b</ol>", ["a. a", "aa. b"]),
    ("<ol type=I start=4><li>x</ol>", ["IV. x"]),
    ("<ul><li><p>a</p><p>b</p></li></ul>", ["• a", "~", "  b"]),
    (
      "<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c",
      ["│ a", "~", "│ │ b", "~", "c"]
    ),
    ("<blockquote><ul><li>a</ul></blockquote>", ["│ • a"]),
    ("<pre>\n a\n\tb\n</pre>", [" a\n        b"]), ("<h2>T</h2>x", ["T", "~", "x"]),
    ("a<hr>b", ["a", "~", "----", "~", "b"]),
    ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", ["# a|b", "1|2"]),
    ("<table><caption>c</caption><tr><td>1</td><td></td></tr></table>x", ["c", "1", "~", "x"]),
    ("<table><tr><td>one</td></tr><tr><td>two</td></tr></table>", ["one", "two"]),
    (
      "<table><tr><td>a <table><tr><td>b<td>c</table> d<td>e</table>",
      ["a", "~", "b|c", "~", "d", "e"]
    ),
    ("<img src=x alt='a  cat'>", ["[image: a cat]"]), ("<img src=x alt=''>y", ["y"]),
    ("<img src=x alt='' width=500 height=40>y", ["[image]y"]),
    ("<img src=x alt='' width=16px>y", ["y"]),
    ("<img src=x width=1 height=1>y", ["y"]), ("<img src=x alt='' width='100%'>y", ["[image]y"]),
    ("<img src=x width=500>y", ["[image]y"]), ("<img src=x alt=a height=0>y", ["y"]),
    (
      "dance <img src=x alt='💃' class='wp-smiley'><img src=y alt='🏻' class='big wp-smiley'>",
      ["dance 💃🏻"]
    ),
    ("<img src=x alt=':blobcat:' class=emojione>y", [":blobcat:y"]),
    ("<img src=x>", ["[image]"]), ("<video src=v></video>", ["[video]"]),
    ("H<sub>2</sub>O x<sup>n+1</sup> 21<sup>st</sup>", ["H₂O xⁿ⁺¹ 21ˢᵗ"]),
    ("y<sup>Q</sup> z<sub>w,q</sub>", ["y^Q z_(w,q)"]), ("x<sup><b>2</b></sup>", ["x²"]),
    ("x<sup><a href=u>1</a></sup>", ["x¹"]), ("x<sub>a<sup>2</sup></sub>", ["x_(a²)"]),
    ("<table><tr><td>H<sub>2</sub>O<td>b</table>", ["H₂O|b"]),
    ("<q>a <q>b</q></q>", ["“a ‘b’”"]), ("<script>alert(1)</script>x<style>b</style>", ["x"]),
    ("<title>t</title>x", ["x"]),
    ("a &amp;amp; &lt;b&gt; &notin; &unknown; &#128;", ["a &amp; <b> ∉ &unknown; €"]),
    ("<b>a<i>b</b>c</i>d", ["abcd"]), ("</div></p>a", ["a"]), ("a<b", ["a"]),
    ("a < b && c > d", ["a < b && c > d"]),
    (
      "<span class=invisible>https://</span><span class=ellipsis>a.example/b</span><span class=invisible>/c</span>",
      ["a.example/b…"]
    ),
    ("<dl><dt>t<dd>d</dl>", ["t", "d"]), ("<textarea>a<b></textarea>", ["a<b>"]),
    ("<textarea>a</textarea b", ["a"]), ("<xmp>a</xmp t<", ["a"]),
    // What is never closed hides no more than the element it is in.
    ("<p>a<span class=invisible>b</p><p>c</p>", ["a", "~", "c"]),
    ("<p>a<span class=invisible>b<p>c", ["a", "~", "c"]),
    ("<p>a<span class=invisible>b</p>c", ["a", "~", "c"]),
    ("<a href=u>a<span class=invisible>b</a>c", ["ac"]),
    ("<ul><li>a<span class=invisible>b<li>c</ul>d", ["• a", "• c", "~", "d"]),
    ("<blockquote>a<span class=invisible>b</blockquote>c", ["│ a", "~", "c"]),
    ("<table><tr><td>a<span class=invisible>b<td>c</table>d", ["a|c", "~", "d"]),
    ("<dl><dt>a<span class=invisible>b<dd>c</dl>", ["a", "c"]),
    ("<b>a<span class=invisible>b</b>c", ["ac"]), ("<span class=invisible>a</p>b", ["b"]),
    ("<span class=invisible>a<b>b</span>c</b>", ["c"]), ("<span class=invisible>a<div>b", ["b"]),
    ("<span class=invisible>a <i>b</i> c<br>d</span>e", ["e"]),
    ("<pre>a\t<sup>2</sup>\tb\n\tc</pre>", ["a       ²       b\n        c"]),
    ("<pre>ä<sup>x\ny</sup>\tb</pre>", ["ä^(x\ny)      b"]),
    ("<pre>a\tb</pre><pre>\tc</pre>", ["a       b", "~", "        c"]),
    ("<table><sup><tr><td>a<td>b</sup>c</table>", ["a|bc"]),
    ("<span class=ellipsis><p>a</p></span>b", ["a", "~", "b"]),
    ("<p>a<ul><li>b</ul>", ["a", "~", "• b"]), ("<ul><li>a</ul></ul></ul>b", ["• a", "~", "b"]),
  ])
  func flattens(_ html: String, _ expected: [String]) { #expect(lines(html) == expected) }

  @Test(arguments: [
    (
      "<b>a</b> <em>b</em> <u>c</u> <s>d</s>",
      ["bold:a", "italic:b", "underline:c", "strike:[-d-]"]
    ),
    ("<b> a </b>", ["bold:a"]), ("<b><i></b>x</i>", ["italic:x"]), ("<b></b>x", []),
    ("<code>x</code>", ["code:x"]), ("<pre><code>x</code></pre>", ["code:x", "code:x"]),
    ("<span style='background-color: yellow'>a</span>", ["mark:a"]),
    ("<span style='font-weight:700;font-style:italic'>a</span>", ["bold:a", "italic:a"]),
    ("<a href='u'>x</a>", ["link:x>u"]), ("<a href='u'></a>", ["link:u>u"]), ("<a>x</a>", []),
    ("<a href=''>x</a>", []),
    ("<a href=u class='u-url mention'>@<span>a</span></a>", ["mention:@a>u"]),
    ("<a href=u class='mention hashtag' rel=tag>#<span>a</span></a>", ["hashtag:#a>u"]),
    ("<a href=u>a<a href=v>b</a>", ["link:a>u", "link:b>v"]),
    (
      "x https://a.example/b?c=(d). y", ["link:https://a.example/b?c=(d)>https://a.example/b?c=(d)"]
    ),
    ("(www.a.example)", ["link:www.a.example>http://www.a.example"]), ("www.no", []),
    ("xhttp://a.example", []),
    ("<a href=u>https://a.example</a>", ["link:https://a.example>u"]),
    ("<code>https://a.example</code>", ["code:https://a.example"]),
    ("<img src=s alt=a>", ["attachment:[image: a]>s"]),
    ("<a href=u><img src=s alt=a></a>", ["link:[image: a]>u"]),
    ("<h1>a</h1>", ["heading:a"]), ("<q>a</q>", ["quote:“a”"]), ("<mark>a</mark>", ["mark:a"]),
    ("x<sup><a href=u>1</a></sup>y", ["link:¹>u"]), ("<b>x<sup>2</sup></b>y", ["bold:x²"]),
    ("<table><tr><td><b>a</b><td><a href=u>b</a></table>", ["bold:a", "link:b>u"]),
    ("<table><tr><td>a http://a.example.<td>b</table>", ["link:http://a.example>http://a.example"]),
    (
      "<table><tr><td><code>http://a.example</code><td><a href=u>www.a.example</a></table>",
      ["code:http://a.example", "link:www.a.example>u"]
    ),
    ("<table><tr><td>http://a.example</table>", ["link:http://a.example>http://a.example"]),
    ("<a href=u><p>http://a.example</p></a>", ["link:http://a.example>u"]),
    ("<a href=u><table><tr><td>http://a.example<td>b</table></a>", ["link:http://a.example\tb>u"]),
    ("<p>a <b>b</p><p>c</b></p>", ["bold:b\nc"]), ("<a href=' u '>x</a>", ["link:x>u"]),
  ])
  func findsSpansAndLinks(_ html: String, _ expected: [String]) { #expect(spans(html) == expected) }

  @Test func customEmojiAreMarked() {
    #expect(
      spans(":hedgehog: :other: x:hedgehog:", emoji: ["hedgehog"]) == [
        "customEmoji::hedgehog:", "customEmoji::hedgehog:",
      ]
    )
  }

  @Test func customEmojiAreMarkedInTables() {
    #expect(
      spans("<table><tr><td>x :a:<td>:b: :c:</table>", emoji: ["a", "b"]) == [
        "customEmoji::a:", "customEmoji::b:",
      ]
    )
  }

  /// Before and behind the address stands what ends it.
  @Test(arguments: [
    ("http://a.example\u{A0}b", "http://a.example"),
    ("http://a.example\u{3000}b", "http://a.example"),
    ("http://a.example\u{200B}b", "http://a.example"),
    ("http://a.example\u{2028}b", "http://a.example"),
    ("http://a.example。次", "http://a.example"), ("http://a.example/ä、次", "http://a.example/ä"),
    ("「http://a.example/東京」へ", "http://a.example/東京"),
    ("（http://a.example/x）へ", "http://a.example/x"),
    ("“http://a.example/x”.", "http://a.example/x"),
    ("»http://a.example/x« b", "http://a.example/x"), ("http://a.example/x！", "http://a.example/x"),
    ("http://a.example/x… b", "http://a.example/x"), ("http://a.example/x،", "http://a.example/x"),
    ("http://a.example/x–y –", "http://a.example/x–y"),
    ("http://a.example/x।", "http://a.example/x"),
    ("http://a.example/l·l", "http://a.example/l·l"), ("http://a.example/é.", "http://a.example/é"),
    ("http://a.example/👩\u{200D}🚀/x", "http://a.example/👩\u{200D}🚀/x"),
    ("http://a.example/(東京) x", "http://a.example/(東京)"),
    ("(http://a.example/東京)", "http://a.example/東京"), ("http://東京.example/", "http://東京.example/"),
    ("www.a.example。", "www.a.example"),
  ])
  func addressesEndAtStopsOfAnyScript(_ text: String, _ address: String) throws {
    let rich = RichTextReader(reading: .rich).read(html: "<p>" + text + "</p>")
    let link = try #require(rich.links.first)
    #expect(rich.links.count == 1)
    #expect(String(decoding: rich.utf8[link.range], as: UTF8.self) == address)
  }

  @Test(arguments: ["http://。", "http://”", "http://\u{A0}a", "www.。a.b", "http://…"])
  func whatHasNoHostIsNoAddress(_ text: String) {
    #expect(RichTextReader(reading: .rich).read(html: text).links == [])
  }

  @Test func whatIsTooDeepLeavesNoMarkBehind() {
    let deep = String(repeating: "<b>", count: 100)
    #expect(lines(deep + "<h1>a</h1>b<ul><li>c<li>d</ul></b>") == ["a", "b", "~", "c", "d"])
    let rich = RichTextReader(reading: .rich).read(html: deep + "<h1>a</h1><p>b")
    #expect(rich.blocks.map(\.kind) == [.paragraph, .paragraph])
  }

  @Test func plainTextKeepsItsLines() {
    let rich = RichTextReader(reading: .rich).read(plain: "a <b>\r\nc\n\n\nhttps://d.example/e.")
    #expect(
      rich.blocks.map { String(decoding: rich.utf8[$0.range], as: UTF8.self) } == [
        "a <b>\nc", "https://d.example/e.",
      ]
    )
    #expect(rich.links.map(\.target) == ["https://d.example/e"])
  }

  @Test func limitsAreKeptAndSaid() {
    let text = RichTextReader(reading: .rich, maxTextBytes: 10).read(html: "<p>äöüäöüäöü</p>")
    #expect(String(decoding: text.utf8, as: UTF8.self) == "äöüäö")
    #expect(text.limitHit == .textBytes(10))
    let links = RichTextReader(reading: .rich, maxLinks: 2).read(
      html: "<a href=a>a</a> <a href=b>b</a> <a href=c>c</a>"
    )
    #expect(links.links.count == 2)
    #expect(links.limitHit == .links(2))
    let deep = RichTextReader(reading: .rich).read(
      html: String(repeating: "<blockquote>", count: 1000) + "x"
    )
    #expect(String(decoding: deep.utf8, as: UTF8.self) == "x")
    #expect(deep.limitHit == .depth(100))
  }

  /// Law 2, for any bytes: flat and rich have one text and one geometry.
  @Test func randomSoupReadsTheSameFlatAndRich() {
    var random = SplitMix(seed: 1)
    let pieces = [
      "<b>", "</b>", "<p>", "</p>", "<a href=u>", "</a>", "<ul>", "<li>", "</li>", "</ul>", "<pre>",
      "</pre>", "<table>", "<tr>", "<td>", "<th>", "</td>", "</table>", "<sup>", "</sup>", "<sub>",
      "</sub>", "x", "ä", "東京", " ", "\n", "\t", "&amp;", "&#x1F600;", "<br>", "<hr>", "<q>",
      "</q>",
      "<img src=s alt=a>", "https://a.example/b", "<blockquote>", "</blockquote>", "<h1>", "</h1>",
      "<span class=invisible>", "<span class=ellipsis>", "</span>", "2", "<!-- c -->",
      "<ol start=3>", "<td colspan=3>", "<td rowspan=2>", "<del>", "</del>", "<ins>", "</ins>",
      "<math>", "</math>", "<annotation encoding=TeX>", "</annotation>", "<details>", "<summary>",
      "</summary>", "</details>", "<span class=spoiler>", "<div class=spoiler>",
      "<input type=radio>",
      "<picture>", "<source srcset=s>", "</picture>", "<a href=v aria-label=v>", "<td class=code>",
      "</ol>", "<", "&", ":e:", "<code>", "</code>", "<caption>", "</caption>", "<script>",
      "</script>",
    ]
    for _ in 0..<5000 {
      let html = (0..<(1 + Int(random.next() % 40))).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }.joined()
      let hint = random.next() % 2 == 0 ? nil : "x"
      let flat = RichTextReader(reading: .flat, customEmoji: ["e"], foldHint: hint).read(html: html)
      let rich = RichTextReader(reading: .rich, customEmoji: ["e"], foldHint: hint).read(html: html)
      #expect(flat.utf8 == rich.utf8, "\(html)")
      #expect(flat.blocks == rich.blocks, "\(html)")
      #expect(flat.isMarkedUp == rich.isMarkedUp, "\(html)")
      #expect(flat.spans.isEmpty && flat.links.isEmpty)
      expectWhole(rich, html)
    }
  }

  @Test(arguments: [
    "<b>", "<a href=x>", "&", "<!--", "<p><blockquote>", "<ul><li>", "<table><tr><td>",
    "<sup>x</sup>",
    "<sup>", "</b>", "<a x=1 ", "&amp", "<pre>", "https://", "<q>", "<td>",
    "<span class=ellipsis>x",
    "<code>x</code><sup>2</sup>", "<a href=u>x</a><sub>2</sub>", "<pre>\t", "\t<sup>2</sup>",
    "<td><code>x</code>www.a.b", "www.a。", "<ul><li>x", "<p><span class=invisible>x",
    "<tr><td rowspan=9999999999>x", "<td colspan=9999999999>x", "<table><tr><td>x<td>y</table>",
    "<tr><td><pre>1</pre><td><pre>a</pre>", "<tr><td>", "<del>x</del>", "<del>x",
    "<ins><del>x</ins>",
    "<math>x<annotation encoding=TeX>y</annotation></math>", "<details><summary>x</summary>y",
    "<table><td>x", "<tr><td class=code><code>x", "<math>x", "<p><del>x",
    "<!", "</", "<b a a a a", "\n", ":e", "<br>", "<img src=x>",
  ])
  func hostileRepetitionTakesLinearTime(_ piece: String) {
    for (start, size) in isLongRun
      ? [("", 1 << 18), ("<pre>", 1 << 15)] : [("", 1 << 15), ("<pre>", 1 << 14)]
    {
      let html = start + String(repeating: piece, count: size / piece.utf8.count)
      let rich = RichTextReader(reading: .rich, customEmoji: ["e"]).read(html: html)
      #expect(rich.utf8.count <= 2 << 20)
    }
  }

  @Test func whatIsEmbeddedStandsBehindTheTextAroundIt() {
    let html = "<p>safe<iframe src=a></iframe> words</p><p><video src=b></p>end <embed src=c>"
    #expect(lines(html) == ["safe words", "[iframe]", "~", "[video]", "~", "end", "[embed]"])
    #expect(lines("<table><tr><td>x<iframe src=a></iframe>y</table>") == ["xy", "[iframe]"])
  }

  private func expectWhole(_ rich: RichText, _ html: String) {
    #expect(String(validating: rich.utf8, as: UTF8.self) != nil, "\(html)")
    let isBoundary = { (offset: Int) in
      offset == rich.utf8.count || rich.utf8[offset] & 0xC0 != 0x80
    }
    var end = 0
    for block in rich.blocks {
      #expect(block.range.lowerBound >= end, "\(html)")
      #expect(block.lead.unicodeScalars.count == block.hang.unicodeScalars.count)
      end = block.range.upperBound
      if case .table(let table) = block.kind {
        for cell in table.rows.joined().map(\.range) {
          #expect(block.range.lowerBound <= cell.lowerBound)
          #expect(cell.upperBound <= block.range.upperBound)
        }
      }
    }
    #expect(end <= rich.utf8.count)
    for range in rich.spans.map(\.range) + rich.links.map(\.range) {
      #expect(!range.isEmpty && range.upperBound <= rich.utf8.count, "\(html)")
      #expect(isBoundary(range.lowerBound) && isBoundary(range.upperBound), "\(html)")
    }
    #expect(rich.spans.map(\.range.lowerBound) == rich.spans.map(\.range.lowerBound).sorted())
    #expect(rich.links.map(\.range.lowerBound) == rich.links.map(\.range.lowerBound).sorted())
  }
}
