import CellGrid
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Collapsed and unfolded comments stay so from run to run.
struct CommentMemoryTests {
  /// A post with embedded comments: c1 with two replies, c4 alone and long, c5 with one reply.
  private static let json = """
    [{"id":"p1","body_text":"post","comments":[
      {"id":"c1","body_text":"first"},
      {"id":"c2","parent":"c1","body_text":"second"},
      {"id":"c3","parent":"c2","body_text":"third"},
      {"id":"c4","body_html":"\((1...30).map { "<p>line \($0)</p>" }.joined())"},
      {"id":"c5","body_text":"fifth"},
      {"id":"c6","parent":"c5","body_text":"sixth"}]}]
    """

  private static func stage(recalled: [PostState]? = []) throws -> ReadingStage {
    try ReadingStage(
      Timeline(Feeds.feed(json)),
      size: Size(columns: 80, lines: 120),
      recalled: recalled
    )
  }

  private static func state(_ id: String, _ flags: PostFlags) -> PostState {
    let comment = Comment(id: Post.ID(id))
    let identity = PostIdentity(id: PostIdentity(comment).id, fallback: 0)
    return PostState(key: Timeline.SourceKey(source: 0, identity: identity), flags: flags)
  }

  private func kept(_ stage: ReadingStage) -> [String: PostFlags] {
    var kept: [String: PostFlags] = [:]
    for state in stage.effects.remembered {
      for number in 1...6
      where Self.state("c\(number)", []).key.identity.id == state.key.identity.id {
        kept["c\(number)"] = state.flags
      }
    }
    return kept
  }

  private func collapsed(_ stage: ReadingStage) -> [String] {
    let text = stage.viewer.page.joined(separator: "\n")
    return ["second", "third", "sixth"].filter { !text.contains($0) }
  }

  @Test func collapsingAndExpandingIsKept() throws {
    var stage = try Self.stage()
    stage.type("\r]z")
    #expect(collapsed(stage) == ["second", "third"])
    #expect(kept(stage) == ["c1": .collapsed])
    stage.press("z")
    #expect(kept(stage) == ["c1": []])
    stage.press("Z")
    #expect(kept(stage) == ["c1": .collapsed, "c2": .collapsed, "c5": .collapsed])
    stage.press("Z")
    #expect(kept(stage) == ["c1": [], "c2": [], "c5": []])
  }

  @Test func thePageOpensAsItWasLeft() throws {
    let states = [Self.state("c2", .collapsed), Self.state("c5", [.collapsed, .read])]
    var stage = try Self.stage(recalled: states)
    stage.press(Key(.enter))
    #expect(collapsed(stage) == ["third", "sixth"])
    let page = stage.viewer.page
    stage.work()
    #expect(stage.viewer.page == page)
    // A key expands it, and no other flag is lost.
    stage.type("]]]z")
    #expect(collapsed(stage) == ["third"])
    #expect(kept(stage)["c5"] == .read)
    // The page opens so again in this run.
    stage.type("q\r")
    #expect(collapsed(stage) == ["third"])
  }

  @Test func lateFlagsMoveNothingOnTheScreen() throws {
    var stage = try Self.stage(recalled: nil)
    stage.press(Key(.enter))
    let page = stage.viewer.page
    stage.handle(.recalled([Self.state("c1", .collapsed), Self.state("c4", .expanded)]))
    stage.handle(.recalled([]))
    #expect(stage.viewer.page == page)
    stage.type("q\r")
    #expect(collapsed(stage) == ["second", "third"])
  }

  @Test func aLongCommentStaysUnfolded() throws {
    var stage = try Self.stage()
    stage.type("\r]]")
    #expect(!stage.viewer.page.joined().contains("line 30"))
    stage.press("x")
    #expect(stage.viewer.page.joined().contains("line 30"))
    #expect(kept(stage) == ["c4": .expanded])
    var later = try Self.stage(recalled: [Self.state("c4", .expanded)])
    later.press(Key(.enter))
    #expect(later.viewer.page.joined().contains("line 30"))
    later.press("]", "]", "x")
    #expect(!later.viewer.page.joined().contains("line 30"))
    #expect(kept(later) == ["c4": []])
  }

  @Test func aSearchChangesNothingThatIsKept() throws {
    var stage = try Self.stage(recalled: [Self.state("c1", .collapsed)])
    stage.type("\r/third")
    stage.work()
    #expect(!collapsed(stage).contains("third"))
    stage.press(Key(.enter), Key(.escape), "q", Key(.enter))
    #expect(collapsed(stage) == ["second", "third"])
    #expect(kept(stage).isEmpty)
  }

  @Test func withoutTheOptionNothingIsKept() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.json)))
    #expect(viewer.type("\rZz").isEmpty)
  }

  /// Property: after any keys, a later run with the flags that were to be kept shows the same rows.
  @Test func anyStateComesBack() throws {
    let comments = (0..<60).map { number in
      let parent = number % 4 == 0 ? "" : #""parent":"c\#(max(0, number - 1 - number % 3))","#
      return #"{"id":"c\#(number)",\#(parent)"body_text":"comment \#(number)"}"#
    }
    let json = #"[{"id":"p1","body_text":"post","comments":[\#(comments.joined(separator: ","))]}]"#
    for seed in 0..<20 {
      var random = SplitMix(seed: UInt64(seed))
      var stage = try ReadingStage(Timeline(Feeds.feed(json)))
      stage.press(Key(.enter))
      for _ in 0..<30 {
        switch random.below(8) {
        case 0: stage.press(.character("Z"))
        case 1: stage.type("q\r")
        case 2: stage.press(.character("K"))
        case 3, 4: stage.press(.character("z"))
        default: stage.press("J")
        }
      }
      var last: [Timeline.SourceKey: PostState] = [:]
      for state in stage.effects.remembered { last[state.key] = state }
      var later = try ReadingStage(Timeline(Feeds.feed(json)), recalled: Array(last.values))
      later.press(Key(.enter))
      stage.type("q\r")
      let rows = { (stage: ReadingStage) in
        (0..<stage.viewer.app.view.rows.count).map { stage.viewer.app.view.rows.row(at: $0) }
      }
      #expect(rows(later) == rows(stage), "seed \(seed)")
    }
  }
}
