import CellGrid
import StreamModel

/// One full-screen state of the page stack.
package struct Page: Sendable {
  /// What a page shows.
  package enum Content: Sendable {
    case timeline
    case detail(DetailContent)
    case matches(MatchesContent)
    case people(PeopleContent)
    case links(LinkSheetContent)
    case help
  }

  /// Tells pages apart in the memo; never used twice in a run.
  let number: Int
  package var content: Content
  package var list: ListState
}

/// A post with its conversation.
package struct DetailContent: Sendable {
  /// Index of the record in the feed.
  let record: Int
  private(set) var entry: Feed.Record
  private(set) var nodes: [Conversation.Node] = []
  private(set) var collapsed: Set<Int> = []
  /// Rows from top to bottom, collapsed answers left out.
  private(set) var rows: [RowID] = []
  private var positions: [RowID: Int] = [:]
  private(set) var revision: Int
  /// Looks for answers among the feed's other posts.
  private(set) var search: ReplySearch?

  init(record: Int, entry: Feed.Record, revision: Int) {
    self.record = record
    self.entry = entry
    self.revision = revision
    search = post.map { ReplySearch(of: $0) }
    rebuild()
  }

  var post: Post? {
    guard case .post(let post) = entry else { return nil }
    return post
  }

  func position(of row: RowID) -> Int? { positions[row] }

  mutating func update(_ entry: Feed.Record, revision: Int) {
    self.entry = entry
    self.revision = revision
    rebuild()
  }

  /// Looks for answers in about `budget` bytes of the feed.
  ///
  /// - Returns: where each row is now, if an answer was found.
  mutating func searchReplies(_ feed: Timeline, bytes budget: Int) -> ((RowID) -> RowID?)? {
    guard search?.advance(feed, bytes: budget) == true else { return nil }
    let before = nodes.map(\.comment.id)
    rebuild()
    let places = Dictionary(zip(nodes.map(\.comment.id), nodes.indices)) { first, _ in first }
    let moved = { (row: RowID) -> RowID? in
      guard case .comment(let index) = row else { return row }
      return before.indices.contains(index) ? places[before[index]].map { .comment($0) } : nil
    }
    setCollapsed(
      Set(
        collapsed.compactMap {
          if case .comment(let index) = moved(.comment($0)) { index } else { nil }
        }
      )
    )
    return moved
  }

  /// A number that changes when rows show something else than before.
  var rowRevision: Int { revision &+ (search?.found.count ?? 0) &<< 32 }

  mutating func setCollapsed(_ collapsed: Set<Int>) {
    self.collapsed = collapsed
    rebuild()
  }

  private mutating func rebuild() {
    rows = [.post]
    if let post {
      nodes = Conversation(comments: post.comments + (search?.found ?? [])).nodes
      if !post.likes.isEmpty { rows.append(.likers) }
      if !post.reshares.isEmpty { rows.append(.resharers) }
    }
    var index = 0
    while index < nodes.count {
      rows.append(.comment(index))
      index += 1 + (collapsed.contains(index) ? nodes[index].descendantCount : 0)
    }
    positions = Dictionary(zip(rows, rows.indices)) { first, _ in first }
  }
}

/// The posts of one account or with one tag, found while the feed is searched.
package struct MatchesContent: Sendable {
  /// What is looked for.
  enum Subject: Sendable {
    case account(AccountKey)
    /// Without "#", in lower case.
    case tag(String)
  }

  let subject: Subject
  /// Records found so far, in document order.
  var found: [Int] = []
  /// The next record to look at.
  var next = 0
  /// The best that is known of the account.
  var account: Account?
}

/// Accounts that liked or reshared something.
package struct PeopleContent: Sendable {
  let title: SafeText
  let accounts: [Account]
  /// How many there are by the feed's own count; may exceed those listed.
  let statedCount: Int?
}
