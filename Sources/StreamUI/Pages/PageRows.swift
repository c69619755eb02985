import CellGrid
import StreamModel

/// The rows of one page, measured on demand at one width.
///
/// A class, for the closures that ask for heights would each copy the page otherwise.
final class PageRows {
  let page: Page
  let feed: Timeline
  let memo: RowMemo
  let columns: Int
  let now: Timestamp
  let keymap: Keymap
  let density: Density

  init(
    page: Page,
    feed: Timeline,
    memo: RowMemo,
    columns: Int,
    now: Timestamp,
    keymap: Keymap,
    density: Density
  ) {
    self.page = page
    self.feed = feed
    self.memo = memo
    self.columns = columns
    self.now = now
    self.keymap = keymap
    self.density = density
  }

  /// How many rows the page has as far as is known.
  var count: Int {
    switch page.content {
    case .timeline: feed.recordCount
    case .detail(let detail): detail.rows.count
    case .matches(let matches): matches.found.count + 1
    case .people(let people): people.accounts.count + 1
    case .links(let sheet): sheet.listed.count
    case .help: HelpRows.count
    }
  }

  /// The row at `index`, clamped to the page.
  func id(at index: Int) -> RowID {
    switch page.content {
    case .timeline: return .record(index)
    case .detail(let detail):
      return detail.rows.indices.contains(index) ? detail.rows[index] : .post
    case .matches(let matches):
      guard index > 0, matches.found.indices.contains(index - 1) else { return .heading }
      return .record(matches.found[index - 1])
    case .people: return index == 0 ? .heading : .entry(index - 1)
    case .links(let sheet):
      return sheet.listed.indices.contains(index) ? .entry(sheet.listed[index]) : .heading
    case .help: return .entry(index)
    }
  }

  /// Where `row` stands; nil when it is not on the page, or not now.
  func index(of row: RowID) -> Int? {
    switch (page.content, row) {
    case (.timeline, .record(let index)): return index < feed.recordCount ? index : nil
    case (.detail(let detail), _): return detail.position(of: row)
    case (.matches, .heading), (.people, .heading): return 0
    case (.matches(let matches), .record(let record)):
      return Self.position(of: record, in: matches.found).map { $0 + 1 }
    case (.people, .entry(let index)): return index + 1 < count ? index + 1 : nil
    case (.links(let sheet), .entry(let entry)): return Self.position(of: entry, in: sheet.listed)
    case (.help, .entry(let index)): return index < count ? index : nil
    default: return nil
    }
  }

  /// The row at `index`, ready to be laid out.
  func row(at index: Int) -> Row { row(at: index, density) }

  private func row(at index: Int, _ density: Density) -> Row {
    let id = id(at: index)
    let folds = page.list.folds[id] ?? PostRow.Folds()
    let posts = PostRow(now: now, feedTitle: feed.feedTitle)
    switch (page.content, id) {
    case (.timeline, .record(let record)), (.matches, .record(let record)):
      return posts.row(
        feed.record(at: record),
        sources: feed.sources(at: record),
        folds: folds,
        density: density
      )
    case (.detail(let detail), _): return row(of: detail, id, folds, density)
    case (.matches(let matches), _): return MatchesRows.heading(of: matches)
    case (.people(let people), .entry(let entry)):
      let note = people.notes.indices.contains(entry) ? people.notes[entry] : ""
      return AccountRow.row(people.accounts[entry], note: note)
    case (.people(let people), _): return PeopleRows.heading(of: people)
    case (.links(let sheet), .entry(let entry)):
      return LinkSheetRows.row(sheet.links[entry], number: entry + 1, of: sheet.links.count)
    case (.help, .entry(let entry)): return HelpRows.row(at: entry, keymap)
    default: return Row(before: [])
    }
  }

  func height(at index: Int) -> Int { laid(at: index).height }

  func laid(at index: Int) -> LaidRow {
    memo.laidRow(key(at: index)) { RowLayout(columns: columns).lay(row(at: index)) }
  }

  func rich(at index: Int) -> RichRow {
    memo.richRow(key(at: index)) { RowEnricher.enrich(laid(at: index)) }
  }

  /// All links of the row at `index`, also those of lines that are folded away.
  func links(at index: Int) -> [RowLink] {
    // One line has room for few, or stands for a title.
    let isCut = density == .compact || laid(at: index).isCut
    guard isCut else { return rich(at: index).links }
    let row = row(at: index, density == .compact ? .normal : density)
    let whole = RowLayout(columns: columns, enoughTextBytes: .max).lay(row)
    return RowEnricher.enrich(whole).links
  }

  func key(at index: Int) -> RowMemo.Key {
    let id = id(at: index)
    var shape = RowShape()
    shape.density = density
    if let folds = page.list.folds[id] { shape.folds = folds }
    // Nine digits of minutes are enough to tell any two "5m" apart.
    shape.minute = now.secondsSinceEpoch / 60
    switch (page.content, id) {
    case (.timeline, .record(let record)), (.matches, .record(let record)):
      shape.revision = feed.revision(at: record)
    case (.matches(let matches), _):
      shape.revision = matches.account.map { $0.bioHTML == nil ? 1 : 2 } ?? 0
      shape.minute = 0
    case (.detail(let detail), .comment(let comment)):
      shape.isCollapsed = detail.collapsed.contains(comment)
      shape.revision = detail.rowRevision
    case (.detail(let detail), _): shape.revision = detail.rowRevision
    default: shape.minute = 0
    }
    return RowMemo.Key(page: page.number, row: id, columns: columns, shape: shape)
  }

  private func row(
    of detail: DetailContent,
    _ id: RowID,
    _ folds: PostRow.Folds,
    _ density: Density
  ) -> Row {
    let posts = PostRow(now: now, feedTitle: feed.feedTitle)
    switch (detail.entry, id) {
    case (.problem(let problem), _): return posts.row(problem)
    case (.post(let post), .likers): return PeopleRows.summary("Liked by", post.likes)
    case (.post(let post), .resharers): return PeopleRows.summary("Reshared by", post.reshares)
    case (.post, .comment(let comment)):
      guard detail.nodes.indices.contains(comment) else { return Row(before: []) }
      return CommentRow(now: now).row(
        detail.nodes[comment],
        isCollapsed: detail.collapsed.contains(comment),
        isNew: detail.news.contains(detail.nodes[comment].comment.id),
        voice: detail.voice(of: detail.nodes[comment].comment.author),
        folds: folds,
        density: density
      )
    case (.post(let post), _):
      return posts.fullRow(
        post,
        sources: feed.sources(at: detail.record),
        voice: detail.voice(of: post.author)
      )
    }
  }

  /// Bisection: what is found or listed stands in order.
  private static func position(of record: Int, in found: [Int]) -> Int? {
    var low = 0
    var high = found.count
    while low < high {
      let middle = (low + high) / 2
      if found[middle] < record { low = middle + 1 } else { high = middle }
    }
    return low < found.count && found[low] == record ? low : nil
  }
}
