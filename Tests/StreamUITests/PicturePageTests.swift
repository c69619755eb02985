import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A picture that fills the screen.
struct PicturePageTests {
  /// A post with three pictures and a film among them, and one after it.
  private static let feed = """
    {"version":1,"posts":[
     {"id":"p","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z","body_text":"Lakes.",
      "attachments":[
       {"type":"image","url":"media/a.png","alt":"the first lake","width":400,"height":100},
       {"type":"video","url":"media/b.mp4","alt":"a film"},
       {"type":"image","url":"media/c.png","alt":"the second lake","width":100,"height":400},
       {"type":"image","url":"media/d.png"}]},
     {"id":"q","published":"2026-01-29T08:00:00Z","body_text":"Another.","attachments":[
       {"type":"image","url":"media/e.png","alt":"elsewhere"},
       {"type":"image","url":"https://m.example/f.png","alt":"far away"}]}]}
    """

  private static var stage: Stage {
    Stage(size: Size(columns: 60, lines: 16), pictures: PictureRowTests.grid)
  }

  private static var blocks: Stage {
    var stage = Stage(size: Size(columns: 60, lines: 16))
    var grid = PictureGrid(run: 0, decodes: true)
    grid.usesSymbols = true
    stage.symbols = grid
    return stage
  }

  private static let open = "<wait 400><Tab><CR><wait 400>"

  @Test func enterOnAPictureFillsTheScreenWithIt() throws {
    let outcome = try Self.stage.play(Self.open, Self.feed)
    // 400 x 100 pixels in cells of 1 to 2: 58 columns are 7 lines.
    let shades = outcome.lines.filter { $0.contains("░") }.map { String($0.dropFirst(2)) }
    #expect(shades == Array(repeating: String(repeating: "░", count: 58), count: 7))
    outcome.shows("the first lake", "media/a.png · 400 x 100 · picture 1 of 3")
    #expect(outcome.statusLine.hasPrefix(" picture 1 of 3 · o opens it outside, s saves it"))
    #expect(outcome.wishes.contains { if case .wantPictures = $0 { true } else { false } })
    #expect(!outcome.wishes.contains { if case .openFile = $0 { true } else { false } })
    let wish = try #require(outcome.app.view.pictureWishes.wanted.first)
    #expect(wish.box == RowPicture.Box(columns: 58, lines: 7) && wish.target.path == "media/a.png")
    #expect(!outcome.app.view.pictureWishes.asSymbols)
  }

  @Test func theKeysOfPostsGoFromPictureToPicture() throws {
    let second = try Self.stage.play(Self.open + "n<wait 400>", Self.feed)
    // As high as the page without the words below.
    #expect(second.lines.filter { $0.contains("░") }.count == 12)
    #expect(second.text.contains("the second lake") && second.text.contains("picture 2 of 3"))
    try Self.stage.play(Self.open + "nn<wait 400>", Self.feed).shows("media/d.png · picture 3 of 3")
    try Self.stage.play(Self.open + "nnn", Self.feed).shows(status: "This is the last picture")
    try Self.stage.play(Self.open + "nN<wait 400>", Self.feed).shows("picture 1 of 3")
    try Self.stage.play(Self.open + "N", Self.feed).shows(status: "the first picture")
  }

  /// Law 8.
  @Test(arguments: ["", "<CR><wait 400>", "j<wait 400>", "l<wait 400>"])
  func backLeadsToTheSamePlace(_ there: String) throws {
    let opening = there.hasPrefix("l") ? "<CR><wait 400>" : "<Tab><CR><wait 400>"
    let before = try Self.stage.play("<wait 400>" + there + "<wait 400>", Self.feed)
    let opened = try Self.stage.play("<wait 400>" + there + opening, Self.feed)
    #expect(opened.app.view.page.content.keyPage == .picture)
    let after = try Self.stage.play(
      "<wait 400>" + there + opening + "n<wait 400>q<wait 400>",
      Self.feed
    )
    let list = there.hasPrefix("l") ? try Self.stage.play("<wait 400>", Self.feed) : before
    #expect(after.app.view.list.anchor == list.app.view.list.anchor)
    #expect(after.app.view.page.content.keyPage == list.app.view.page.content.keyPage)
  }

