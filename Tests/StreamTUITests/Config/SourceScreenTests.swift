import Foundation
import Testing

/// The screens of sources that have tables of their own in the configuration.
@Suite(.serialized) struct SourceScreenTests {
  private let stage = StateStage()
  private static let posts = (1...3).map { number in
    #"{"id":"\#(number)","title":"title \#(number)","body_text":"text \#(number)","#
      + #""published":"2026-01-0\#(number)T00:00:00Z"}"# + "\n"
  }.joined()

  private func configure(_ text: String, in folder: String) throws -> String {
    let path = folder + "/config.toml"
    try Program.write(text, to: path)
    return path
  }

  @Test func aTableChangesTheScreenAndKeysOfItsSourcesOnly() throws {
    for name in ["job", "home"] {
      let path = "\(stage.folder)/\(name)"
      try Program.write(Self.posts, to: path + "/a.ndjson")
    }
    _ = try configure(
      """
      [sources."~/job/*"]
      density = "compact"
      order = "oldest"
      [sources."~/job/*".keys]
      row-down = "b"

      """,
      in: stage.folder
    )
    /// The first lines of the screen, and its status line.
    func screen(_ arguments: String) throws -> [String] {
      let output = try stage.shell(
        "HOME='\(stage.folder)' $program snapshot --utc --size 48x6 --keys b "
          + "--config config.toml \(arguments)"
      ).cleanOutput()
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.prefix(3).map { String($0) } + lines.dropLast().suffix(1).map { String($0) }
    }
    #expect(
      try screen("job/a.ndjson") == [
        "  (no au… · 2026-01-01 · title 1", "▌ (no au… · 2026-01-02 · title 2",
        "  (no au… · 2026-01-03 · title 3", " post 2 of 3 · oldest first              ? help",
      ]
    )
    #expect(
      try screen("home/a.ndjson") == [
        "▌ (no author) · 2026-01-01", "  title 1", "  text 1",
        " At the top · post 1 of 3                ? help",
      ]
    )
    // A table for one of two sources has no effect; the command line goes before all tables.
    #expect(
      try screen("job/a.ndjson home/a.ndjson") == [
        "▌ a.ndjson · 2026-01-03", "  title 3", "  text 3",
        " At the top · 2 feeds · post 1 of 6      ? help",
      ]
    )
    #expect(try screen("--order newest job/a.ndjson").last?.contains("newest first") == true)
  }

  @Test func aTableHoldsWhileItsSubscriptionIsShownAndIsReadAgain() throws {
    for name in ["work", "home"] {
      let text = Self.posts.replacing("title ", with: "\(name) title ")
      try Program.write(text, to: "\(stage.folder)/\(name)")
    }
    try stage.shell(
      "$program add ./work --name Work --tag job && $program add ./home --name Home --tag rest "
        + "&& $program refresh"
    ).ends(with: 0)
    func table(_ greeting: String) -> String {
      """
      first-page = "timeline"
      [sources."tag:job"]
      order = "oldest"
      [sources.work.keys]
      ":greet" = "<F5>"
      [sources.work.commands.greet]
      run = ["echo", "\(greeting)", "%{title}"]
      where = "page"

      """
    }
    let config = try configure(table("hello"), in: stage.folder)
    // The message names the path of the configuration, wherever the temporary folder is.
    let pty = try stage.open(["--config", config], columns: 160).showing("post 1 of 6")
    let f5 = "\u{1B}[15~"
    pty.type(f5, "This key does nothing here: F5")
    pty.type("B", "subscriptions")
    pty.type("J\r", "oldest first")
    pty.type(f5, "hello work title 1")
    pty.type("q", "oldest first")
    _ = try configure(table("goodbye"), in: stage.folder)
    pty.type(":config-reload\r", "was read again")
    pty.type(f5, "goodbye work title 1")
    pty.type("q", "oldest first")
    // The other subscription, then this one again: the file is not forgotten.
    pty.type("B", "subscriptions")
    pty.type("JJ\r", "home title 3")
    pty.type(f5, "This key does nothing here: F5")
    pty.type("B", "subscriptions")
    pty.type("J\r", "work title 1")
    pty.type(f5, "goodbye work title 1")
    pty.quit()
  }

  @Test func aTableWinsOverTheOrderAndDensityThatWereUsedLast() throws {
    let path = "\(stage.folder)/feed"
    try Program.write(Self.posts, to: path)
    func begins(_ text: String, _ expected: String, without hidden: String? = nil) throws {
      let config = try configure(text, in: stage.folder)
      let pty = try stage.open(["--config", config, path])
      #expect(pty.waits(for: expected), "\(text)")
      pty.settle()
      if let hidden { #expect(!pty.waits(for: hidden, seconds: 0), "\(text)") }
      pty.type(":density full\r")
      pty.type(":order oldest\r")
      pty.quit("q")
    }
    try begins("order = \"newest\"\n", "newest first")
    try begins("order = \"newest\"\n", "oldest first")
    try begins("[sources.\"\(path)\"]\norder = \"newest\"\n", "newest first")
    try begins("density = \"compact\"\n", "text 1")
    try begins("[sources.\"\(path)\"]\ndensity = \"compact\"\n", "title 1", without: "text 1")
  }
}
