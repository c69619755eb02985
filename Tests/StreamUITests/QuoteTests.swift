import StreamModel
import Testing

@testable import StreamUI

/// A quote shows all parts of the quoted post, in every format.
struct QuoteTests {
  private static func status(_ id: String, _ text: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","created_at":"2026-01-01T10:00:00Z","uri":"https://s.example/\#(id)","#
      + #""visibility":"public","account":{"acct":"a","display_name":"Ada"},"#
      + #""content":"\#(text)"\#(more)}"#
  }

  private static func quote(_ status: String, state: String = "accepted") -> String {
    #","quote":{"state":"\#(state)","quoted_status":\#(status)}"#
  }

  private static let parts = status(
    "9",
    "<p>Tea is best</p>",
    #","media_attachments":[{"type":"image","url":"https://s.example/9.png","description":"a cup"}],"#
      + #""poll":{"options":[{"title":"Tea","votes_count":2},{"title":"Milk","votes_count":1}],"#
      + #""votes_count":3},"card":{"title":"Kettles","url":"https://k.example/"}"#
  )

  @Test func aQuoteHasTextPicturesPollAndCard() throws {
    let quote = Self.status("1", "<p>Look</p>", Self.quote(Self.parts))
    for document in [
      "[\(quote)]", "[\(Self.status("2", "", ",\"reblog\":\(quote)"))]",
      #"[{"id":"3","type":"quote","account":{"acct":"b"},"status":\#(quote)}]"#,
    ] {
      let dumped = try Dumped(document)
      for words in ["Look", "Tea is best", "○ Tea 67% (2)", "○ Milk 33% (1)", "⧉ Kettles"] {
        #expect(dumped.text.contains(words), "\(words) of \(document)")
      }
      #expect(dumped.files == ["image https://s.example/9.png a cup"])
      #expect(dumped.links.contains("https://k.example/"))
    }
  }

  /// The states of Mastodon 4.5; none of its words is shown as it is.
  @Test(arguments: [
    "pending", "rejected", "revoked", "deleted", "unauthorized", "blocked_account",
    "blocked_domain", "muted_account",
  ])
  func aQuoteThatIsNotShownSaysWhy(_ state: String) throws {
    let missing = "[\(Self.status("1", "<p>Look</p>", Self.quote("null", state: state)))]"
    let text = try Dumped(missing).text
    #expect(text.contains("Quoted post not shown: "))
    #expect(!text.contains("_"))
    // A status that is there all the same waits for the reader.
    let held = "[\(Self.status("1", "<p>Look</p>", Self.quote(Self.parts, state: state)))]"
    try Stage().play("", held).shows("⚠ quoted: ", hides: "Tea is best")
    #expect(try Stage().play("x", held).text.contains("Tea is best"))
  }

  @Test func theFallbackIsHiddenWhereTheQuoteIsShown() throws {
    let fallback =
      #"<p class=\"quote-inline\">RE: <a href=\"https://s.example/9\">https://s.example/9</a></p>"#
    let shown = try Dumped(
      "[\(Self.status("1", fallback + "<p>Look</p>", Self.quote(Self.parts)))]"
    )
    #expect(!shown.text.contains("RE:") && shown.text.contains("Look"))
    let missing = try Dumped("[\(Self.status("1", fallback + "<p>Look</p>", Self.quote("null")))]")
    #expect(missing.text.contains("RE: https://s.example/9"))
    // Misskey writes it into a span within the paragraph.
    let span =
      #"<p>Look<span class=\"quote-inline\"><br><br>RE: <a href=\"https://s.example/9\">x</a></span></p>"#
    let other = try Dumped("[\(Self.status("1", span, Self.quote(Self.parts)))]")
    #expect(!other.text.contains("RE:") && other.text.contains("Look"))
  }

  // MARK: ActivityPub

  private static func note(_ id: String, _ text: String, _ more: String = "") -> String {
    #"{"type":"Note","id":"https://s.example/\#(id)","attributedTo":"https://s.example/u/a","#
      + #""content":"\#(text)"\#(more)}"#
  }

  private static func document(_ object: String) -> String {
    #"{"@context":"https://www.w3.org/ns/activitystreams",\#(object.dropFirst())"#
  }

  /// FEP-044f (Mastodon 4.5), Fedibird, Pleroma and Misskey; FEP-e232 as a tag.
  @Test(arguments: [
    #","quote":"https://o.example/5""#, #","quoteUri":"https://o.example/5""#,
    #","quoteUrl":"https://o.example/5""#, #","_misskey_quote":"https://o.example/5""#,
    #","as:quoteUrl":"https://o.example/5","quote":"https://o.example/5""#,
    #","tag":[{"type":"Link","mediaType":"application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\"","href":"https://o.example/5","name":"RE: https://o.example/5"}]"#,
    #","tag":{"type":"Link","mediaType":"application/activity+json","href":"https://o.example/5","rel":"https://misskey-hub.net/ns#_misskey_quote"}"#,
  ])
  func aNamedQuoteIsALink(_ property: String) throws {
    let dumped = try Dumped(Self.document(Self.note("1", "<p>I agree</p>", property)))
    #expect(dumped.links == ["https://o.example/5"])
    #expect(dumped.text.hasPrefix("I agree"))
    #expect(!dumped.lines[0].contains("#RE"))
    // A text that has the link already has it once.
    let own = #"<p>I agree<br>RE: <a href=\"https://o.example/5\">https://o.example/5</a></p>"#
    #expect(try Dumped(Self.document(Self.note("1", own, property))).links.count == 1)
  }

  @Test func anEmbeddedQuoteIsShown() throws {
    let inner = Self.note("5", "<p>Tea is best</p>")
    let dumped = try Dumped(Self.document(Self.note("1", "<p>I agree</p>", ",\"quote\":\(inner)")))
    #expect(dumped.text.contains("I agree") && dumped.text.contains("Tea is best"))
    #expect(dumped.links.contains("https://s.example/5"))
  }

  @Test func aQuotedPostOfTheSameOutboxIsShown() throws {
    let fallback = #"<p class=\"quote-inline\">RE: <a href=\"https://s.example/5\">it</a></p>"#
    let quote = Self.note("6", fallback + "<p>Look back</p>", #","quote":"https://s.example/5""#)
    let create = { (id: String, note: String) in
      #"{"type":"Create","id":"https://s.example/c\#(id)","actor":"https://s.example/u/a","object":\#(note)}"#
    }
    let outbox = { (warning: String) in
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","#
        + #""orderedItems":[\#(create("5", Self.note("5", "<p>The quoted one</p>", warning))),"#
        + create("6", quote) + "]}"
    }
    try Stage().play("G", outbox("")).shows("│ The quoted one", "Look back", hides: "RE:")
    #expect(try Stage().play("G/quoted one<CR>", outbox("")).statusLine.contains("of 2"))
    let closed = try Stage().play("G", outbox(#","summary":"snow","sensitive":true"#)).text
    #expect(closed.contains("⚠ quoted: snow") && !closed.contains("quoted one"))
    // A post that quotes itself says itself once.
    let own =
      #"{"type":"OrderedCollection","@context":"https://www.w3.org/ns/activitystreams","orderedItems":["#
      + Self.note("7", "<p>Me</p>", #","quote":"https://s.example/7""#) + "]}"
    #expect(try Dumped(own).text == "Me")
  }

  /// BookWyrm 0.7: the "quote" of a quotation is text of a book, not an address.
  @Test func theWordsOfABookAreNoAddress() throws {
    let dumped = try Dumped(
      Self.document(Self.note("1", "<p>Fine</p>", #","quote":"<p>Call me</p>""#))
    )
    #expect(dumped.text.contains("Fine") && dumped.text.contains("Call me"))
    #expect(dumped.links.isEmpty)
  }

  // MARK: Bluesky

  @Test(arguments: [
    (
      #"{"$type":"app.bsky.feed.defs#generatorView","uri":"at://did:plc:z/app.bsky.feed.generator/pots","displayName":"Pots feed","description":"All pots","did":"did:web:f","creator":{"did":"did:plc:z","handle":"z.example"}}"#,
      "Pots feed"
    ),
    (
      #"{"$type":"app.bsky.graph.defs#listView","uri":"at://did:plc:z/app.bsky.graph.list/9","name":"Pot list","creator":{"did":"did:plc:z","handle":"z.example"}}"#,
      "Pot list"
    ),
    (
      #"{"$type":"app.bsky.graph.defs#starterPackViewBasic","uri":"at://did:plc:z/app.bsky.graph.starterpack/9","record":{"$type":"app.bsky.graph.starterpack","name":"Pot starters","description":"go"},"creator":{"did":"did:plc:z","handle":"z.example"}}"#,
      "Pot starters"
    ),
  ])
  func quotedThingsOfBlueskyHaveNames(_ record: String, _ name: String) throws {
    let dumped = try Dumped(
      #"{"posts":[{"uri":"at://did:plc:1/app.bsky.feed.post/1","author":{"did":"did:plc:1","handle":"bo.example"},"record":{"$type":"app.bsky.feed.post","text":"see","createdAt":"2026-01-01T00:00:00Z"},"embed":{"$type":"app.bsky.embed.record#view","record":\#(record)}}]}"#
    )
    #expect(dumped.text.contains(name) && dumped.text.contains("z.example"))
  }
}
