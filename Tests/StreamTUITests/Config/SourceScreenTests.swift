import Foundation
import Testing

@testable import StreamTUI

/// The screens of sources that have tables of their own in the configuration.
@Suite(.serialized) struct SourceScreenTests {
  private static let posts = (1...3).map { number in
    #"{"id":"\#(number)","title":"title \#(number)","body_text":"text \#(number)","#
      + #""published":"2026-01-0\#(number)T00:00:00Z"}"# + "\n"
  }.joined()

  private func configure(_ text: String, in folder: String) throws -> String {
    let path = folder + "/config.toml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  @Test func aTableChangesTheScreenAndKeysOfItsSourcesOnly() throws {
    try StateStage.run { stage in
      for name in ["job", "home"] {
        let path = "\(stage.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Self.posts.write(toFile: path + "/a.ndjson", atomically: true, encoding: .utf8)
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
        let outcome = try stage.shell(
          "HOME='\(stage.folder)' $program snapshot --utc --size 48x6 --keys b "
            + "--config config.toml \(arguments)"
        )
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
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
  }

  @Test func aTableHoldsWhileItsSubscriptionIsShownAndIsReadAgain() throws {
    try StateStage.run { stage in
      for name in ["work", "home"] {
        let text = Self.posts.replacing("title ", with: "\(name) title ")
        try text.write(toFile: "\(stage.folder)/\(name)", atomically: true, encoding: .utf8)
      }
      let added = try stage.shell(
        "$program add ./work --name Work --tag job && $program add ./home --name Home --tag rest "
          + "&& $program refresh"
      )
      try #require(added.status == 0)
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
      let pty = try stage.open(["--config", config], columns: 160)
      var mark = 0
      func send(_ keys: String, _ text: String) {
        pty.settle()
        mark = pty.output.count
        pty.send(keys)
        #expect(pty.waits(for: text, since: mark), "\(keys.debugDescription): \(text)")
      }
      let f5 = "\u{1B}[15~"
      #expect(pty.waits(for: "post 1 of 6"))
      send(f5, "This key does nothing here: F5")
      send("B", "subscriptions")
      send("J\r", "oldest first")
      send(f5, "hello work title 1")
      send("q", "oldest first")
      _ = try configure(table("goodbye"), in: stage.folder)
      send(":config-reload\r", "was read again")
      send(f5, "goodbye work title 1")
      send("q", "oldest first")
      // The other subscription, then this one again: the file is not forgotten.
      send("B", "subscriptions")
      send("JJ\r", "home title 3")
      send(f5, "This key does nothing here: F5")
      send("B", "subscriptions")
      send("J\r", "work title 1")
      send(f5, "goodbye work title 1")
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  @Test func aTableWinsOverTheOrderAndDensityThatWereUsedLast() throws {
    try StateStage.run { stage in
      let path = "\(stage.folder)/feed"
      try Self.posts.write(toFile: path, atomically: true, encoding: .utf8)
      func begins(_ text: String, _ expected: String, without hidden: String? = nil) throws {
        let config = try configure(text, in: stage.folder)
        let pty = try stage.open(["--config", config, path])
        #expect(pty.waits(for: expected), "\(text)")
        pty.settle()
        if let hidden { #expect(!pty.waits(for: hidden, seconds: 0), "\(text)") }
        pty.send(":density full\r")
        pty.settle()
        pty.send(":order oldest\r")
        pty.settle()
        pty.send("q")
        #expect(pty.end() == 0)
      }
      try begins("order = \"newest\"\n", "newest first")
      try begins("order = \"newest\"\n", "oldest first")
      try begins("[sources.\"\(path)\"]\norder = \"newest\"\n", "newest first")
      try begins("density = \"compact\"\n", "text 1")
      let table = "[sources.\"\(path)\"]\ndensity = \"compact\"\n"
      try begins(table, "title 1", without: "text 1")
    }
  }
}
