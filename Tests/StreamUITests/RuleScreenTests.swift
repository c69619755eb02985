import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct RuleScreenTests {
  /// A stage of posts of which those whose text ends with a digit are meant by a rule.
  private static func stage(
    _ verdict: RecordRules.Verdict,
    digits: [String],
    recalled: [PostState]? = []
  ) throws -> ReadingStage {
    let feed = Feeds.feed(Feeds.posts((1...6).map { "<p>text \($0)</p>" }))
    let records = Self.records(feed, without: digits, verdict)
    var stage = try ReadingStage(Timeline(sources: [records], order: .document), recalled: recalled)
    stage.work()
    return stage
  }

  @Test func postsThatARuleReadsAreNotUnread() throws {
    var stage = try Self.stage(RecordRules.Verdict(isRead: true), digits: ["2", "3"])
    #expect(stage.viewer.status.contains("4 unread"), "\(stage.viewer.status)")
    #expect(stage.effects.isEmpty)
    // The page of unread posts lacks them, too.
    stage.work(after: "i")
    #expect(stage.viewer.status.contains("of 4"), "\(stage.viewer.status)")
  }

  @Test func theReadersOwnMarkGoesBeforeTheRule() throws {
    var stage = try Self.stage(RecordRules.Verdict(isRead: true), digits: ["1"])
    #expect(stage.viewer.status.contains("5 unread"), "\(stage.viewer.status)")
    stage.work(after: "R")
    #expect(stage.viewer.app.view.memory.unread.count == 6)
    stage.work(after: "R")
    #expect(stage.viewer.app.view.memory.unread.count == 5)
  }

  @Test func hiddenPostsAreCountedOnTheStatusLineAndAmongTheProblems() throws {
    var stage = try Self.stage(RecordRules.Verdict(hider: 0), digits: ["2", "3"])
    #expect(stage.feed.recordCount == 4)
    #expect(stage.viewer.status.contains("2 hidden by the rule ads"), "\(stage.viewer.status)")
    #expect(stage.viewer.status.contains("4 unread"), "\(stage.viewer.status)")
    stage.work(after: "!")
    #expect(stage.viewer.page.contains { $0.contains("the rule ads hides 2 posts") })
    // It does what the reader wrote it for.
    #expect(stage.viewer.status.contains("rule 1 of 1"), "\(stage.viewer.status)")
    stage.press("K")
    #expect(stage.viewer.status.contains("no problems"), "\(stage.viewer.status)")
  }

  @Test func aRuleThatHidesEverythingSaysSo() throws {
    var stage = try Self.stage(
      RecordRules.Verdict(hider: 0),
      digits: ["1", "2", "3", "4", "5", "6"]
    )
    #expect(stage.viewer.status.contains("all 6 posts are hidden by the rule ads"))
    stage.work(after: "i")
    #expect(stage.viewer.status.contains("6 hidden by the rule ads"), "\(stage.viewer.status)")
  }

  @Test func aPlaceThatRulesHideIsNotCalledGone() throws {
    let feed = { Feeds.feed(Feeds.posts(["<p>text 1</p>", "<p>text 2</p>"])) }
    let place = try #require(try Viewer(Timeline(feed())).app.place)
    let hidden = Self.records(feed(), without: ["1", "2"])
    let timeline = Timeline(sources: [hidden], order: .document)
    var viewer = try Viewer(timeline) { $0.stream.place = place }
    viewer.work()
    #expect(viewer.status.contains("all 2 posts are hidden by the rule ads"), "\(viewer.status)")
  }

  // MARK: Rules that change

  private static func records(
    _ feed: Feed,
    without ends: [String],
    _ verdict: RecordRules.Verdict = RecordRules.Verdict(hider: 0)
  ) -> any RecordSource {
    let rules = RecordRules(
      names: ["ads"],
      mayMean: { _ in { _ in true } },
      verdict: { post, _ in
        guard case .html(let text) = post.body else { return nil }
        return ends.contains { text.hasSuffix(" \($0)</p>") } ? verdict : nil
      }
    )
    return RecordChoice(rules: rules).records(of: feed)
  }

  private static func changing() throws -> (viewer: Viewer, feed: Feed) {
    let feed = Feeds.feed(Feeds.posts((10...69).map { "<p>text \($0)</p>" }))
    return (try Viewer(Timeline(feed)) { $0.stream.rules = [] }, feed)
  }

  /// Takes up a configuration with a rule of this name, and answers as the session does.
  private static func follow(
    _ name: String,
    without ends: [String],
    _ viewer: inout Viewer,
    _ feed: Feed
  ) throws {
    var options = viewer.app.view.options
    options.rules = [try PostRule(name, "x", [.hide])]
    #expect(viewer.handle(.configured(options, .standard)) == [.takeUpRules(without: nil)])
    try answer(without: ends, &viewer, feed)
  }

  private static func answer(without ends: [String], _ viewer: inout Viewer, _ feed: Feed) throws {
    try viewer.reload(records(feed, without: ends))
    viewer.work()
  }

  @Test func theSelectedPostKeepsItsLine() throws {
    var (viewer, feed) = try Self.changing()
    viewer.type("30gJ")
    viewer.rest(after: "J", "J")
    let before = viewer.line(with: "text 42")
    #expect(before != nil)
    // Posts go above it on the screen, above the screen, and below.
    try Self.follow("a", without: ["40", "41", "15", "44"], &viewer, feed)
    #expect(viewer.line(with: "text 42") == before)
    #expect(viewer.line(with: "text 41") == nil)
    #expect(viewer.status.contains("post 30 of 56"), "\(viewer.status)")
    // They come back, and it goes: the nearest one stands on its line.
    try Self.follow("b", without: ["42"], &viewer, feed)
    #expect(viewer.line(with: "text 41") != nil)
    #expect(viewer.line(with: "text 42") == nil)
  }

  @Test func aFilteredListIsThereAgain() throws {
    var (viewer, feed) = try Self.changing()
    viewer.type("&text")
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("1 of 60"), "\(viewer.status)")
    viewer.type("JJ")
    try Self.follow("a", without: ["10"], &viewer, feed)
    #expect(viewer.status.contains("2 of 59 · &text"), "\(viewer.status)")
  }

  @Test func anotherPageWaitsUntilTheReaderIsBack() throws {
    var (viewer, feed) = try Self.changing()
    viewer.type("J\r")
    var options = viewer.app.view.options
    options.rules = [try PostRule("a", "x", [.hide])]
    #expect(viewer.handle(.configured(options, .standard)) == [])
    #expect(viewer.page.contains { $0.contains("text 11") })
    #expect(viewer.press("q").contains(.takeUpRules(without: nil)))
    try Self.answer(without: ["10"], &viewer, feed)
    #expect(viewer.status.contains("post 1 of 59"), "\(viewer.status)")
    // Nothing more is asked for.
    #expect(viewer.press("J").isEmpty)
  }

  @Test func keptPostsAreShownWhateverRulesSay() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.posts(["<p>text</p>"]))))
    var options = viewer.app.view.options
    options.rules = [try PostRule("a", "x", [.hide])]
    #expect(viewer.handle(.configured(options, .standard)) == [])
  }

  @Test func theUnreadPostsAreThereAgain() throws {
    let feed = Feeds.feed(Feeds.posts((10...69).map { "<p>text \($0)</p>" }))
    var stage = try ReadingStage(Timeline(feed)) { $0.stream.rules = [] }
    stage.work(after: "R", "i")
    for _ in 0..<30 { stage.press("J") }
    stage.viewer.rest()
    #expect(stage.viewer.status.contains("unread 31 of 59"), "\(stage.viewer.status)")
    let before = stage.viewer.line(with: "text 41")
    #expect(before != nil)
    var viewer = stage.viewer
    try Self.follow("a", without: ["12", "16", "40", "50"], &viewer, feed)
    #expect(viewer.status.contains("unread 28 of 55"), "\(viewer.status)")
    #expect(viewer.line(with: "text 41") == before)
    viewer.press("q")
    #expect(viewer.status.contains("of 56"), "\(viewer.status)")
  }

  @Test func theListOfSubscriptionsFollowsAndIsThereAgain() throws {
    let feed = Feeds.feed(Feeds.posts((10...69).map { "<p>text \($0)</p>" }))
    for keys in [["B"], ["i", "B"]] as [[Unicode.Scalar]] {
      let stage = try ReadingStage(Timeline(feed)) { $0.stream.rules = [] }
      var viewer = stage.viewer
      for key in keys {
        viewer.work(after: .character(key))
      }
      let entries = { (unread: Int?) in
        ["a", "b"].map { FeedEntry(key: $0, name: "Feed \($0)", unread: unread, shownSource: 0) }
      }
      viewer.handle(.feeds(entries(60)))
      viewer.press("J")
      try Self.follow("a", without: ["12", "16", "40", "50"], &viewer, feed)
      #expect(viewer.app.view.page.content.keyPage == .feeds)
      #expect(viewer.page.contains { $0.hasPrefix("▌ Feed a") }, "\(viewer.page)")
      let told = viewer.app.rest().compactMap { effect in
        if case .listFeeds(let tallies) = effect { tallies.first?.unread } else { nil }
      }
      #expect(told == [56])
      viewer.press("q")
      #expect(viewer.status.contains("of 56"), "\(viewer.status)")
      #expect(viewer.app.view.page.content.keyPage == (keys.count == 1 ? .timeline : .unread))
    }
  }

  @Test func aViewWhosePostsAreHiddenSaysSo() throws {
    let feed = Feeds.feed(Feeds.posts((10...69).map { "<p>text \($0)</p>" }))
    let views = try ["text", "12"].map { try SavedView("v-\($0)", $0) }
    var viewer = try ReadingStage(Timeline(feed)) { options in
      options.stream.rules = []
      options.views = views
    }.viewer
    func list() {
      viewer.handle(.feeds([FeedEntry(key: "a", name: "Feed a", unread: 60, shownSource: 0)]))
      viewer.work()
    }
    viewer.work(after: "B")
    list()
    #expect(viewer.page.contains { $0.contains("& v-12 · 1 unread · 12") }, "\(viewer.page)")
    try Self.follow("a", without: ["12", "16", "40", "50"], &viewer, feed)
    list()
    #expect(viewer.page.contains { $0.contains("& v-text · 56 unread · text") }, "\(viewer.page)")
    #expect(viewer.page.contains { $0.contains("& v-12 · 0 unread · 12") }, "\(viewer.page)")
  }

  @Test func theStartPageStays() throws {
    var options = App.Options()
    options.stream.rules = []
    options.stream.recent = [
      RecentSource(key: "k", name: "lakes", place: 2, posts: 9, unread: nil, seen: Stage.wall)
    ]
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.posts([]))), options: options)
    var changed = viewer.app.view.options
    changed.rules = [try PostRule("a", "x", [.hide])]
    #expect(viewer.handle(.configured(changed, .standard)) == [])
    #expect(viewer.page.contains { $0.contains("lakes") })
  }
}
