import RichText
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Posts as HTML and Markdown: nothing of a feed becomes markup.
struct PostFormTests {
  private static let post = Post(
    id: Post.ID("i"),
    author: Account(name: "Olga *H*", handle: "@olga"),
    published: Timestamp(secondsSinceEpoch: 0),
    url: "https://h.example/1",
    title: .text("A <b>title</b> #1"),
    body: .html(
      """
      <p>a <b>bold <i>both</i></b> <a href="https://a.example/?a=1&amp;b=2">li_nk</a> \
      <a href="javascript:x">bad</a> <code>a`b</code></p><blockquote><p>quoted</p></blockquote>\
      <ol><li>one</li><li>two</li></ol><ul><li>x</li></ul><pre>let a = "```"\n  b</pre>\
      <h2>Head</h2><p>1. no list<br>- nor this</p>
      """
    ),
    attachments: [Attachment(type: "image", url: "https://a.example/i.png", alt: "a ]( lake")]
  )

  @Test func htmlKeepsMarkupAndEscapesText() {
    let html = PostHTML.document(Self.post)
    #expect(html.contains("<title>A &lt;b&gt;title&lt;/b&gt; #1</title>"))
    #expect(html.contains("a <b>bold <i>both</i></b> "))
    #expect(
      html.contains("<a href=\"https://a.example/?a=1&amp;b=2\">li_nk</a> bad <code>a`b</code>")
    )
    #expect(html.contains("<blockquote>\n<p>quoted</p>\n</blockquote>"))
    #expect(html.contains("<ol>\n<li value=\"1\">one\n</li>\n<li value=\"2\">two\n</li>\n</ol>"))
    #expect(html.contains("<ul>\n<li>x\n</li>\n</ul>"))
    #expect(html.contains("<pre>\n<code>let a = &quot;```&quot;\n  b</code></pre>"))
    #expect(html.contains("<a href=\"https://a.example/i.png\">image: a ]( lake</a>"))
    #expect(html.contains("<p>1. no list<br>\n- nor this</p>"))
    #expect(!html.contains("javascript") && !html.contains("<img"))
  }

  @Test func markdownKeepsMarkupAndEscapesText() {
    let text = PostMarkdown.document(Self.post)
    #expect(
      text.hasPrefix("# A \\<b\\>title\\</b\\> \\#1\n\nOlga \\*H\\* · 1970-01-01T00:00:00Z · ")
    )
    #expect(text.contains("a **bold *both*** [li\\_nk](<https://a.example/?a=1&b=2>) bad ``a`b``"))
    #expect(text.contains("> quoted\n"))
    #expect(text.contains("1. one\n") && text.contains("2. two\n") && text.contains("- x\n"))
    #expect(text.contains("````\nlet a = \"```\"\n  b\n````\n"))
    #expect(text.contains("## Head\n") && text.contains("1\\. no list\\\n\\- nor this"))
    #expect(text.contains("[image: a \\]( lake](<https://a.example/i.png>)"))
  }

  @Test func hostileTextStaysText() {
    for text in HostileText.all {
      let post = Post(
        id: Post.ID("i"),
        author: Account(name: text, handle: nil),
        title: .text("<script>" + text),
        body: .text("<script>alert(1)</script>" + text)
      )
      let html = PostHTML.document(post)
      #expect(!html.contains("<script") && !html.utf8.contains(0) && !html.utf8.contains(0x1B))
      let body = html.split(separator: "<body>", maxSplits: 1).last ?? ""
      let read = BodyText(.html(String(body)), customEmoji: [], reading: .flat).oneLine
      #expect(read.contains("<script>alert(1)</script>"))
      let markdown = PostMarkdown.document(post)
      #expect(!markdown.contains("<script") || markdown.contains("\\<script"))
      #expect(!markdown.utf8.contains(0) && !markdown.utf8.contains(0x1B))
    }
  }
}
