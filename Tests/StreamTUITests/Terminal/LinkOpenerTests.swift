import Foundation
import Testing

/// What becomes of a browser is said on the screen, whatever becomes of it.
@Suite(.serialized) struct LinkOpenerTests {
  /// Opens the first link of the sample with these browsers; true when the status line says `text`.
  private func says(
    _ text: String,
    _ environment: (String) -> [String: String],
    scripts: [(name: String, body: String)] = []
  ) throws -> Bool {
    try Program.inFolder { folder in
      for (name, body) in scripts {
        let path = "\(folder)/\(name)"
        try "#!/bin/sh\n\(body)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      let pty = try Pty(
        [Program.path, Program.sample],
        columns: 200,
        environment: environment(folder)
      )
      #expect(pty.waits(for: "Olga Hansen"))
      pty.settle()
      var mark = pty.output.count
      pty.send("\t")
      #expect(pty.waits(for: "https://pages.example/water", since: mark))
      pty.send("\r")
      var isSaid = false
      // The browser takes its time; drawn anew, the line can be read whole.
      for _ in 0..<50 where !isSaid {
        pty.settle(milliseconds: 50)
        mark = pty.output.count
        pty.send("\u{0C}")
        isSaid = pty.waits(for: text, since: mark, seconds: 0.2)
      }
      // The first leaves the link.
      pty.send("qq")
      #expect(pty.end() == 0)
      return isSaid
    }
  }

  @Test func aBrowserThatFailsIsSaid() throws {
    let isSaid = try says(
      "browser failed (exit status 3)",
      { ["BROWSER": "\($0)/browser"] },
      scripts: [("browser", "exit 3")]
    )
    #expect(isSaid)
  }

  @Test func aBrowserThatIsKilledIsSaid() throws {
    let isSaid = try says(
      "browser was killed by signal 9",
      { ["BROWSER": "\($0)/browser"] },
      scripts: [("browser", "kill -9 $$")]
    )
    #expect(isSaid)
  }

  @Test func aBrowserThatFindsNothingToRunIsFollowedByTheNext() throws {
    let isSaid = try says(
      "opened with ",
      { ["BROWSER": "\($0)/first:\($0)/second --at=%s"] },
      scripts: [
        ("first", "exit 127"),
        // Says that it went well only where the target stands in its place.
        ("second", "test \"$#\" = 1 && test \"$1\" = --at=https://pages.example/water"),
      ]
    )
    #expect(isSaid)
  }

  @Test func thatThereIsNoBrowserIsSaid() throws {
    let isSaid = try says(
      "no browser found: set BROWSER",
      { ["BROWSER": "/no/such/browser", "PATH": "\($0)/nothing"] }
    )
    #expect(isSaid)
  }
}
