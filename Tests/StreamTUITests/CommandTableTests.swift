import Testing

/// The lists that subcommands print, to the byte: scripts read them.
struct CommandTableTests {
  private let stage = StateStage()

  init() throws {
    let text = """
      idle-delay = 200
      theme = "own"
      [keys]
      next-unread = ["x", "<C-x>"]
      [themes.own]
      base = "dark"
      link = "#ff0000"
      [sources."a.example"]
      order = "oldest"
      """
    try Program.write(text, to: stage.folder + "/config/streamtui/config.toml")
  }

  private func output(_ line: String) throws -> String {
    let outcome = try stage.shell("$program \(line)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func subscriptions() throws {
    let path = try stage.feed("a.ndjson", ["one", "two"])
    _ = try stage.shell(
      """
      $program add --no-network blog.example/feed --name 'Mein Tagebüchlein' --tag news --tag 'a, b'
      $program add --no-network ./a.ndjson
      """
    )
    #expect(
      try output("list") == """
        unread
             0  Mein Tagebüchlein  https://blog.example/feed  [news,"a, b"]
             0  \(path)

        """
    )
    let separated = try output("list --format tsv").split(separator: "\n")
    #expect(
      separated == [
        "Mein Tagebüchlein\thttps://blog.example/feed\tnews,\"a, b\"\t0\t\t",
        "\t\(path)\t\t0\t\t",
      ]
    )
  }

  @Test func history() throws {
    let path = try stage.feed("a.ndjson", ["one", "two"])
    try stage.read([path], keys: ["J"])
    let line = try output("history")
    let pattern = /(.*)\t2\t\d\t\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/
    #expect(try pattern.wholeMatch(in: line)?.1 == path[...], "\(line)")
  }

  @Test func keys() throws {
    let table = try output("keys --page link-list").split(separator: "\n")
    #expect(
      table.prefix(2) == [
        #""j", "<Down>", "<C-e>", "<C-n>"   line-down            scroll down a line"#,
        #""k", "<Up>", "<C-y>", "<C-p>"     line-up              scroll up a line"#,
      ]
    )
    #expect(table.contains { $0.hasPrefix(#""x", "<C-x>"  "#) })
    let separated = try output("keys --format tsv").split(separator: "\n")
    #expect(separated.first == "timeline\tline-down\tj <Down> <C-e> <C-n>\tscroll down a line")
    #expect(separated.contains { $0.hasPrefix("timeline\tnext-unread\tx <C-x>\t") })
  }

  @Test func themes() throws {
    let list = try output("theme").split(separator: "\n")
    #expect(list.first == "dark            For a dark background, in xterm's 256 colours.")
    #expect(list.last == "own             Yours.")
    let roles = try output("theme own --format tsv").split(separator: "\n")
    #expect(roles.first == "text\tdefault\tdefault\t\t")
    #expect(roles.contains { $0.hasPrefix("link\t#ff0000\tdefault\t") })
  }

  @Test func settings() throws {
    let text = try output("config")
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

  @Test(arguments: ["list", "history", "keys", "theme", "theme dark", "config", "doctor", "forget"])
  func failedOutputIsSaid(_ command: String) throws {
    let path = try stage.feed("a.ndjson", ["one"])
    _ = try stage.shell("$program add ./a.ndjson")
    if command == "history" { try stage.read([path], keys: []) }
    let outcome = try stage.shell("$program \(command) > /dev/full")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "standard output: the output failed\n")
  }
}
