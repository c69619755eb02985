import CellGrid
import Testing

@testable import StreamModel
@testable import StreamUI

/// Titles as rows show them: once, and without references.
struct TitleTests {
  private static func feed(_ fields: String...) -> String {
    let posts = fields.enumerated().map { #"{"id":"\#($0)",\#($1)}"# }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
  }

  private static func shown(_ title: String) -> String? {
    PostTitle.shown(Post(id: Post.ID("1"), title: .text(title)), bodyIsFolded: false)?.string
  }

  @Test func aTitleThatTheTextRepeatsIsShownOnce() throws {
    let repeated = [
      #""title":"The ice is out","body_html":"<p>The <a href='https://a.example/'>ice</a> is out</p><p>It is</p>""#,
      #""title":"The ice is out","body_html":"<h1> the ICE\n is  out</h1><p>It is</p>""#,
      #""title":"The ice is out","body_text":"The ice is out\nIt is""#,
      #""title":"The ice is o…","body_html":"<p>The ice is out of the bay.<br>It is</p>""#,
      #""title":"The ice is out...","body_text":"The ice is out of the bay. It is""#,
    ]
    for fields in repeated {
      for keys in ["", "<CR>", "-"] {
        let text = try Stage().play(keys, Self.feed(fields)).text
        #expect(text.lowercased().ranges(of: "ice").count == 1, "\(keys) \(fields)")
        #expect(keys == "-" || text.contains("It is"), "\(keys) \(fields)")
      }
    }
    // The link of the text is still a link.
    try Stage().play("<wait 400><Tab>", Self.feed(repeated[0])).shows(status: "https://a.example/")
  }

  @Test func anyOtherTitleStays() throws {
    let kept = [
      #""title":"Ice","body_text":"Ice is out""#,
      #""title":"The ice is out","body_text":"It is. The ice is out""#,
      #""title":"The ice…","body_text":"It is ice""#,
      #""title":"The ice is out""#,
      #""title":"…","body_text":"ice""#,
    ]
    for fields in kept {
      let lines = try Stage().play("", Self.feed(fields)).lines
      #expect(lines[1].contains("Ice") || lines[1].contains("ice") || lines[1].contains("…"))
      #expect(try Stage().play("", Self.feed(fields)).style.contains("T"), "\(fields)")
    }
  }

  @Test func aTitleAboveAFoldedTextStays() throws {
    let feed = Self.feed(
      #""title":"The ice is out","content_warning":"cold","body_text":"The ice is out\nIt is""#
    )
    #expect(try Stage().play("", feed).text.ranges(of: "The ice is out").count == 1)
    #expect(try Stage().play("x", feed).text.ranges(of: "The ice is out").count == 1)
    #expect(try Stage().play("x", feed).text.contains("It is"))
  }

  @Test func aRepeatedTitleIsFound() throws {
    let repeated = #""title":"The ice is out","body_text":"The ice is out""#
    let feed = Self.feed(#""title":"Other""#, repeated)
    #expect(try Stage().play("/ice<CR>", feed).statusLine.contains("post 2 of 2"))
    #expect(try Stage().play("-/ice<CR>", feed).statusLine.contains("1 of 1"))
  }

  @Test(arguments: [
    ("&#8216;Ice&#8217; is out", "‘Ice’ is out"),
    ("It&amp;#8217;s out", "It’s out"),
    ("It&#x2019;s &amp;amp;#8220;out&amp;amp;#8221;", "It’s “out”"),
    ("Lakes &#8211; rivers", "Lakes – rivers"),
    ("Lakes &#038; rivers", "Lakes & rivers"),
    ("Don&#39;t", "Don't"),
    ("caf&eacute; &ldquo;Lake&rdquo;", "café “Lake”"),
    ("It&#146;s", "It’s"),
  ])
  func aReferenceByMistakeIsDecoded(_ title: String, _ wanted: String) {
    #expect(Self.shown(title) == wanted)
  }

  @Test(arguments: [
    "When to write &amp; in HTML", "AT&T & more", "a&amp;b", "&lt;b&gt; and &#60;i&#62;",
    "Use &quot;", "Why feeds show \"&#8217;\"", "`&#8217;`", "The &mdash; reference", "&;", "&#;",
    "&#x;", "&#8;x", "fish&chips;", "&", "&amp;", "R&D&#", "a &#39; b", "&#0;", "&#99999999;",
  ])
  func aReferenceOnPurposeStays(_ title: String) { #expect(Self.shown(title) == title) }

  @Test func aFeedsTitleIsDecodedAndItsDumpIsNot() throws {
    let rss = """
      <rss version="2.0"><channel><title>Lakes</title><item><guid>1</guid>
      <title>&amp;amp;#8216;Ice&amp;amp;#8217; &amp;amp; water</title></item></channel></rss>
      """
    let outcome = try Stage().play("", Feeds.feed(rss, name: "lakes.xml"))
    #expect(outcome.lines[1].contains("‘Ice’ & water"), "\(outcome.lines[1])")
    let post = Post(id: Post.ID("1"), title: .text("It&#8217;s"))
    #expect(PostTitle.stated(post)?.string == "It&#8217;s")
  }
}
