import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Law 12 for the mouse: a release follows a link only where a frame has shown where it leads.
struct PressedLinkTests {
  private static let press = MouseEvent(.press, column: 7, line: 1)
  private static let release = MouseEvent(.release, column: 7, line: 1)

  @Test func aPressShowsTheTargetAndTheReleaseFollows() throws {
    let pressed = try Stage().play("<press 8,2>", LinkTests.three)
    #expect(pressed.statusLine.contains("https://a.example/1"))
    #expect(pressed.pageRoles.contains("ddddd"))
    #expect(pressed.effects.isEmpty)
    let released = try Stage().play("<press 8,2><wait 50><release 10,2>", LinkTests.three)
    #expect(released.effects.opened == ["https://a.example/1"])
    #expect(released.pageRoles.contains("FFFFF"))
    #expect(!released.pageRoles.contains("d"))
  }

  @Test func theLinkIsPressedOnlyUnderTheMouse() throws {
    let left = try Stage().play("<press 8,2><move 8,5>", LinkTests.three)
    #expect(left.pageRoles.contains("FFFFF"))
    #expect(!left.pageRoles.contains("d"))
    let back = try Stage().play("<press 8,2><move 8,5><move 9,2>", LinkTests.three)
    #expect(back.pageRoles.contains("ddddd"))
    let elsewhere = try Stage().play("<press 8,2><move 8,5><release 8,5>", LinkTests.three)
    #expect(elsewhere.effects.isEmpty)
    #expect(elsewhere.statusLine.contains("https://a.example/1"))
    #expect(try Stage().play("<press 8,2><release 20,2>", LinkTests.three).effects.isEmpty)
    let returned = try Stage().play("<press 8,2><move 8,5><release 9,2>", LinkTests.three)
    #expect(returned.effects.opened.count == 1)
  }

  @Test func pressAndReleaseInOneReadOnlyShow() throws {
    let once = try Self.run([[Self.press, Self.release]])
    #expect(once.effects.isEmpty)
    #expect(once.frames.last?.textPlane().contains("https://a.example/1") == true)
    let twice = try Self.run([[Self.press, Self.release], [Self.press, Self.release]])
    #expect(twice.effects.opened == ["https://a.example/1"])
    #expect(try Self.run([[Self.press], [Self.release]]).effects.opened == ["https://a.example/1"])
    #expect(try Self.run([[Self.press, Self.release, Self.press, Self.release]]).effects.isEmpty)
  }

  /// A slow terminal has not shown the frame that was drawn for it.
  @Test func aFrameThatIsOnItsWayHasShownNothing() throws {
    #expect(try Self.run([[Self.press], [Self.release]], isCaughtUp: false).effects.isEmpty)
    let twice = try Self.run(
      [[Self.press, Self.release], [Self.press, Self.release]],
      isCaughtUp: false
    )
    #expect(twice.effects.isEmpty)
  }

  @Test func anotherLinkIsShownFirst() throws {
    let second = [
      MouseEvent(.press, column: 17, line: 1), MouseEvent(.release, column: 17, line: 1),
    ]
    let outcome = try Self.run([[Self.press, Self.release], second])
    #expect(outcome.effects.isEmpty)
    #expect(outcome.frames.last?.textPlane().contains("https://a.example/2") == true)
  }

  @Test func aTargetBehindAMessageIsNotShown() throws {
    var app = try GestureTests.app(LinkTests.three)
    app.feel(Self.press)
    let note = Event.message("the browser has ended", isWarning: false)
    _ = app.handle(note, at: Moment(nanoseconds: 0), wall: Stage.wall)
    app.frameShown(app.frameAck)
    #expect(app.feel(Self.release).isEmpty)
    #expect(app.draw().textPlane().contains("https://a.example/1"))
  }

  @Test func aDoubtfulTargetStillAsks() throws {
    let feed = Feeds.posts([#"<p>go <a href="https://bank.example@evil.example/">here</a></p>"#])
    let asked = try Stage().play("<press 6,2><wait 100><release 6,2>", feed)
    #expect(asked.effects.isEmpty)
    #expect(asked.text.contains("y opens"))
    // The mouse answers nothing, and what it does meanwhile is forgotten.
    let clicked = try Stage().play("<click 6,2><click 6,2><press 6,2>n<release 6,2>", feed)
    #expect(clicked.effects.isEmpty)
    #expect(clicked.statusLine.contains("Not opened"))
    #expect(!clicked.app.pointer.isPressed)
  }

  @Test func whatLeadsInsideIsFollowedAtOnce() throws {
    let feed = Feeds.posts([
      #"<p>see <a href="https://social.example/@olga/2">that</a></p>"#, "<p>the other post</p>",
    ])
    let press = MouseEvent(.press, column: 7, line: 1)
    let release = MouseEvent(.release, column: 7, line: 1)
    let outcome = try Self.run([[press, release]], feed)
    #expect(outcome.effects.isEmpty)
    #expect(outcome.app.view.pages.count == 2)
  }

  @Test(arguments: ["j", "<C-z>", "<Tab>", "<resize 60x20>"])
  func aCancelledPressOpensNothing(_ keys: String) throws {
    let outcome = try Stage().play("<press 8,2>\(keys)<release 8,2>", LinkTests.three)
    #expect(outcome.effects.opened.isEmpty)
    #expect(!outcome.pageRoles.contains("d"))
  }

  @Test func drawingAnewKeepsThePress() throws {
    let outcome = try Stage().play("<press 8,2><C-l><release 8,2>", LinkTests.three)
    #expect(outcome.effects.opened == ["https://a.example/1"])
  }

  private static func run(
    _ batches: [[MouseEvent]],
    _ json: String = LinkTests.three,
    isCaughtUp: Bool = true
  ) throws -> (app: App, frames: [Screen], effects: [Effect]) {
    var batches = batches[...]
    // Time stands still: what is due is due at once.
    let terminal = WaitTerminal(isCaughtUp: isCaughtUp) { _, deadline in
      guard deadline == nil else { return [] }
      return batches.popFirst()?.map { .input(.mouse($0)) } ?? [.scriptEnded]
    }
    let app = try terminal.play(Timeline(Feeds.feed(json)))
    return (app, terminal.frames, terminal.effects)
  }
}
