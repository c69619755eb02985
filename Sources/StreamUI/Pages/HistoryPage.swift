import CellGrid
import StreamModel

/// The start page: sources that were opened before, to pick from, and the built-in sample.
struct HistoryPage: PageContent {
  /// The name of the last row.
  private static let sampleName = "The built-in sample"

  private var sources: [RecentSource]
  /// The text that a source's name must contain; empty for all sources.
  private var filter = ""
  /// The numbers of sources that were forgotten since the page was opened.
  private var forgotten: Set<Int> = []
  /// Grows when rows mean other sources.
  private var revision = 0
  /// Numbers of sources, ascending; the one after the last source is the sample's.
  private var listed: [Int]

  init(_ sources: [RecentSource]) {
    self.sources = sources
    listed = Array(0...sources.count)
  }

  let keyPage = KeyPage.start
  let firstRow = RowID.entry(0)
  let hasPanel = false

  func rowCount(in feed: Timeline) -> Int { listed.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    listed.indices.contains(position) ? .entry(listed[position]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard case .entry(let entry) = row else { return nil }
    let place = listed.partitioningIndex { $0 >= entry }
    return place < listed.count && listed[place] == entry ? place : nil
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let lines: (String, String)
    if let source = source(of: row) {
      let age = RelativeTime.text(source.seen, now: context.now, zone: context.zone)
      lines = (source.name, Self.facts(of: source) + age)
    } else {
      lines = (Self.sampleName, "posts that show what the program can do")
    }
    return Row(
      before: [
        MetaLine([.init(SafeText(sanitizing: " \(lines.0)"), .text, .bold)]),
        MetaLine([.init(SafeText(sanitizing: "   \(lines.1)"), .faint)]),
      ],
      endsWithGap: false
    )
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: revision, showsAge: true)
  }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    position(of: row, in: feed) == nil ? .nothing : .openSource(source(of: row)?.key)
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch action {
    case .search, .narrow: .prompt(Prompt(.filter, text: filter))
    case .forget: forget(row, in: feed)
    case .reload, .cycleOrder, .order: .sayKeys("Open a feed first ({enter})")
    default: nil
    }
  }

  private func forget(_ row: RowID, in feed: Timeline) -> PageReply {
    guard position(of: row, in: feed) != nil, let source = source(of: row) else {
      return .say("Only feeds that you opened can be forgotten")
    }
    return .ask(Question(forgetting: source))
  }

  mutating func drop(_ key: String) -> PageReply? {
    guard let number = sources.firstIndex(where: { $0.key == key }) else { return .nothing }
    forgotten.insert(number)
    list()
    // The row after it is selected instead; at the end the one before.
    let next = listed.first { $0 > number } ?? listed.last
    return .reshaped(next.map { [.entry(number): .entry($0)] } ?? [:], [])
  }

  mutating func relist(_ change: FeedListChange, selection: RowID) -> [RowID: RowID]? {
    guard case .recent(let recent) = change else { return nil }
    let old = sources
    (sources, forgotten) = (recent, [])
    revision &+= 1
    list()
    // Those that were read last come first: each row is found by its source.
    let numbers = Dictionary(recent.indices.map { (recent[$0].key, $0) }) { first, _ in first }
    var replaced: [RowID: RowID] = [.entry(old.count): .entry(recent.count)]
    for (index, source) in old.enumerated() {
      replaced[.entry(index)] = .entry(numbers[source.key] ?? recent.count)
    }
    return replaced
  }

  mutating func cancel() -> PageReply? {
    filter.isEmpty ? nil : narrow(to: "")
  }

  mutating func narrow(to text: String) -> PageReply? {
    guard filter != text else { return .nothing }
    filter = text
    list()
    return .narrowed
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard !filter.isEmpty else {
      return keymap.fill(
        "your feeds · {enter} opens, {narrow} narrows, {forget} forgets, {leave} quits"
      )
    }
    let wayOut = "\(keymap.name(of: .cancel)) shows all"
    guard !listed.isEmpty else { return "no feed is named \(filter) · \(wayOut)" }
    return "your feeds · \(counts) · \(filter) · \(wayOut)"
  }

  var filterNote: String { "  \(counts)" }

  /// The number of listed rows and of all: "3 of 17".
  private var counts: String {
    "\(listed.count.grouped) of \((sources.count - forgotten.count + 1).grouped)"
  }

  private mutating func list() {
    let wanted = SearchText(filter)
    listed = (0...sources.count).filter { number in
      guard !forgotten.contains(number) else { return false }
      let name = sources.indices.contains(number) ? sources[number].name : Self.sampleName
      return filter.isEmpty || wanted.matches(name)
    }
  }

  private func source(of row: RowID) -> RecentSource? {
    guard case .entry(let entry) = row, sources.indices.contains(entry) else { return nil }
    return sources[entry]
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
