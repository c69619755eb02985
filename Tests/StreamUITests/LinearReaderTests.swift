import Addresses
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The reader for screen readers: what each line prints, and what opens.
struct LinearReaderTests {
  private static func post(_ id: String, _ body: String, more: String = "") -> String {
    #""id":"\#(id)","author":{"name":"Olga","handle":"@olga@a.example"},"#
      + #""published":"2026-01-30T08:15:00Z","url":"https://a.example/\#(id)","#
      + #""body_html":"\#(body)"\#(more)"#
  }

  private static let posts = [
    post("p1", #"<p>See <a href=\"https://b.example/lake\">the lake</a>.</p>"#),
    post(
      "p2",
      "<p>The secret ending</p>",
      more: #","content_warning":"spoilers","#
        + #""attachments":[{"type":"image","url":"https://m.example/i.png","alt":"a lake at dawn"}]"#
    ),
    post(
      "p3",
      "<p>Questions</p>",
      more: #","comments":[{"id":"c1","author":{"name":"Ben"},"body_html":"#
        + #""<p>Read <a href=\"https://c.example/x\">this</a></p>"},"#
        + #"{"id":"c2","parent":"c1","author":{"name":"Mia"},"body_html":"<p>Thanks</p>"}]"#
    ),
  ]

  private func stage(_ change: (inout LinearOptions) -> Void = { _ in }) -> LinearStage {
    LinearStage(posts: Self.posts, change)
  }

  @Test func aPostATimeWithItsLinksNumberedAfterIt() throws {
    var stage = stage()
    let text = try stage.transcript(["", "x", "n", "c", "n", "p"])
    #expect(
      text == """
        Olga @olga@a.example · 2026-01-30 08:15 UTC
        See the lake.
        https://a.example/p1
        [1] https://b.example/lake

        [1 of 3] n next, p previous, o open, c comments, / search, h help, q quit, a number opens \
        its link ?\u{20}
        Olga @olga@a.example · 2d
        ⚠ spoilers (x shows it)

        [2 of 3] ? x
        Olga @olga@a.example · 2026-01-30 08:15 UTC
        ⚠ spoilers
        The secret ending
        https://a.example/p2
        [1] image a lake at dawn: https://m.example/i.png

        [2 of 3] ? n
        Olga @olga@a.example · 2026-01-30 08:15 UTC
        Questions
        2 comments
        https://a.example/p3

        [3 of 3] ? c
        Comment 1 of 2
          Ben · no date
          Read this
        [1] https://c.example/x

        Comment 2 of 2, a reply to Ben (comment 1)
            Mia · no date
            Thanks

        End of the comments.
        [3 of 3] ? n
        This is the last post.
        [3 of 3] ? p
        Olga @olga@a.example · 2d
        ⚠ spoilers (x shows it)


        """
    )
  }

