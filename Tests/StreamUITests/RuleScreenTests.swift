import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Posts that a rule of the reader shows as read, or hides, on the screen.
struct RuleScreenTests {
  /// A stage of posts of which those whose text ends with a digit are meant by a rule.
  private static func stage(
    _ verdict: RecordRules.Verdict,
    digits: Set<Character>,
    recalled: [PostState]? = []
  ) throws -> ReadingStage {
    let rules = RecordRules(
      names: ["ads"],
      mayMean: { _ in { _ in true } },
      verdict: { post, _ in
        guard case .html(let text) = post.body else { return nil }
        return text.dropLast(4).last.map(digits.contains) == true ? verdict : nil
      }
    )
    let feed = Feeds.feed(Feeds.posts((1...6).map { "<p>text \($0)</p>" }))
    let records = RecordChoice(rules: rules).records(of: feed)
    var stage = try ReadingStage(
      Timeline(sources: [records], order: .document),
      recalled: recalled
    )
    stage.work()
    return stage
  }

  @Test func postsThatARuleReadsAreNotUnread() throws {
    var stage = try Self.stage(.read, digits: ["2", "3"])
    #expect(stage.viewer.status.contains("4 unread"), "\(stage.viewer.status)")
    #expect(stage.effects.isEmpty)
    // The page of unread posts lacks them, too.
    stage.press(.character("i"))
    stage.work()
    #expect(stage.viewer.status.contains("of 4"), "\(stage.viewer.status)")
  }

  @Test func theReadersOwnMarkGoesBeforeTheRule() throws {
    var stage = try Self.stage(.read, digits: ["1"])
    #expect(stage.viewer.status.contains("5 unread"), "\(stage.viewer.status)")
    stage.press(.character("R"))
    stage.work()
    #expect(stage.viewer.app.view.memory.unread.count == 6)
    stage.press(.character("R"))
    stage.work()
    #expect(stage.viewer.app.view.memory.unread.count == 5)
  }

  @Test func hiddenPostsAreCountedOnTheStatusLineAndAmongTheProblems() throws {
    var stage = try Self.stage(.hidden(0), digits: ["2", "3"])
    #expect(stage.feed.recordCount == 4)
    #expect(stage.viewer.status.contains("2 hidden by the rule ads"), "\(stage.viewer.status)")
    #expect(stage.viewer.status.contains("4 unread"), "\(stage.viewer.status)")
    stage.press(.character("!"))
    stage.work()
    #expect(stage.viewer.page.contains { $0.contains("the rule ads hides 2 posts") })
  }

  @Test func aRuleThatHidesEverythingSaysSo() throws {
    var stage = try Self.stage(.hidden(0), digits: ["1", "2", "3", "4", "5", "6"])
    #expect(
      stage.viewer.status.contains("all 6 posts are hidden by the rule ads"),
      "\(stage.viewer.status)"
    )
    stage.press(.character("i"))
    stage.work()
    #expect(stage.viewer.status.contains("6 hidden by the rule ads"), "\(stage.viewer.status)")
  }
}
