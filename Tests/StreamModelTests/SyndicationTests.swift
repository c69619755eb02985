import Testing

@testable import StreamModel

/// A feed around one RSS item.
private func item(_ inside: String, channel: String = "", root: String = "") throws -> Post {
  let text =
    "<rss version=\"2.0\" \(root)><channel>\(channel)<item>\(inside)</item></channel></rss>"
  return try #require(try feed(text).posts.first)
}

/// A feed around one Atom entry.
private func entry(_ inside: String, head: String = "", root: String = "") throws -> Post {
  let text =
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" \(root)>\(head)<entry>\(inside)</entry></feed>"
  return try #require(try feed(text).posts.first)
}

@Suite struct SyndicationTests {
  @Test func rssSaysWhatItHas() throws {
    let post = try item(
      """
      <title>A &amp;amp; B</title><link>https://a.example/1</link><guid>tag:1</guid>
      <pubDate>Mon, 30 Jun 2025 23:58:56 GMT</pubDate><author>ann@a.example (Ann)</author>
      <category>lakes</category><category>lakes</category><category>dawn</category>
      <description>&lt;p&gt;Hi&lt;/p&gt;</description>
      <enclosure url="/a.mp3" type="audio/mpeg" length="1"/>
      """,
      channel: "<title>Feed</title><link>https://a.example/</link><language>de</language>"
    )
    #expect(post.title == .html("A &amp; B"))
    #expect(post.url == "https://a.example/1")
    #expect(post.id.rawValue == "tag:1")
    #expect(post.published?.rfc3339 == "2025-06-30T23:58:56Z")
    #expect(post.author == Account(name: "Ann", handle: nil))
    #expect(post.tags == ["lakes", "dawn"])
    #expect(post.body == .html("<p>Hi</p>"))
    #expect(post.language == "de")
    #expect(post.attachments == [Attachment(type: "audio", url: "https://a.example/a.mp3")])
    #expect(post.problems == [])
  }

  @Test(arguments: [
    ("ann@a.example (Ann)", "Ann"), ("Ann (ann@a.example)", "Ann"), ("Ann <ann@a.example>", "Ann"),
    ("ann@a.example", "ann@a.example"), ("Ann", "Ann"), ("&lt;p&gt;Ann&lt;/p&gt;", "Ann"),
    ("<![CDATA[<b>Ann</b>]]>", "Ann"), ("<name>Ann</name><title>Editor</title>", "Ann"),
    ("Ann (of the lake)", "Ann (of the lake)"),
  ])
  func anAuthorIsAName(_ written: String, _ name: String) throws {
    let text = written.replacing("<ann@", with: "&lt;ann@").replacing(
      ".example>",
      with: ".example&gt;"
    )
    #expect(try item("<author>\(text)</author>").author?.name == name)
  }

  @Test func theBetterTextWins() throws {
    let both = "<description>short</description><content:encoded>whole</content:encoded>"
    #expect(try item(both).body == .html("whole"))
    #expect(try item("<content:encoded> </content:encoded>" + both).body == .html("whole"))
    #expect(try item("<itunes:summary>s</itunes:summary>").body == .html("s"))
    #expect(try item("<dc:description>d</dc:description>").body == .html("d"))
    let atom = "<summary>short</summary><content>whole</content>"
    #expect(try entry(atom).body == .text("whole"))
    #expect(try entry("<summary>short</summary>").body == .text("short"))
  }

  @Test(arguments: [
    ("<content type=\"text\">a &lt; b</content>", Body.text("a < b")),
    ("<content>a &lt; b</content>", .text("a < b")),
    ("<content>a&nbsp;b &lt;</content>", .html("a&nbsp;b &lt;")),
    ("<content type=\"html\">&lt;b>x&lt;/b></content>", .html("<b>x</b>")),
    ("<content type=\"html\"><![CDATA[<b>x</b>]]></content>", .html("<b>x</b>")),
    (
      "<content type=\"xhtml\"><h:div xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:b>x</h:b>"
        + " &amp; y</h:div></content>",
      .html("<div xmlns:h=\"http://www.w3.org/1999/xhtml\"><b>x</b> &amp; y</div>")
    ),
    ("<content type=\"text/html\" mode=\"base64\">PGI+eDwvYj4=</content>", .html("<b>x</b>")),
    ("<content type=\"application/octet-stream\">eCA8IHk=</content>", .text("x < y")),
    ("<content mode=\"escaped\" type=\"text/html\">&lt;i>x&lt;/i></content>", .html("<i>x</i>")),
    // A picture is a file beside the text.
    ("<content type=\"image/svg+xml\"><svg><text>x</text></svg></content>", .missing),
    ("<content type=\"html\">  </content>", .missing),
  ])
  func atomTextsAreOfTheirType(_ content: String, _ body: Body) throws {
    #expect(try entry(content).body == body)
  }