  @Test func nothingIsSaidTwice() throws {
    let body =
      #"<p>See <a href=\"https://b.example/lake\">it</a> <img src=\"https://m.example/s.png\" alt=\"a smile\"> "#
      + #"<a href=\"https://a.example/tags/lakes\" class=\"hashtag\">#Lakes</a></p>"#
    let more =
      #","likes_count":3,"attachments":[{"type":"image","url":"https://m.example/i.png","alt":"at dawn"}]"#
    var stage = LinearStage(posts: [Self.post("p1", body, more: more)])
    let text = try stage.settle()
    let once = [
      "Olga", "2026", "3 likes", "https://a.example/p1", "b.example", "s.png", "a smile", "i.png",
      "at dawn", "[1]", "[2]", "[3]", "[4]",
    ]
    for fact in once { #expect(text.ranges(of: fact).count == 1, "\(fact) in\n\(text)") }
    #expect(text.contains("[3] #Lakes\n") && !text.contains("tags/lakes"))
    #expect(text.contains("[4] image at dawn: https://m.example/i.png\n"))
    _ = try stage.answer("4")
    #expect(stage.effects.opened == ["https://m.example/i.png"])
  }

  /// A screen reader spells out each sign.
  @Test func aTableHasNoRules() throws {
    let body = "<table><tr><th>Day</th><th>High</th></tr><tr><td>Mon</td><td>8</td></tr></table>"
    var stage = LinearStage(posts: [Self.post("p1", body)])
    #expect(try stage.settle().contains("UTC\nDay   High\nMon   8\nhttps://a.example/p1\n"))
  }

  @Test func theFirstPromptNamesAnOrderThatIsNotTheFeeds() throws {
    var stage = LinearStage(posts: Self.posts, order: .likes)
    _ = try stage.settle()
    #expect(stage.reader.prompt.hasPrefix("[1 of 3] most liked first, n next, p previous"))
    _ = try stage.answer("n")
    #expect(stage.reader.prompt == "[2 of 3] ? ")
  }

  @Test func onlyUnreadPostsAreShown() throws {
    var stage = stage { $0.isWanted = { post, _ in post.id.rawValue != "p2" } }
    #expect(try stage.settle().contains("the lake"))
    #expect(stage.reader.prompt.hasPrefix("[1 of 2]"))
    #expect(try stage.answer("n").contains("Questions"))
    #expect(stage.reader.prompt == "[2 of 2] ? ")
    #expect(try stage.answer("n") == "This is the last post.\n")
    #expect(try stage.answer("/dawn") == "No match: dawn\n")
    #expect(try stage.answer("/lake").contains("wrapped to the top"))
    #expect(try stage.answer("g 2").contains("Questions"))
    var none = self.stage { $0.isWanted = { _, _ in false } }
    #expect(try none.settle() == "No unread posts.\n")
    #expect(try none.answer("n") == "The feed has no posts.\n")
  }

  @Test func theTargetIsPrintedBeforeItOpens() throws {
    var stage = stage()
    let text = try stage.transcript(["1", "o"])
    #expect(text.contains("\nopens https://b.example/lake\n"))
    #expect(text.contains("\nopens https://a.example/p1\n"))
    #expect(stage.effects.opened == ["https://b.example/lake", "https://a.example/p1"])
  }

  @Test(arguments: [("y", 1), ("YES", 1), ("n", 0), ("", 0), ("yellow", 0)])
  func aLinkThatHidesItsHostIsAskedAbout(_ answer: String, _ count: Int) throws {
    let body = #"<p><a href=\"https://evil.example/\">https://bank.example/</a></p>"#
    var stage = LinearStage(posts: [Self.post("p1", body)])
    _ = try stage.settle()
    #expect(try stage.answer("1").contains("https://evil.example/ (the text says bank.example"))
    #expect(stage.reader.prompt == "Open it? y or n: ")
    #expect(stage.effects.isEmpty)
    let reply = try stage.answer(answer)
    #expect(stage.effects.opened.count == count)
    #expect(reply == (count == 1 ? "" : "Not opened.\n"))
    #expect(stage.reader.prompt.hasPrefix("[1 of 1]"))
  }

  @Test func secureModeAndForeignSchemesOpenNothing() throws {
    var secure = stage { $0.isSecure = true }
    #expect(try secure.transcript(["1", "o"]).contains("Not opened: secure mode is on"))
    #expect(secure.effects.isEmpty)

    let body = #"<p><a href=\"javascript:alert(1)\">x</a></p>"#
    var other = LinearStage(posts: [Self.post("p1", body)])
    let text = try other.transcript(["1", "2"])
    #expect(
      text.contains("Not opened: not an http, https or mailto address") || !text.contains("1 link")
    )
    #expect(other.effects.isEmpty)
  }

  @Test func aFileBesideTheFeedGoesThroughTheGateForFiles() throws {
    let more = #","attachments":[{"type":"image","url":"media/i.png","alt":"x"}]"#
    var stage = LinearStage(posts: [Self.post("p1", "<p>y</p>", more: more)])
    let text = try stage.transcript(["1"])
    guard case .openFile(let file)? = stage.effects.first else {
      Issue.record("no file in: \(text)")
      return
    }
    #expect(file.reference.path == "media/i.png")
    #expect(text.contains("opens the file media/i.png\n"))
  }

  @Test func aSearchGoesOnFromTheFirstPostAndEndsWhereItBegan() throws {
    var stage = stage()
    _ = try stage.settle()
    #expect(try stage.answer("/questions").hasPrefix("Match: questions\nOlga"))
    #expect(stage.reader.prompt.hasPrefix("[3 of 3]"))
    #expect(try stage.answer("/ lake ").hasPrefix("Match: lake, wrapped to the top\n"))
    #expect(stage.reader.prompt.hasPrefix("[1 of 3]"))
    // The alternative text of an image counts, too.
    #expect(try stage.answer("/").hasPrefix("Match: lake\n"))
    #expect(stage.reader.prompt.hasPrefix("[2 of 3]"))
    #expect(try stage.answer("/nowhere") == "No match: nowhere\n")
    #expect(stage.reader.prompt.hasPrefix("[2 of 3]"))
  }

  @Test func numbersBeyondTheFeedShowTheLastPost() throws {
    var stage = stage()
    _ = try stage.settle()
    #expect(try stage.answer("p") == "This is the first post.\n")
    #expect(try stage.answer("g 2").contains("spoilers"))
    #expect(try stage.answer("g99").hasPrefix("The feed has 3 posts.\nOlga"))
    #expect(try stage.answer("g 99999999999999999999").contains("Questions"))
    #expect(try stage.answer("g 0") == "Posts are numbered from 1.\n")
    #expect(try stage.answer("first").contains("the lake"))
    #expect(try stage.answer("last").contains("Questions"))
    #expect(try stage.answer("7") == "This post has no links. Type g 7 for a post.\n")
    #expect(try stage.answer("zz") == "Unknown command: zz. Type h for the list of commands.\n")
  }

