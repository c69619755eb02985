import StreamModel

/// The search for posts of the feed that reply to a post, or to its replies.
///
/// Each post is searched for by the bytes of its id and address: a feed of any size is searched, not
/// decoded.
struct ReplySearch {
  /// Replies beyond this are not searched for.
  private static let limit = 1_000
  /// Shorter ids occur everywhere.
  private static let shortestNeedle = 4

  private struct Needle {
    let text: String
    /// The comment that the id belongs to; nil for the post.
    let parent: Post.ID?
  }

  /// Replies so far, in the order in which they were found; each names its parent.
  private(set) var found: [Comment] = []
  /// Replies that came after the feed had been read to its end.
  private(set) var news: Set<Post.ID> = []
  /// Ids and addresses that are still to be searched for; the last is next.
  private var waiting: [Needle] = []
  /// Where the search for the last of these goes on, in storage order.
  private var next: RecordID?
  private var known: Set<Post.ID>
  /// Records that came later, in their order: they are few, and may reply to anything.
  private var newRecords: [RecordID] = []
  /// All records that came later.
  private var newIDs: Set<RecordID> = []
  /// All ids and addresses that may be replied to, each with the comment it belongs to.
  private var parents: [String: Post.ID?] = [:]

  init(of post: Post) {
    known = Set(post.comments.map(\.id) + [post.id])
    expect(post.id, post.url, parent: nil)
    for comment in post.comments { expect(comment.id, comment.url, parent: comment.id) }
  }

  /// Whether there is more to look through.
  var hasWork: Bool { !waiting.isEmpty || !newRecords.isEmpty }

  /// Also looks at a record that came in after the feed had been read to its end.
  mutating func add(_ record: RecordID) {
    if newIDs.insert(record).inserted { newRecords.append(record) }
  }

  /// Searches about `budget` bytes, or decodes one record; returns whether a reply was found.
  mutating func advance(_ feed: Timeline, bytes budget: Int) -> Bool {
    guard let wanted = waiting.last else { return lookAtNewRecord(feed) }
    switch feed.searchStored(Array(wanted.text.utf8), from: next, bytes: budget) {
    case .found(let id):
      next = id.successor
      return take(id, in: feed, replyTo: wanted.text, wanted.parent)
    case .paused(let id):
      // A feed that grows is searched as far as it goes.
      if let next, next >= id { finishOne() } else { next = id }
    case .exhausted: finishOne()
    }
    return false
  }

  private mutating func lookAtNewRecord(_ feed: Timeline) -> Bool {
    guard !newRecords.isEmpty else { return false }
    let id = newRecords.removeFirst()
    guard case .post(let post) = feed.record(id), let parentID = post.inReplyTo,
      let parent = parents[parentID]
    else { return false }
    return take(id, in: feed, replyTo: parentID, parent)
  }

  private mutating func finishOne() {
    waiting.removeLast()
    next = nil
  }

  private mutating func take(
    _ id: RecordID,
    in feed: Timeline,
    replyTo needle: String,
    _ parent: Post.ID?
  ) -> Bool {
    guard case .post(let post) = feed.record(id), post.inReplyTo == needle,
      !known.contains(post.id),
      found.count < Self.limit
    else { return false }
    known.insert(post.id)
    if newIDs.contains(id) { news.insert(post.id) }
    found.append(
      Comment(
        id: post.id,
        parent: parent,
        author: post.author,
        published: post.published,
        body: post.body,
        baseURL: post.baseURL,
        url: post.url,
        likesCount: post.likesCount,
        likes: post.likes,
        attachments: post.attachments
      )
    )
    // The last needle is the one in work: new ones go before all others.
    expect(post.id, post.url, parent: post.id, first: true)
    return true
  }

  private mutating func expect(
    _ id: Post.ID,
    _ address: String?,
    parent: Post.ID?,
    first: Bool = false
  ) {
    for text in Set([id.rawValue, address ?? ""]).sorted() {
      if parents[text] == nil { parents[text] = parent }
      guard text.utf8.count >= Self.shortestNeedle else { continue }
      waiting.insert(Needle(text: text, parent: parent), at: first ? 0 : waiting.count)
    }
  }
}