  @Test func contentElsewhereIsAnAttachment() throws {
    let post = try entry("<content src=\"http://a.example/v.mp4\" type=\"video/mp4\"/>")
    #expect(post.attachments == [Attachment(type: "video", url: "http://a.example/v.mp4")])
  }

  @Test(arguments: [
    ("Tom &amp; Jerry", Body.text("Tom & Jerry")), ("a &lt; b", .text("a < b")),
    ("Use &lt;vector&gt;", .text("Use <vector>")), ("1 &amp;lt; 2", .html("1 &lt; 2")),
    // Elements that are named by a headline, not used in it.
    ("Use &lt;dialog&gt;, not &lt;div&gt;", .text("Use <dialog>, not <div>")),
    ("The &lt;p&gt; element", .text("The <p> element")), ("a&lt;br&gt;b", .html("a<br>b")),
    ("&lt;b&gt;bold&lt;/b&gt;", .html("<b>bold</b>")), ("caf&eacute;", .html("caf&eacute;")),
    ("<i>inline</i> markup", .html("<i>inline</i> markup")), ("&#8364; 5", .text("€ 5")),
    ("&#x80; 5", .html("&#x80; 5")), ("&#0;&#1;", .html("&#0;&#1;")),
    ("&bogus &; &#; &#x; &unfinished", .text("&bogus &; &#; &#x; &unfinished")),
  ])
  func headlinesOfRSSAreReadByTheirLooks(_ title: String, _ read: Body) throws {
    #expect(try item("<title>\(title)</title>").title == read)
  }

  @Test(
    arguments: [
      ("<link>https://a.example/x</link>", "https://a.example/x"),
      ("<link>x/y</link>", "http://b.example/c/x/y"),
      ("<guid>https://a.example/g</guid>", "https://a.example/g"),
      ("<guid isPermaLink=\"true\">https://a.example/g</guid>", "https://a.example/g"),
      ("<guid isPermaLink=\"false\">gggg</guid>", nil), ("<guid>gggg</guid>", nil),
      ("<link>https://a.example/x</link><guid>https://a.example/g</guid>", "https://a.example/x"),
      (
        "<atom:link href=\"https://a.example/at\"/><link>https://a.example/x</link>",
        "https://a.example/x"
      ),
      ("<link/>", nil), ("<link>  </link>", nil),
      ("<link>//c.example/z</link>", "http://c.example/z"),
    ] as [(String, String?)]
  )
  func theLinkIsThePage(_ inside: String, _ url: String?) throws {
    #expect(try item(inside, channel: "<link>http://b.example/c/</link>").url == url)
  }