  /// Laws 2 and 3, and a resize.
  @Test func itIsTheSameFlatAndRichAndAtAnotherSize() throws {
    for stage in [Self.stage, Self.blocks] {
      let outcome = try stage.play(Self.open + "n<wait 400><resize 40x10>", Self.feed)
      #expect(outcome.app.drawsTheSameWithoutCaches)
      let laid = outcome.app.view.rows.laid(at: 0)
      #expect(laid.height == 9 && laid.pictures.first?.box.lines == 5)
      #expect(laid.flat.hasSameText(as: RowEnricher.enrich(laid).lines))
    }
  }

  @Test func opensOutsideAndSaves() throws {
    let outside = try Self.stage.play(Self.open + "no", Self.feed)
    let opened = outside.wishes.compactMap { wish -> String? in
      if case .openFile(let file) = wish { file.reference.path } else { nil }
    }
    #expect(opened == ["media/c.png"])
    try Self.stage.play(Self.open + "ns", Self.feed)
      .shows(status: "save the picture to:", "Enter: c.png")
    for (keys, path) in [("<CR>", "c.png"), ("lake<CR>", "lake")] {
      let saved = try Self.stage.play(Self.open + "ns" + keys, Self.feed)
      let files = saved.wishes.compactMap { wish -> String? in
        if case .savePicture(let path, .file(let file)) = wish {
          "\(path) \(file.reference.path)"
        } else {
          nil
        }
      }
      #expect(files == ["\(path) media/c.png"])
    }
  }

  @Test func whereItCannotBeDrawnEnterOpensItOutside() throws {
    var stage = Self.stage
    stage.pictures = nil
    let outcome = try stage.play(Self.open, Self.feed)
    #expect(outcome.wishes.contains { if case .openFile = $0 { true } else { false } })
    #expect(outcome.app.view.pages.count == 1)
    let film = try Self.stage.play("<wait 400><Tab><Tab><CR><wait 400>", Self.feed)
    #expect(film.wishes.contains { if case .openFile = $0 { true } else { false } })
    stage = Self.stage
    stage.isSecure = true
    let secure = try stage.play(Self.open, Self.feed)
    #expect(!secure.wishes.contains { if case .openFile = $0 { true } else { false } })
  }

  // MARK: Blocks

  @Test func whereTheTerminalDrawsNoneItIsMadeOfBlocks() throws {
    let list = try Self.blocks.play("<wait 400>", Self.feed)
    #expect(list.app.view.pictureWishes == PictureWishes() && !list.text.contains("░"))
    let outcome = try Self.blocks.play(Self.open, Self.feed)
    var app = outcome.app
    let wishes = app.view.pictureWishes
    let wish = try #require(wishes.wanted.first)
    #expect(wishes.asSymbols && wish.box == RowPicture.Box(columns: 58, lines: 7))
    #expect(outcome.wishes.contains(.wantPictures(wishes)))
    // Blank until it is made; then in its lines, and nothing else moves.
    let before = outcome.lines
    let line =
      [SymbolPicture.Symbol(0x2580, foreground: 200, background: 17)]
      + [SymbolPicture.Symbol(0x20, foreground: nil, background: 9)]
    let moment = Moment(nanoseconds: 60_000_000_000)
    let picture = SymbolPicture(lines: Array(repeating: line, count: 7))
    _ = app.handle(.symbols(wish.number, picture), at: moment, wall: Stage.wall)
    let screen = app.draw()
    let after = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(after.prefix(7).allSatisfy { $0.dropFirst(2) == "▀█" })
    #expect(Array(after.dropFirst(7)) == before.dropFirst(7).map { Substring($0) })
    let colors = try #require(screen.lines[0].cells[2].symbolColors)
    #expect(colors.foreground == 200 && colors.background == 17)
    #expect(screen.lines[0].cells[3].symbolColors?.foreground == 9)
    #expect(screen.lines[0].cells[3].symbolColors?.background == nil)
    app.view.memo.clear()
    #expect(app.draw() == screen)
    // A reason stands in its place where there is none.
    let reason = SafeText(sanitizing: "not shown: why")
    _ = app.handle(.pictureFault(wish.number, reason), at: moment, wall: Stage.wall)
    #expect(app.draw().textPlane().hasPrefix("▌ not shown: why\n"))
  }
}
