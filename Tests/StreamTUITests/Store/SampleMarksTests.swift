import Foundation
import Testing

/// Marks where nothing is saved: the sample takes them for the run, and filters of flags end everywhere.
///
/// `&is:unread` waited for marks of earlier runs that never came, in the sample, pipes, programs and with --no-state.
struct SampleMarksTests {
  private let stage = StateStage()

  private func start(_ stage: StateStage, _ arguments: [String] = []) throws -> Pty {
    try stage.open(arguments).showing("Olga Hansen")
  }

  @Test func theSampleTeachesTheKeysOfMarks() throws {
    let pty = try start(stage)
    pty.type("x", "Nothing is folded")
    pty.type("*", "Kept, until the program ends")
    pty.type("I", "is:kept")
    pty.type("q", "59 unread")
    pty.type("R", "Marked read")
    pty.type("t", "58 unread")
    pty.type("i", "1 of 58")
    pty.type("q", "post 2 of 59")
    pty.type("A", "58 posts read")
    pty.type("u", "unread again")
    pty.type("&is:unread\r", "of 58")
    pty.type("q", "post")
    pty.type("&is:kept likes>0\r", "1 of 1")
    pty.quit()
    #expect(try stage.files(with: "p1").isEmpty)
  }

  @Test(arguments: [
    "&is:unread\r", "&is:read\r", "&is:kept\r", "&is:starred\r", "&-is:read\r",
    "&water is:unread likes>3\r",
  ])
  func aFilterOfFlagsEndsWhereNothingIsRemembered(_ keys: String) throws {
    for arguments in [["--no-state", Program.sample], ["--exec", "cat \(Program.sample)"]] {
      let pty = try start(stage, arguments)
      let mark = pty.output.count
      pty.type(keys)
      let words = keys.contains("unread") || keys.contains("-is") ? "1 of " : "0 of 59."
      #expect(pty.waits(for: words, since: mark), "\(arguments)")
      pty.quit()
    }
  }
}
