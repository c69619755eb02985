import Foundation
import Testing

/// What becomes of a browser is said on the screen, whatever becomes of it.
@Suite(.serialized) struct LinkOpenerTests {
  @OwnFolder private var folder: String

  /// Opens the first link of the sample with these browsers; the status line says `text`.
  private func says(
    _ text: String,
    _ environment: (String) -> [String: String],
    scripts: [(name: String, body: String)] = []
  ) throws {
    try Program.inFolder { folder in
      for (name, body) in scripts {
        try Program.writeScript(body, to: "\(folder)/\(name)")
      }
      let pty = try Pty(
        [Program.path, Program.sample],
        columns: 130,
        environment: environment(folder)
      )
      .showing("Olga Hansen")
      pty.type("\t", "https://pages.example/water")
      // The browser takes its time.
      pty.type("\r", drawing: text)
      // The first leaves the link.
      pty.quit("qq")
    }
  }

  @Test func aBrowserThatIsKilledIsSaid() throws {
    try says(
      "browser was killed by signal 9",
      { ["BROWSER": "\($0)/browser"] },
      scripts: [("browser", "kill -9 $$")]
    )
  }

  @Test func aBrowserThatFindsNothingToRunIsFollowedByTheNext() throws {
    try says(
      "Opened with ",
      { ["BROWSER": "\($0)/first:\($0)/second --at=%s"] },
      scripts: [
        ("first", "exit 127"),
        // Says that it went well only where the target stands in its place.
        ("second", "test \"$#\" = 1 && test \"$1\" = --at=https://pages.example/water"),
      ]
    )
  }

  @Test func whatWasTypedAheadOfAQuestionDoesNotAnswerIt() throws {
    let pty = try Pty(
      [Program.path, Program.sample],
      columns: 130,
      environment: ["BROWSER": "\(folder)/browser", "PATH": "\(folder)/nothing"]
    )
    .showing("Olga Hansen")
    let mark = pty.output.count
    // The target of a link is not on the screen, so its number asks.
    pty.send("1oy")
    pty.showing("y opens", since: mark)
    #expect(!pty.waits(for: "no browser found", since: mark, seconds: 0.2))
    pty.send("y")
    #expect(pty.waits(for: "no browser found", since: mark))
    pty.quit("q")
  }

  @Test func linksAreSavedToAFile() throws {
    let pty = try Pty([Program.path, Program.sample], environment: ["HOME": folder])
      .showing("Olga Hansen")
    for (keys, said) in [
      ("l", "link 1 of 4"), ("s~/links.txt\r", "Saved 4 links to \(folder)/links.txt"),
      ("s~/links.txt\r", "the file exists already"),
    ] {
      let mark = pty.output.count
      pty.send(keys)
      pty.settle(milliseconds: 100)
      pty.send("\u{0C}")
      #expect(pty.waits(for: String(said.prefix(60)), since: mark))
    }
    pty.quit()
    let text = try String(contentsOfFile: "\(folder)/links.txt", encoding: .utf8)
    #expect(text.hasPrefix("https://pages.example/water\tthis page\n"))
  }
}
