import Foundation
import Testing

@testable import StreamTUI

/// Rules that change while the viewer runs: its lists follow at once, or once the reader is back on them.
@Suite(.serialized) struct RulePtyTests {
  private let stage = StateStage()
  private static let hideAds = "[rules.ads]\nwhen = \"sponsored\"\ndo = \"hide\"\n"

  /// A viewer whose configuration changes.
  private struct Running {
    let pty: Pty
    let config: String

    func configure(_ text: String) throws {
      try Program.write(text, to: config)
    }

    func send(_ keys: String, _ text: String) {
      pty.settle()
      pty.type(keys)
      #expect(shows(text), "\(keys.debugDescription): \(text)")
    }

    /// Whether the whole screen comes to show a text.
    func shows(_ text: String) -> Bool {
      (0..<40).contains { _ in
        let mark = pty.output.count
        pty.send("\u{0C}")
        return pty.waits(for: text, since: mark, seconds: 0.2)
      }
    }
  }

  private func open(_ stage: StateStage, _ text: String) throws -> Running {
    let config = stage.folder + "/config.toml"
    try Program.write(text, to: config)
    let pty = try stage.open(["--config", config], columns: 200)
    return Running(pty: pty, config: config)
  }

  private static let posts = ["fire", "sponsored one", "water", "sponsored two", "earth"]

  @Test func everyStreamOfASubscriptionFollows() throws {
    for (name, texts) in [("a", Self.posts), ("b", ["air", "sponsored three"])] {
      _ = try stage.feed("\(name).ndjson", texts)
    }
    let added = try stage.shell(
      "$program add ./a.ndjson && $program add ./b.ndjson && $program refresh"
    )
    try #require(added.status == 0, "\(added.errors)")
    let viewer = try open(stage, "first-page = \"timeline\"\n")
    viewer.send("", "of 7")
    // The stream of one of them shares its log with that of all.
    viewer.send("BJ\r", "of 5")
    try viewer.configure("first-page = \"timeline\"\n" + Self.hideAds)
    viewer.send(":config-reload\r", "was read again")
    viewer.send("K", "of 3 · 2 hidden by the rule ads")
    viewer.send("qq", "3 hidden by the rule ads")
    viewer.send("BJ\r", "hidden by the rule ads")
    try viewer.configure("first-page = \"timeline\"\n")
    viewer.send(":config-reload\r", "was read again")
    viewer.send("qq", "of 7")
    viewer.pty.send("Q")
    #expect(viewer.pty.end() == 0)
  }
}
