import Addresses
import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The cells of pictures in rows: there from layout on, the same flat and rich.
struct PictureRowTests {
  static let grid = PictureGrid(run: 7)

  /// A native feed of posts with pictures of many shapes, a warned one and a sensitive one among them.
  static func feed(_ count: Int) -> String {
    let sizes = [#","width":400,"height":200"#, "", #","width":30,"height":3000"#]
    let posts = (0..<count).map { index in
      let size = sizes[index % sizes.count]
      let warning = index % 7 == 5 ? #","content_warning":"food""# : ""
      let sensitive = index % 7 == 6 ? #","sensitive":true"# : ""
      return """
        {"id":"p\(index)","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z"\(warning),
         "body_html":"<p>Post \(index) is <a href=\\"https://a.example/\(index)\\">here</a></p>",
         "attachments":[{"type":"image","url":"media/\(index).png","alt":"lake \(index)"
         \(size)\(sensitive)},{"type":"video","url":"media/\(index).mp4","alt":"a film"}]}
        """
    }
    return #"{"version":1,"posts":["# + posts.joined(separator: ",") + "]}"
  }

  private static func post(_ attachment: String, more: String = "") -> String {
    """
    {"version":1,"posts":[{"id":"p","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z",
     "body_text":"A lake."\(more),"attachments":[{"type":"image","url":"media/a.png",
     "alt":"the lake"\(attachment)}]}]}
    """
  }

  private static var file: FileReference {
    get throws {
      guard case .file(let file) = FileReference.judge("a.png") else { throw NoFile() }
      return file
    }
  }

  private struct NoFile: Error {}

  private static var stage: Stage { Stage(size: Size(columns: 40, lines: 16), pictures: grid) }

  /// The lines of the page that have something on them.
  private static func lines(_ outcome: Stage.Outcome) -> [String] {
    outcome.lines.prefix(outcome.screen.size.lines - 1).filter { !$0.isEmpty }
  }

  // MARK: Shapes

  private static func picture(
    _ size: PixelSize?,
    _ grid: PictureGrid = grid
  ) throws -> RowPicture {
    try RowPicture(.file(file), size: size, mostLines: 12, seed: 1, grid: grid)
  }

  @Test(arguments: [
    // Wide, high, square, small, one pixel, and the extremes of what a feed may state.
    (400, 200, 78, 40, 10), (200, 400, 78, 12, 12), (1_000, 1_000, 78, 24, 12), (30, 30, 78, 3, 2),
    (1, 1, 78, 2, 1), (65_535, 1, 78, 40, 1), (1, 65_535, 78, 2, 12), (400, 200, 20, 20, 5),
    (400, 200, 2, 2, 1),
  ])
  func boxesKeepTheShapeWithinTheRoom(
    _ width: Int,
    _ height: Int,
    _ room: Int,
    _ columns: Int,
    _ lines: Int
  ) throws {
    let picture = try Self.picture(PixelSize(width: width, height: height))
    #expect(picture.box(room: room) == RowPicture.Box(columns: columns, lines: lines))
  }

  @Test func picturesOfUnknownSizeHaveTheUsualBoxAndNoneHasNoRoom() throws {
    let picture = try Self.picture(nil)
    #expect(picture.box(room: 78) == RowPicture.Box(columns: 24, lines: 6))
    #expect(picture.box(room: 10) == RowPicture.Box(columns: 10, lines: 6))
    #expect(picture.box(room: 1) == nil)
  }

  @Test func aTallCellMakesFewerLines() throws {
    let size = PixelSize(width: 400, height: 200)
    let tall = try Self.picture(size, PictureGrid(aspect: 2.5, run: 0))
    #expect(tall.box(room: 78) == RowPicture.Box(columns: 40, lines: 8))
    #expect(PictureGrid(aspect: .nan, run: 0).aspect == 2_000)
  }

  // MARK: Numbers

  @Test func aNumberIsThatOfTheRecordTheFileAndTheBox() throws {
    let numbers = try [Self.grid, Self.grid, PictureGrid(run: 8)].map { grid in
      var stage = Self.stage
      stage.pictures = grid
      let app = try stage.play("", Self.post("")).app
      return app.view.rows.laid(at: 0).pictures.map(\.number)
    }
    #expect(numbers[0].count == 1 && numbers[0] == numbers[1])
    let (first, other) = (try #require(numbers[0].first), try #require(numbers[2].first))
    #expect(other.high == first.high &+ 1 && other.low == first.low && first.low >= 16)
    #expect(first.id == UInt32(first.high) << 24 | UInt32(first.low))
  }

  @Test func numbersAreSpread() throws {
    let numbers = try Set(
      (0..<1_000).map { index in
        let picture = try RowPicture(
          .file(Self.file),
          size: nil,
          mostLines: 12,
          seed: stableHash(of: "p\(index)"),
          grid: Self.grid
        )
        return picture.number(in: RowPicture.Box(columns: 24, lines: 6))
      }
    )
    // 61,440 numbers: a thousand pictures share about eight of them.
    #expect(numbers.count > 970)
    #expect(numbers.allSatisfy { $0.low >= 16 })
  }

  // MARK: Files

  @Test(arguments: [
    ("media/a.png", true, true), ("/media/A.PNG", true, true), ("media/a.jpg", false, true),
    ("media/a.webp", false, true), ("media/a.svg", false, false), ("media/a", false, false),
    ("https://m.example/a.png", false, false), ("//m.example/a.png", false, false),
    ("../a.png", false, false), ("file:///a.png", false, false),
  ])
  func onlyFilesBesideTheFeedHaveLines(_ address: String, _ drawn: Bool, _ decoded: Bool) throws {
    let feed = Self.post("").replacing("media/a.png", with: address)
    for (decodes, expected) in [(false, drawn), (true, decoded)] {
      var stage = Self.stage
      stage.pictures = PictureGrid(run: 7, decodes: decodes)
      #expect(try stage.play("", feed).text.contains("░") == expected)
    }
  }

  // MARK: Screens

  @Test func aPictureStandsBelowItsDescription() throws {
    let outcome = try Self.stage.play("", Self.post(#","width":60,"height":40"#))
    #expect(
      Self.lines(outcome) == [
        "▌ Olga · 2d", "  A lake.", "  ▣ image: the lake", "    ░░░░░░", "    ░░░░░░",
      ]
    )
    let cells = outcome.screen.lines[3].cells
    let number = try #require(outcome.app.view.rows.laid(at: 0).pictures.first).number
    #expect((4..<10).allSatisfy { cells[$0].pictureColor == number.low })
    // U+0305 is line and column 0, U+030D is 1.
    #expect((0..<3).map(cells[5].scalar) == [0x10EEEE, 0x0305, 0x030D])
    #expect(outcome.screen.lines[4].cells[4].scalar(at: 1) == 0x030D)
  }

  @Test func withoutPicturesNothingIsThere() throws {
    var stage = Self.stage
    stage.pictures = nil
    try stage.play("", Self.post(#","width":60,"height":40"#)).shows("image: the lake", hides: "░")
  }

  @Test func theOpenPostHasRoomForMore() throws {
    let file = #","width":400,"height":4000"#
    let list = try Self.stage.play("", Self.post(file)).app
    let open = try Self.stage.play("<CR>", Self.post(file)).app
    #expect(list.view.rows.laid(at: 0).pictures.map(\.box.lines) == [12])
    #expect(open.view.rows.laid(at: 0).pictures.map(\.box.lines) == [20])
  }

  @Test(arguments: ["-", "-x"]) func compactRowsHaveNone(_ keys: String) throws {
    #expect(try !Self.stage.play(keys, Self.post(#","width":60,"height":40"#)).text.contains("░"))
  }

  @Test func aWarnedPostHasNoneUntilItIsUnfolded() throws {
    let post = Self.post("", more: #","content_warning":"food""#)
    #expect(try !Self.stage.play("", post).text.contains("░"))
    #expect(try Self.stage.play("x", post).text.contains("░"))
    #expect(try !Self.stage.play("xx", post).text.contains("░"))
    try Self.stage.play("<CR>", post).shows("image: the lake (x shows it)", hides: "░")
    #expect(try Self.stage.play("<CR>x", post).text.contains("░"))
  }

  @Test func aSensitivePictureIsHiddenUntilThePostIsUnfolded() throws {
    let post = Self.post(#","sensitive":true"#)
    for start in ["", "<CR>"] {
      try Self.stage.play(start, post).shows("image: the lake (x shows it)", hides: "░")
      try Self.stage.play(start + "x", post).shows("░", hides: "(x shows it)")
      #expect(try !Self.stage.play(start + "xx", post).text.contains("░"))
    }
  }

  @Test func aPostOfAThousandPicturesDrawsAFew() throws {
    let files = (0..<1_000).map { #"{"type":"image","url":"media/\#($0).png"}"# }
    let feed =
      #"{"version":1,"posts":[{"id":"p","body_text":"x","attachments":["#
      + files.joined(separator: ",") + "]}]}"
    #expect(try Self.stage.play("", feed).app.view.rows.laid(at: 0).pictures.count == 4)
    #expect(try Self.stage.play("<CR>", feed).app.view.rows.laid(at: 0).pictures.count == 16)
  }

  /// A feed cannot draw a part of another feed's picture: its text has no colour of a number.
  @Test func textCannotLookLikeAPicture() throws {
    let text = "\u{10EEEE}\u{0305}\u{0305}\u{0305}\u{0305}\u{10EEEE}\u{0305}"
    let feed = #"{"version":1,"posts":[{"id":"p","body_text":"\#(text)"}]}"#
    let screen = try Self.stage.play("", feed).screen
    #expect(screen.lines.allSatisfy { $0.cells.allSatisfy { $0.pictureColor == nil } })
  }
}

/// The laws of the house, with pictures.
struct PictureLawTests {
  private static func stage(_ size: Size = Size(columns: 80, lines: 24)) -> Stage {
    Stage(size: size, pictures: PictureRowTests.grid)
  }

  private func feed(_ count: Int = 40) -> Feed { Feeds.feed(PictureRowTests.feed(count)) }

  /// Law 2 over every row.
  @Test(arguments: [40, 80, 200]) func richAndFlatHaveTheSameCells(_ columns: Int) throws {
    let feed = try feed().scanned()
    let posts = PostRow(now: Stage.wall, pictures: PictureRowTests.grid)
    var count = 0
    for index in 0..<feed.recordCount {
      guard case .post(let post) = feed.record(at: index) else { continue }
      for row in [posts.row(.post(post), folds: .unfolded), posts.fullRow(post, folds: .unfolded)] {
        let laid = RowLayout(columns: columns).lay(row)
        let rich = RowEnricher.enrich(laid)
        count += laid.pictures.count
        for picture in laid.pictures {
          for line in picture.lines {
            let flat = laid.flat[line].cells
            #expect(flat.count { $0.pictureColor == picture.number.low } == picture.box.columns)
            #expect(flat == rich.lines[line].cells)
          }
        }
        #expect(laid.flat.hasSameText(as: rich.lines))
      }
    }
    #expect(count == 2 * feed.recordCount)
  }

  /// Law 2 on whole screens: rest changes no character.
  @Test(arguments: [40, 80, 200]) func restingMovesNothing(_ columns: Int) throws {
    let stage = Self.stage(Size(columns: columns, lines: 24))
    for keys in ["jjjjjjjj", "<Space>", "<Space><Space>jjj", "<C-d><C-d><C-d>"] {
      let moving = try stage.play(keys, feed())
      let resting = try stage.play(keys + "<wait 400>", feed())
      #expect(moving.text == resting.text && resting.text.contains("░"))
    }
  }

  /// Law 2 between the strategies, with and without a post beside the list, to the cells of the pictures.
  @Test(arguments: [ScreenLayout.list, .split])
  func everyStrategyHasTheSameCells(_ layout: ScreenLayout) throws {
    var stage = Self.stage(Size(columns: 120, lines: 40))
    stage.layout = layout
    for keys in ["jjjj", "<Space><wait 400>", "J<wait 400><CR><wait 400>jj"] {
      stage.strategy = .flat
      let flat = try stage.play(keys, feed()).screen
      #expect(flat.lines.contains { $0.cells.contains { $0.pictureColor != nil } })
      for strategy in Strategy.allCases {
        stage.strategy = strategy
        let screen = try stage.play(keys, feed()).screen
        let pairs = zip(flat.lines, screen.lines).dropLast().flatMap { zip($0.cells, $1.cells) }
        #expect(pairs.allSatisfy { $0.hasSameText(as: $1) }, "\(strategy) \(keys)")
        #expect(pairs.allSatisfy { $0.pictureColor == $1.pictureColor })
      }
    }
  }

  /// Laws 1 and 3.
  @Test func theSameInputGivesTheSameFramesAndCachesChangeNone() throws {
    let keys = "jjj<wait 200><Space><CR><wait 10>q<Space><resize 50x30>kk<wait 500>"
    let first = try Self.stage().play(keys, feed())
    #expect(try first.frames == Self.stage().play(keys, feed()).frames)
    #expect(first.app.drawsTheSameWithoutCaches)
  }

  /// Law 4: a line of scroll measures as many rows as it does without pictures, at most.
  @Test func aLineOfScrollMeasuresNoMoreRows() throws {
    func measured(_ pictures: PictureGrid?) throws -> [Int] {
      var options = App.Options()
      options.pictures = pictures
      options.stream.opensFiles = true
      var viewer = try Viewer(Timeline(feed(200)), options: options)
      while viewer.app.hasRowToPrepare { viewer.app.prepareRow() }
      return (0..<40).map { _ in
        let before = viewer.app.view.memo.measuredCount
        viewer.press("j")
        return viewer.app.view.memo.measuredCount - before
      }
    }
    let with = try measured(PictureRowTests.grid)
    let without = try measured(nil)
    #expect(with.reduce(0, +) <= without.reduce(0, +))
    #expect((with.max() ?? 0) <= max(1, without.max() ?? 0))
  }

  /// Law 5: the top stays over a resize, another density, and the answer of a terminal that can draw.
  @Test func thePlaceStays() throws {
    for keys in ["<Space><Space>", "<Space>jjj", "jjjjjjjjjjj"] {
      let straight = try Self.stage().play(keys, feed())
      let resized = try Self.stage().play(keys + "<resize 50x24><resize 80x24>", feed())
      #expect(resized.app.view.list.anchor.row == straight.app.view.list.anchor.row)
      var app = straight.app
      for grid in [nil, PictureRowTests.grid] {
        app.view.change(.pictures(grid))
        #expect(app.view.list.anchor.row == straight.app.view.list.anchor.row)
        #expect(app.drawsTheSameWithoutCaches)
      }
    }
  }

  /// Law 6: nothing is rich before the deadline; at it, each visible row is.
  @Test func rowsAreRichExactlyAtTheDeadline() throws {
    var stage = Self.stage()
    stage.strategy = .strict
    #expect(try !stage.play("jjjjjjjj<wait 149>", feed()).hasLinkRole)
    let outcome = try stage.play("jjjjjjjj<wait 150>", feed())
    #expect(outcome.hasLinkRole)
    #expect(try outcome.text == stage.play("jjjjjjjj", feed()).text)
  }

  /// A reason stands in the place of a picture: in as many lines, the same flat and rich, and after caches are cleared.
  @Test func aReasonMovesNothing() throws {
    for keys in ["<wait 400>", "<Space><wait 400>", "jjjjj<wait 400><CR><wait 400>"] {
      var app = try Self.stage().play(keys, feed()).app
      let old = app.draw()
      let heights = (0..<app.view.rows.count).map { app.view.rows.known(at: $0)?.height }
      let wall = Stage.wall
      let moment = Moment(nanoseconds: 60_000_000_000)
      let numbers = app.view.pictureWishes.wanted.map(\.number)
      #expect(!numbers.isEmpty)
      let reason = SafeText(sanitizing: "not shown: cut off after 12 KB\u{1B}[2J")
      for number in numbers {
        _ = app.handle(.pictureFault(number, reason), at: moment, wall: wall)
      }
      let new = app.draw()
      #expect(new.textPlane().contains("not shown: cut off after 12 KB"))
      #expect(!new.textPlane().contains("\u{1B}"))
      #expect(!new.textPlane().contains("░"))
      // Only the cells of pictures are others.
      for (line, other) in zip(old.lines, new.lines)
      where !line.cells.contains(where: { $0.pictureColor != nil }) {
        #expect(line == other)
      }
      for position in 0..<app.view.rows.count {
        let other = app.view.rows.laid(at: position)
        if let height = heights[position] { #expect(height == other.height) }
        #expect(other.flat.hasSameText(as: RowEnricher.enrich(other).lines))
      }
      app.view.memo.clear()
      #expect(app.draw() == new)
      // The file was mended: its cells come back.
      for number in numbers { _ = app.handle(.pictureFault(number, nil), at: moment, wall: wall) }
      #expect(app.draw() == old)
    }
  }

  @Test func aReasonWaitsForRest() throws {
    var app = try Self.stage().play("jj", feed()).app
    let number = try #require(app.view.pictureWishes.wanted.first?.number)
    #expect(app.isMoving)
    let reason = SafeText(sanitizing: "not shown: why")
    _ = app.handle(.pictureFault(number, reason), at: Moment(nanoseconds: 0), wall: Stage.wall)
    #expect(!app.draw().textPlane().contains("not shown"))
    _ = app.handle(.due, at: Moment(nanoseconds: 60_000_000_000), wall: Stage.wall)
    #expect(app.draw().textPlane().contains("not shown: why"))
  }

  /// Law 6 of pictures: none is asked for while rows move, under no strategy; at rest those near the screen are.
  @Test(arguments: Strategy.allCases) func picturesAreAskedForAtRest(_ strategy: Strategy) throws {
    var stage = Self.stage()
    stage.strategy = strategy
    func wishes(_ keys: String) throws -> [PictureWishes] {
      try stage.play(keys, feed()).effects.compactMap {
        if case .wantPictures(let wishes) = $0 { wishes } else { nil }
      }
    }
    // Before the first key nothing moves.
    let first = try wishes("")
    #expect(first.count == 1 && first[0].visibleCount > 0)
    // A strategy that makes nothing rich measures no rows ahead.
    #expect(strategy == .flat || first[0].wanted.count > first[0].visibleCount)
    #expect(try wishes("jjjjjjjj<Space><Space>jj") == first)
    #expect(try wishes("jjjjjjjj<Space><Space>jj<wait 149>") == first)
    let rested = try wishes("jjjjjjjj<Space><Space>jj<wait 400>")
    #expect(rested.count == 2 && rested[1].visibleCount > 0 && rested[1] != first[0])
  }

  /// Law 12: pictures ask for nothing to be opened, fetched or written.
  @Test func nothingIsOpenedOrFetched() throws {
    let outcome = try Self.stage().play("jjjjj<wait 400><Space><wait 400><CR><wait 400>xq", feed())
    #expect(
      outcome.wishes.allSatisfy { wish in
        switch wish {
        case .open, .openFile, .ask, .fetchOlder, .save, .run: false
        default: true
        }
      }
    )
  }
}
