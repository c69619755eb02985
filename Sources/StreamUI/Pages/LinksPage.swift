import CellGrid
import StreamModel

/// The links of one row, to pick from: all of them, or those that contain what was typed.
struct LinksPage: PageContent {
  let links: [RowLink]
  /// The text that a link's label or target must contain; empty for all links.
  private var filter = ""
  /// Indices into the links, ascending.
  private var listed: [Int]

  init(_ links: [RowLink]) {
    self.links = links
    listed = Array(links.indices)
  }

  let name = "links"
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
    guard case .entry(let entry) = row, links.indices.contains(entry) else {
      return Row(before: [])
    }
    return LinkRow.row(links[entry], number: entry + 1, of: links.count)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    link(of: row).map { .link($0) } ?? .nothing
  }

  func link(of row: RowID) -> RowLink? {
    guard case .entry(let entry) = row, listed.contains(entry) else { return nil }
    return links[entry]
  }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    link(of: row).map { .follow($0) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch action {
    case .search: .prompt(Prompt(.filter, text: filter))
    case .openAll: .openAll(listed.map { links[$0] })
    case .saveLinks: listed.isEmpty ? .nothing : .prompt(Prompt(.save))
    default: nil
    }
  }

  mutating func cancel() -> PageReply? {
    filter.isEmpty ? nil : narrow(to: "")
  }

  mutating func narrow(to text: String) -> PageReply? {
    guard filter != text else { return .nothing }
    filter = text
    let wanted = SearchText(text)
    listed = links.indices.filter { index in
      text.isEmpty || wanted.matches(links[index].label) || wanted.matches(links[index].target)
    }
    return .narrowed
  }

  /// The links that are listed, one a line: target, tab, text.
  var listing: String {
    listed.map { index in
      let words = LinkRow.parts(of: links[index]).words
      let target = SafeText(sanitizing: links[index].target).string
      return "\(target)\t\(SafeText(sanitizing: words).string)\n"
    }.joined()
  }

  func status(of row: RowID, in feed: Timeline) -> String {
    let number = (position(of: row, in: feed) ?? 0) + 1
    guard !filter.isEmpty else {
      return "link \(number.grouped) of \(links.count.grouped) · Enter follows, o opens, y copies"
    }
    guard !listed.isEmpty else { return "\(counts) · no link has \(filter) · Esc shows all" }
    return "link \(number.grouped) · \(counts) · \(filter) · Esc shows all"
  }

  var filterNote: String { "  \(counts)" }

  /// The number of listed links and of all: "3 of 17".
  private var counts: String { "\(listed.count.grouped) of \(links.count.grouped)" }
}
