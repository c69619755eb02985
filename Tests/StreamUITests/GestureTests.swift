import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// What the mouse means: scripts of it, and what stands on the screen after them.
struct GestureTests {
  private static let posts = Feeds.posts([
    #"<p>one <a href="https://a.example/1">first</a> two</p>"#, "<p>nothing here</p>",
    "<p>three</p>",
  ])

  @Test func aClickSelectsARow() throws {
    let outcome = try Stage().play("<click 4,5>", Self.posts)
    #expect(outcome.statusLine.contains("post 2 of 3"))
    #expect(outcome.lines[3].hasPrefix("▌"))
  }

  @Test func aDoubleClickDrillsDownAndTwoSlowOnesDoNot() throws {
    let double = try Stage().play("<double-click 4,5>", Self.posts)
    #expect(double.app.view.pages.count == 2)
    #expect(double.lines[1].contains("nothing here"))
    let slow = try Stage().play("<click 4,5><wait 401><click 4,5>", Self.posts)
    #expect(slow.app.view.pages.count == 1)
    let atTheLimit = try Stage().play("<click 4,5><wait 400><click 4,5>", Self.posts)
    #expect(atTheLimit.app.view.pages.count == 2)
    #expect(try Stage().play("<click 4,5><click 4,8>", Self.posts).app.view.pages.count == 1)
    let afterAWheel = try Stage().play("<click 4,5><wheel-down><click 4,5>", Self.posts)
    #expect(afterAWheel.app.view.pages.count == 1)
    let three = try Stage().play("<click 4,5><click 4,5><click 4,2>", Self.posts)
    #expect(three.app.view.pages.count == 2)
  }

  @Test func aDoubleClickOnACommentCollapsesAsEnterDoes() throws {
    let keyed = try Stage().play("<CR>]<CR>", Feeds.sample())
    let line = try #require(keyed.lines.firstIndex { $0.hasPrefix("▌") }) + 1
    let clicked = try Stage().play("<CR>]<double-click 12,\(line)>", try Feeds.sample())
    #expect(clicked.text == keyed.text)
    #expect(clicked.text.contains("▸"))
  }

  @Test func aReleaseOnAnotherLineIsNoClick() throws {
    for script in ["<press 4,5><release 4,8>", "<press 4,5><release 200,90>", "<drag 4,5 9,5>"] {
      let outcome = try Stage().play(script, Self.posts)
      #expect(outcome.statusLine.contains("post 1 of 3"), "\(script)")
      #expect(!outcome.app.pointer.isPressed)
    }
  }

  @Test func aReleaseWithoutAPressIsNothing() throws {
    try Stage().play("<release 4,5><move 4,5>", Self.posts).shows(status: "post 1 of 3")
  }

  @Test func otherButtonsDoNothing() throws {
    for button in [1, 2] {
      var app = try Self.app(Self.posts)
      for kind in [MouseEvent.Kind.press, .release] {
        app.feel(MouseEvent(kind, button: button, column: 3, line: 4))
      }
      #expect(app.draw().textPlane().contains("post 1 of 3"))
    }
  }

  @Test func aReleaseOfAnotherButtonEndsThePress() throws {
    var app = try Self.app(Self.posts)
    app.feel(MouseEvent(.press, column: 3, line: 4))
    app.feel(MouseEvent(.release, button: 2, column: 3, line: 4))
    #expect(!app.pointer.isPressed)
    #expect(app.draw().textPlane().contains("post 1 of 3"))
  }

  /// Shift is the terminal's: it selects text with it.
  @Test func withShiftNothingIsTaken() throws {
    let still = try Stage().play("<wait 400>", Self.posts)
    for script in [
      "<shift-click 4,5>", "<shift-wheel-down>", "<shift-drag 70,5 4,5>",
      "<shift-double-click 4,5>",
      "<press 4,5><shift-release 4,5>", "<shift-press 4,5><release 4,5>",
    ] {
      let outcome = try Stage().play("<wait 400>\(script)", Self.posts)
      #expect(outcome.screen == still.screen, "\(script)")
      #expect(!outcome.app.pointer.isPressed, "\(script)")
    }
  }

  @Test(arguments: ["j", "<resize 60x20>", "<C-z>", "<Tab>", "<wheel-down>", "?q"])
  func whateverComesBetweenCancels(_ keys: String) throws {
    let outcome = try Stage().play("<press 4,5>\(keys)", Self.posts)
    #expect(!outcome.app.pointer.isPressed)
    let released = try Stage().play("<press 4,5>\(keys)<release 4,5>", Self.posts)
    #expect(released.screen == outcome.screen)
  }

