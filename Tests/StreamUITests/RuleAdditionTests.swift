import CellGrid
import Configuration
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct RuleAdditionTests {
  private static func records(_ feed: Feed, _ rules: [PostRule]) -> any RecordSource {
    let chosen = RecordRules(
      names: rules.map(\.name),
      tags: rules.compactMap(\.tag),
      mayMean: { _ in { _ in true } },
      verdict: { post, _ in
        var verdict = RecordRules.Verdict()
        for (index, rule) in rules.enumerated()
        where rule.condition.matches(post, FilterFacts()) {
          if rule.actions.contains(.hide) { return RecordRules.Verdict(hider: index) }
          verdict.isRead = verdict.isRead || rule.actions.contains(.read)
          verdict.additions.colour = verdict.additions.colour ?? rule.colour
          verdict.additions.tags += [rule.tag].compactMap(\.self)
        }
        return verdict == RecordRules.Verdict() ? nil : verdict
      }
    )
    return RecordChoice(rules: chosen).records(of: feed)
  }

  private static let posts = [
    ("Olga", "Ice", "a lake of ice"), ("Ben", "", "sponsored water"), ("Ada", "", "lake water"),
    ("Ben", "", "fire"),
  ]

  private static let text = posts.enumerated().map { number, post in
    let title = post.1.isEmpty ? "null" : "\"\(post.1)\""
    return #"{"id":"\#(number)","author":{"name":"\#(post.0)"},"title":\#(title),"#
      + #""published":"2026-01-0\#(number + 1)T00:00:00Z","body_text":"\#(post.2)"}"# + "\n"
  }.joined()

  private static func viewer(
    _ rules: [PostRule],
    size: Size = Size(columns: 60, lines: 16),
    density: Density = .normal,
    strategy: Strategy = .idle
  ) throws -> (viewer: Viewer, feed: Feed) {
    let feed = Feed(source: MemoryBytes(name: "feed", text: text), hint: .ndjson)
    var options = App.Options()
    options.rules = rules
    options.stream.rules = rules
    options.density = density
    options.strategy = strategy
    options.configReport = ConfigReport(path: "/c", name: "config.toml", problems: [])
    let timeline = Timeline(sources: [records(feed, rules)], order: .document)
    var viewer = try Viewer(timeline, size: size, options: options)
    viewer.rest()
    return (viewer, feed)
  }

  private static func enter(_ text: String, _ viewer: inout Viewer) {
    viewer.type(text)
    viewer.work(after: Key(.enter))
  }

  @Test func marksOfAllLeaveTheRuleAlone() throws {
    let feed = Feed(source: MemoryBytes(name: "feed", text: Self.text), hint: .ndjson)
    let rules = [try PostRule("quiet", "lake", [.read])]
    let timeline = Timeline(sources: [Self.records(feed, rules)], order: .document)
    var stage = try ReadingStage(timeline)
    stage.work()
    let unread = (0..<timeline.recordCount).count { position in
      timeline.id(at: position).map { stage.viewer.app.view.memory.isUnread($0, in: timeline) }
        ?? false
    }
    #expect((1..<timeline.recordCount).contains(unread))
    #expect(stage.viewer.app.view.status.hasSuffix(" · \(unread) unread"))
    stage.work(after: "A")
    #expect(stage.viewer.status.contains("Marked \(unread) posts read"))
    stage.work(after: "u")
    #expect(stage.viewer.status.contains("\(unread) posts are unread again"))
    #expect(stage.viewer.app.view.status.hasSuffix(" · \(unread) unread"))
  }

  private static func lakes() throws -> [PostRule] {
    [
      try PostRule("lakes", "lake", colour: "warning", tag: "later"),
      try PostRule("ben", "author:Ben", tag: "friend"),
    ]
  }

  @Test(arguments: [("rule-additions", Density.normal), ("rule-additions-compact", .compact)])
  func coloursAndTagsLookLikeThis(_ name: String, _ density: Density) throws {
    let viewer = try Self.viewer(Self.lakes(), density: density).viewer
    try expectGolden(viewer.outcome, name)
  }

  /// Law 2, and a colour moves nothing.
  @Test(arguments: [Density.normal, .compact])
  func aColourChangesNoCharacter(_ density: Density) throws {
    let plain = try Self.viewer([], density: density).viewer
    let rules = [try PostRule("lakes", "lake", colour: "warning")]
    for strategy in [Strategy.idle, .flat] {
      let coloured = try Self.viewer(rules, density: density, strategy: strategy).viewer
      #expect(coloured.page == plain.page)
      #expect(coloured.outcome.style != plain.outcome.style)
    }
  }

  /// The bytes of these records do not show the tag by which they are found.
  @Test func aTagIsFoundByFiltersAndCounts() throws {
    var (viewer, _) = try Self.viewer(Self.lakes())
    Self.enter("&tag:later", &viewer)
    #expect(viewer.status.contains("1 of 2 · &tag:later"), "\(viewer.status)")
    viewer.press("q")
    Self.enter("&#friend -sponsored", &viewer)
    #expect(viewer.status.contains("1 of 1 · "), "\(viewer.status)")
    viewer.press("q")
    Self.enter(":count tag", &viewer)
    #expect(viewer.page.contains { $0.contains("2 ") && $0.contains("friend") })
  }

  @Test func anOpenPostShowsItsTag() throws {
    var (viewer, _) = try Self.viewer(Self.lakes())
    viewer.rest(after: Key(.enter))
    #expect(viewer.page.contains { $0.contains("#later") }, "\(viewer.page)")
  }

  @Test func whyListsTheRulesOfAPost() throws {
    var (viewer, _) = try Self.viewer(Self.lakes() + [try PostRule("quiet", "ice", [.read])])
    Self.enter(":why", &viewer)
    #expect(viewer.page[0].contains("lakes · colour warning, tag later · config.toml:5"))
    #expect(viewer.page[1].contains("  lake"))
    #expect(viewer.page[2].contains("quiet · read · config.toml:5"))
    #expect(viewer.status.contains("1 of 2 rules that apply to this post"), "\(viewer.status)")
    viewer.type("qGK")
    Self.enter(":why", &viewer)
    #expect(viewer.page[0].contains("lakes"))
    let none = try Self.viewer([try PostRule("quiet", "nothing", [.read])])
    viewer = none.viewer
    Self.enter(":why", &viewer)
    #expect(viewer.status.contains("No rule matches this post"), "\(viewer.status)")
    Self.enter("q:rules", &viewer)
    var plain = try Self.viewer([]).viewer
    Self.enter(":rules", &plain)
    #expect(plain.status.contains("There are no rules"), "\(plain.status)")
  }

  @Test(arguments: [("rules-page", 60), ("rules-page-narrow", 36)])
  func theRulesAreListedWithTheirPosts(_ name: String, _ columns: Int) throws {
    let ads = try PostRule("ads", "sponsored", [.hide])
    var (viewer, _) = try Self.viewer([ads] + Self.lakes(), size: Size(columns: columns, lines: 12))
    Self.enter(":rules", &viewer)
    try expectGolden(viewer.outcome, name)
  }

  @Test func enterListsThePostsThatARuleHidesUntilTheListIsLeft() throws {
    let ads = try PostRule("ads", "water", [.hide])
    var (viewer, feed) = try Self.viewer([ads] + Self.lakes())
    #expect(viewer.status.contains("post 1 of 2"), "\(viewer.status)")
    viewer.press("J")
    Self.enter(":rules", &viewer)
    #expect(viewer.press(Key(.enter)) == [.takeUpRules(without: "ads")])
    try Self.answer(with: Self.records(feed, Self.lakes()), &viewer)
    #expect(viewer.status.contains("of 2 · &water"), "\(viewer.status)")
    #expect(viewer.page.contains { $0.contains("sponsored water") })
    // An open post is no way out of the list.
    viewer.type("\rq")
    #expect(viewer.status.contains("of 2 · &water"), "\(viewer.status)")
    #expect(viewer.press("q") == [.takeUpRules(without: nil)])
    try Self.answer(with: Self.records(feed, [ads] + Self.lakes()), &viewer)
    // The way back leads to the rules.
    #expect(viewer.status.contains("1 of 3 rules"), "\(viewer.status)")
    // A rule that hides nothing needs no other records.
    viewer.press("J")
    #expect(viewer.press(Key(.enter)).isEmpty)
    viewer.work()
    #expect(viewer.status.contains("&lake"), "\(viewer.status)")
  }

  private static func answer(with records: any RecordSource, _ viewer: inout Viewer) throws {
    try viewer.reload(records)
    viewer.work()
  }

  @Test func whatARuleShowsIsNotKept() throws {
    let feed = Feed(source: MemoryBytes(name: "feed", text: Self.text), hint: .ndjson)
    let timeline = Timeline(sources: [Self.records(feed, try Self.lakes())], order: .document)
    var stage = try ReadingStage(timeline)
    stage.press("*")
    let kept = stage.effects.compactMap { if case .keep(let post) = $0 { post } else { nil } }
    #expect(kept.count == 1)
    #expect(kept.first?.post.tags == [])
  }
}

extension PostRule {
  /// A rule of the configuration; the number of its line is the length of its name.
  init(
    _ name: String,
    _ line: String,
    _ actions: Set<Action> = [],
    colour: String? = nil,
    tag: String? = nil
  ) throws {
    let place = ConfigPlace(line: name.count, column: 1)
    let condition = try Self.condition(of: View(line))
    self.init(name: name, line: line, at: place, condition, actions, colour: colour, tag: tag)
  }
}
