import Foundation
import Testing

/// Two viewers of the same posts at once: each shows what the other one marks.
@Suite(.serialized) struct SecondViewerTests {
  private let stage = StateStage()

  private func post(_ number: Int) -> String { "post \(number)" }

  @Test func marksOfOneAreSeenInTheOther() throws {
    let feed = try stage.feed("feed.ndjson", (1...8).map(post))
    let (one, two) = (try stage.open([feed]), try stage.open([feed]))
    for viewer in [one, two] { viewer.showing("unread") }
    var mark = two.output.count
    one.send("RJR")
    // Without a key in the other one.
    two.showing("6", since: mark)
    one.settle()
    // Marks of another viewer are no changes of this one: undo has nothing to take back.
    two.type("u", "Nothing to undo")
    mark = one.output.count
    two.send("A")
    #expect(one.waits(for: "0", since: mark))
    two.settle()
    mark = one.output.count
    two.send("u")
    #expect(one.waits(for: "6", since: mark))
    for viewer in [one, two] { viewer.quit() }
    #expect(try stage.shell("$program history").output.contains("\t6\t"))
  }

  @Test func aPostThatOneKeepsHasItsSignInTheOther() throws {
    let feed = try stage.feed("feed.ndjson", (1...3).map(post))
    let (one, two) = (try stage.open([feed]), try stage.open([feed]))
    for viewer in [one, two] { viewer.showing("unread") }
    let mark = two.output.count
    one.send("*")
    #expect(two.waits(for: "★", since: mark) || two.waits(for: "*", since: mark))
    for viewer in [one, two] { viewer.quit() }
  }
}