  @Test func comingBackFromAStopCancels() throws {
    var app = try Self.app(Self.posts)
    app.feel(MouseEvent(.press, column: 3, line: 4))
    #expect(app.pointer.isPressed)
    _ = app.handle(.resumed, at: Moment(nanoseconds: 0), wall: Stage.wall)
    #expect(!app.pointer.isPressed)
  }

  @Test func theStatusLineIsNoRow() throws {
    let outcome = try Stage().play("<click 4,24><double-click 4,24>", Feeds.linked(40))
    #expect(outcome.statusLine.contains("post 1 of 40"))
    #expect(outcome.app.view.pages.count == 1)
  }

  // MARK: The wheel

  @Test func theWheelScrollsThreeLinesATurn() throws {
    let wheel = try Stage().play("<wheel-down><wait 100><wheel-down>", Feeds.linked(40))
    let keys = try Stage().play("jjjjjj", Feeds.linked(40))
    #expect(wheel.text == keys.text)
    let back = try Stage().play("<wheel-down><wait 100><wheel-up>", Feeds.linked(40))
    #expect(back.lines[1] == keys.frames[0].textPlane().split(separator: "\n")[1])
  }

  @Test func quickTurnsScrollFurtherUpToHalfAPage() throws {
    let feed = Feeds.linked(400)
    let lines = { (turns: Int, pause: Int) throws -> Int in
      let script = String(repeating: "<wheel-down><wait \(pause)>", count: turns)
      let anchor = try Stage().play(script, feed).app.view.list.anchor
      guard case .record(let row) = anchor.row else { return -1 }
      return row.number * 3 + anchor.line
    }
    // Rows of this feed are three lines high: name, text, gap.
    #expect(try lines(20, 100) == 60)
    let quick = try lines(20, 10)
    #expect(quick > 120)
    // 3, 3, 3, 3, 4, 5, ... and never more than eleven, half of 23 lines.
    #expect(quick == 12 + (4...10).reduce(0, +) + 9 * 11)
    // An opposite turn begins anew.
    let turned = String(repeating: "<wheel-down><wait 10>", count: 20) + "<wheel-up>"
    let anchor = try Stage().play(turned, feed).app.view.list.anchor
    guard case .record(let row) = anchor.row else { return }
    #expect(row.number * 3 + anchor.line == quick - 3)
  }

  @Test func aWheelOutsideOfTheGridIsNothing() throws {
    try Stage().play("<wheel-down 200,200>", Feeds.linked(40)).shows(status: "post 1 of 40")
  }

  // MARK: Sideways

  @Test func toTheLeftOpensThePostAndToTheRightGoesBack() throws {
    let feed = Feeds.linked(40)
    let plain = try Stage().play("J<wait 400>", feed)
    let opened = try Stage().play("J<CR><wait 400>", feed)
    #expect(opened.app.view.pages.count == 2)
    for script in ["<wheel-right>", "<drag 60,5 40,5>", "<press 60,5><move 50,5><release 90,90>"] {
      #expect(try Stage().play("J\(script)<wait 400>", feed).screen == opened.screen, "\(script)")
    }
    for script in ["<wheel-left>", "<drag 40,5 60,5>", "<drag 60,5 79,6>"] {
      let outcome = try Stage().play("J<CR><wait 400>\(script)<wait 400>", feed)
      #expect(outcome.screen == plain.screen, "\(script)")
    }
  }

  /// A touchpad sends many turns for one swipe.
  @Test func aSwipeCountsOnceAndNeverLeaves() throws {
    let feed = try Feeds.sample()
    let swipe = String(repeating: "<wheel-left><wait 30>", count: 20)
    #expect(try Stage().play("<CR>w\(swipe)", feed).app.view.pages.count == 2)
    #expect(try Stage().play("<CR>w\(swipe)<wait 400><wheel-left>", feed).app.view.pages.count == 1)
    let first = try Stage().play("<wheel-left><wait 500><drag 40,5 60,5>", feed)
    #expect(!first.app.isFinished && first.statusLine.contains("q quits"))
  }

  @Test func onAPostALeftDragOpensNothing() throws {
    let outcome = try Stage().play("<CR><wait 400><drag 60,5 40,5>", try Feeds.sample())
    #expect(outcome.app.view.pages.count == 2)
  }

