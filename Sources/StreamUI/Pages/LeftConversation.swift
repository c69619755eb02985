import StreamModel

/// An opened conversation as the reader left it: where they stood, what was collapsed and unfolded, and which
/// comments were there.
struct LeftConversation {
  /// The opened post.
  let name: Timeline.SourceKey
  fileprivate(set) var view: View?
  /// The comments that were there; nil where the page did not list all of them.
  let seen: SeenComments?

  /// The looks of the page, which are kept for this run.
  struct View {
    let top: SavedPlace.PageRow
    /// Lines of the top row above the viewport.
    let line: Int
    let selection: SavedPlace.PageRow
    let order: CommentOrder
    let collapsed: Set<PostIdentity>
    let folds: [(row: SavedPlace.PageRow, folds: PostRow.Folds)]
    /// The number of posts that became comments, at most.
    let limit: Int
  }
}

extension LeftConversation {
  /// The state of a page as it is now; nil for pages without a conversation.
  init?(_ page: Page) {
    guard let conversation = page.content.conversation,
      let name = conversation.name(in: page.feed)
    else { return nil }
    self.name = name
    seen = conversation.seenComments(in: page.feed)
    let thread = conversation.thread
    guard let top = thread.savedRow(of: page.list.anchor.row) else { return }
    view = View(
      top: top,
      line: page.list.anchor.line,
      selection: thread.savedRow(of: page.list.selection) ?? top,
      order: conversation.order,
      collapsed: Set(thread.collapsed.compactMap(thread.identity)),
      folds: page.list.folds.compactMap { row, folds in
        thread.savedRow(of: row).map { ($0, folds) }
      },
      limit: conversation.search?.limit ?? 0
    )
  }
}

/// The conversations that were left last, for when they are opened again.
struct LeftConversations {
  /// A reader comes back to those of this session, not to hundreds.
  private static let most = 100

  /// The one that was left last is the last.
  private var conversations: [LeftConversation] = []

  /// The state in which a conversation was left; nil where that is unknown.
  subscript(name: Timeline.SourceKey) -> LeftConversation? {
    conversations.last { $0.name == name }
  }

  mutating func note(_ left: LeftConversation) {
    conversations.removeAll { $0.name == left.name }
    if conversations.count >= Self.most { conversations.removeFirst() }
    conversations.append(left)
  }
}

/// The comments that a reader has seen of a conversation, by hashes of their ids: four bytes each.
///
/// Of 3,000 comments, a new one has the hash of another with a probability of 1 in 1,400,000: it shows no sign then.
package struct SeenComments: Equatable, Sendable {
  /// Conversations with more show no new comments.
  private static let most = 20_000

  /// In ascending order.
  package let hashes: [UInt32]

  /// Takes in all that were seen; nil if they are too many.
  init?(_ identities: some Sequence<PostIdentity>, and before: SeenComments?) {
    let hashes = Set(identities.map(Self.hash)).union(before?.hashes ?? [])
    guard hashes.count <= Self.most else { return nil }
    self.hashes = hashes.sorted()
  }

  func contains(_ identity: PostIdentity) -> Bool {
    let hash = Self.hash(identity)
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }

  private static func hash(_ identity: PostIdentity) -> UInt32 {
    UInt32(truncatingIfNeeded: identity.id ^ identity.id >> 32)
  }
}
