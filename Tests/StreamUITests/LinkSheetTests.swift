import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The sheet as a whole: narrowed, opened, saved.
struct LinkSheetTests {
  private static let feed = Feeds.posts([
    #"<p><a href="https://lakes.example/1">the Lake</a> <a href="https://a.example/2">two</a> "#
      + #"<a href="https://a.example/3">three</a> <a href="mailto:olga@lakes.example">write</a> "#
      + #"<a href="javascript:x">bad</a> <a href="https://a.example/2">two again</a></p>"#
  ])

  @Test func narrowsWithEachKeyAndEscapeShowsAll() throws {
    #expect(try Stage().play("l/LAKE", Self.feed).statusLine.contains("/LAKE▏  0 of 6"))
    try Stage().play("l/lake", Self.feed)
      .shows("the Lake", "[4] mail    write", status: "/lake▏  2 of 6", hides: "[2]")
    try Stage().play("l/lake<CR>J", Self.feed).shows(status: "link 2 · 2 of 6 · lake")
    let back = try Stage().play("l/lake<CR><Esc>", Self.feed)
    #expect(back.statusLine.contains("link 1 of 6"))
    #expect(back.app.view.pages.count == 2)
    #expect(try Stage().play("l/lake<Esc>", Self.feed).text.contains("[2]"))
    #expect(try Stage().play("l/lake<CR><Esc><Esc>", Self.feed).app.view.pages.count == 1)
  }

  /// The rest of an address is nowhere else to be seen before it opens.
  @Test func addressesStandWhole() throws {
    let long = "https://lakes.example/archive/2026/11/levels-of-all-lakes?from=olga&list=weekly#ice"
    let feed = Feeds.posts([
      #"<p><a href="\#(long.replacing("&", with: "&amp;"))">the Lake</a> "#
        + #"<a href="https://a.example/2">two</a></p>"#
    ])
    let narrow = Stage(size: Size(columns: 40, lines: 10))
    try expectGolden(narrow.play("l", feed), "link-sheet-long-narrow")
    try expectGolden(Stage().play("l", feed), "link-sheet-long")
  }

  @Test func keysActOnWhatIsListedOnly() throws {
    #expect(
      try Stage().play("l/three<CR><CR>", Self.feed).effects.opened == ["https://a.example/3"]
    )
    #expect(try Stage().play("l/three<CR>o", Self.feed).effects.opened == ["https://a.example/3"])
    #expect(try Stage().play("l/three<CR>y", Self.feed).effects == [.copy("https://a.example/3")])
    let none = try Stage().play("l/nothing<CR><CR>oysG<Space>gJKjk", Self.feed)
    #expect(none.effects.isEmpty)
    #expect(none.statusLine.contains("0 of 6 · no link has nothing"))
  }

  @Test func aCopyIsOneLine() throws {
    let feed = Feeds.posts([
      #"<p><a href="https://a.example/x&#10;rm -rf&#13;y">two<br>lines</a></p>"#
    ])
    let outcome = try Stage().play("ly", feed)
    guard case .copy(let text) = outcome.effects.first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(!text.contains { $0.isNewline })
    #expect(text.hasPrefix("https://a.example/x"))
  }

  @Test func goodNewsDoesNotCoverWhatWentWrong() throws {
    var app = try Stage().play("l", Self.feed).app
    for (text, isWarning) in [("one failed", true), ("Opened with x", false)] {
      let event = Event.message(SafeText(sanitizing: text), isWarning: isWarning)
      _ = app.handle(event, at: Moment(nanoseconds: 0), wall: Stage.wall)
    }
    #expect(app.draw().textPlane().contains("one failed"))
    _ = app.handle(.input(.key("j")), at: Moment(nanoseconds: 0), wall: Stage.wall)
    #expect(!app.draw().textPlane().contains("one failed"))
  }

  @Test func aBlankBeforeThePathIsLeftOut() throws {
    let effects = try Stage().play("ls<Space><Space>~/a b.txt<CR>", Self.feed).effects
    #expect(effects.savedLinks.map(\.path) == ["~/a b.txt"])
  }

  @Test func savesWhatIsListed() throws {
    #expect(try Stage().play("ls~/x", Self.feed).statusLine.contains("save links to: ~/x▏"))
    let saved = try Stage().play("l/two<CR>s~/links.txt<CR>", Self.feed)
    #expect(
      saved.effects == [
        .save(
          path: "~/links.txt",
          text: "https://a.example/2\ttwo\nhttps://a.example/2\ttwo again\n"
        )
      ]
    )
    #expect(try Stage().play("ls", Self.feed).statusLine.contains("Enter: links.txt"))
    let usual = try Stage().play("ls<CR>", Self.feed)
    #expect(usual.effects.savedLinks.map(\.path) == ["links.txt"])
    #expect(try Stage().play("lsabc<Esc>", Self.feed).effects.isEmpty)
  }

  @Test func whatIsSavedActsOnNoTerminal() throws {
    let feed = Feeds.posts([#"<p><a href="https://a.example/&#27;[2J&#9;x">a&#9;b<br>c</a></p>"#])
    let effects = try Stage().play("lsx<CR>", feed).effects
    let text = try #require(effects.savedLinks.first).text
    #expect(text.filter { $0 == "\n" }.count == 1)
    #expect(text.filter { $0 == "\t" }.count == 1)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func aSecureViewerOpensAndSavesNothing() throws {
    let stage = Stage(isSecure: true)
    #expect(try stage.play("l<CR>ls/tmp/x<CR>", Self.feed).effects.isEmpty)
    #expect(try stage.play("ls", Self.feed).statusLine.contains("secure mode is on"))
  }

  @Test func elsewhereTheKeysSayWhereTheyBelong() throws {
    for key in [":save-links<CR>"] {
      let outcome = try Stage().play(key, Self.feed)
      #expect(outcome.effects.isEmpty)
      #expect(outcome.statusLine.contains("Works in the list of links only (type l)"))
    }
    #expect(try Stage().play("/", Self.feed).app.mode.prompt?.use == .search)
  }

  @Test(arguments: [
    ("▣ image: A lake", "image", "A lake"),
    ("▣ video (no description)", "video", "(no description)"),
    ("▣ application/pdf: paper", "file", "application/pdf: paper"),
    ("⧉ A title", "card", "A title"), ("[image: A lake]", "image", "A lake"),
    ("[image]", "image", "(no description)"), ("https://a.example/", "post", "https://a.example/"),
  ])
  func attachmentsSayWhatTheyAre(_ label: String, _ kind: String, _ words: String) {
    let link = RowLink(target: "https://a.example/", label: label, kind: .attachment, spots: [])
    let parts = LinkRow.parts(of: link)
    #expect(parts.kind == kind)
    #expect(parts.words.trimmingPrefix(" ") == words)
  }

  @Test func theAddressOfThePostHasOneLine() throws {
    let post =
      #"{"id":"p","url":"https://a.example/p/1","body_html":"<p>x <img src=\"https://a.example/i.png\"></p>"}"#
    let outcome = try Stage().play("<CR><wait 400>l", #"{"version":1,"posts":[\#(post)]}"#)
    #expect(outcome.lines[0].hasSuffix("[1] image   (no description)"))
    #expect(outcome.lines[2].hasSuffix("[2] post    https://a.example/p/1"))
    #expect(outcome.text.count { $0 == "/" } == 3 + 4)
  }
}
