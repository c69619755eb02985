import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A list and beside it the selected or opened post.
struct SplitTests {
  private static let size = Size(columns: 120, lines: 30)
  private static let panes = Panes(columns: 120, .split)
  private static var stage: Stage { Stage(size: size, layout: .split) }

  private func cells(_ columns: Range<Int>, of screen: Screen) -> [ArraySlice<Cell>] {
    screen.lines.dropLast().map { $0.cells[columns] }
  }

  private func text(_ columns: Range<Int>, of screen: Screen) -> String {
    cells(columns, of: screen).map { $0.map(\.text).joined() }.joined(separator: "\n")
  }

  // MARK: Where

  @Test(arguments: [
    (40, ScreenLayout.split, false), (79, .split, false), (80, .split, true), (139, .auto, false),
    (140, .auto, true), (300, .list, false), (0, .split, false), (-1, .auto, false),
  ])
  func theScreenIsSplitWhereThereIsRoom(columns: Int, layout: ScreenLayout, isSplit: Bool) throws {
    guard let panes = Panes(columns: columns, layout) else { return #expect(!isSplit) }
    #expect(isSplit)
    #expect(panes.list.lowerBound == 0 && panes.post.upperBound == columns)
    #expect(panes.list.count >= 32 && panes.post.count >= 47)
    #expect(panes.rule == panes.list.upperBound && panes.post.lowerBound == panes.rule + 1)
  }

  @Test(arguments: ["<resize 200x60>", "<resize 140x24>", "<resize 80x60>"])
  func theListKeepsItsPlaceWhileItStandsBesideThePost(_ resize: String) throws {
    let stage = Stage(size: Size(columns: 80, lines: 24), layout: .auto)
    let before = try stage.play("20g<CR><wait 400>q<wait 400>", try Feeds.sample())
    let after = try stage.play(
      "20g<CR><wait 400>\(resize)<wait 400><resize 80x24><wait 400>q<wait 400>",
      try Feeds.sample()
    )
    #expect(after.text == before.text)
    #expect(after.lines.contains { $0.hasPrefix("▌") })
  }

  /// Compact rows show no links: keys of links go over to the post that does, and move no cell.
  @Test(arguments: [
    ("<Tab>", "1", "q"), ("<Tab><Tab>", "2", "q"), ("2o", "", "q"), ("f", "", "<Esc>q"),
  ])
  func keysOfLinksActOnThePostBeside(_ keys: String, _ link: String, _ back: String) throws {
    let body =
      #"<p><a href="https://host.example/1">one</a> <a href="https://host.example/2">two</a></p>"#
    let feed = Feeds.posts([body, body])
    let there = try Self.stage.play("J<wait 400><CR><wait 400>\(keys)<wait 400>", feed)
    let here = try Self.stage.play("J<wait 400>\(keys)<wait 400>", feed)
    #expect(here.screen == there.screen && here.effects == there.effects)
    #expect(here.statusLine.contains(link))
    // The post need not have come yet.
    let early = try Self.stage.play("J\(keys)<wait 400>", feed)
    #expect(early.app.view.page.content.opened != nil && early.text.contains("host.example"))
    let list = try Self.stage.play("J<wait 400>", feed).screen
    let left = try Self.stage.play("J<wait 400>\(keys)\(back)<wait 400>", feed).screen
    let panes = try #require(Self.panes)
    #expect(text(panes.list, of: left) == text(panes.list, of: list))
  }

  @Test func aNarrowScreenShowsOnePage() throws {
    let size = Size(columns: 40, lines: 10)
    let split = try Stage(size: size, layout: .split).play("JJ<CR><wait 400>", try Feeds.sample())
    let list = try Stage(size: size).play("JJ<CR><wait 400>", try Feeds.sample())
    #expect(split.screen == list.screen)
  }

  // MARK: Laws

  /// Law 2, and that a movement leaves out what stands beside it.
  @Test func restingMovesNothingOfTheListThatMoved() throws {
    let panes = try #require(Self.panes)
    for keys in ["jj", "<Space><Space>", "jjjjjjkk"] {
      let moving = try Self.stage.play(keys, try Feeds.sample()).screen
      let resting = try Self.stage.play(keys + "<wait 400>", try Feeds.sample()).screen
      #expect(text(panes.list, of: moving) == text(panes.list, of: resting))
      #expect(text(panes.post, of: moving).allSatisfy { $0 == " " || $0 == "\n" })
      #expect(!text(panes.post, of: resting).allSatisfy { $0 == " " || $0 == "\n" })
    }
  }

  /// At a reader's pace nothing beside the list comes or goes.
  @Test func aSingleStepLeavesThePostWhereItIs() throws {
    let panes = try #require(Self.panes)
    let before = try Self.stage.play("<wait 400>J<wait 400>", try Feeds.sample()).screen
    let moving = try Self.stage.play("<wait 400>J<wait 400>j", try Feeds.sample()).screen
    #expect(cells(panes.post, of: moving) == cells(panes.post, of: before))
    #expect(text(panes.list, of: moving) != text(panes.list, of: before))
  }

  /// Law 6: the post comes at the deadline, not before, and one for the last row only.
  @Test func thePostComesOnceTheReaderRests() throws {
    let panes = try #require(Self.panes)
    let feed = Feeds.linked(40)
    let early = try Self.stage.play("<wait 400>JJJ<wait 140>", feed)
    #expect(text(panes.post, of: early.screen).contains("host.example/1"))
    let due = try Self.stage.play("<wait 400>JJJ<wait 160>", feed)
    #expect(text(panes.post, of: due.screen).contains("host.example/4"))
    let shown = due.frames.map { text(panes.post, of: $0) }
    #expect(!shown.contains { $0.contains("host.example/2") || $0.contains("host.example/3") })
  }

  @Test func openingThePostMovesNothing() throws {
    let feed = try Feeds.sample()
    let list = try Self.stage.play("JJ<wait 600>", feed)
    let opened = try Self.stage.play("JJ<wait 600><CR><wait 400>", feed)
    let back = try Self.stage.play("JJ<wait 600><CR><wait 400>q<wait 400>", feed)
    #expect(opened.app.view.page.content.opened != nil)
    let panes = try #require(Self.panes)
    #expect(text(panes.list, of: opened.screen) == text(panes.list, of: list.screen))
    let bar = text(panes.post, of: opened.screen)
    #expect(bar.replacing("▌", with: " ") == text(panes.post, of: list.screen))
    #expect(back.screen == list.screen)
  }

  /// Law 8: what was read in the post stays as it was left.
  @Test func aPostThatIsLeftStaysWhereItWas() throws {
    let thread = LongThread(count: 300).json
    let panes = try #require(Self.panes)
    let inside = try Self.stage.play("<CR><Space><Space><wait 400>", thread)
    let left = try Self.stage.play("<CR><Space><Space><wait 400>q<wait 400>", thread)
    let again = try Self.stage.play("<CR><Space><Space><wait 400>q<wait 400><CR><wait 400>", thread)
    #expect(left.app.view.page.content.keyPage == .timeline)
    #expect(
      text(panes.post, of: left.screen)
        == text(panes.post, of: inside.screen).replacing("▌", with: " ")
    )
    #expect(again.lines.dropLast(2) == inside.lines.dropLast(2))
  }

