import CellGrid
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// The words that the last edit of a post has changed, as a reader sees them.
struct ChangesPageTests {
  private static let posts = """
    {"id":"p1","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z","title":"Ice report",\
    "body_html":"<p>The lake is <b>cold</b> &amp; open.</p><p>Boats go at noon.</p>"}
    {"id":"p2","author":"@mia","published":"2026-01-30T09:00:00Z","body_text":"warm stove"}
    {"id":"p3","author":"@ben","edited":"2026-01-30T09:00:00Z","body_text":"late words"}
    {"id":"p4","author":"@liz","body_html":"<p>one <i>two</i></p>"}
    {"id":"p5","author":"@liz","url":"https://liz.example/5","body_html":"<p>Read <a href='/ice'>the report</a> \
    and <a href='/map'>the map</a>, not the list.</p>"}
    {"type":"update","post":"p1","edited":"2026-01-31T08:00:00Z","title":"Ice report, second",\
    "body_html":"<p>The lake is frozen &amp; closed.</p><p>Boats do not go at noon.</p>"}
    {"type":"update","post":"p4","body_html":"<p>one <b>two</b></p>"}
    {"type":"update","post":"p5","body_html":"<p>Read <a href='/ice-2'>the report</a> \
    and the map, not the <a href='/list'>list</a>.</p>"}

    """

  @Test(arguments: [("changes", 60), ("changes-narrow", 30)])
  func theWordsAreMarked(_ name: String, _ columns: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: 14))
    try expectGolden(try stage.play("<CR>E<wait 400>", Self.posts), name)
  }

  /// A link that leads elsewhere now has the same words as before.
  @Test(arguments: [("changes-links", 60), ("changes-links-narrow", 30)])
  func changedTargetsAreShown(_ name: String, _ columns: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: 14))
    let outcome = try stage.play("JJJJE<wait 400>", Self.posts)
    try expectGolden(outcome, name)
    #expect(outcome.screen.textPlane().contains("No word has changed, only"))
  }

  @Test func changedTargetsStandBelowChangedWords() throws {
    let posts = Self.posts.replacing("not the list", with: "not the list!", maxReplacements: 1)
    let text = try Stage().play("JJJJE", posts).screen.textPlane()
    #expect(text.contains("Links that have changed"))
    #expect(text.contains("the report: [-/ice-] {+/ice-2+}"))
  }

  @Test func theCommandWorksOnTheSelectedPostOfAList() throws {
    let there = try Stage().play(":changes<CR>", Self.posts)
    #expect(there.screen.textPlane().contains("What the last edit has changed"))
    #expect(try Stage().play("E", Self.posts).screen == there.screen)
    let back = try Stage().play(":changes<CR>q", Self.posts)
    #expect(back.screen == (try Stage().play("", Self.posts)).screen)
    // It opens once.
    let twice = try Stage().play("<CR>E:changes<CR>q", Self.posts)
    #expect(twice.screen == (try Stage().play("<CR>", Self.posts)).screen)
  }

  @Test func aPostWithoutAnEarlierTextSaysWhy() throws {
    try Stage().play("JE", Self.posts)
      .shows(status: "The post has not changed since it was fetched")
    try Stage().play("JJ:changes<CR>", Self.posts)
      .shows(status: "No earlier text is known: the post was edited before it was fetched")
    try Stage().play("JJJ:changes<CR>", Self.posts)
      .shows("No word has changed, only markup or an attachment.")
  }
}
