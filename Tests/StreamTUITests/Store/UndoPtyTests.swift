import Foundation
import Testing

/// The key that undoes a mark of many posts, in a terminal.
@Suite struct UndoPtyTests {
  @OwnFolder private var folder: String

  /// The change has several slices, each of which needs a turn of the loop, and no key comes meanwhile.
  @Test(arguments: [100, 500, 1_200]) func oneKeyUndoesAllOfIt(_ count: Int) throws {
    let lines = (1...count).map { "{\"id\":\"p\($0)\",\"body_text\":\"text \($0)\"}\n" }
    try Program.write(lines.joined(), to: folder + "/feed.ndjson")
    let environment = ["XDG_STATE_HOME": folder + "/state"]
    let pty = try Pty([Program.path, folder + "/feed.ndjson"], environment: environment)
    let words = count.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(pty.draws("\(words) unread"))
    pty.type("A", "Marked \(words) posts read")
    pty.type("u", "Undone: \(words) posts are unread again")
    pty.quit()
    let again = try Pty([Program.path, folder + "/feed.ndjson"], environment: environment)
    #expect(again.draws("\(words) unread"))
    again.quit()
  }
}
