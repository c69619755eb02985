import Foundation
import Testing

/// The configuration and the last session: a key's choice goes before the file, everything else does not.
struct SavedChoiceTests {
  private let stage = StateStage()

  private func post(_ text: String, _ day: Int) -> String {
    #"{"id":"\#(text)","published":"2026-01-0\#(day)T08:15:00Z","body_text":"text \#(text)"}"#
      + "\n"
  }

  /// The status line of a session with a configuration, after some keys.
  private func status(_ config: String, keys: [String] = []) throws -> String {
    let path = stage.folder + "/config.toml"
    try Program.write(config, to: path)
    let pty = try stage.open(["--config", path, "--utc", stage.folder + "/feed.ndjson"])
      .showing("help")
    for key in keys { pty.type(key) }
    let mark = pty.output.count
    pty.type("g\u{0C}")
    let screen = pty.text(since: mark)
    pty.quit()
    return screen
  }

  @Test func theOrderOfTheFileHoldsUntilAKeyChoosesAnother() throws {
    let feed = post("first", 2) + post("second", 3) + post("third", 1)
    try Program.write(feed, to: stage.folder + "/feed.ndjson")
    let top = { (screen: String) in
      ["first", "second", "third"].min {
        (screen.range(of: "text \($0)")?.lowerBound ?? screen.endIndex)
          < (screen.range(of: "text \($1)")?.lowerBound ?? screen.endIndex)
      }
    }
    #expect(top(try status("")) == "first")
    // A place of that session is there; nobody pressed a key for its order.
    #expect(top(try status("order = \"oldest\"\n")) == "third")
    #expect(top(try status("order = \"newest\"\n")) == "second")
    // From newest to oldest.
    #expect(top(try status("order = \"newest\"\n", keys: ["c"])) == "third")
    #expect(top(try status("order = \"newest\"\n")) == "third")
    #expect(top(try status("")) == "third")
  }

  @Test func problemsOfTheFileAreToldInEverySession() throws {
    let path = stage.folder + "/feed.ndjson"
    try Program.write(post("first", 2) + post("second", 3), to: path)
    let config = stage.folder + "/config.toml"
    try Program.write("densty = 1\n", to: config)
    for _ in 0..<2 {
      let pty = try stage.open(["--config", config, path]).showing("config.toml: 1 problem")
      pty.type("J")
      pty.quit()
    }
  }

  @Test func theDensityOfTheFileHoldsUntilAKeyChoosesAnother() throws {
    let path = stage.folder + "/feed.ndjson"
    let lines = (1...30).map { "line \($0)" }.joined(separator: #"\n"#)
    try Program.write("{\"id\":\"a\",\"body_text\":\"\(lines)\"}\n", to: path)
    #expect(try status("").contains("+20 lines"))
    #expect(!(try status("density = \"compact\"\n").contains("line 2")))
    #expect(try status("density = \"compact\"\n", keys: ["+"]).contains("+20 lines"))
    #expect(try status("density = \"compact\"\n").contains("+20 lines"))
  }
}
