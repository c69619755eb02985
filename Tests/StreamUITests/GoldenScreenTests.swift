import CellGrid
import Testing

@testable import StreamUI

/// Whole screens of the sample feed, text and style.
struct GoldenScreenTests {
  struct Shot: CustomTestStringConvertible {
    let name: String
    let keys: String
    var size = Size(columns: 80, lines: 24)
    var showsHUD = false
    var testDescription: String { name }
  }

  static let shots: [Shot] = [
    Shot(name: "timeline-rest", keys: ""),
    Shot(name: "timeline-moving", keys: "jjjjjjjj"),
    Shot(name: "timeline-rest-again", keys: "jjjjjjjj<wait 400>"),
    Shot(name: "timeline-narrow", keys: "jjj<wait 400>", size: Size(columns: 40, lines: 10)),
    Shot(name: "timeline-wide", keys: "<Space><wait 400>", size: Size(columns: 120, lines: 40)),
    Shot(name: "timeline-last", keys: "G"),
    Shot(name: "link-in-focus", keys: "<Tab><Tab>"),
    Shot(name: "link-sheet", keys: "l"),
    Shot(name: "detail", keys: "<CR>"),
    Shot(name: "detail-comments", keys: "<CR>}<wait 400>"),
    Shot(name: "detail-narrow", keys: "<CR>}<wait 400>", size: Size(columns: 40, lines: 10)),
    Shot(name: "likers", keys: "w"),
    Shot(name: "account", keys: "a"),
    Shot(name: "help", keys: "?"),
    Shot(name: "hud", keys: "jjj<wait 400>", size: Size(columns: 160, lines: 12), showsHUD: true),
  ]

  @Test(arguments: shots) func looksLikeItsPicture(_ shot: Shot) throws {
    var stage = Stage(size: shot.size)
    stage.showsHUD = shot.showsHUD
    try expectGolden(try stage.play(shot.keys, try Feeds.sample()), shot.name)
  }
}
