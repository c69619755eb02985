import CellGrid
import StreamModel

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
  /// Who takes part, in the order in which they were found; the post's author is the first.
  private(set) var participants: [Account] = []
  private var voices: [String: Int] = [:]
  /// Comments that came while the page was open.
  private(set) var news: Set<Post.ID> = []
  /// Whether what comes now is news: the feed was read to its end when the page was opened.
  private let marksNews: Bool

  /// - Parameter known: how many records the feed had, if it was read to its end.
  init(record: Int, entry: Feed.Record, revision: Int, known: Int?) {
    self.record = record
    self.entry = entry
    self.revision = revision
    marksNews = known != nil
    search = post.map { ReplySearch(of: $0, known: known) }
    rebuild()
  }

  /// The role that `account`'s name has all through the conversation.
  func voice(of account: Account?) -> Role {
    account.flatMap { voices[Self.name($0)] }.map(Role.voice) ?? .accountName
  }

  var post: Post? {
    guard case .post(let post) = entry else { return nil }
    return post
  }

  func position(of row: RowID) -> Int? { positions[row] }

  mutating func update(_ entry: Feed.Record, revision: Int) {
    let before = Set(nodes.map(\.comment.id))
    self.entry = entry
    self.revision = revision
    rebuild()
    if marksNews { news.formUnion(nodes.map(\.comment.id).filter { !before.contains($0) }) }
  }

  /// Looks for answers in about `budget` bytes of the feed.
  ///
  /// - Returns: where each row is now, if an answer was found.
  mutating func searchReplies(_ feed: Timeline, bytes budget: Int) -> ((RowID) -> RowID?)? {
    guard search?.advance(feed, bytes: budget) == true else { return nil }
    let before = nodes.map(\.comment.id)
    if let search { news.formUnion(search.news) }
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
    for account in [post?.author] + nodes.map(\.comment.author) { hear(account) }
    var index = 0
    while index < nodes.count {
      rows.append(.comment(index))
      index += 1 + (collapsed.contains(index) ? nodes[index].descendantCount : 0)
    }
    positions = Dictionary(zip(rows, rows.indices)) { first, _ in first }
  }

  /// Takes `account` among the participants, unless it is one.
  private mutating func hear(_ account: Account?) {
    guard let account else { return }
    let name = Self.name(account)
    guard voices[name] == nil else { return }
    voices[name] = participants.count
    participants.append(account)
  }

  /// What tells an account apart within one conversation.
  private static func name(_ account: Account) -> String {
    AccountKey(account).handle ?? account.url ?? account.name ?? ""
  }

  /// What is said of each participant: who began, and who wrote how much.
  var participantNotes: [String] {
    var counts = Array(repeating: 0, count: participants.count)
    for node in nodes {
      if let account = node.comment.author, let voice = voices[Self.name(account)] {
        counts[voice] += 1
      }
    }
    let author = post?.author.flatMap { voices[Self.name($0)] }
    return counts.enumerated().map { voice, count in
      let comments = PostRow.count(count, "comment", "comments")
      return [voice == author ? "wrote the post" : nil, comments].compactMap(\.self)
        .joined(separator: ", ")
    }
  }
}
