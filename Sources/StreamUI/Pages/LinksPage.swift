import CellGrid
import StreamModel

/// The links of one row, to pick from: all of them, or those that contain what was typed.
struct LinksPage: PageContent {
  let links: [RowLink]
  /// The links whose labels or targets contain the typed text.
  private var filter: EntryFilter

  init(_ links: [RowLink]) {
    self.links = links
    filter = EntryFilter(count: links.count)
  }

  let keyPage = KeyPage.links
  let firstRow = RowID.entry(0)
  let hasPanel = false

  func rowCount(in feed: Timeline) -> Int { filter.listed.count }

  func row(at position: Int, in feed: Timeline) -> RowID? { filter.row(at: position) }
  func position(of row: RowID, in feed: Timeline) -> Int? { filter.position(of: row) }

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
    guard case .entry(let entry) = row, filter.position(of: row) != nil else { return nil }
    return links[entry]
  }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    link(of: row).map { .follow($0) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch action {
    case .search, .narrow: .prompt(Prompt(.filter, text: filter.text))
    case .openAll: .openAll(filter.listed.map { links[$0] })
    case .saveLinks: filter.listed.isEmpty ? .nothing : .prompt(Prompt(.save))
    default: nil
    }
  }

  mutating func cancel() -> PageReply? {
    filter.text.isEmpty ? nil : narrow(to: "")
  }

  mutating func narrow(to text: String) -> PageReply? {
    filter.narrow(to: text) { index, wanted in
      wanted.matches(links[index].label) || wanted.matches(links[index].target)
    }
  }

  /// The links that are listed, one a line: target, tab, text.
  var listing: String {
    filter.listed.map { index in
      let words = LinkRow.parts(of: links[index]).words
      let target = SafeText(sanitizing: links[index].target).string
      return "\(target)\t\(SafeText(sanitizing: words).string)\n"
    }.joined()
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let number = (position(of: row, in: feed) ?? 0) + 1
    guard !filter.text.isEmpty else {
      return "link \(number.grouped) of \(links.count.grouped) · "
        + keymap.fill("{enter} follows, {open} opens, {copy} copies")
    }
    let wayOut = "\(keymap.name(of: .cancel)) shows all"
    guard !filter.listed.isEmpty else {
      return "\(filter.counts) · no link has \(filter.text) · \(wayOut)"
    }
    return "link \(number.grouped) · \(filter.counts) · \(filter.text) · \(wayOut)"
  }

  var filterNote: String { "  \(filter.counts)" }
}
