import Foundation
import Testing

@testable import StreamTUI

/// Marks where nothing is saved: the sample takes them for the run, and filters of flags end everywhere.
///
/// `&is:unread` waited for marks of earlier runs that never came, in the sample, pipes, programs and with --no-state.
struct SampleMarksTests {
  private func start(_ stage: StateStage, _ arguments: [String] = []) throws -> Pty {
    let pty = try stage.open(arguments)
    #expect(pty.waits(for: "Olga Hansen"))
    pty.settle()
    return pty
  }

  @Test func theSampleTeachesTheKeysOfMarks() throws {
    try StateStage.run { stage in
      let pty = try start(stage)
      var mark = pty.output.count
      func press(_ keys: String, _ words: String) {
        mark = pty.output.count
        pty.send(keys)
        #expect(pty.waits(for: words, since: mark), "\(keys): \(words)")
        pty.settle()
      }
      press("x", "Nothing is folded")
      press("*", "Kept, until the program ends")
      press("I", "is:kept")
      press("q", "59 unread")
      press("R", "Marked read")
      press("t", "58 unread")
      press("i", "1 of 58")
      press("q", "post 2 of 59")
      press("A", "58 posts read")
      press("u", "unread again")
      press("&is:unread\r", "of 58")
      press("q", "post")
      press("&is:kept likes>0\r", "1 of 1")
      pty.send("Q")
      #expect(pty.end() == 0)
      #expect(try stage.files(with: "p1").isEmpty)
    }
  }

  @Test(arguments: [
    "&is:unread\r", "&is:read\r", "&is:kept\r", "&is:starred\r", "&-is:read\r",
    "&water is:unread likes>3\r",
  ])
  func aFilterOfFlagsEndsWhereNothingIsRemembered(_ keys: String) throws {
    try StateStage.run { stage in
      for arguments in [["--no-state", Program.sample], ["--exec", "cat \(Program.sample)"]] {
        let pty = try start(stage, arguments)
        let mark = pty.output.count
        pty.send(keys)
        pty.settle()
        let words = keys.contains("unread") || keys.contains("-is") ? "1 of " : "0 of 59."
        #expect(pty.waits(for: words, since: mark), "\(arguments)")
        pty.send("Q")
        #expect(pty.end() == 0)
      }
    }
  }
}
