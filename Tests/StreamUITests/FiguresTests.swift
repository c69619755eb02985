import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The strategy's figures on the status line, and their legend.
struct FiguresTests {
  private static let feed = Feeds.linked(60)

  @Test(arguments: [30, 40, 60, 80, 120, 200]) func thePlaceIsNeverHidden(_ columns: Int) throws {
    let size = Size(columns: columns, lines: 12)
    for keys in [
      ":cycle-figures<CR>", ":cycle-figures<CR>jjj",
      ":cycle-figures<CR>:cycle-figures<CR>jjj<wait 400>",
    ] {
      let outcome = try Stage(size: size).play(keys, Self.feed)
      #expect(outcome.statusLine.contains("post 1 of 60") || outcome.statusLine.contains("post 2"))
    }
  }

  @Test func theThirdKeyHidesTheFigures() throws {
    let plain = try Stage().play("<wait 400>", Self.feed)
    let shown = try Stage().play(":cycle-figures<CR><wait 400>", Self.feed)
    let explained = try Stage().play(":cycle-figures<CR>:cycle-figures<CR><wait 400>", Self.feed)
    let hidden = try Stage().play(
      ":cycle-figures<CR>:cycle-figures<CR>:cycle-figures<CR><wait 400>",
      Self.feed
    )
    #expect(shown.statusLine.contains("idle: at rest"))
    #expect(shown.lines.dropLast(2) == plain.lines.dropLast(2))
    #expect(explained.text.contains("visible rows that become rich next"))
    #expect(hidden.screen == plain.screen)
  }

  @Test func aRowWithoutMarkupIsNotCountedAsFlat() throws {
    let plain = Feeds.posts((1...30).map { "<p>nothing but text \($0)</p>" })
    #expect(try Stage().play(":cycle-figures<CR><wait 400>", plain).statusLine.contains("rich 0/0"))
    let rich = try Stage().play(":cycle-figures<CR><wait 400>", Self.feed).statusLine
    let visible = 24 / 3
    #expect(rich.contains("rich \(visible)/\(visible)"))
  }

  @Test func picturesAreCountedWhereTheTerminalDrawsThem() throws {
    var stage = Stage(size: Size(columns: 200, lines: 24))
    #expect(try !stage.play(":cycle-figures<CR>", Self.feed).statusLine.contains("pictures"))
    stage.pictures = PictureGrid(run: 0)
    let outcome = try stage.play(":cycle-figures<CR><wait 400>", Self.feed)
    #expect(outcome.statusLine.contains("links 16 · pictures 0 · 0 B moving · "))
    var app = outcome.app
    var sent = PictureTraffic()
    func status() -> String {
      let plane = app.draw().textPlane().split(separator: "\n")
      return plane.last { $0.contains("pictures") }.map { String($0) } ?? ""
    }
    (sent.pictures, sent.bytes) = (1_234, 5_000)
    app.note(sent)
    #expect(status().contains("pictures 1,234 · 0 B moving"))
    _ = app.handle(.input(.key("j")), at: Moment(nanoseconds: 0), wall: Stage.wall)
    app.note(sent)
    #expect(status().contains("0 B moving"))
    sent.bytes += 3_000
    app.note(sent)
    #expect(status().contains("pictures 1,234 · 3,000 B moving"))
  }

  @Test func theLegendHasNoHyperlinks() throws {
    let stage = Stage(hasHyperlinks: true)
    #expect(try !stage.play(":cycle-figures<CR><wait 400>", Self.feed).screen.hyperlinks.isEmpty)
    #expect(
      try stage.play(":cycle-figures<CR>:cycle-figures<CR><wait 400>", Self.feed).screen.hyperlinks
        .isEmpty
    )
  }

  @Test func everyStrategySaysWhatItDoesOnOneLine() {
    for strategy in Strategy.allCases { #expect("\(strategy): \(strategy.sentence)".count <= 57) }
  }
}
