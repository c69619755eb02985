import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Whatever is quoted, boosted, answered or embedded keeps its own warning.
struct QuotedWarningTests {
  private static func status(_ id: String, _ text: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","created_at":"2026-01-01T10:00:00Z","uri":"https://s.example/\#(id)","#
      + #""visibility":"public","account":{"acct":"a\#(id)","username":"a\#(id)"},"#
      + #""content":"<p>\#(text)</p>"\#(more)}"#
  }

  private static let warned = status(
    "9",
    "He dies",
    #","sensitive":true,"spoiler_text":"end of the film","media_attachments":[{"type":"image","#
      + #""url":"https://s.example/grave.png","description":"his grave"}]"#
  )

  private static func quoting(_ status: String) -> String {
    #","quote":{"state":"accepted","quoted_status":\#(status)}"#
  }

  private static let quote = status("1", "Look", quoting(warned))

  private static func note(_ id: String, _ text: String, _ more: String = "") -> String {
    #"{"type":"Note","id":"https://o.example/\#(id)","attributedTo":"https://o.example/u/bo","#
      + #""content":"<p>\#(text)</p>"\#(more)}"#
  }

  private static let warnedNote = note(
    "9",
    "He dies",
    #","summary":"end of the film","sensitive":true"#
  )

  private static func context(_ object: String) -> String {
    #"{"@context":"https://www.w3.org/ns/activitystreams",\#(object.dropFirst())"#
  }

  private static func view(_ key: String, _ text: String, _ more: String = "") -> String {
    #"{"uri":"at://did:plc:1/app.bsky.feed.post/\#(key)","author":{"did":"did:plc:1","#
      + #""handle":"bo.example"},"record":{"$type":"app.bsky.feed.post","text":"\#(text)","#
      + #""createdAt":"2026-01-01T00:00:00Z"}\#(more)}"#
  }

  private static let label = #","labels":[{"src":"did:plc:m","val":"end of the film"}]"#

  private static let blueskyQuote = view(
    "1",
    "Look",
    #","embed":{"$type":"app.bsky.embed.record#view","record":{"uri":"at://did:plc:2/"#
      + #"app.bsky.feed.post/9","author":{"did":"did:plc:2","handle":"cy.example"},"value":"#
      + #"{"text":"He dies"},"embeds":[{"images":[{"fullsize":"https://s.example/grave.png","#
      + #""alt":"his grave"}]}]\#(label)}}"#
  )