  @Test func aDragThatIsNotSidewaysOpensNothing() throws {
    for script in ["<drag 60,5 53,5>", "<drag 60,5 40,15>", "<drag 60,2 60,20>"] {
      let outcome = try Stage().play("<wait 400>\(script)", try Feeds.sample())
      #expect(outcome.app.view.pages.count == 1, "\(script)")
    }
  }

  /// A drag to the side is no click, wherever it ends.
  @Test func aSidewaysDragFromALinkFollowsNothing() throws {
    let outcome = try Stage().play(
      "<wait 400><press 30,2><move 20,2><move 30,2><release 30,2>",
      try Feeds.sample()
    )
    #expect(outcome.app.view.pages.count == 2)
    #expect(outcome.effects.opened.isEmpty)
    #expect(!outcome.pageRoles.contains("d"))
  }

  // MARK: The plug-in point

  @Test func aNewGestureSeesThePhasesFirstAndTakesOver() throws {
    var app = try Self.app(Feeds.linked(40))
    let log = Log()
    app.add(PullToRefresh(log: log))
    let still = app.draw()
    // On the link of the first post, so that there is something to let go.
    app.feel(MouseEvent(.press, column: 7, line: 1))
    #expect(app.draw().stylePlane().contains("dddd"))
    app.feel(MouseEvent(.drag, column: 7, line: 2))
    #expect(log.phases == [.began, .moved])
    #expect(app.pointer.pressed != nil)
    let effects = app.feel(MouseEvent(.drag, column: 7, line: 3))
    #expect(effects == [.redraw])
    #expect(app.pointer.pressed == nil)
    #expect(!app.draw().stylePlane().contains("dddd"))
    #expect(app.feel(MouseEvent(.release, column: 7, line: 1)) == [])
    #expect(log.phases == [.began, .moved, .moved, .ended])
    #expect(log.start == "1 \(RowID.record(0))")
    #expect(!app.pointer.isPressed)
    // What it does not want goes on to the others.
    app.feel(MouseEvent(.press, column: 3, line: 4))
    app.feel(MouseEvent(.release, column: 3, line: 4))
    #expect(app.draw().textPlane().contains("post 2 of 40"))
    #expect(still.size == app.draw().size)
  }

  @Test func aNewGestureIsToldThatItIsCancelled() throws {
    var app = try Self.app(Feeds.linked(40))
    let log = Log()
    app.add(PullToRefresh(log: log))
    app.feel(MouseEvent(.press, column: 40, line: 5))
    _ = app.handle(.input(.key("j")), at: Moment(nanoseconds: 0), wall: Stage.wall)
    #expect(log.phases == [.began, .cancelled])
    // And when another one claims the gesture.
    app.feel(MouseEvent(.press, column: 40, line: 5))
    app.feel(MouseEvent(.drag, column: 20, line: 5))
    app.feel(MouseEvent(.release, column: 20, line: 5))
    #expect(log.phases == [.began, .cancelled, .began, .moved, .cancelled])
    #expect(app.view.pages.count == 2)
  }

  static func app(_ json: String, _ size: Size = Size(columns: 80, lines: 24)) throws -> App {
    let feed = try Feeds.feed(json).scanned()
    var app = App(Timeline(feed), size: size)
    app.becomeRich()
    return app
  }
}

private final class Log {
  var phases: [GesturePhase] = []
  var start = ""
}

/// A drag of two lines down draws the screen anew.
private struct PullToRefresh: GestureRecognizer {
  let log: Log

  func take(_ gesture: Gesture) -> GestureAnswer {
    log.phases.append(gesture.phase)
    log.start = "\(gesture.start.line) \(gesture.start.target.row.map { "\($0)" } ?? "none")"
    guard gesture.phase == .moved, gesture.place.line - gesture.start.line == 2 else {
      return .nothing
    }
    return .claim(.action(.redraw))
  }
}

extension App {
  @discardableResult
  mutating func feel(_ mouse: MouseEvent, at milliseconds: Int = 10_000) -> [Effect] {
    let moment = Moment(nanoseconds: 0).advanced(byMilliseconds: milliseconds)
    return handle(.input(.mouse(mouse)), at: moment, wall: Stage.wall)
  }

  /// Lets all that is due happen.
  mutating func becomeRich() {
    var moment = Moment(nanoseconds: 0)
    while let deadline = deadline(at: moment) {
      moment = max(moment, deadline)
      _ = handle(.due, at: moment, wall: Stage.wall)
    }
  }
}
