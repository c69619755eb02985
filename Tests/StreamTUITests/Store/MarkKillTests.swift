import Foundation
import Testing

/// A frame shows no mark that a kill would take.
struct MarkKillTests {
  /// With a state from an earlier run the first mark is also the first write of the session.
  @Test(arguments: [
    ("R", "is:read", 1), ("M", "is:read", 1), ("A", "is:read", 3), ("*", "is:kept", 1),
  ])
  func aMarkOutlivesAKillAtItsFirstByte(keys: String, filter: String, count: Int) throws {
    try StateStage.run { stage in
      let feed = try stage.feed("posts.ndjson", ["one", "two", "three"])
      try stage.read([feed], keys: ["R", "R"])
      let pty = try stage.open([feed]).showing("post 1 of")
      let mark = pty.output.count
      pty.send(keys)
      #expect(pty.waitsForBytes(since: mark))
      pty.signal(SIGKILL)
      _ = pty.end()
      let dump = try stage.shell(
        "$program dump '\(feed)' --filter \(filter) | grep -cE 'one|two|three'"
      )
      #expect(dump.output == "\(count)\n", "\(keys)")
    }
  }
}
