import CellGrid
import RichText
import StreamModel

/// The posts of one account or with one tag, found while the feed is looked through.
struct MatchesPage: PageContent {
  /// The account or tag that posts must have.
  enum Subject: Sendable {
    case account(AccountKey)
    /// Without "#", in lower case.
    case tag(String)
  }

  /// Records looked at between two looks for keys, and bytes of records that end a slice.
  private static let sliceRecords = 32
  private static let sliceBytes = 256 << 10

  private let subject: Subject
  /// The most that is known about the account.
  private var account: Account?
  /// Records that match, in the order of the timeline.
  private var found: [RecordID] = []
  /// The record that was looked at last, in storage order.
  private var last: RecordID?
  /// Records that came in before that one.
  private var late: [RecordID] = []

  init(_ subject: Subject, account: Account? = nil) {
    self.subject = subject
    self.account = account
  }

  let name = "matches"
  let firstRow = RowID.heading

  func rowCount(in feed: Timeline) -> Int { found.count + 1 }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0 { return .heading }
    return found.indices.contains(position - 1) ? .record(found[position - 1]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: return 0
    case .record(let id):
      let place = place(of: id, in: feed)
      return place < found.count && found[place] == id ? place + 1 : nil
    default: return nil
    }
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if case .record(let id) = row { return context.text(of: id, folds) }
    switch subject {
    case .account(let key):
      return AccountRow.head(account ?? Account(name: nil, handle: key.handle, url: key.url))
    case .tag(let tag):
      let run = MetaLine.Run(SafeText(sanitizing: "#\(tag)"), .hashtag, .bold)
      return Row(before: [MetaLine([run])])
    }
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    guard case .record(let id) = row else {
      return RowState(revision: account.map { $0.bioHTML == nil ? 1 : 2 } ?? 0)
    }
    return RowState(revision: feed.revision(of: id), showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    guard case .record(let id) = row else { return .heading(account) }
    return feed.subject(of: id)
  }

  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool {
    subject(of: row, in: feed).post?.contentWarning != nil
  }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    guard case .record(let id) = row else { return .nothing }
    return .push(DetailPage(of: id, in: feed))
  }

  func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    action == .parent ? parent(of: row, in: feed) : nil
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty && !changes.isAppendOnly)
    if let last {
      for position in changes.inserted.joined() {
        if let id = feed.id(at: position), id <= last { late.append(id) }
      }
    }
    if changes.isReordered { reorder(&growth, in: feed) }
    guard !changes.removed.isEmpty else { return growth }
    let before = found
    found.removeAll { feed.row(of: $0) == nil }
    for (index, id) in before.enumerated() where feed.row(of: id) == nil {
      let next = before[index...].first { feed.row(of: $0) != nil } ?? found.last
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
    }
    return growth
  }

  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || feed.nextStored(after: last) != nil
  }

  mutating func work(in feed: Timeline) -> PageGrowth {
    let known = found.count
    var left = Self.sliceBytes
    for _ in 0..<Self.sliceRecords {
      guard left > 0, let id = next(in: feed) else { break }
      left -= feed.byteCount(of: id)
      if case .post(let post) = feed.record(id), matches(post), !found.contains(id) {
        found.insert(id, at: place(of: id, in: feed))
      }
    }
    return found.count > known ? .changed : .nothing
  }

  func status(of row: RowID, in feed: Timeline) -> String {
    let searching = hasWork(in: feed) ? ", searching" : ""
    let count = found.count
    let index = position(of: row, in: feed) ?? 0
    return index == 0
      ? "\(count) \(count == 1 ? "post" : "posts")\(searching)"
      : "post \(index) of \(count)\(searching)"
  }

  /// Puts the matches in the order of the timeline; one that is no row any more is shown by another.
  private mutating func reorder(_ growth: inout PageGrowth, in feed: Timeline) {
    for id in found where feed.row(of: id) == nil {
      growth.replaced[.record(id)] = feed.row(showing: id).map { .record($0) } ?? .heading
    }
    let rows = Set(found.compactMap { feed.row(showing: $0) })
    found = rows.map { ($0, feed.row(of: $0) ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0)
    // Copies may have become rows.
    last = nil
    late = []
  }

  /// The next record to look at.
  private mutating func next(in feed: Timeline) -> RecordID? {
    if let id = late.popLast() { return id }
    guard let id = feed.nextStored(after: last) else { return nil }
    last = id
    return id
  }

  /// Where `id` stands among the matches, or would.
  private func place(of id: RecordID, in feed: Timeline) -> Int {
    let row = feed.row(of: id) ?? 0
    return found.partitioningIndex { (feed.row(of: $0) ?? 0) >= row }
  }

  /// Whether `post` belongs to the page; what it says about the account is taken in.
  private mutating func matches(_ post: Post) -> Bool {
    switch subject {
    case .account(let key):
      var isFound = false
      for candidate in [post.author, post.resharedBy] where key.matches(candidate) {
        isFound = true
        if account == nil || (account?.bioHTML == nil && candidate?.bioHTML != nil) {
          account = candidate
        }
      }
      return isFound
    case .tag(let tag):
      return post.tags.contains { $0.lowercased() == tag } || post.body.mentionsTag(tag)
    }
  }
}

extension Body {
  /// Whether "#tag" stands in the text, followed by a character that no tag has.
  fileprivate func mentionsTag(_ tag: String) -> Bool {
    guard case .missing = self else {
      let text = BodyText(self, customEmoji: [], reading: .flat).text.string.lowercased()
      return text.split(separator: "#", omittingEmptySubsequences: false).dropFirst().contains {
        $0.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == tag
      }
    }
    return false
  }
}