  static let documents = [
    "Mastodon 4.5": "[\(quote)]",
    "a fork whose quote is the status": "[\(status("1", "Look", ",\"quote\":\(warned)"))]",
    "a boost of a quote": "[\(status("2", "", ",\"reblog\":\(quote)"))]",
    "a notification": #"[{"id":"7","type":"mention","account":{"acct":"b"},"status":\#(quote)}]"#,
    "a context": #"{"ancestors":[\#(quote)],"descendants":[]}"#,
    "a search": #"{"accounts":[],"statuses":[\#(quote)],"hashtags":[]}"#,
    "a quote of a quote": "[\(status("1", "Look", quoting(status("3", "see", quoting(warned)))))]",
    "a boost of a quote of a quote of a quote": """
    [\(status("2", "", ",\"reblog\":" + status("1", "Look", quoting(status("3", "see", quoting(
      status("4", "there", quoting(warned))))))))]
    """,
    "an embedded note": context(note("1", "Look", ",\"quote\":\(warnedNote)")),
    "an activity with an embedded note": context(
      #"{"type":"Create","id":"https://o.example/c","actor":"https://o.example/u/bo","object":"#
        + note("1", "Look", ",\"quoteUrl\":\(warnedNote)") + "}"
    ),
    "a quoted view": "{\"feed\":[{\"post\":\(blueskyQuote)}]}",
    "an answered view": """
    {"feed":[{"post":\(view("1", "Look")),"reply":{"parent":\(view("9", "He dies", label))}}]}
    """,
  ]

  @Test(arguments: documents.keys.sorted())
  func theWarningOfAQuotedPostHidesTheQuoteAlone(_ name: String) throws {
    let document = try #require(Self.documents[name])
    let closed = try Stage().play("", document)
    closed.shows("Look", "⚠ quoted: end of the film (x shows it)")
    #expect(!closed.text.contains("dies") && !closed.text.contains("grave"))
    #expect(try Stage().play("x", document).text.contains("│ He dies"))
    // On its own page, too: opening the post asked for its own words.
    #expect(!(try Stage().play("<CR>", document).text.contains("dies")))
    #expect(try Stage().play("<CR>x", document).text.contains("│ He dies"))
    try Stage().play("-", document).shows("Look", hides: "dies")
  }

  @Test(arguments: documents.keys.sorted())
  func aDumpSaysTheWarningAndLosesNothing(_ name: String) throws {
    let dumped = try Dumped(try #require(Self.documents[name]))
    #expect(dumped.texts("content_warning", of: "quoted") == ["end of the film"])
    #expect(dumped.text.contains("Look") && dumped.text.contains("He dies"))
    #expect(dumped.files.allSatisfy { $0.hasSuffix(" sensitive") })
    #expect(try Dumped(dumped.lines.joined(separator: "\n")).lines == dumped.lines)
    // Who reads the dump is warned as well.
    let read = try Stage().play("", dumped.lines.joined(separator: "\n"))
    #expect(!read.text.contains("dies") && read.text.contains("end of the film"))
  }

  @Test(arguments: documents.keys.sorted())
  func aPostThatIsKeptStaysAsItIs(_ name: String) throws {
    let feed = try Feeds.feed(try #require(Self.documents[name])).scanned()
    let post = try #require(feed.record(at: 0).post)
    let kept = try Feeds.feed(String(decoding: NativeRecord(post).bytes, as: UTF8.self)).scanned()
    #expect(kept.record(at: 0) == .post(post))
  }

  @Test func aFilterOfTheReaderHidesAQuote() throws {
    let filtered = Self.status("9", "He dies", #","filtered":[{"filter":{"title":"films"}}]"#)
    let closed = try Stage().play("", "[\(Self.status("1", "Look", Self.quoting(filtered)))]").text
    #expect(closed.contains("⚠ quoted: Filtered: films") && !closed.contains("dies"))
  }

  @Test func aWarningOfTheWholePostNamesBoth() throws {
    let document =
      "[\(Self.status("1", "Look", #","spoiler_text":"snow""# + Self.quoting(Self.warned)))]"
    try Stage().play("", document)
      .shows("⚠ snow · quoted: end of the film (x shows it)", hides: "Look")
    #expect(try Stage().play("x", document).text.contains("│ He dies"))
    let dumped = try Dumped(document)
    #expect(dumped.texts("content_warning") == ["snow"])
    #expect(dumped.texts("content_warning", of: "quoted") == ["end of the film"])
  }

  @Test func aQuoteWithoutOwnWordsIsOneLineWithItsWarning() throws {
    let document =
      "[\(Self.status("1", "", Self.quoting(Self.warned)).replacing("<p></p>", with: ""))]"
    #expect(try Stage().play("-", document).text.contains("⚠ quoted: end of the film"))
    #expect(!(try Stage().play("", document).text.contains("dies")))
  }

  @Test func searchesFindHiddenWordsAndMarkOpenOnes() throws {
    let document = "[\(Self.quote)]"
    #expect(try Stage().play("/Look<CR>", document).statusLine.contains("1 of 1"))
    #expect(!(try Stage().play("/nothing<CR>", document).statusLine.contains("1 of 1")))
    try Stage().play("&dies<CR><wait 400>", document).shows("Look", "⚠ quoted")
  }

  @Test func picturesOfAQuoteWithoutWarningAreMarked() throws {
    let sensitive = Self.status(
      "9",
      "there",
      #","sensitive":true,"media_attachments":["#
        + #"{"type":"image","url":"https://s.example/1.png"}]"#
    )
    let dumped = try Dumped("[\(Self.status("1", "Look", Self.quoting(sensitive)))]")
    #expect(dumped.files == ["image https://s.example/1.png sensitive"])
    #expect(dumped.texts("content_warning") == [nil])
  }

  @Test func commentsKeepTheirWarnings() throws {
    let thread = """
      {"thread":{"$type":"app.bsky.feed.defs#threadViewPost","post":\(Self.view("1", "Look")),
       "replies":[{"post":\(Self.view("9", "He dies", Self.label))}]}}
      """
    let note = Self.context(
      Self.note("1", "Look", #","replies":{"type":"Collection","items":[\#(Self.warnedNote)]}"#)
    )
    for document in [thread, note] {
      try Stage().play("<CR>", document).shows("Look", "⚠ end of the film", hides: "dies")
      #expect(try Stage().play("<CR>jx", document).text.contains("He dies"))
      let dumped = try Dumped(document)
      #expect(dumped.lines[0].contains(#""content_warning":"end of the film""#))
      #expect(try Dumped(dumped.lines[0]).lines == dumped.lines)
    }
  }

  /// Labels of app.bsky: a later label of the same source with "neg" takes an earlier one back.
  @Test(
    arguments: [
      (#"[{"src":"m","val":"porn"},{"src":"m","val":"porn","neg":true}]"#, nil),
      (#"[{"src":"m","val":"porn"},{"src":"m","val":"porn"}]"#, "porn"),
      (#"[{"src":"m","val":"porn"},{"src":"n","val":"porn","neg":true}]"#, "porn"),
      (#"[{"src":"m","val":"porn","neg":true},{"src":"m","val":"porn"}]"#, "porn"),
      (#"[{"src":"m","val":"gore"},{"src":"m","val":"porn","neg":true}]"#, "gore"),
    ] as [(String, String?)]
  )
  func labelsThatAreTakenBackHideNothing(_ labels: String, _ warning: String?) throws {
    let document = "{\"posts\":[\(Self.view("1", "Look", ",\"labels\":\(labels)"))]}"
    #expect(try Dumped(document).texts("content_warning") == [warning])
  }

  @Test(arguments: [20, 200])
  func pathologicalNestingEnds(_ depth: Int) throws {
    for isDirect in [true, false] {
      let nested = (0..<depth).reduce(Self.warned) { inner, id in
        Self.status("n\(id)", "level \(id)", isDirect ? ",\"quote\":\(inner)" : Self.quoting(inner))
      }
      let dumped = try Dumped("[\(nested)]")
      // JSON that is nested this deep is malformed.
      #expect(depth == 200 || dumped.text.contains("level 19"))
      #expect(!dumped.text.contains("level 3"))
    }
  }

  @Test func aQuoteThatIsCutIsNoPost() throws {
    let whole = "[\(Self.quote)]"
    for length in stride(from: 40, to: whole.count - 1, by: 37) {
      // Of the first bytes not even the format is known.
      let dumped = try? Dumped(String(whole.prefix(length)))
      #expect(dumped?.posts.isEmpty != false)
    }
  }
}
