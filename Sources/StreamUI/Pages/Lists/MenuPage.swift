import StreamModel

/// The entries of a page to pick from: those that are listed, or contain a typed text, by their numbers.
struct Menu {
  /// Whether a row stands in for entries, where there are none at all.
  private let hasStandIn: Bool
  fileprivate private(set) var count: Int
  /// The text that an entry must contain; empty for all entries.
  fileprivate(set) var text = ""
  private(set) var listed: [Int]

  init(count: Int, hasStandIn: Bool = false) {
    self.hasStandIn = hasStandIn
    self.count = count
    listed = Array(0..<count)
  }

  var rowCount: Int { isStoodInFor ? 1 : listed.count }
  private var isStoodInFor: Bool { hasStandIn && count == 0 }

  func row(at position: Int) -> RowID? {
    if isStoodInFor { return position == 0 ? .heading : nil }
    return listed.indices.contains(position) ? .entry(listed[position]) : nil
  }

  func position(of row: RowID) -> Int? {
    if row == .heading, isStoodInFor { return 0 }
    guard let entry = row.entry else { return nil }
    let place = listed.partitioningIndex { $0 >= entry }
    guard place < listed.count, listed[place] == entry else { return nil }
    return place
  }

  func entry(of row: RowID) -> Int? { position(of: row) == nil ? nil : row.entry }

  fileprivate mutating func list(count: Int, where contains: (Int, SearchText) -> Bool) {
    self.count = count
    let wanted = SearchText(text)
    listed = (0..<count).filter { text.isEmpty || contains($0, wanted) }
  }

  var counts: String { "\(listed.count.grouped) of \(count.grouped)" }
}

protocol MenuPage: PageContent {
  var menu: Menu { get }
}

extension MenuPage {
  var firstRow: RowID { menu.row(at: 0) ?? .heading }
  func finding(from selection: RowID) -> TypedFinding { TypedFinding(note: "  \(menu.counts)") }
  func rowCount(in feed: Timeline) -> Int { menu.rowCount }
  func row(at position: Int, in feed: Timeline) -> RowID? { menu.row(at: position) }
  func position(of row: RowID, in feed: Timeline) -> Int? { menu.position(of: row) }
  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
  mutating func cancel() -> Reply? { menu.text.isEmpty ? nil : narrow(to: "") }

  /// The reply to a key that begins a search, on a page whose entries can be narrowed.
  func narrowing(by action: Action) -> Reply? {
    action == .search || action == .narrow ? .wait(.prompt(.narrow(menu.text))) : nil
  }

  /// The status while a text narrows the entries, from the selected one on; `none` where no entry contains it.
  func narrowedStatus(_ entry: String, none: String, _ keymap: PageKeymap) -> String {
    let wayOut = "\(keymap.name(of: .cancel)) shows all"
    return menu.listed.isEmpty
      ? "\(none) \(menu.text) · \(wayOut)"
      : "\(entry) · \(menu.counts) · \(menu.text) · \(wayOut)"
  }
}

/// A menu whose entries a typed text narrows.
protocol NarrowedPage: MenuPage {
  var menu: Menu { get set }

  /// The texts of an entry: one of them contains the typed text where the entry is listed.
  func texts(of entry: Int) -> [String]
}

extension NarrowedPage {
  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    narrowing(by: action)
  }

  mutating func narrow(to text: String) -> Reply? {
    guard menu.text != text else { return .nothing }
    menu.text = text
    list(menu.count)
    return .narrowed
  }

  /// Lists the entries anew, of which there are this many.
  mutating func list(_ count: Int) {
    menu.list(count: count) { [self] in texts(of: $0).contains(where: $1.matches) }
  }
}
