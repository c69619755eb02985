import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Letter labels over links: key scripts, and what stands on the screen.
struct HintTests {
  /// A post with a link that has room for its target, one that has none, a mention and a tag.
  static let four = Feeds.posts([
    #"<p>read <a href="https://a.example/1">a long text with room for its target</a> or "#
      + #"<a href="https://b.example/2">here</a> <a href="https://c.example/3">now</a> it is</p>"#,
    #"<p>thanks <a href="https://social.example/@olga" class="u-url mention">@olga</a> "#
      + #"<a href="https://social.example/tags/tea" class="mention hashtag">#tea</a></p>"#,
  ])

  @Test(arguments: [0, 1, 9, 36, 37, 60, 400, 1_296, 5_000])
  func labelsAreShortAndNoneBeginsAnother(_ count: Int) {
    let labels = HintLabels.labels(count)
    #expect(labels.count == min(count, HintLabels.limit))
    #expect(Set(labels).count == labels.count)
    #expect(labels.map(\.count) == labels.map(\.count).sorted())
    let whole = Set(labels)
    for label in labels where label.count > 1 { #expect(!whole.contains(String(label.prefix(1)))) }
    #expect(labels.allSatisfy { $0 == $0.lowercased() && $0.count <= 2 })
  }

  @Test func lettersStandOverTheLinksAndMoveNothing() throws {
    let before = try Stage().play("", Self.four)
    let hints = try Stage().play("f", Self.four)
    #expect(hints.pageRoles.contains("f"))
    for (line, other) in zip(before.screen.lines, hints.screen.lines).dropLast() {
      for (cell, drawn) in zip(line.cells, other.cells) where drawn != cell {
        #expect([.hint, .hintTarget].contains(drawn.role))
      }
    }
    // The target in the place of the text; no further than the next link; and over what follows.
    hints.shows("read a https://a.example/1                or sere", "sere d https://c.example…\n")
    #expect(before.text.contains("here now it is\n"))
    #expect(try Stage().play("f<Esc>", Self.four).screen == before.screen)
  }

  @Test func targetsOnOneHostShowTheirEnds() throws {
    let long = "https://a.example/2026/11/26/the-long-name-of-a-post"
    let text = String(repeating: "a text with room for its target ", count: 2)
    let posts = Feeds.posts([
      "<p><a href=\"\(long)-one\">\(text)</a></p>", "<p><a href=\"\(long)-two\">\(text)</a></p>",
    ])
    try Stage(size: Size(columns: 50, lines: 20)).play("f", posts)
      .shows("https://a.example/…", "of-a-post-one", "of-a-post-two")
  }

  /// A label that equals the letter below it would be told by its colour alone.
  @Test func aLabelDiffersFromTheLetterThatItCovers() throws {
    let links = ["ab", "so", "do"].map { #"<a href="https://\#($0).example/">\#($0)</a>"# }
    let posts = Feeds.posts(["<p>read \(links.joined(separator: " "))</p>"])
    try Stage().play("f", posts).shows("read sb ao d https://do.example")
    #expect(try Stage().play("fay", posts).effects.contains { "\($0)".contains("so.example") })
  }

  @Test func aLetterFollows() throws {
    #expect(try opened("fa") == ["https://a.example/1"])
    // Where its target was not seen, a question shows it first.
    let asked = try Stage().play("fs", Self.four)
    #expect(asked.effects.isEmpty)
    #expect(asked.statusLine.contains("y opens https://b.example/2"))
    #expect(try opened("fsy") == ["https://b.example/2"])
    #expect(try opened("fd") == ["https://c.example/3"])
    // Inside the viewer there is nothing to ask.
    #expect(try Stage().play("ff<wait 10>", Self.four).text.contains("@olga@social.example"))
    #expect(try Stage().play("fj<wait 10>", Self.four).text.contains("#tea"))
  }

  @Test func aCapitalCopies() throws {
    #expect(try Stage().play("fA", Self.four).effects == [.copy("https://a.example/1")])
    #expect(try Stage().play("fS", Self.four).effects == [.copy("https://b.example/2")])
    #expect(try Stage().play("f<A-s>", Self.four).effects == [.copy("https://b.example/2")])
  }

  @Test func theNearestHaveTheFirstLetters() throws {
    let feed = Feeds.linked(40)
    #expect(try opened("JJJfa", feed) == ["https://host.example/4"])
    #expect(try opened("fa", feed) == ["https://host.example/1"])
  }

  @Test func aTextNarrows() throws {
    let feed = Feeds.linked(40)
    let narrowed = try Stage().play("f/page 5", feed)
    #expect(narrowed.statusLine.contains("/page 5▏ 1 link"))
    #expect(narrowed.pageRoles.filter { $0 == "f" }.count == 1)
    #expect(try opened("f/page 5<Enter>", feed) == ["https://host.example/5"])
    #expect(try opened("f/page<Enter>s", feed) == ["https://host.example/2"])
    #expect(try Stage().play("f/page<Esc>", feed).screen == Stage().play("f", feed).screen)
    #expect(try Stage().play("f/nothing", feed).statusLine.contains("0 links"))
  }

  @Test func anAddressNarrows() throws {
    let posts = Feeds.posts([
      #"<p>a <a href="https://other.example/way#end">link</a>, <a href="https://a.example/">more</a></p>"#
    ])
    for typed in ["other", "example/w", "#end", "https://o"] {
      try Stage().play("f/\(typed)", posts).shows(status: "/\(typed)▏ 1 link")
    }
    #expect(try Stage().play("f/other<Enter>", posts).text.contains("https://other.example/way"))
    // A hashtag leads to a page of the viewer, not to this host.
    #expect(try Stage().play("f/social", Self.four).statusLine.contains("0 links"))
    // Each address has this.
    #expect(try Stage().play("f/http", posts).statusLine.contains("0 links"))
  }

  @Test func keysOfTheListAreNeverEaten() throws {
    let feed = Feeds.linked(40)
    #expect(try Stage().play("f<Down>", feed).text == Stage().play("j", feed).text)
    #expect(try Stage().play("f<Space>", feed).text == Stage().play("<Space>", feed).text)
    #expect(try Stage().play("f<wheel-down>", feed).text == Stage().play("jjj", feed).text)
    #expect(try Stage().play("f<C-c>j", feed).text == Stage().play("j", feed).text)
    #expect(
      try Stage().play("f~", Self.four).screen.lines.dropLast()
        == Stage().play("", Self.four).screen.lines.dropLast()
    )
  }

  @Test func whatMovesComesToRestFirst() throws {
    let outcome = try Stage().play("jjjf", Feeds.linked(40))
    #expect(!outcome.app.isMoving)
    #expect(outcome.pageRoles.contains("f"))
    #expect(try Stage(strategy: .flat).play("jjjf", Feeds.linked(40)).pageRoles.contains("f"))
  }

  /// Enrichment that takes its time: keys that come before the labels mean labels all the same, but
  /// open nothing that was not seen.
  @Test func keysBeforeTheLabelsWaitForThem() throws {
    var app = App(Timeline(try Feeds.feed(Feeds.linked(2)).scanned()))
    let start = Moment(nanoseconds: 0)
    for key in ["f", "s"] as [Unicode.Scalar] {
      _ = app.handle(.input(.key(.character(key))), at: start, wall: Stage.wall)
    }
    #expect(app.mode.question == nil)
    var effects: [Effect] = []
    while let deadline = app.deadline(at: start), app.mode.question == nil {
      effects += app.handle(.due, at: deadline, wall: Stage.wall)
    }
    #expect(effects.opened.isEmpty)
    #expect(app.mode.question?.targets.first?.text == "https://host.example/2")
  }

  @Test func aSheetHasLabelsToo() throws {
    #expect(try Stage().play("lf", LinkTests.three).lines[0].hasPrefix("a "))
    #expect(try opened("lfs", LinkTests.three) == ["https://a.example/2"])
  }

  @Test func secureModeOpensNothing() throws {
    let stage = Stage(isSecure: true)
    for keys in ["fa", "fA"] {
      #expect(try stage.play(keys, Self.four).effects.isEmpty, "\(keys)")
    }
  }

  @Test func aScreenWithoutLinksSaysSo() throws {
    try Stage().play("f", Feeds.posts(["<p>nothing</p>"])).shows(status: "No links on the screen")
  }

  /// Fingers that know `f` type `Esc` after it, whether there were labels or not.
  @Test func escapeAfterAScreenWithoutLinksLeavesNoPage() throws {
    let feed = Feeds.posts(["<p>nothing</p>"])
    let stayed = try Stage().play("&nothing<Enter>f<wait 400><Esc>", feed)
    #expect(stayed.app.view.page.content is StreamPage)
    #expect(stayed.statusLine.contains("1 of 1 · &nothing"))
    let left = try Stage().play("&nothing<Enter>f<wait 400><Esc><Esc>", feed)
    #expect(left.app.view.page.content is TimelinePage)
    // Another key means what it always does.
    let gone = try Stage().play("&nothing<Enter>f<wait 400>q", feed)
    #expect(gone.app.view.page.content is TimelinePage)
  }

  /// Two columns a label: links that are narrower, wide clusters, and what the edge cuts.
  @Test(arguments: [(80, 24), (40, 10), (12, 5), (3, 2), (1, 1)])
  func labelsStayOnTheScreen(_ columns: Int, _ lines: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: lines))
    for seed in 1...4 {
      let feed = Feeds.generated(20, seed: UInt64(seed))
      for keys in ["f", "jjf", "jjjjjf0", "Gf", "<Enter>f", "lf"] {
        let screen = try stage.play(keys, feed).screen
        for line in screen.lines {
          #expect(line.cells.count == columns)
          for (column, cell) in line.cells.enumerated() where cell.columns == 2 {
            #expect(
              line.cells.indices.contains(column + 1) && line.cells[column + 1].isContinuation
            )
          }
        }
      }
    }
  }

  /// Sixty links of five kinds on one screen.
  @Test func anyOfSixtyLinksIsThreeKeysAway() throws {
    let feed = Feeds.posts(
      (1...12).map { number in
        #"<p><a href="https://social.example/@a\#(number)" class="u-url mention">@a\#(number)</a> on "#
          + #"<a href="https://social.example/tags/tea" class="mention hashtag">#tea</a>: "#
          + #"<a href="https://news.example/\#(number)">a title that is long enough</a>, "#
          + #"<a href="https://x.example/\#(number)">https://x.example/\#(number)</a> and "#
          + #"<a href="https://y.example/\#(number)">here</a></p>"#
      }
    )
    let stage = Stage(size: Size(columns: 120, lines: 40))
    let labels = try stage.play("f", feed).app.mode.hints?.shown.map(\.label) ?? []
    #expect(labels.count == 60)
    let keys = try labels.map { label -> Int in
      let outcome = try stage.play("f\(label)<wait 10>", feed)
      let isThere = outcome.app.view.pages.count > 1 || !outcome.effects.isEmpty
      let isAsked = outcome.app.mode.question != nil
      #expect(isThere != isAsked)
      return 1 + label.count + (isAsked ? 1 : 0)
    }.sorted()
    #expect(keys[59] <= 3)
    #expect(keys[30] == 2)
  }

  private func opened(_ keys: String, _ feed: String = four) throws -> [String] {
    try Stage().play(keys, feed).effects.opened
  }
}
