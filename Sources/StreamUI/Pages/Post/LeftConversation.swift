import StreamModel

struct LeftConversation {
  let name: Timeline.SourceKey
  fileprivate(set) var view: View?
  let seen: SeenComments?

  /// The looks of the page, which are kept for this run.
  struct View {
    /// Its collapsed comments are those of the whole page.
    let place: SavedPlace.OpenedPost
    fileprivate(set) var order = CommentOrder.document
    fileprivate(set) var collapsed: Set<PostIdentity> = []
    fileprivate(set) var folds: [(row: SavedPlace.PageRow, folds: PostRow.Folds)] = []
    /// The number of posts that became comments, at most.
    fileprivate(set) var limit = 0
    /// The comments that were fetched; nil where there are none, or others were left since.
    fileprivate(set) var discussions: OpenDiscussions?
  }
}

extension LeftConversation {
  fileprivate init(_ seen: SeenConversation) {
    name = seen.name
    self.seen = seen.comments
    // Its collapsed comments are recalled with all flags.
    view = seen.place.map { View(place: $0) }
  }

  /// The conversation for a later run; nil where the page did not list all comments.
  var saved: SeenConversation? {
    let asOpened = SavedPlace.OpenedPost(top: .post, line: 0, selection: .post)
    let place = view?.place == asOpened ? nil : view?.place
    return seen.map { SeenConversation(name: name, comments: $0, place: place) }
  }

  /// Whether it is the conversation of this post, whose id may change with every fetch.
  fileprivate func isNamed(_ name: Timeline.SourceKey) -> Bool {
    let (own, other) = (self.name.identity, name.identity)
    return self.name.source == name.source
      && (own.id == other.id || own.fallback == other.fallback)
  }

  init?(_ page: Page) {
    guard let conversation = page.content.conversation,
      let name = conversation.name(in: page.feed)
    else { return nil }
    self.name = name
    seen = conversation.seenComments(in: page.feed)
    let thread = conversation.thread
    guard let place = thread.savedPlace(of: page.list) else { return }
    view = View(
      place: place,
      order: conversation.order,
      collapsed: Set(thread.collapsed.compactMap(thread.identity)),
      folds: page.list.folds.compactMap { row, folds in
        thread.savedRow(of: row).map { ($0, folds) }
      },
      limit: conversation.search?.limit ?? 0,
      discussions: conversation.discussions.discussions.isEmpty
        ? nil : conversation.discussions.atRest
    )
  }
}

struct LeftConversations {
  /// The conversations whose comments are known; the store keeps no more.
  private static let most = 500
  /// Those whose looks are known: a reader comes back to a few of this session.
  private static let mostViews = 100
  /// Those whose fetched comments are kept in memory.
  private static let mostFetched = 5

  private var conversations: [LeftConversation] = []
  /// Those whose comments are to be kept for later runs.
  private(set) var unsaved: [SeenConversation] = []

  subscript(name: Timeline.SourceKey) -> LeftConversation? {
    conversations.last { $0.isNamed(name) }
  }

  /// A page that is opened, with the comments that were collapsed, and its conversation as it was left in this run.
  func reopening(
    _ content: any PageContent,
    in feed: Timeline,
    _ layout: PageLayout
  ) -> (content: any PageContent, left: LeftConversation?) {
    var content = content
    let left = content.conversation?.name(in: feed).flatMap { self[$0] }
    let account = content.opened.flatMap { feed.slot(of: $0.source) }
      .flatMap { layout.options.stream.answeredSlots[$0] }
    if account != nil || !layout.options.discussions.isEmpty {
      content.conversation?.look(at: layout.options.discussions, through: account, in: feed)
    }
    if let left { content.conversation?.resume(left) }
    _ = content.conversation?.folds.recall(
      layout.recalledStates,
      sparing: [],
      isLate: false,
      in: feed
    )
    return (content, left)
  }

  mutating func note(_ left: LeftConversation) {
    let before = self[left.name]?.saved
    conversations.removeAll { $0.isNamed(left.name) }
    if conversations.count >= Self.most { conversations.removeFirst() }
    conversations.append(left)
    let index = conversations.count - Self.mostViews - 1
    if index >= 0 { conversations[index].view = nil }
    let fetched = conversations.indices.filter { conversations[$0].view?.discussions != nil }
    for index in fetched.dropLast(Self.mostFetched) { conversations[index].view?.discussions = nil }
    // Most posts have no comments: they are not worth a write each.
    guard let saved = left.saved, !saved.comments.hashes.isEmpty,
      saved.comments != before?.comments || saved.place != before?.place
    else { return }
    unsaved.append(saved)
  }

  mutating func recall(_ seen: [SeenConversation]) {
    let new = seen.filter { self[$0.name] == nil }
    conversations = new.map(LeftConversation.init) + conversations
    conversations = conversations.suffix(Self.most)
  }

  mutating func takeUnsaved() -> [SeenConversation] {
    defer { unsaved = [] }
    return unsaved
  }
}
