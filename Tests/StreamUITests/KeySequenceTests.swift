import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Sequences of keys, and commands of several steps, as the user sees them.
struct KeySequenceTests {
  private static let feed = Feeds.linked(60)

  private static func stage(_ rows: [(String, [String])], page: KeyPage? = nil) throws -> Stage {
    let assignments = try rows.map { row in
      KeyChanges.Assignment(
        try KeyCommandNotation().command(row.0),
        try row.1.map { try KeyNotation().sequence($0) }
      )
    }
    let keymap = Keymap.standard.applying([KeyChanges(page: page, assignments: assignments)])
    return Stage(remembersPosts: true, keymap: keymap)
  }

  private static func status(_ keys: String, _ stage: Stage) throws -> String {
    try stage.play(keys, feed).statusLine.trimmingCharacters(in: .whitespaces)
  }

  @Test func aSequenceWaitsForItsNextKey() throws {
    let stage = try Self.stage([("first", ["g g"]), ("last", ["g e"]), ("reload", ["g x y"])])
    let waiting = try Self.status("jg", stage)
    #expect(waiting.hasPrefix("g …  g first · e last · x … · Esc leaves"), "\(waiting)")
    #expect(try stage.play("jjjgg", Self.feed).screen == Stage().play("jjjg", Self.feed).screen)
    #expect(try Self.status("ge", stage).contains("post 60 of 60"))
    #expect(try stage.play("gx", Self.feed).statusLine.contains("g x …  y reload · Esc leaves"))
  }

  @Test func aCountStaysWithTheSequence() throws {
    let stage = try Self.stage([("first", ["g g"])])
    #expect(try Self.status("20g", stage).hasPrefix("20 g …  g first"))
    #expect(try Self.status("20gg", stage).contains("post 20 of 60"))
  }

  @Test func escapeAndOtherKeysLeaveASequence() throws {
    let stage = try Self.stage([("first", ["g g"])])
    #expect(try Self.status("jjjjg<Esc>", stage).contains("post "))
    #expect(try Self.status("jjjjg<Esc>j", stage) == Self.status("jjjjj", stage))
    #expect(
      try Self.status("gj", stage).contains("These keys do nothing here: g j (? lists the keys)")
    )
    // The key that continues nothing does nothing else.
    let stopped = try stage.play("jjgj", Self.feed)
    let before = try stage.play("jj", Self.feed)
    #expect(stopped.app.view.list.anchor == before.app.view.list.anchor)
    // A redraw goes on with a sequence only where it is bound.
    #expect(try Self.status("g<C-k>", stage).contains("These keys do nothing here: g ^K"))
    // The screen is drawn again, and the sequence goes on.
    #expect(try Self.status("g<C-l>", stage).contains("Esc leaves"))
  }

  @Test func stepsAreTakenInOrder() throws {
    let stage = try Self.stage([("row-down; keep; row-down", ["e"]), ("help; row-down", ["B"])])
    let played = try stage.play("e", Self.feed)
    #expect(played.app.view.subject.post?.id.rawValue == "p3")
    #expect(played.text.contains("kept"))
    #expect(try stage.play("B", Self.feed).app.view.page.content.name == "key-list")
    let stopped = try Self.stage([("command; row-down", ["e"])])
    #expect(
      try Self.status("e<Esc>", stopped)
        .contains("Left out: row-down, because the action before it has not ended")
    )
  }

  @Test func aCommandCanAskFirst() throws {
    let stage = try Self.stage([("mark-all-read?", ["A"]), ("row-down?", ["e"])])
    #expect(try Self.status("A", stage).hasPrefix("Mark the posts of the feed read? y/n"))
    #expect(try Self.status("An", stage).contains("Not done: mark the posts of the feed read"))
    #expect(try Self.status("ey", stage).contains("post 2 of 60"))
    #expect(try Self.status("4ey", stage).contains("post 5 of 60"))
    #expect(try Self.status("en", stage).contains("Not done: next post or comment"))
  }

  @Test func commandsOfOnesOwnAreAnswered() throws {
    let stage = try Self.stage([(":fetch", ["e"])])
    #expect(try Self.status("e", stage).hasPrefix("No command is called fetch"))
  }

  @Test func textsSpeakOfTheKeysInForce() throws {
    let stage = try Self.stage([
      ("help", ["g h"]), ("leave", ["X"]), ("enter", ["<Space>"]), ("first", ["g g"]),
      ("search", ["e"]),
    ])
    #expect(try Self.status("", stage).hasSuffix("g h help"))
    #expect(try Self.status("C", stage).contains("(g h lists the keys)"))
    try stage.play("gh", Self.feed)
      .shows("  g g  G     ", status: "help · g h lists all keys · X goes back")
    let help = try stage.play("ghgh", Self.feed)
    #expect(help.statusLine.contains("help · g h shows fewer keys · X goes back"))
    help.shows("20 g g goes to the 20th", "    g g   ")
    #expect(try Self.status(":first", stage).contains("20 g g goes to the 20th"))
    var start = stage
    start.recent = []
    try start.play("", #"{"version":1,"posts":[]}"#)
      .shows(status: "Space opens, / narrows, d forgets, X leaves")
  }

  @Test func theStartPageHasKeysOfItsOwn() throws {
    let empty = #"{"version":1,"posts":[]}"#
    var stage = try Self.stage([("forget", ["D D"]), ("narrow", ["s"])], page: .start)
    stage.recent = []
    #expect(try stage.play("", empty).statusLine.contains("s narrows, D D forgets, q leaves"))
    #expect(try stage.play("DD", empty).statusLine.contains("can be forgotten"))
    #expect(try stage.play("sxy", empty).statusLine.contains("/xy▏"))
  }

  @Test func theKeyThatDrawsAnewWorksWhileALineIsTyped() throws {
    let stage = try Self.stage([("redraw", ["<C-t>", "e"])])
    var app = try stage.play("/ab", Self.feed).app
    let moment = Moment(nanoseconds: 1)
    let effects = app.handle(.input(.key(.control("t"))), at: moment, wall: Stage.wall)
    #expect(effects == [.redraw])
    #expect(app.draw().textPlane().contains("/ab▏"))
    #expect(app.handle(.input(.key(.control("l"))), at: moment, wall: Stage.wall).isEmpty)
    // A key that types a character types it.
    #expect(try stage.play("/abe", Self.feed).statusLine.contains("/abe▏"))
  }
}
