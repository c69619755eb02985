import Testing

@testable import RichText

/// Meanings that markup gives without text, or twice: each is read once.
struct MeaningTests {
  @Test(arguments: [
    // An anchor of a heading or a line has no text; a link to elsewhere has its label, or its address.
    ("<h2 id=b><a href=#b aria-hidden=true><span class=icon></span></a>Heading</h2>", ["Heading"]),
    ("<h2>T<a class=anchor href=#t aria-label='Permalink: T'><svg></svg></a></h2>", ["T"]),
    ("<code><a href=https://x.example/p#c-1></a>a</code>", ["a"]),
    ("x <a href=https://x.example/u aria-label='Follow  us'></a>", ["x Follow us"]),
    ("x <a href=https://x.example/u title=Follow><i></i></a>", ["x Follow"]),
    ("x <a href=https://x.example/u><i></i></a>", ["x https://x.example/u"]),
    ("x <a href=https://x.example/u aria-hidden=true> </a>y", ["x y"]), ("<a href=#n>1</a>", ["1"]),
    ("<h2>T<a class=headerlink href=#t title=Link>¶</a></h2>", ["T¶"]),
    // Line numbers of Sphinx 9, Rouge and Hugo stand apart from the code.
    (
      "<pre><span class=linenos>1</span>if a:\n<span class=linenos>2</span>    b()</pre>",
      ["1 if a:\n2     b()"]
    ),
    ("<pre><span class='linenos special'>9</span><b>x</b></pre>", ["9 x"]),
    ("<pre><span class=lineno>1 </span>x</pre>", ["1 x"]), ("<span class=ln>Lee</span>y", ["Leey"]),
    (
      "<pre><span class=line><span class=ln>1</span><span class=cl>x\n</span></span></pre>", ["1 x"]
    ),
    // Boxes: GitHub, Gitea, Discourse; and radio buttons.
    (
      "<ul><li class=task-list-item><input type=checkbox checked disabled> a<li><input type=CHECKBOX>b</ul>",
      ["• ☑ a", "• ☐ b"]
    ),
    ("<p><input type=radio checked> a <input type=radio> b <input type=text>c</p>", ["◉ a ○ b c"]),
    (
      "<span class='chcklst-box checked fa'></span> a <span class='chcklst-box fa'></span> b",
      ["☑ a ☐ b"]
    ),
    // Changes have a sign where only a style tells them.
    ("a <del>gone</del><ins>new</ins> b", ["a [-gone-]{+new+} b"]), ("<s>a </s>b", ["[-a-] b"]),
    ("<strike>a<br>b</strike>", ["[-a\nb-]"]), ("<del></del>a<ins> </ins>b", ["a b"]),
    ("<ins><p>a</p><p>b</p></ins>c", ["{+a+}", "~", "{+b+}", "~", "c"]),
    ("<del>a <s>b</s> <ins>c</ins></del>", ["[-a b {+c+}-]"]),
    ("<p>a<del>b<p>c", ["a[-b-]", "~", "[-c-]"]),
    ("<pre><ins>+ a\n</ins>b</pre>", ["{++ a+}\nb"]), ("<del>x<sup>2</sup></del>", ["[-x²-]"]),
    ("<span style='text-decoration:line-through'>a</span>", ["[-a-]"]), ("<u>a</u>", ["a"]),
    ("<table><tr><td><del>a</del><td><ins>b</ins></table>", ["[-a-]|{+b+}"]),
    // Formulas once: the TeX of MathML, else its text.
    (
      "<math><semantics><msup><mi>x</mi><mn>2</mn></msup> <annotation encoding=application/x-tex>x^2</annotation></semantics></math> y",
      ["x^2 y"]
    ),
    (
      "a <span class=katex><span class=katex-mathml><math><semantics><mi>e</mi><annotation encoding=application/x-tex>e^x</annotation><annotation-xml>z</annotation-xml></semantics></math></span><span class=katex-html aria-hidden=true>ex</span></span> b",
      ["a e^x b"]
    ),
    ("<math alttext='x^2'><mi>x</mi></math><img aria-hidden=true alt='x^2' src=s> y", ["x^2 y"]),
    ("<math><mi>x</mi><annotation encoding=StarMath>y</annotation></math>z", ["xz"]),
    ("a <span aria-hidden=true>→</span> b", ["a → b"]),
    ("<p><math alttext=x>y<p>z", ["x", "~", "z"]),
    ("<p><math>a<annotation encoding=TeX>b<p>c", ["b", "~", "c"]),
    // Details and spoilers are open where nothing asks for them.
    ("<details><summary>s</summary>t</details>", ["s", "t"]),
    ("<span class=spoiler>a</span>", ["a"]),
    // Sound, video and pictures take the address of a source.
    ("a <audio controls><source src=s.mp3></audio> b", ["a b", "[audio]"]),
    ("<picture><source srcset='a.webp 2x'></picture>", ["[image]"]),
    ("<picture><source srcset=a.webp><img src=b.png alt=c></picture>d", ["[image: c]d"]),
    ("<video></video>a", ["a"]), ("<noscript>n</noscript>", ["n"]),
    ("<img src=data:x data-src=a alt=a><noscript><img src=a alt=a></noscript>b", ["[image: a]b"]),
    ("<amp-img src=a alt=b></amp-img><amp-video src=c></amp-video>", ["[image: b]", "[video]"]),
  ])
  func isReadOnce(_ html: String, _ expected: [String]) {
    #expect(RichLines.lines(html) == expected)
  }

