import StreamModel
import Testing

@testable import StreamUI

/// The keys of a page on one screen, and all of them on a second press.
struct HelpPageTests {
  private func play(_ keys: String) throws -> Stage.Outcome {
    let stage = Stage(remembersPosts: true, visits: { _ in [] }, feeds: [])
    return try stage.play(keys, try Feeds.sample())
  }

  @Test(arguments: ["", "<CR>", "l", "w", "a", "i", "B", "!", "V"])
  func theKeysOfEachPageFillOneScreen(page: String) throws {
    let help = try play(page + "?")
    help.shows("streamtui FILE or ADDRESS", "    Q          ", status: "help · ? lists all keys")
    // A text that had no room would begin further left than the column of texts.
    #expect(
      !help.lines.dropLast(2).contains { $0.hasPrefix("        ") && $0.contains { $0 != " " } }
    )
    // The end is on the screen already: only the selection moves.
    let end = try play(page + "?G")
    #expect(
      end.lines.dropLast().map { $0.dropFirst(2) } == help.lines.dropLast().map { $0.dropFirst(2) }
    )
  }

  @Test func aSecondPressListsAllKeysAndAThirdTheFirstOnesAgain() throws {
    let first = try play("?")
    let all = try play("??")
    #expect(all.text.contains("Moving") && !first.text.contains("Moving"))
    #expect(all.statusLine.contains("? shows fewer keys"))
    #expect(try play("???").text == first.text)
    // From further down it begins at its top.
    #expect(try play("??GG?").text == first.text)
    #expect(try play("??q").text == (try play("")).text)
  }

  @Test func anActionWithoutAKeyIsLeftOut() throws {
    var stage = Stage()
    let none = try ["keep", "mark-all-read"].map {
      KeyChanges.Assignment(try KeyCommandNotation().command($0), [])
    }
    stage.keymap = Keymap.standard.applying([KeyChanges(page: nil, assignments: none)])
    try stage.play("?", try Feeds.sample()).shows("    R          ", hides: "keep the post")
  }
}