  @Test func commentsComeTwentyAtATime() throws {
    let comments = (1...45).map { #"{"id":"c\#($0)","body_html":"<p>answer \#($0)</p>"}"# }
    let more = #","comments":[\#(comments.joined(separator: ","))]"#
    var stage = LinearStage(posts: [Self.post("p1", "<p>y</p>", more: more)])
    _ = try stage.settle()
    let first = try stage.answer("c")
    #expect(first.contains("answer 20\n"))
    #expect(!first.contains("answer 21\n"))
    #expect(first.hasSuffix("c continues with comment 21 of 45.\n"))
    #expect(try stage.answer("c").hasPrefix("Comment 21 of 45\n"))
    #expect(try stage.answer("c").hasSuffix("End of the comments.\n"))
    #expect(try stage.answer("c") == "No more comments.\n")
    // A post that is printed again begins with its first comment.
    _ = try stage.answer("r")
    #expect(try stage.answer("c").hasPrefix("Comment 1 of 45\n"))
  }

  @Test func theSitesThatDiscussAPostAreListed() throws {
    let page = "https://news.ycombinator.com/item?id=100"
    let post = #""id":"p1","url":"\#(page)","body_text":"Ice","comments_count":412"#
    var stage = LinearStage(posts: [post])
    _ = try stage.settle()
    let text = try stage.answer("c")
    #expect(
      text == """
        No comments in this feed.
        [1] 412 comments on news.ycombinator.com: \(page)

        """
    )
    _ = try stage.answer("1")
    #expect(stage.effects.opened.last == page)
  }

  @Test func theNextRunBeginsWhereThisOneEnded() throws {
    var stage = stage()
    _ = try stage.transcript(["n", "n"])
    let place = try #require(stage.reader.place)
    var next = self.stage { $0.place = place }
    #expect(try next.settle().contains("Questions"))
    #expect(next.reader.place == place)

    var other = LinearStage(posts: [Self.post("q", "<p>other</p>")]) { $0.place = place }
    #expect(try other.settle().contains("other"))
  }

  @Test func aFeedThatIsStillOpenSaysSo() throws {
    let text = "{\(Self.posts[0])}\n{\(Self.posts[1])}\n"
    let source = MemoryBytes(name: "pipe", text: text, isComplete: false)
    var stage = LinearStage(Timeline(Feed(source: source, hint: .ndjson)))
    #expect(try stage.settle().contains("the lake"))
    _ = try stage.answer("n")
    #expect(try stage.answer("n") == "No further post so far. The feed is still open.\n")
    #expect(stage.reader.prompt.hasPrefix("[2 of 2 so far]"))
    #expect(try stage.answer("/nowhere") == "No match so far: nowhere\n")

    source.append("{\(Self.posts[2])}\n".utf8)
    source.finish()
    stage.noteBytes()
    #expect(try stage.answer("n").contains("Questions"))
    #expect(try stage.answer("n") == "This is the last post.\n")
    #expect(stage.reader.prompt.hasPrefix("[3 of 3]"))
  }

  @Test func aLineStopsWork() throws {
    var stage = LinearStage(posts: (0..<3_000).map { Self.post("p\($0)", "<p>post \($0)</p>") })
    _ = try stage.settle()
    #expect(stage.take("g 3000").isEmpty)
    #expect(stage.reader.isBusy)
    #expect(stage.cancel() == "Stopped.\n")
    #expect(!stage.reader.isBusy)
    #expect(try stage.answer("r").contains("post 0\n"))
    #expect(try stage.answer("g 3000").contains("post 2999\n"))
  }

  @Test func anyLinesGiveSafeText() throws {
    let nasty =
      #"<p>\u001b[31mred\u001b[0m \u202eevil\u0007 <a href=\"https://x.example/\u001b]0;t\">l\u009b</a></p>"#
    let more =
      #","attachments":[{"type":"im\u001bage","url":"https://m.example/\u001b[2J","alt":"\u202e"}]"#
    let posts = [Self.post("p1", nasty, more: more)] + Self.posts
    var random = SplitMix(seed: 7)
    let words = [
      "n", "p", "1", "2", "o", "c", "x", "r", "/lake", "/\u{1B}[2J", "g 2", "g", "last", "", "y",
      "\u{1B}[A", "\u{202E}", "h", "/",
    ]
    for _ in 0..<20 {
      var stage = LinearStage(posts: posts)
      var text = try stage.settle()
      for _ in 0..<30 { text += try stage.answer(words.randomElement(using: &random) ?? "") }
      let isSafe = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n"
          || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            && !(0x202A...0x202E).contains(scalar.value)
            && !(0x2066...0x2069).contains(scalar.value))
      }
      #expect(isSafe)
    }
  }
}