  /// Law 5: a screen that becomes narrow and wide again shows the same.
  @Test func aResizeKeepsThePlace() throws {
    for keys in ["<Space>J<wait 600>", "<Space>J<wait 600><CR><wait 400>"] {
      let before = try Self.stage.play(keys, try Feeds.sample())
      let after = try Self.stage.play(
        keys + "<resize 60x20><wait 400><resize 120x30><wait 600>",
        try Feeds.sample()
      )
      #expect(after.screen == before.screen)
    }
  }

  @Test func theCommandSplitsAndJoins() throws {
    let stage = Stage(size: Self.size)
    let split = try stage.play("<Space>:layout split<CR><wait 600>", try Feeds.sample())
    #expect(split.app.view.beside?.content.opened != nil)
    #expect(split.statusLine.contains("Layout split"))
    let joined = try stage.play(
      "<Space><wait 400>:layout split<CR><wait 600>:layout list<CR><wait 400>",
      try Feeds.sample()
    )
    let plain = try stage.play("<Space><wait 400>", try Feeds.sample())
    #expect(joined.lines.dropLast(2) == plain.lines.dropLast(2))
    let narrow = try Stage(size: Size(columns: 60, lines: 12))
      .play(":layout split<CR>", try Feeds.sample())
    #expect(narrow.statusLine.contains("Not split: that takes 80 columns"))
  }

  // MARK: Both are alive

  @Test func rowsThatComeInMoveNothing() throws {
    let panes = try #require(Self.panes)
    let lines = (0..<60).map { #"{"id":"\#($0)","body_text":"text of \#($0)"}"# }
    let source = try ScriptedSource(Feeds.feed(lines.joined(separator: "\n") + "\n"), records: 50)
    let timeline = Timeline(sources: [source], order: .document)
    var viewer = try Viewer(timeline, size: Self.size) { $0.layout = .split }
    viewer.type("jj")
    viewer.wait(milliseconds: 600)
    let before = viewer.app.draw()
    source.prepend(5)
    try viewer.grow()
    viewer.wait(milliseconds: 600)
    let after = viewer.app.draw()
    #expect(text(panes.list, of: after) == text(panes.list, of: before))
    #expect(text(panes.post, of: after) == text(panes.post, of: before))
  }

  @Test func aClickGoesOverToTheOtherPage() throws {
    let feed = try Feeds.sample()
    #expect(try Self.stage.play("<wait 400><click 80,5>", feed).app.view.page.content.opened != nil)
    let back = try Self.stage.play("<wait 400><CR><wait 400><click 10,4>", feed)
    #expect(back.app.view.page.content.keyPage == .timeline)
    #expect(back.statusLine.contains("post 4 of"))
  }

  @Test func linksOfThePostAreWhereTheyAreDrawn() throws {
    let panes = try #require(Self.panes)
    var stage = Self.stage
    stage.hasHyperlinks = true
    let feed = Feeds.linked(40)
    let outcome = try stage.play("<CR><wait 400>", feed)
    let link = try #require(outcome.screen.hyperlinks.first)
    #expect(panes.post.contains(link.columns.lowerBound))
    #expect(outcome.screen.lines[link.line].cells[link.columns].map(\.text).joined() == "page 1")
    let clicked = try stage.play(
      "<CR><wait 400><click \(link.columns.lowerBound + 2),\(link.line + 1)>",
      feed
    )
    #expect(clicked.app.view.list.focus != nil)
  }

  @Test func aHelpPageHasTheWholeScreen() throws {
    let help = try Self.stage.play("<wait 400>?", try Feeds.sample())
    let alone = try Stage(size: Self.size).play("<wait 400>?", try Feeds.sample())
    #expect(help.screen == alone.screen)
  }
}
