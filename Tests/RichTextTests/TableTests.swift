import Testing

@testable import RichText

/// Tables as readers meet them in feeds: what a cell holds stays what it is.
struct TableTests {
  @Test(arguments: [
    // One column, or one cell a row, is no table.
    ("<h1>T</h1><p>One.</p><p>Two.</p>", ["T", "~", "One.", "~", "Two."]), ("a<br>b", ["a\nb"]),
    ("<ul><li>a<li>b</ul>", ["• a", "• b"]), ("<pre>x\n  y</pre>", ["x\n  y"]),
    ("<blockquote>q</blockquote>z", ["│ q", "~", "z"]),
    ("<table><tr><td><h2>S</h2>t</table>u", ["S", "~", "t", "~", "u"]),
    ("a<hr>b", ["a", "~", "----", "~", "b"]),
  ])
  func aCellKeepsItsBlocks(_ cell: String, _ expected: [String]) {
    #expect(RichLines.lines("<table><tr><td>\(cell)</td></tr></table>") == expected)
    #expect(
      RichLines.lines("<table><tr><td></td><td>\(cell)</td></tr><tr><td> <td></table>") == expected
    )
    // Mail is tables within tables.
    let mail = "<table><tbody><tr><td><table><tr><td>\(cell)</table></table>"
    #expect(RichLines.lines(mail) == expected)
  }

  @Test(arguments: [
    // Lines and paragraphs stay in the cell, which the layout shows below the others.
    ("<tr><td>k<td><p>a</p><p>b</p><tr><td>l<td>c", ["k|a\n\nb", "l|c"]),
    ("<tr><td>k<td><ul><li>a</ul>", ["k", "• a"]),
    // A cell of anything else puts the cells below each other, rows apart.
    ("<tr><td>k<td><p>a</p><pre>b\nc</pre><tr><td>l<td>c", ["k", "a", "~", "b\nc", "~", "l", "c"]),
    ("<tr><th>k<td>a<br>b<tr><th>l<td>c", ["k|a\nb", "l|c"]),
    // A blank keeps its place; a column without text has none.
    ("<tr><th><th>A<th>B<tr><td>r<td>1<td>2", ["# |A|B", "r|1|2"]),
    ("<tr><td>a<td><td>b<tr><td>c<td><td>d", ["a|b", "c|d"]),
    ("<tr><td>a<tr><td>b<td>c<tr><td> <td>", ["a", "b|c"]),
    // Text that is in no cell stays, too.
    ("<caption>C</caption><tr><td>a<td>b", ["C", "a|b"]), ("x<tr><td>a<td>b", ["x", "a|b"]),
    ("<tr><td>a<td>b<tr>x<td>c<td>d", ["a", "b", "~", "x", "c", "d"]),
    // An end tag reaches nothing outside of its cell.
    ("<tr><td><div>a</div></div></blockquote>b<td>c", ["a\nb|c"]),
  ])
  func rowsAreColumnsOrBlocks(_ rows: String, _ expected: [String]) {
    #expect(RichLines.lines("<table>\(rows)</table>") == expected)
    // A quote around the table changes nothing in it.
    #expect(
      RichLines.lines("<blockquote><table>\(rows)</table></blockquote>").count == expected.count
    )
  }

  @Test(arguments: [
    (
      "<tr><td>-<td>old<td colspan=2></td><tr><td colspan=2></td><td>+<td>new",
      ["-|old", ">|+|new"]
    ),
    (
      "<tr><th rowspan=2>Lake<th colspan=2>Depth<tr><th>min<th>max<tr><td>North<td>1<td>9",
      ["# Lake|Depth>", "# |min|max", "North|1|9"]
    ),
    // Spans that no other cell divides are one column.
    ("<tr><td colspan=3>a<td>b<tr><td colspan=3>c<td>d", ["a|b", "c|d"]),
    (
      "<tr><td rowspan=9999999999>a<td colspan=9999999999>b<tr><td>c<tr><td>d", ["a|b", "|c", "|d"]
    ),
    ("<tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e", ["a|b", "|c", "d|e"]),
    ("<tr><td rowspan=-1>a<td colspan=x>b<tr><td>c<td>d", ["a|b", "c|d"]),
    // MediaWiki since 1.35 names the sign of a changed line in an attribute alone.
    (
      """
      <tr><td colspan="2" class="diff-lineno">Line 1:</td><td colspan="2" class="diff-lineno">Line 1:</td></tr>
      <tr><td class="diff-marker" data-marker="−"></td><td class="diff-deletedline"><div>a <del>b</del></div></td>
      <td class="diff-marker" data-marker="+"></td><td class="diff-addedline"><div>a <ins>c</ins></div></td></tr>
      <tr><td colspan="2" class="diff-empty"></td>
      <td class="diff-marker" data-marker="+"></td><td class="diff-addedline"><div>d</div></td></tr>
      """, ["Line 1:>|Line 1:>", "−|a [-b-]|+|a {+c+}", ">|+|d"]
    ),
  ])
  func spansAreCounted(_ rows: String, _ expected: [String]) {
    #expect(RichLines.lines("<table>\(rows)</table>") == expected)
  }

  /// Numbered code as its writers put it: the code, without the column of numbers.
  @Test(arguments: [
    // Pygments 2.14 with linenos=table, as Pelican and Sphinx have it.
    """
    <table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>
    <span class="normal">2</span>
    <span class="normal">3</span></pre></div></td><td class="code"><div><pre><span></span><code><span class="k">if</span> a:

        b()
    </code></pre></div></td></tr></table>
    """,
    // Rouge 3.30, as Jekyll has it.
    """
    <table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">8
    9
    10
    </pre></td><td class="code"><pre>if a:

        b()
    </pre></td></tr></tbody></table>
    """,
    // Chroma, as Hugo has it.
    """
    <table class="lntable"><tr><td class="lntd">
    <pre tabindex="0" class="chroma"><code><span class="lnt">1
    </span><span class="lnt">2
    </span><span class="lnt">3
    </span></code></pre></td>
    <td class="lntd">
    <pre tabindex="0" class="chroma"><code class="language-py"><span class="line"><span class="cl">if a:
    </span></span><span class="line"><span class="cl">
    </span></span><span class="line"><span class="cl">    b()
    </span></span></code></pre></td></tr></table>
    """,
    // Nikola 8.3: a row a line, whose number a style sheet draws.
    """
    <table class="codetable"><tr><td class="linenos linenodiv"><a href="https://x.example/p#c-1"><code
    data-line-number="1"></code></a></td><td class="code"><code><a id="c-1" name="c-1"></a><span>if</span> a:
    </code></td></tr><tr><td class="linenos linenodiv"><a href="https://x.example/p#c-2"><code
    data-line-number="2"></code></a></td><td class="code"><code>
    </code></td></tr><tr><td class="linenos linenodiv"><a href="https://x.example/p#c-3"><code
    data-line-number="3"></code></a></td><td class="code"><code><a id="c-3"></a>    <span>b</span>()
    </code></td></tr></table>
    """,
    "<table><tr><td><pre>1\n2\n3</pre></td><td><pre>if a:\n\n    b()</pre></td></tr></table>",
  ])
  func numberedCodeIsCode(_ html: String) {
    #expect(RichLines.lines("<p>x</p>\(html)<p>y</p>") == ["x", "~", "if a:\n\n    b()", "~", "y"])
    #expect(RichLines.spans(html).allSatisfy { $0.hasPrefix("code:") })
  }

  /// The fuzzer found a table there whose cells stayed where the numbers had been, beyond the end of the text.
  @Test func whatStandsBelowNumberedCodeMovesWithIt() {
    let code = "<pre>if a:\n  b()</pre>"
    for below in [
      "<table><tr><td>left<td>right</table>", "<p><b>bold</b><hr><p>end", "<ul><li>one<li>two</ul>",
      "<table><tr><th>a<th>b<tr><td>1<td>2</table><table><tr><td>3<td>4</table>",
    ] {
      let html = "<table><tr><td><pre>1\n2\n30</pre><td>\(code)\(below)</table><p>y</p>"
      #expect(RichLines.lines(html) == RichLines.lines("\(code)\(below)<p>y</p>"), "\(below)")
      #expect(RichLines.spans(html) == RichLines.spans("\(code)\(below)<p>y</p>"), "\(below)")
    }
  }

  @Test func numbersThatAreNoLineNumbersStay() {
    #expect(
      RichLines.lines("<table><tr><td>1<td><pre>a\nb</pre><tr><td>2<td>c</table>")
        == ["1", "a\nb", "~", "2", "c"]
    )
    #expect(
      RichLines.lines("<table><tr><td><pre>2\n1</pre><td><pre>a\nb</pre></table>")
        == ["2\n1", "a\nb"]
    )
  }

  @Test func linksStayInOrder() {
    let html = """
      <table><tr><td><a href=a>1</a><td><p><a href=b>2</a></p><p>www.c.example <a href=d>4</a></p>\
      <tr><td rowspan=2><a href=e>5</a><td>x<tr><td><a href=f>6</a></table>
      """
    let links = ["link:1>a", "link:2>b", "link:www.c.example>http://www.c.example", "link:4>d"]
    #expect(RichLines.spans(html) == links + ["link:5>e", "link:6>f"])
    #expect(
      RichLines.spans(
        "<table><tr><td><a href=a>1</a><td colspan=3><a href=b>2</a><td><b>3</b></table>"
      )
        == ["bold:3", "link:1>a", "link:2>b"]
    )
  }

  /// A table may say what it likes of its columns: the reading stays as large as what is there.
  @Test func hostileSpansAddNoText() {
    let wide = "<tr>" + String(repeating: "<td>x", count: 5_000)
    let rows = String(repeating: "<tr><td colspan=1000 rowspan=65534>a<td>b", count: 2_000)
    let html = "<table>\(wide)\(rows)</table>"
    #expect(RichTextReader(reading: .rich).read(html: html).utf8.count < html.utf8.count)
    let deep = String(repeating: "<table><tr><td>a<td>b", count: 1_000)
    let text = RichTextReader(reading: .flat).read(html: deep)
    #expect(text.utf8.count { $0 == UInt8(ascii: "b") } == 1_000)
  }
}
