import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The side panel beside the rows: what it shows, when, and that it covers no text.
struct PanelTests {
  @Test func theWaysToUncoverAndCoverAreTheSame() throws {
    let plain = try Stage().play("<wait 400>", try Feeds.sample())
    let keyed = try Stage().play("<wait 400>>", try Feeds.sample())
    #expect(keyed.text != plain.text)
    for script in ["<wheel-right>", "<drag 60,5 40,5>", "<press 60,5><move 50,5><release 90,90>"] {
      let outcome = try Stage().play("<wait 400>\(script)", try Feeds.sample())
      #expect(outcome.screen == keyed.screen, "\(script)")
    }
    for script in ["<lt>", "<wheel-left>", "<drag 40,5 60,5>", "<drag 60,5 79,6>", "q", "<Esc>"] {
      let outcome = try Stage().play("<wait 400>>\(script)", try Feeds.sample())
      #expect(outcome.screen == plain.screen, "\(script)")
    }
  }

  @Test func aLinkWithoutAnotherTextIsSaidOnce() throws {
    let feed = Feeds.posts([
      #"<p>see https://a.example/ice and <a href="https://a.example/snow">snow</a></p>"#
    ])
    let outcome = try Stage().play("<wait 400>>", feed)
    let lines = outcome.lines.map { $0.suffix(32) }
    #expect(lines.count { $0.contains("https://a.example/ice") } == 1, "\(lines)")
    #expect(lines.contains { $0.contains("[1] https://a.example/ice") })
    #expect(lines.contains { $0.contains("[2] snow") })
    #expect(lines.contains { $0.contains("    https://a.example/snow") })
  }

  @Test func aDragThatIsNotSidewaysMovesNoPanel() throws {
    for script in ["<drag 60,5 53,5>", "<drag 60,5 40,15>", "<drag 60,2 60,20>"] {
      let outcome = try Stage().play("<wait 400>\(script)", try Feeds.sample())
      #expect(!outcome.app.view.options.showsPanel, "\(script)")
    }
  }

  /// A drag to the side is no click, wherever it ends.
  @Test func aSidewaysDragFromALinkLetsItGo() throws {
    let outcome = try Stage().play(
      "<wait 400><press 30,2><move 20,2><move 30,2><release 30,2>",
      try Feeds.sample()
    )
    #expect(outcome.app.view.options.showsPanel)
    #expect(outcome.effects.filter { if case .open = $0 { true } else { false } }.isEmpty)
    #expect(!outcome.pageRoles.contains("d"))
  }

  /// From 140 columns on the panel covers no text at all.
  @Test(arguments: [(140, 40), (200, 50)])
  func aWideWindowHasRoomForBoth(_ columns: Int, _ lines: Int) throws {
    let size = Size(columns: columns, lines: lines)
    let edge = SidePanel.columns(of: columns, nil).lowerBound
    for feed in [try Feeds.sample(), Feeds.feed(Feeds.generated(60))] {
      for keys in ["", "<Space><wait 400>", "<CR>", "<CR>]<wait 400>"] {
        let plain = try Stage(size: size).play(keys, feed)
        for line in plain.screen.lines.dropLast() {
          #expect(line.cells[edge...].allSatisfy { $0.text == " " })
        }
      }
    }
  }

  /// Rows are laid out as in a window that ends at the panel; the selection and its line stay.
  @Test(arguments: [(80, 24), (100, 30), (120, 40), (139, 20), (200, 50), (60, 12)])
  func itCoversNoText(_ columns: Int, _ lines: Int) throws {
    let size = Size(columns: columns, lines: lines)
    let feeds = [try Feeds.sample(), Feeds.feed(Feeds.generated(20))]
    for feed in feeds {
      for keys in ["", "jjj", "<Space>", "<CR>"] {
        let edge = SidePanel.columns(of: columns, nil).lowerBound
        #expect(edge > 0)
        let whole = try Stage(size: size).play("\(keys)<wait 400>", feed)
        let panel = try Stage(size: size).play("\(keys)<wait 400>><wait 400>", feed)
        let narrow = try Stage(size: Size(columns: edge, lines: lines)).play("<wait 400>", feed)
        #expect(whole.app.view.list.selection == panel.app.view.list.selection)
        if keys.isEmpty {
          for (old, new) in zip(narrow.screen.lines, panel.screen.lines).dropLast() {
            #expect(old.cells[...] == new.cells[..<edge])
          }
        }
        let closed = try Stage(size: size).play("\(keys)<wait 400>><lt><wait 400>", feed)
        #expect(closed.screen == whole.screen)
      }
    }
  }

