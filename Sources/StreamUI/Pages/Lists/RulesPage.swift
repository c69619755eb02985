import CellGrid
import Configuration
import StreamModel

/// The reader's rules with the number of posts of the stream that each applies to; or the rules that apply to one post.
struct RulesPage: NarrowedPage {
  let keyPage = KeyPage.rules
  let relisting: Relocation.Listing? = .rules
  private let rules: [PostRule]
  /// The name of the configuration file; nil without one.
  private let file: String?
  private var facts: StreamFacts?
  /// The number of shown posts that each rule applies to.
  private var counts: [Int]
  private var walk = TimelineWalk()
  var menu: Menu

  /// - Parameter facts: those that no record states; nil for the rules of one post.
  init(_ rules: [PostRule], _ file: String?, _ facts: StreamFacts?) {
    self.rules = rules
    self.file = file
    self.facts = facts
    counts = Array(repeating: 0, count: rules.count)
    menu = Menu(count: rules.count)
  }

  private var isCounting: Bool { facts != nil && !walk.wasThrough }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row), rules.indices.contains(entry) else {
      return Row(before: [])
    }
    let rule = rules[entry]
    let place = file.map { "\($0):\(rule.place.line)" } ?? "line \(rule.place.line)"
    let words = [rule.effects.joined(separator: ", "), number(of: entry, context), place]
    let head =
      [MetaLine.Run(sanitizing: rule.name, .title, .bold, rank: .name)]
      + words.filter { !$0.isEmpty }.map { .init(sanitizing: " · \($0)", .faint) }
    let line = MetaLine.Run(sanitizing: "  \(rule.line)", .text)
    return .lines(
      MetaLine(head, overflow: .wrap(hang: 2)),
      MetaLine([line], overflow: .wrap(hang: 2))
    )
  }

  /// The number of posts that a rule applies to, hidden ones among them; empty before they are counted.
  private func number(of entry: Int, _ context: RowContext) -> String {
    let rule = rules[entry]
    if let end = rule.until, !rule.isInForce(at: context.now) { return "ended \(end)" }
    guard facts != nil, !isCounting else { return "" }
    // No more posts than fit into memory: the sum does not overflow.
    let count = counts[entry] + (context.feed.hiddenCounts[rule.name] ?? 0)
    return PostRow.count(count, "post", "posts") ?? "no posts"
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: isCounting ? 0 : 1)
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    menu.entry(of: row).map { .listRuled(rules[$0]) } ?? .nothing
  }

  func texts(of entry: Int) -> [String] { [rules[entry].name, rules[entry].line] }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    isCounting && walk.hasWork(in: feed)
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    if isCounting { walk.take(changes, in: feed) }
    return .nothing
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    guard var facts else { return .nothing }
    defer { self.facts = facts }
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget), let (id, _) = walk.next(in: feed, &budget) {
      budget.spend(on: .reading, bytes: feed.byteCount(of: id))
      guard case .post(var post) = feed.uncounted(id, inPassing: .whole) else { continue }
      // Rules do not see what other rules show.
      post.drop(tags: feed.additions(of: id)?.tags ?? [])
      let known = facts.about(id, in: feed, [])
      for (index, rule) in rules.enumerated() where rule.condition.matches(post, known) {
        counts[index] += 1
      }
    }
    return isCounting ? .nothing : .changed
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let place = ((position(of: row, in: feed) ?? 0) + 1).grouped
    let noun = facts == nil ? "rules that apply to this post" : "rules"
    let counting = isCounting ? " · counting" : ""
    return "\(place) of \(menu.listed.count.grouped) \(noun)\(counting) · "
      + "\(keymap.name(of: .enter)) lists the posts of a rule"
  }
}
