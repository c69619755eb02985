import StreamModel

/// The marks' part of an exchange: sends those of the reader, and takes over those of the server.
struct MarkExchange {
  /// A list that would mark more posts than this as read is asked for twice.
  private static let mostAtOnce = 500
  /// The most attempts to send some marks.
  private static let mostTries = 4

  /// The lists of the server, with the marks that were sent.
  private(set) var unread: ServerList
  private(set) var starred: ServerList

  let posts: AccountPosts
  private var marked: [AccountPosts.Marked]

  /// Asks the server for its lists.
  init(of items: [AccountTable.Item], _ posts: AccountPosts) throws(AccountFailure) {
    self.posts = posts
    marked = try posts.marked(items)
    unread = try posts.sides.server.unread()
    starred = try posts.sides.server.starred()
    try checkPlausible()
  }

  private var sides: ExchangeSides { posts.sides }

  /// - Returns: the server's names of posts that became unread or starred after their log had dropped them; they must be
  ///   fetched again.
  mutating func run() throws(AccountFailure) -> Set<String> {
    let waiting = marked.indices.filter { marked[$0].isWaiting }
    for mark in ServerMark.allCases { try send(mark, waiting) }
    let sent = Set(waiting)
    return try take(marked.indices.filter { !sent.contains($0) }.map { marked[$0] })
  }

  /// A post with the marks of the server.
  func item(_ item: ServerItem, _ identity: PostIdentity?) -> AccountTable.Item {
    AccountTable.Item(
      id: item.id,
      feed: item.feed,
      identity: identity,
      isRead: !unread.ids.contains(item.id),
      isStarred: starred.ids.contains(item.id)
    )
  }

  /// Asks again for a list that would mark most posts as read; fails unless the answer is the same.
  private mutating func checkPlausible() throws(AccountFailure) {
    let open = marked.filter { !$0.item.isRead }
    let missed = open.count { !unread.ids.contains($0.item.id) }
    guard unread.isWhole, missed > Self.mostAtOnce, missed * 2 > open.count else { return }
    guard try sides.server.unread() == unread else {
      throw AccountFailure(
        .later,
        "\(sides.account.program) gives two different lists of unread posts. Nothing was changed."
      )
    }
  }

  /// Sends marks of one kind for posts of which the server has the opposite.
  private mutating func send(_ mark: ServerMark, _ waiting: [Int]) throws(AccountFailure) {
    let flag = mark.flag
    var tries = 0
    var rest = waiting.filter { mark.isWanted(for: marked[$0]) }[...]
    while !rest.isEmpty {
      let part = rest.prefix(sides.server.most)
      let ids = part.map { marked[$0].item.id }
      let list = flag == .read ? unread : starred
      let needed = ids.filter { list.ids.contains($0) != mark.stands }
      if !needed.isEmpty {
        for index in part { marked[index].item.doubt.insert(flag) }
        try sides.table.keep(part.map { marked[$0].item })
        do throws(AccountFailure) {
          try sides.server.mark(needed[...], mark)
        } catch {
          tries += 1
          guard error.kind == .later, tries < Self.mostTries else { throw error }
          // It may have been done all the same.
          if flag == .read {
            unread = try sides.server.unread()
          } else {
            starred = try sides.server.starred()
          }
          continue
        }
      }
      tries = 0
      note(mark, part, ids)
      try sides.table.keep(part.map { marked[$0].item })
      rest = rest.dropFirst(part.count)
    }
  }

  /// Notes that the server has a mark.
  private mutating func note(_ mark: ServerMark, _ part: ArraySlice<Int>, _ ids: [String]) {
    switch mark {
    case .read: unread.ids.subtract(ids)
    case .unread: unread.ids.formUnion(ids)
    case .starred: starred.ids.formUnion(ids)
    case .unstarred: starred.ids.subtract(ids)
    }
    for index in part {
      switch mark.flag {
      case .read: marked[index].item.isRead = mark == .read
      default: marked[index].item.isStarred = mark == .starred
      }
      marked[index].item.doubt.remove(mark.flag)
    }
  }

  /// Takes over the marks of the server for posts that the reader has not changed since the last exchange.
  private func take(_ quiet: [AccountPosts.Marked]) throws(AccountFailure) -> Set<String> {
    var changed: [AccountPosts.Marked] = []
    for var post in quiet {
      let item = post.item
      if let isUnread = unread.holds(item.id) { post.item.isRead = !isUnread }
      if let isStarred = starred.holds(item.id) { post.item.isStarred = isStarred }
      if post.item != item { changed.append(post) }
    }
    guard !changed.isEmpty else { return [] }
    let dropped = posts.dropped(of: changed.filter { !$0.item.isRead || $0.item.isStarred })
    changed.removeAll { dropped.contains($0.item.id) }
    var marks: [StateChange] = []
    for post in changed {
      // A key may have come since: it counts.
      guard let now = sides.store.flags(of: post.source, for: [post.identity])?.first,
        now.contains(.read) == post.isRead, now.contains(.kept) == post.isStarred
      else { continue }
      if post.item.isRead != post.isRead { marks.append(post.readMark) }
      if post.item.isStarred != post.isStarred, !post.item.isStarred {
        sides.store.write(.unkeep(post.source, post.identity))
      }
    }
    posts.keep(changed.filter { $0.item.isStarred && !$0.isStarred })
    try posts.save(marks)
    try sides.table.keep(changed.map(\.item))
    return dropped
  }
}

extension ServerMark {
  /// The flag that the mark sets or clears.
  fileprivate var flag: PostFlags { self == .read || self == .unread ? .read : .kept }

  /// Whether a post with the mark stands in its list: that of the unread or of the starred posts.
  fileprivate var stands: Bool { self == .unread || self == .starred }

  /// Whether the reader's post has the mark, and the server may have the opposite.
  fileprivate func isWanted(for post: AccountPosts.Marked) -> Bool {
    let (here, there) =
      flag == .read ? (post.isRead, post.item.isRead) : (post.isStarred, post.item.isStarred)
    let isSet = self == .read || self == .starred
    return here == isSet && (there != isSet || post.item.doubt.contains(flag))
  }
}
