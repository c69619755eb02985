import Foundation
import Glibc
import Testing

/// A browser that runs in the terminal gets it, and gives it back whatever state it leaves it in.
@Suite(.serialized) struct TerminalBrowserTests {
  @OwnFolder private var folder: String

  /// Starts the viewer with `body` as w3m, opens the first link, and calls `check` with the folder.
  private func withBrowser(
    _ body: String,
    name: String = "w3m",
    environment: (String) -> [String: String] = { ["BROWSER": "\($0)/w3m"] },
    _ check: (Pty, String, Int) throws -> Void
  ) throws {
    try Program.inFolder { folder in
      try Program.writeScript("log='\(folder)/log'\n\(body)", to: "\(folder)/\(name)")
      var variables = environment(folder)
      variables["HOME"] = folder
      if let rules = variables.removeValue(forKey: "RULES") {
        let file = "\(folder)/openers"
        try Program.write(rules, to: file)
        variables["STREAMTUI_OPENERS"] = file
      }
      var arguments = [Program.path, Program.sample]
      if let table = variables.removeValue(forKey: "CONFIG") {
        let file = "\(folder)/config.toml"
        try Program.write(table, to: file)
        arguments += ["--config", file]
      }
      let pty = try Pty(arguments, columns: 130, environment: variables).showing("Olga Hansen")
      pty.type("\t", "https://pages.example/water")
      let mark = pty.output.count
      pty.send("\r")
      try check(pty, folder, mark)
    }
  }

  private func log(_ folder: String) -> [String] {
    let text = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map { String($0) }
  }

  /// Writes down how many arguments there are, which, and whether a shell's terminal is theirs.
  private static let record =
    #"test -t 0 && test -t 1 && tty=tty; { echo "$#"; printf '%s\n' "$@"; echo "$tty"; "#
    + #"stty -a <&0 | tr ' ' '\n' | grep -x -e -icanon -e icanon; } >"$log""#

  @Test func theTerminalIsTakenBackFromWhateverItWasPutInto() throws {
    try withBrowser(
      Self.record
        + #"; stty raw -echo -isig min 0; printf '\033[?1003h\033[?25l\033[3;5r\033(0\033[?1049h'; exit 3"#
    ) { pty, folder, mark in
      pty.showing("w3m failed (exit status 3)", since: mark)
      // The page is drawn again, all of it.
      #expect(pty.waits(for: "Olga Hansen", since: mark))
      #expect(log(folder) == ["1", "https://pages.example/water", "tty", "icanon"])
      let text = pty.text(since: mark)
      #expect(text.contains("\u{1B}[?1003l"))
      #expect(text.contains("\u{1B}(B"))
      // It goes on with its own modes: a key acts at once.
      pty.type("??", "scroll down half a page")
      pty.quit()
      #expect(pty.modes == pty.modesBefore)
    }
  }

  @Test func theOpenersFileSaysWhichProgramAndWhetherItGetsTheTerminal() throws {
    let rules = { (folder: String) in
      "nonsense!\npages.example terminal:\(folder)/reader \"a b\" --at=%s\n"
    }
    try withBrowser(
      Self.record,
      name: "reader",
      environment: { ["RULES": rules($0), "BROWSER": "/nonexistent"] }
    ) { pty, folder, mark in
      // The line that is wrong is said beside the outcome, and again in the end.
      pty.showing("Opened with \(folder)/reader", since: mark)
      #expect(log(folder) == ["2", "a b", "--at=https://pages.example/water", "tty", "icanon"])
      let end = pty.output.count
      pty.quit()
      let text = pty.text(since: end)
      #expect(text.contains("\(folder)/openers:1:1: no pattern: nonsense! (expected a host"))
    }
  }

  @Test(arguments: [
    ("\"pages.example\" = [\"terminal:READER\", \"a b\", \"--at=%s\"]\n", true),
    ("\"*.example\" = 'terminal:READER \"a b\" --at=%s'\n\"*\" = \"nobody\"\n", true),
    ("\"other.example\" = \"nobody\"\n", false),
  ])
  func openersOfTheConfigurationComeFirst(table: String, isConfigured: Bool) throws {
    try withBrowser(
      Self.record,
      name: "reader",
      environment: { folder in
        [
          "CONFIG": "[openers]\n" + table.replacing("READER", with: "\(folder)/reader"),
          "RULES": "* terminal:\(folder)/reader file\n",
        ]
      }
    ) { pty, folder, mark in
      pty.showing("Opened with \(folder)/reader", since: mark)
      let words =
        isConfigured
        ? ["2", "a b", "--at=https://pages.example/water"]
        : ["2", "file", "https://pages.example/water"]
      #expect(log(folder) == words + ["tty", "icanon"])
      pty.quit()
    }
  }

  @Test func aProgramOfTheFileThatIsMissingIsSaid() throws {
    let rules = ["RULES": "* /no/such/program\n", "BROWSER": "/nonexistent"]
    try withBrowser("", environment: { _ in rules }) { pty, _, mark in
      #expect(pty.waits(for: "/no/such/program was not found (openers file, line 1)", since: mark))
      pty.quit()
    }
  }

  /// The program with the terminal uses up the signals that come meanwhile, those of others too.
  @Test func aProgramThatEndsBehindTheBrowserIsNotForgotten() throws {
    let feed =
      #"{"id":"p","body_html":"<a href='https://a.example/'>one</a> "#
      + #"<a href='https://b.example/'>two</a>"}"#
    for (name, text) in [
      ("feed.ndjson", feed + "\n"),
      ("openers", "a.example \(folder)/first\nb.example terminal:\(folder)/second\n"),
    ] {
      try Program.write(text, to: "\(folder)/\(name)")
    }
    try #require(chmod("\(folder)/openers", 0o600) == 0)
    // Ends once the second is there.
    try Program.writeScript(
      "echo $$ >'\(folder)/log'\nread line <'\(folder)/fifo'",
      to: "\(folder)/first"
    )
    try Program.writeScript(
      """
      read first <'\(folder)/log'
      echo go >'\(folder)/fifo'
      until grep -q '^State:.Z' "/proc/$first/status"; do sleep 0.02; done
      """,
      to: "\(folder)/second"
    )
    try #require(mkfifo("\(folder)/fifo", 0o600) == 0)
    let pty = try Pty(
      [Program.path, "\(folder)/feed.ndjson"],
      columns: 130,
      environment: ["STREAMTUI_OPENERS": "\(folder)/openers"]
    )
    for (host, keys) in [("a.example", "\t"), ("b.example", "\t")] {
      let mark = pty.output.count
      pty.send(keys)
      pty.showing("https://\(host)", since: mark)
      pty.send("\r")
      if host == "a.example" {
        #expect(pty.waits(for: "Opening with", since: mark))
        for _ in 0..<100 where log(folder).isEmpty { pty.settle(milliseconds: 50) }
      } else {
        #expect(pty.waits(for: "Opened with \(folder)/second", since: mark))
      }
    }
    // Nothing is left that has ended and was not waited for.
    let first = try #require(log(folder).first.flatMap { pid_t($0) })
    #expect(kill(first, 0) == -1)
    pty.quit()
  }
}
