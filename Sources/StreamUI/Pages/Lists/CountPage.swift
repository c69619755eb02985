import CellGrid
import StreamModel

/// How many posts of a list each author has, or each value of another field, those with most first.
///
/// Nothing is listed before all posts are counted: the rows would change places.
struct CountPage: NarrowedPage {
  private static let widestBar = 12

  let keyPage = KeyPage.counts
  private let typed: String?
  private let filter: Filter?
  private var facts: StreamFacts
  private var counts: PostCounts
  private var walk = TimelineWalk()
  private var rows: [PostCounts.Row] = []
  private var most = 1
  var menu = Menu(count: 0)

  /// - Parameters:
  ///   - typed: the filter that was typed for the list.
  ///   - filter: the condition of the posts of the list, with that one; nil for all.
  ///   - facts: those that no record states.
  init(by key: PostCounts.Key, typed: String?, _ filter: Filter?, _ facts: StreamFacts) {
    self.typed = typed
    self.filter = filter
    self.facts = facts.asked(by: filter)
    counts = PostCounts(by: key)
  }

  private var isDone: Bool { walk.wasThrough }
  private var passing: Timeline.Passing {
    counts.key.asksBodies || filter?.asksBodies == true ? .whole : .withoutBodies
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let entry = menu.entry(of: row), rows.indices.contains(entry) else {
      return Row(before: [])
    }
    let digits = most.grouped.count
    let count = rows[entry].count.grouped
    let blanks = String(repeating: " ", count: max(0, digits - count.count))
    // No more posts than fit into memory: the product does not overflow.
    let bar = max(1, rows[entry].count * Self.widestBar / most)
    let rest = String(repeating: " ", count: max(0, Self.widestBar - bar))
    let runs: [MetaLine.Run] = [
      .init(sanitizing: "\(blanks)\(count) ", .counts, rank: .label),
      .init(
        sanitizing: String(repeating: "█", count: min(bar, Self.widestBar)) + rest + " ",
        .faint,
        rank: .companion
      ),
      .init(sanitizing: rows[entry].value, .text, rank: .name),
    ]
    return .lines(MetaLine(runs, overflow: .cut))
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    guard let entry = menu.entry(of: row), let filter = rows[entry].filter else {
      return .say("No filter finds these posts")
    }
    return .filter(View.line(typed, narrowedBy: filter), below: 1)
  }

  func texts(of entry: Int) -> [String] { [rows[entry].value] }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard !isDone, facts.areKnown(in: feed) else { return false }
    return (memory.knowsFlags || filter?.asksFlags != true) && walk.hasWork(in: feed)
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    if !isDone { walk.take(changes, in: feed) }
    return .nothing
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget), let (id, _) = walk.next(in: feed, &budget) {
      budget.spend(on: .reading, bytes: feed.byteCount(of: id))
      guard case .post(let post) = feed.uncounted(id, inPassing: passing) else { continue }
      let known = facts.about(id, in: feed, memory.flagsInPassing(of: id, in: feed))
      if filter?.matches(post, known) ?? true { counts.add(post, known) }
    }
    guard isDone else { return .nothing }
    rows = counts.rows
    most = rows.map(\.count).max() ?? 1
    menu = Menu(count: rows.count)
    return .changed
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let by = "posts by \(counts.key.rawValue)" + (typed.map { " of &\($0)" } ?? "")
    guard isDone else { return "counting \(by): \(counts.total.grouped) so far" }
    let without = counts.without > 0 ? " · \(counts.without.grouped) without one" : ""
    guard !rows.isEmpty else { return "no \(by)\(without)" }
    let place = (position(of: row, in: feed) ?? 0) + 1
    return "\(by) · \(place.grouped) of \(menu.listed.count.grouped) · "
      + "\(PostRow.count(counts.total, "post", "posts") ?? "no posts")\(without) · \(keymap.name(of: .enter)) shows them"
  }
}
