import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Long texts and content warnings stay folded or unfolded from run to run.
struct FoldMemoryTests {
  /// Each fifth post is longer than the timeline shows.
  private static func timeline() -> Timeline {
    let bodies = (0..<40).map { number in
      number % 5 == 0
        ? (1...20).map { "<p>post \(number) line \($0)</p>" }.joined() : "<p>post \(number)</p>"
    }
    return Timeline(Feeds.feed(Feeds.posts(bodies)))
  }

  /// Another viewer, or a server, may have changed the earlier mark meanwhile.
  @Test func aLaterChangeDoesNotWriteTheEarlierOneAgain() throws {
    var stage = try ReadingStage(Self.timeline(), size: Size(columns: 80, lines: 60))
    stage.press("R")
    #expect(stage.effects == [.remember([try stage.state(0, .read, changed: .read)])])
    stage.press("x")
    #expect(
      stage.effects.last
        == .remember([try stage.state(0, [.read, .expanded], changed: [.expanded, .uncovered])])
    )
  }

  @Test func unfoldingIsRemembered() throws {
    var stage = try ReadingStage(Self.timeline(), size: Size(columns: 80, lines: 60))
    stage.press("x")
    #expect(
      stage.effects == [
        .remember([try stage.state(0, .expanded, changed: [.expanded, .uncovered])])
      ]
    )
    stage.press("x")
    #expect(stage.effects.last == .remember([try stage.state(0, [], changed: .expanded)]))
    // A short text has nothing to fold.
    stage.type("Jx")
    #expect(stage.effects.count == 2)
  }

  @Test func aWarningIsRemembered() throws {
    let json = #"[{"id":"1","content_warning":"food","body_text":"soup"}]"#
    var stage = try ReadingStage(Timeline(Feeds.feed(json)))
    stage.press("x")
    #expect(
      stage.effects == [
        .remember([try stage.state(0, [.expanded, .uncovered], changed: [.expanded, .uncovered])])
      ]
    )
    var later = try ReadingStage(Timeline(Feeds.feed(json)), recalled: nil)
    #expect(!later.viewer.page.joined().contains("soup"))
    later.handle(.recalled([try later.state(0, [.expanded, .uncovered])]))
    // It is on the screen: it opens once it comes back there.
    #expect(!later.viewer.page.joined().contains("soup"))
  }

  @Test func recalledFoldsMoveNothingOnTheScreen() throws {
    var stage = try ReadingStage(Self.timeline(), size: Size(columns: 80, lines: 60), recalled: nil)
    let page = stage.viewer.page
    stage.handle(.recalled([try stage.state(0, .expanded), try stage.state(35, .expanded)]))
    stage.handle(.recalled([]))
    #expect(stage.viewer.page.map { $0.dropFirst(2) } == page.map { $0.dropFirst(2) })
    stage.type(":36\r")
    #expect(stage.viewer.page.contains { $0.contains("post 35 line 20") })
    // The key folds what was unfolded in an earlier run.
    stage.press("x")
    #expect(!stage.viewer.page.contains { $0.contains("post 35 line 20") })
    #expect(
      stage.effects.last == .remember([try stage.state(35, [], changed: [.expanded, .uncovered])])
    )
  }

  @Test func foldsThatAreKnownBeforeTheFirstFrameShowInIt() throws {
    let timeline = try Self.timeline().scanned()
    let id = try #require(timeline.id(at: 0))
    let key = try #require(timeline.key(of: id))
    let size = Size(columns: 80, lines: 60)
    var app = App(timeline, size: size, options: ReadingStage.options)
    let state = PostState(key: key, flags: .expanded)
    _ = app.handle(.recalled([state]), at: Moment(nanoseconds: 0), wall: Stage.wall)
    app.begin()
    #expect(app.draw().textPlane().contains("post 0 line 20"))
  }

  @Test func withoutTheOptionNothingIsRemembered() throws {
    var viewer = try Viewer(Self.timeline())
    #expect(viewer.press("x").isEmpty)
  }
}
