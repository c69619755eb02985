import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The conversation of an opened post is exported whole, whichever row is selected.
struct ThreadExportTests {
  private static let formats = ["txt", "md", "html", "json"]

  private func saved(_ keys: String, _ format: String, _ feed: String) throws -> String {
    let outcome = try Stage().play("\(keys)sx.\(format)<CR>", feed)
    return try #require(outcome.effects.savedPosts.last, "\(outcome.statusLine)").text
  }

  @Test(arguments: formats, ["<CR>", "<CR>]", "<CR>]JJJ", "<CR>Z]", ""])
  func allCommentsAreSaved(_ format: String, _ keys: String) throws {
    let text = try saved("J" + keys, format, LongThread(count: 300).json)
    // A record has the plain words beside the feed's own.
    let times = format == "json" ? 2 : 1
    for number in 0..<300 {
      #expect(text.ranges(of: "saying \(number).").count == times, "\(number)")
    }
    #expect(text.contains("Writer 6"))
    #expect(text.ranges(of: "the question").count == times)
    #expect(!text.contains("elsewhere:"))
  }

  @Test(arguments: formats)
  func aThreadOfThreeThousandIsSavedWhole(_ format: String) throws {
    let text = try saved("J<CR>Z]", format, LongThread(count: 3_000).json)
    let numbers = text.split(separator: "saying ").dropFirst().map { $0.prefix { $0 != "." } }
    #expect(numbers.count == (format == "json" ? 6_000 : 3_000))
    #expect(Set(numbers) == Set((0..<3_000).map { "\($0)" }))
  }

  @Test(arguments: formats)
  func postsAboveAreSavedWithThePost(_ format: String) throws {
    for keys in ["JJ<CR><wait 400>", "JJ<CR><wait 400>k", "JJ<CR><wait 400>J"] {
      let text = try saved(keys, format, ConversationPageTests.thread)
      for words in ["The lake is frozen", "Twelve centimetres", "Bring gloves", "c.example/9"] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
    }
    // On the list nobody asked for them.
    let row = try saved("JJ", format, ConversationPageTests.thread)
    #expect(!row.contains("The lake is frozen") && row.contains("Twelve centimetres"))
  }

  @Test func formsOfTheConversationAreNested() throws {
    let thread = ConversationPageTests.thread
    let markdown = try saved("JJ<CR><wait 400>", "md", thread)
    #expect(markdown.hasPrefix("> Olga Hansen · 2026-01-28T08:00:00Z · "), "\(markdown)")
    let json = try saved("JJ<CR><wait 400>", "json", thread)
    let parents = #""parents":[{"id":"https://a.example/1/activity""#
    #expect(json.contains(parents), "\(json)")
    #expect(json.ranges(of: "{").count == json.ranges(of: "}").count)
  }

