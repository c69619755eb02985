import Foundation
import Testing

/// The lists that subcommands print, to the byte: scripts read them.
struct CommandTableTests {
  /// A folder with two subscriptions and a configuration.
  private func run(_ body: (StateStage) throws -> Void) throws {
    try StateStage.run { stage in
      try """
      idle-delay = 200
      theme = "own"
      [keys]
      next-unread = ["x", "<C-x>"]
      [themes.own]
      base = "dark"
      link = "#ff0000"
      [sources."a.example"]
      order = "oldest"
      """.write(toFile: stage.folder + "/c.toml", atomically: true, encoding: .utf8)
      let folder = stage.folder + "/config/streamtui"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        atPath: stage.folder + "/c.toml",
        toPath: folder + "/config.toml"
      )
      try body(stage)
    }
  }

  private func output(_ stage: StateStage, _ line: String) throws -> String {
    let outcome = try stage.shell("XDG_CONFIG_HOME='\(stage.folder)/config' $program \(line)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func subscriptions() throws {
    try run { stage in
      let path = try stage.feed("a.ndjson", ["one", "two"])
      _ = try stage.shell(
        """
        $program add --no-network blog.example/feed --name 'Mein Tagebüchlein' --tag news --tag 'a, b'
        $program add --no-network ./a.ndjson
        """
      )
      #expect(
        try output(stage, "list") == """
          unread
               0  Mein Tagebüchlein  https://blog.example/feed  [news,"a, b"]
               0  \(path)

          """
      )
      let separated = try output(stage, "list --format tsv").split(separator: "\n")
      #expect(
        separated == [
          "Mein Tagebüchlein\thttps://blog.example/feed\tnews,\"a, b\"\t0\t\t",
          "\t\(path)\t\t0\t\t",
        ]
      )
    }
  }

  @Test func history() throws {
    try run { stage in
      let path = try stage.feed("a.ndjson", ["one", "two"])
      try stage.read([path], keys: ["J"])
      let line = try output(stage, "history")
      let pattern = /(.*)\t2\t\d\t\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/
      #expect(try pattern.wholeMatch(in: line)?.1 == path[...], "\(line)")
    }
  }

  @Test func keys() throws {
    try run { stage in
      let table = try output(stage, "keys --page link-list").split(separator: "\n")
      #expect(
        table.prefix(2) == [
          #""j", "<Down>", "<C-e>", "<C-n>"   line-down            scroll down a line"#,
          #""k", "<Up>", "<C-y>", "<C-p>"     line-up              scroll up a line"#,
        ]
      )
      #expect(table.contains { $0.hasPrefix(#""x", "<C-x>"  "#) })
      let separated = try output(stage, "keys --format tsv").split(separator: "\n")
      #expect(separated.first == "timeline\tline-down\tj <Down> <C-e> <C-n>\tscroll down a line")
      #expect(separated.contains { $0.hasPrefix("timeline\tnext-unread\tx <C-x>\t") })
    }
  }

  @Test func themes() throws {
    try run { stage in
      let list = try output(stage, "theme").split(separator: "\n")
      #expect(list.first == "dark            For a dark background, in xterm's 256 colours.")
      #expect(list.last == "own             Yours.")
      let roles = try output(stage, "theme own --format tsv").split(separator: "\n")
      #expect(roles.first == "text\tdefault\tdefault\t\t")
      #expect(roles.contains { $0.hasPrefix("link\t#ff0000\tdefault\t") })
    }
  }

  @Test func settings() throws {
    try run { stage in
      let text = try output(stage, "config")
      #expect(
        text.hasPrefix(
          """
          strategy = "idle"           # default
          idle-delay = 200            # config.toml:1

          """
        )
      )
      #expect(
        text.hasSuffix(
          """
          # the table [keys]: config.toml:3
          # the table [themes]: config.toml:5

          [sources."a.example"]  # config.toml:8
          order = "oldest"       # config.toml:9

          """
        )
      )
    }
  }

  @Test(arguments: ["list", "history", "keys", "theme", "theme dark", "config", "doctor", "forget"])
  func failedOutputIsSaid(_ command: String) throws {
    try run { stage in
      let path = try stage.feed("a.ndjson", ["one"])
      _ = try stage.shell("$program add ./a.ndjson")
      if command == "history" { try stage.read([path], keys: []) }
      let outcome = try stage.shell("$program \(command) > /dev/full")
      #expect(outcome.status == 1)
      #expect(outcome.errors == "standard output: the output failed\n")
    }
  }
}
