import Foundation
import Testing

/// Rules that change while the viewer runs: its lists follow at once, or once the reader is back on them.
@Suite(.serialized) struct RulePtyTests {
  private let stage = StateStage()
  private static let hideAds = "[rules.ads]\nwhen = \"sponsored\"\ndo = \"hide\"\n"

  private static let posts = ["fire", "sponsored one", "water", "sponsored two", "earth"]

  @Test func everyStreamOfASubscriptionFollows() throws {
    for (name, texts) in [("a", Self.posts), ("b", ["air", "sponsored three"])] {
      _ = try stage.feed("\(name).ndjson", texts)
    }
    try stage.shell(
      "$program add ./a.ndjson && $program add ./b.ndjson && $program refresh"
    ).ends(with: 0)
    let config = stage.folder + "/config.toml"
    func configure(_ rules: String) throws {
      try Program.write("first-page = \"timeline\"\n" + rules, to: config)
    }
    try configure("")
    let viewer = try stage.open(["--config", config], columns: 200)
    viewer.type("", drawing: "of 7")
    // The stream of one of them shares its log with that of all.
    viewer.type("BJ\r", drawing: "of 5")
    try configure(Self.hideAds)
    viewer.type(":config-reload\r", drawing: "was read again")
    viewer.type("K", drawing: "of 3 · 2 hidden by the rule ads")
    viewer.type("qq", drawing: "3 hidden by the rule ads")
    viewer.type("BJ\r", drawing: "hidden by the rule ads")
    try configure("")
    viewer.type(":config-reload\r", drawing: "was read again")
    viewer.type("qq", drawing: "of 7")
    viewer.quit()
  }
}
