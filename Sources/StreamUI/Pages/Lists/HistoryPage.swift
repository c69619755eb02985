import CellGrid
import StreamModel

/// The start page: sources that were opened before, to pick from, the ways to others, and the built-in sample.
struct HistoryPage: NarrowedPage {
  private typealias WayOn = (name: String, words: String, reply: Reply)

  /// The rows after the sources.
  private static var waysOn: [WayOn] {
    let (add, open) = (SourceCommand.add, SourceCommand.open)
    return [
      (
        "Add a feed", add.typed + " ADDRESS subscribes to a feed, or to the feed of a web page",
        .typeCommand(add.start)
      ),
      (
        "Open a file or an address",
        open.typed + " FILE shows a file, a folder, an archive or an address",
        .typeCommand(open.start)
      ),
      (
        "The built-in sample", "posts that show what the program can do",
        .effect(.openStream(.sources([])))
      ),
    ]
  }

  private var sources: [RecentSource]
  private var revision = 0
  /// The sources by their numbers; those after the last source are the ways on.
  var menu: Menu

  init(_ sources: [RecentSource]) {
    self.sources = sources
    menu = Menu(count: sources.count + Self.waysOn.count)
  }

  let keyPage = KeyPage.start
  let traits = PageTraits.addresses

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let lines: (String, String)
    if let source = source(of: row) {
      lines = (source.name, Self.facts(of: source) + context.clock.age(of: source.seen))
    } else {
      lines = wayOn(of: row).map { ($0.name, $0.words) } ?? ("", "")
    }
    return .lines(
      MetaLine(sanitizing: " \(lines.0)", .text, .bold),
      MetaLine(sanitizing: "   \(lines.1)", .faint)
    )
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: revision, showsAge: true)
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    guard position(of: row, in: feed) != nil else { return .nothing }
    if let source = source(of: row) { return .effect(.openStream(.known(source.key))) }
    return wayOn(of: row)?.reply ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .forget: forget(row, in: feed)
    case .reload, .cycleOrder, .order: .sayKeys("Open a feed first ({enter})")
    default: narrowing(by: action)
    }
  }

  private func forget(_ row: RowID, in feed: Timeline) -> Reply {
    guard position(of: row, in: feed) != nil, let source = source(of: row) else {
      return .say("Only feeds that you opened can be forgotten")
    }
    let question = Question(
      "y forgets",
      .name(source.name),
      because: Question.because("its place, read marks, kept posts and links"),
      refused: "Not forgotten",
      noun: "name",
      yes: .effect(.forget(source.key))
    )
    return .ask(question)
  }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    switch delivery {
    case .recent(let recent): relist(recent)
    case .forgotten(let key): drop(key)
    default: nil
    }
  }

  private mutating func drop(_ key: String) -> [RowID: RowID]? {
    guard let number = sources.firstIndex(where: { $0.key == key }) else { return nil }
    // The row after it is selected instead; at the end the one before.
    let next = menu.listed.first { $0 > number } ?? menu.listed.last { $0 < number } ?? number
    var replaced: [RowID: RowID] = [:]
    for later in number + 1..<rowCount { replaced[.entry(later)] = .entry(later - 1) }
    replaced[.entry(number)] = .entry(next > number ? next - 1 : next)
    sources.remove(at: number)
    list()
    return replaced
  }

  private mutating func relist(_ recent: [RecentSource]) -> [RowID: RowID] {
    // Those that were read last come first: each row is found by its source.
    let numbers = Dictionary(recent.indices.map { (recent[$0].key, $0) }) { first, _ in first }
    var replaced: [RowID: RowID] = [:]
    for way in Self.waysOn.indices {
      replaced[.entry(sources.count + way)] = .entry(recent.count + way)
    }
    for (index, source) in sources.enumerated() {
      replaced[.entry(index)] = .entry(numbers[source.key] ?? recent.count)
    }
    sources = recent
    list()
    return replaced
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard !menu.text.isEmpty else {
      return keymap.fill(
        "your feeds · {enter} opens, {narrow} narrows, {forget} forgets, {leave} leaves"
      )
    }
    return narrowedStatus("your feeds", none: "no feed is named", keymap)
  }

  private mutating func list() {
    revision &+= 1
    list(rowCount)
  }

  func texts(of entry: Int) -> [String] {
    let name = sources.indices.contains(entry) ? sources[entry].name : wayOn(entry)?.name
    return [name].compactMap(\.self)
  }

  private func source(of row: RowID) -> RecentSource? {
    guard case .entry(let entry) = row, sources.indices.contains(entry) else { return nil }
    return sources[entry]
  }

  /// The number of rows, listed or not.
  private var rowCount: Int { sources.count + Self.waysOn.count }

  private func wayOn(of row: RowID) -> WayOn? { row.entry.flatMap { wayOn($0) } }

  private func wayOn(_ number: Int) -> WayOn? {
    let ways = Self.waysOn
    return ways.indices.contains(number - sources.count) ? ways[number - sources.count] : nil
  }

  /// "post 20 of 5,000 · 12 unread · ".
  private static func facts(of source: RecentSource) -> String {
    var text = ""
    if let place = source.place, place <= source.posts {
      text += "post \(place.grouped) of \(source.posts.grouped) · "
    } else {
      text += source.posts == 1 ? "1 post · " : "\(source.posts.grouped) posts · "
    }
    if let unread = source.unread { text += "\(unread.grouped) unread · " }
    return text
  }
}