  /// A reply is a quote within the quote of its comment, and a line quoted in it one level deeper still: CommonMark 5.1
  /// ends every quote at an empty line without its mark.
  @Test func quotesOfMarkdownNestAsTheCommentsDo() throws {
    let quote = "<blockquote><p>Where?</p><p>When?</p></blockquote><p>At noon.</p>"
    let code = "<pre>a &gt; b\n\nc</pre>"
    let post = ThreadExportTests.thread([
      ("a", nil, "Ann", "<p>Here.</p>"), ("b", "a", "Ben", quote), ("c", "b", "Cleo", code),
      ("d", "a", "Dan", "<p>No.</p>"), ("e", nil, "Eve", "<p>Yes.</p>"),
    ])
    let markdown = try saved("<CR>", "md", post)
    let comments = markdown.split(separator: "## 5 comments\n\n").last ?? ""
    #expect(
      comments == """
        > Ann
        >
        > Here.
        >
        > > Ben
        > >
        > > > Where?
        > > >
        > > > When?
        > >
        > > At noon.
        > >
        > > > Cleo
        > > >
        > > > ```
        > > > a > b
        > > >
        > > > c
        > > > ```
        >
        > > Dan
        > >
        > > No.

        > Eve
        >
        > Yes.

        """
    )
  }

  private static func thread(
    _ comments: [(id: String, parent: String?, name: String, html: String)]
  ) -> String {
    let list = comments.map { comment in
      let parent = comment.parent.map { #""parent":"\#($0)","# } ?? ""
      let html = comment.html.replacing("\n", with: "\\n")
      return
        #"{"id":"\#(comment.id)",\#(parent)"author":{"name":"\#(comment.name)"},"body_html":"\#(html)"}"#
    }
    return #"{"version":1,"posts":[{"id":"p","body_html":"<p>post</p>","comments":["#
      + list.joined(separator: ",") + "]}]}"
  }

  /// A page lists 1,000 of the posts that answer; a file has them all.
  @Test func commentsBeyondTheRowsAreSaved() throws {
    let replies = (1...1_100).map {
      #"{"id":"r\#($0)","in_reply_to":"p1","body_text":"reply \#($0)."}"#
    }
    let feed = ([#"{"id":"p1","body_text":"question"}"#] + replies).joined(separator: "\n") + "\n"
    for format in Self.formats {
      let text = try saved("<CR><wait 400>", format, feed)
      #expect((1...1_100).allSatisfy { text.contains("reply \($0).") }, "\(format)")
    }
  }

  @Test(arguments: ["<CR>", "<CR>]JJJ"])
  func thePromptSaysWhatIsSaved(_ keys: String) throws {
    let question = #""body_text":"the question""#
    let feed = LongThread(count: 12).json
      .replacing(question, with: #""title":"Don’t go",\#(question)"#)
    let line = try Stage().play("J\(keys)s", feed).statusLine
    #expect(line.contains("save the post and 12 comments to: "), "\(line)")
    let saved = try #require(try Stage().play("J\(keys)s<CR>", feed).effects.savedPosts.last)
    #expect(saved.thing.words == "the post and 12 comments")
    #expect(line.contains("Enter: \(saved.path)"), "\(line) \(saved.path)")
    #expect(saved.path == "dont-go.md", "\(saved.path)")
  }

  @Test func aListPromisesOnlyWhatIsKnown() throws {
    let thread = LongThread(count: 12).json
    try Stage().play("Js", thread).shows(status: "save the post and its comments to: ")
    let saved = try Stage().play("Js<CR>", thread).effects.savedPosts.last
    #expect(saved?.thing.words == "the post and 12 comments")
    let alone = try Stage().play("s", #"{"version":1,"posts":[{"id":"p","body_text":"x"}]}"#)
    #expect(alone.statusLine.contains("save the post to: "), "\(alone.statusLine)")
  }

  @Test(arguments: [
    (
      "A very long headline about ice on lakes in the north of the country",
      "a-very-long-headline-about-ice-on-lakes-in-the.md"
    ),
    ("../../etc/passwd; rm -rf ~", "etc-passwd-rm-rf.md"), ("Größe & Öl", "größe-öl.md"),
    ("🎉🎉", "olga-2026-01-02.md"), ("", "olga-2026-01-02.md"),
    (String(repeating: "x", count: 200), String(repeating: "x", count: 47) + ".md"),
  ])
  func theNameFits(_ title: String, _ name: String) throws {
    let feed =
      #"{"version":1,"posts":[{"id":"p","title":"\#(title)","author":{"name":"Olga"},"published":"2026-01-02T03:04:05Z","body_text":"x"}]}"#
    try Stage().play("s", feed).shows(status: "Enter: \(name)")
  }

  @Test func thePipeGetsTheConversation() throws {
    let outcome = try Stage().play("J<CR>]|cat<CR>", LongThread(count: 30).json)
    guard case .output(let call)? = outcome.effects.wishes.last else {
      Issue.record("nothing runs")
      return
    }
    let input = String(decoding: call.input ?? [], as: UTF8.self)
    #expect((0..<30).allSatisfy { input.contains("saying \($0).") })
    #expect(input.contains("the question"))
  }
}