  @Test(arguments: [
    ("<audio><source data-src=s.mp3><source src=s.ogg></audio>", ["attachment:[audio]>s.mp3"]),
    (
      "<video poster=p><source src=a.webm><source src=a.mp4></video>", ["attachment:[video]>a.webm"]
    ),
    ("<img src='data:image/gif;base64,R0' data-src=1.png alt=a>", ["attachment:[image: a]>1.png"]),
    ("<img src=/blank.gif data-original=3.png>", ["attachment:[image]>3.png"]),
    ("<img data-lazy-src=2.png>", ["attachment:[image]>2.png"]),
    ("<img srcset='w_3,c/4.png 1x, 5.png 2x'>", ["attachment:[image]>w_3,c/4.png"]),
    ("<img src=DATA:x srcset='data:y 1x' alt=a>", []), ("<video src=data:x></video>", []),
    ("<iframe src=about:blank data-src=u></iframe>", ["attachment:[iframe]>u"]),
    ("<picture><source srcset='a.webp, b.webp 2x'></picture>", ["attachment:[image]>a.webp"]),
    ("<picture><source srcset=a.webp><img src=b.png></picture>", ["attachment:[image]>b.png"]),
    ("<del>a</del> <ins><b>c</b></ins>", ["strike:[-a-]", "underline:{+c+}", "bold:c"]),
    (
      "<a href=u><del>a</del></a> <ins><a href=v>c</a></ins>",
      ["strike:[-a-]", "underline:{+c+}", "link:[-a-]>u", "link:c>v"]
    ),
  ])
  func hasItsLinksAndSpans(_ html: String, _ expected: [String]) {
    #expect(RichLines.spans(html) == expected)
  }

  @Test func changesAreNotSignedWhereAStyleIsWritten() {
    let rich = RichTextReader(reading: .rich, signsChanges: false).read(html: "<del>a</del>b")
    #expect(String(decoding: rich.utf8, as: UTF8.self) == "ab")
    #expect(rich.spans == [Span(kind: .strike, range: 0..<1)])
  }

  /// The forms of Reddit and Lemmy, Discourse, Matrix and XenForo.
  @Test(arguments: [
    ("a <span class=md-spoiler-text>b</span> c", ["a (spoiler, x shows it) c"]),
    ("a <span class='x spoiler'>b <i>d</i></span>c", ["a (spoiler, x shows it)c"]),
    ("<div class=spoiler><p>b</p><ul><li>d</ul></div><p>c", ["(spoiler, x shows it)", "~", "c"]),
    ("a <span data-mx-spoiler>b</span>", ["a (spoiler, x shows it)"]),
    ("<span data-mx-spoiler=film>b</span>", ["(spoiler: film, x shows it)"]),
    (
      "<details><summary>s <b>t</b></summary><p>b</p></details>c",
      ["s t (folded, x shows it)", "~", "c"]
    ),
    ("<details><p>b</p></details>c", ["(folded, x shows it)", "c"]),
    ("<details open><summary>s</summary>b</details>", ["s", "b"]),
    (
      "<details><summary>s</summary>b<details><summary>t</summary>c</details>d</details>e",
      ["s (folded, x shows it)", "e"]
    ),
    ("<p>a <span class=spoiler>b</p><p>c</p>", ["a (spoiler, x shows it)", "~", "c"]),
    ("<p class=spoiler-free>a</p>", ["a"]),
  ])
  func spoilersAreFolded(_ html: String, _ expected: [String]) {
    #expect(RichLines.lines(html, foldHint: "x shows it") == expected)
    for reading in [Reading.flat, .rich] {
      let isFolded = RichTextReader(reading: reading, foldHint: "").read(html: html).isFolded
      #expect(isFolded == expected.joined().contains("shows it"))
    }
    #expect(!RichTextReader(reading: .rich).read(html: html).isFolded)
  }
}