  @Test func atomLinksAreToldByWhatTheyAre() throws {
    let post = try entry(
      """
      <link rel="self" href="self"/><link rel="alternate" type="application/pdf" href="pdf"/>
      <link rel="alternate" type="text/html" href="../page"/><link rel="enclosure" href="a.ogg"
       type="audio/ogg" title="Song"/><link rel="replies" href="r" thr:count="3"/>
      <thr:in-reply-to ref="tag:parent"/><category term="t" label="Lakes"/>
      """,
      root:
        "xml:base=\"https://a.example/blog/\" xmlns:thr=\"http://purl.org/syndication/thread/1.0\""
    )
    #expect(post.url == "https://a.example/page")
    #expect(
      post.attachments == [
        Attachment(type: "audio", url: "https://a.example/blog/a.ogg", alt: "Song")
      ]
    )
    #expect(post.commentsCount == 3)
    #expect(post.inReplyTo == "tag:parent")
    #expect(post.tags == ["Lakes"])
    #expect(post.baseURL == "https://a.example/blog/")
  }

  @Test func basesNestAndBodiesKnowTheirs() throws {
    let post = try entry(
      "<content xml:base=\"deep/\" type=\"html\">x</content><link href=\"y\"/>",
      root: "xml:base=\"https://a.example/blog/\""
    )
    #expect(post.url == "https://a.example/blog/y")
    #expect(post.baseURL == "https://a.example/blog/deep/")
  }

  @Test func authorsOfAtomAreTheEntrysElseTheFeeds() throws {
    let head = "<author><name>Feed</name><uri>http://f.example/</uri></author>"
    #expect(try entry("", head: head).author?.name == "Feed")
    #expect(try entry("<author><name>Own</name></author>", head: head).author?.name == "Own")
    let two = "<author><name>A</name></author><author><email>b@b.example</email></author>"
    let together = try entry(two, head: head).author
    #expect(together?.name == "A" && together?.companions == ["b@b.example"])
    let source = "<source><author><name>Origin</name></author></source>"
    #expect(try entry(source).author?.name == "Origin")
    #expect(try item("<dc:creator>Ann</dc:creator>").author?.name == "Ann")
    #expect(try item("", channel: "<managingEditor>Boss</managingEditor>").author == nil)
  }

  @Test func changesTellTheTimeWhereNothingElseDoes() throws {
    let updated = "<updated>2024-01-02T03:04:05Z</updated>"
    #expect(try entry(updated).published?.rfc3339 == "2024-01-02T03:04:05Z")
    #expect(try entry(updated).edited == nil)
    let both = try entry(updated + "<published>2023-01-02T03:04:05Z</published>")
    #expect(both.published?.rfc3339 == "2023-01-02T03:04:05Z")
    #expect(both.edited?.rfc3339 == "2024-01-02T03:04:05Z")
  }

  @Test func aDateThatIsNoneIsSaidWithItsPlace() throws {
    let post = try item("\n<pubDate>yesterday</pubDate>")
    #expect(post.published == nil)
    #expect(
      problems(post) == [
        "feed:2:1: //item[1]/pubDate: <pubDate> is no date: yesterday "
          + "(expected RFC 822 or RFC 3339)"
      ]
    )
  }

  @Test func mediaIsAttachedOnceWithItsDescription() throws {
    let post = try item(
      """
      <media:group><media:content url="http://a.example/1.jpg" medium="image">
      <media:description>a lake</media:description></media:content></media:group>
      <enclosure url="http://a.example/1.jpg" type="image/jpeg"/><media:title>Lake</media:title>
      """,
      root: "xmlns:media=\"http://search.yahoo.com/mrss/\""
    )
    #expect(
      post.attachments == [Attachment(type: "image", url: "http://a.example/1.jpg", alt: "a lake")]
    )
    #expect(post.title == .text("Lake"))
  }

  @Test func countsOfCommentsAreRead() throws {
    #expect(try item("<slash:comments>7</slash:comments>").commentsCount == 7)
    #expect(try item("<comments>http://a.example/#c</comments>").commentsCount == nil)
  }

  @Test func thePageWithTheCommentsIsRead() throws {
    #expect(
      try item("<comments>http://a.example/1#c</comments>").commentsAddress
        == "http://a.example/1#c"
    )
    #expect(
      try item("<comments>1#c</comments>", channel: "<link>http://b.example/</link>")
        .commentsAddress == "http://b.example/1#c"
    )
    for none in [
      "<comments>7</comments>", "<comments/>", "<comments>mailto:a@b.example</comments>",
    ] {
      #expect(try item(none).commentsAddress == nil, "\(none)")
    }
    // A feed of the comments is no page.
    let feed = #"<link rel="replies" type="application/atom+xml" href="http://a.example/c.xml"/>"#
    let page = #"<link rel="replies" type="text/html" href="http://a.example/1#form"/>"#
    #expect(try entry(feed).commentsAddress == nil)
    #expect(try entry(feed + page).commentsAddress == "http://a.example/1#form")
  }

  @Test func theFeedOfTheCommentsIsRead() throws {
    let feed = "http://a.example/1/feed/"
    #expect(
      try item(
        "<wfw:commentRss xmlns:wfw=\"http://wellformedweb.org/CommentAPI/\">\(feed)</wfw:commentRss>"
      ).commentsFeed == feed
    )
    #expect(
      try entry("<link rel=\"replies\" type=\"application/atom+xml\" href=\"\(feed)\"/>")
        .commentsFeed
        == feed
    )
    #expect(try item("<wfw:commentRss>javascript:alert(1)</wfw:commentRss>").commentsFeed == nil)
  }

  @Test func rssOneZeroKeepsItsItemsOutsideTheChannel() throws {
    let text = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>Old</title><items><rdf:Seq><rdf:li/></rdf:Seq></items></channel>
      <item rdf:about="http://a.example/1"><title>One</title><d:date>2003-12-31</d:date></item>
      </rdf:RDF>
      """
    let feed = try feed(text)
    #expect(feed.title == "Old")
    #expect(feed.posts.map(\.id.rawValue) == ["http://a.example/1"])
    #expect(feed.posts.first?.published?.rfc3339 == "2003-12-31T00:00:00Z")
    #expect(feed.problems == [])
  }

  @Test func channelDefinitionsAreRead() throws {
    let feed = try feed(
      "<CHANNEL BASE=\"http://b.example/\"><TITLE>C</TITLE>"
        + "<ITEM HREF=\"/i\" LASTMOD=\"2004-04-06T23:05:43-05:00\"><ABSTRACT>x</ABSTRACT></ITEM></CHANNEL>"
    )
    let post = try #require(feed.posts.first)
    #expect(feed.title == "C")
    #expect(post.url == "http://b.example/i")
    #expect(post.body == .html("x"))
    #expect(post.published?.rfc3339 == "2004-04-07T04:05:43Z")
  }
}