  @Test func itGoesWhileTheStreamMovesAndComesBackAtRest() throws {
    let moving = try Stage().play("<wait 400>>jj", Feeds.linked(40))
    #expect(!moving.text.contains("1 link") && !moving.text.contains("│"))
    let rest = try Stage().play("<wait 400>>jj<wait 400>", Feeds.linked(40))
    #expect(rest.text.contains("1 link"))
    #expect(rest.text.contains("│"))
  }

  @Test func itFollowsTheSelection() throws {
    let feed = Feeds.linked(40)
    #expect(try Stage().play(">", feed).text.contains("https://host.example/1\n"))
    #expect(try Stage().play(">J", feed).text.contains("https://host.example/2\n"))
    #expect(try Stage().play("><click 4,8>", feed).text.contains("https://host.example/3\n"))
  }

  @Test func aClickOnThePanelSelectsNothingUnderIt() throws {
    let outcome = try Stage().play("><click 70,8><double-click 70,8>", Feeds.linked(40))
    #expect(outcome.statusLine.contains("post 1 of 40"))
    #expect(outcome.app.view.pages.count == 1)
  }

  @Test func whatItSaysIsSanitizedAndCut() throws {
    let feed = #"""
      {"version":1,"posts":[{"id":"p1","author":{"name":"Ev\u001b[31mil\u202e","handle":"@e",
      "bio_html":"<p>bio \u0007 of many \u2066 words</p>"},"likes_count":1234567,
      "likes":["@one\u001b]0;x\u0007","@two"],"body_html":"<a href='https://a.example/\u001b[2J'>x\u202ey</a>"}]}
      """#
    let outcome = try Stage(size: Size(columns: 60, lines: 12)).play(">", feed)
    #expect(outcome.text.contains("1,234,567 likes"))
    #expect(outcome.text.contains("1,234,565 more"))
    let scalars = outcome.text.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x202E })
    #expect(outcome.statusLine.contains("post 1 of 1"))
  }

  @Test func whatDoesNotFitIsCounted() throws {
    let links = (1...60).map { #"<a href="https://host.example/\#($0)">page \#($0)</a>"# }
    let feed = Feeds.posts(["<p>\(links.joined(separator: " "))</p>"])
    let low = try Stage(size: Size(columns: 80, lines: 10)).play(">", feed)
    #expect(low.lines[8].contains("lines"))
    let high = try Stage(size: Size(columns: 80, lines: 130)).play(">", feed)
    #expect(high.text.contains("60 links"))
    #expect(high.text.contains("+10 links (l lists all)"))
  }

  @Test func pagesWithoutRowsOfPeopleHaveNone() throws {
    let outcome = try Stage().play("?>", try Feeds.sample())
    #expect(outcome.statusLine.contains("There is no side panel on this page"))
    // And q goes back at once where the panel is not seen.
    #expect(try Stage().play(">?q", try Feeds.sample()).app.view.pages.count == 1)
  }

  @Test func itIsThereOnThePageBehindARow() throws {
    let outcome = try Stage().play("><CR>", try Feeds.sample())
    #expect(outcome.app.showsPanel)
    let covered = try Stage().play("><CR>q", try Feeds.sample())
    #expect(covered.app.view.pages.count == 2)
    #expect(!covered.app.showsPanel)
  }

  @Test(arguments: [(0, 0), (1, 1), (1, 2), (2, 5), (23, 3), (59, 2), (60, 1)])
  func anySizeHasAPanel(_ columns: Int, _ lines: Int) throws {
    let outcome = try Stage(size: Size(columns: columns, lines: lines)).play(
      "><wait 400>",
      try Feeds.sample()
    )
    #expect(outcome.screen.lines.allSatisfy { $0.cells.count == columns })
  }
}
