import StreamModel

/// The search for posts of the feed that answer a post, or answer its answers.
///
/// Each post is looked for by the bytes of its id and address: a feed of any size is searched, not
/// decoded.
struct ReplySearch {
  /// Answers beyond this are not looked for.
  private static let limit = 1_000
  /// Shorter ids stand everywhere.
  private static let shortestNeedle = 4

  private let root: Post
  /// Answers so far, in the order they were found; each names what it answers.
  private(set) var found: [Comment] = []
  /// What may still be answered: ids and addresses, each with the comment it belongs to.
  private var waiting: [(needle: String, parent: Post.ID?)] = []
  private var next = 0
  private var known: Set<Post.ID>
  /// Answers that came when the feed had been read to its end before.
  private(set) var news: Set<Post.ID> = []
  /// The first record that is news; nil where nothing is.
  private let firstNew: Int?
  /// The next of these to look at.
  private var nextNew: Int?
  /// All that may be answered, each with the comment it belongs to.
  private var parents: [String: Post.ID?] = [:]

  /// - Parameter records: how many records the feed has, if it was read to its end.
  init(of post: Post, known records: Int?) {
    root = post
    firstNew = records
    nextNew = records
    known = Set(post.comments.map(\.id) + [post.id])
    expect(post.id, post.url, parent: nil)
    for comment in post.comments { expect(comment.id, comment.url, parent: comment.id) }
  }

  /// Whether there is more of `feed` to look through.
  func hasWork(in feed: Timeline) -> Bool {
    !waiting.isEmpty || nextNew.map { $0 < feed.recordCount } ?? false
  }

  /// Looks through about `budget` bytes; returns whether an answer was found.
  mutating func advance(_ feed: Timeline, bytes budget: Int) -> Bool {
    guard let wanted = waiting.last else { return lookAtNews(feed) }
    switch feed.search(Array(wanted.needle.utf8), from: next, bytes: budget) {
    case .found(let row):
      next = row + 1
      return take(feed.record(at: row), row, wanted.needle, wanted.parent)
    case .paused(let row):
      // A feed that grows is searched as far as it goes.
      if row <= next, feed.recordCount <= next { finishOne() } else { next = max(row, next) }
    case .exhausted: finishOne()
    }
    return false
  }

  /// Looks at one record that came since: what is new is little, and may answer anything.
  private mutating func lookAtNews(_ feed: Timeline) -> Bool {
    guard let row = nextNew, row < feed.recordCount else { return false }
    nextNew = row + 1
    let record = feed.record(at: row)
    guard case .post(let post) = record, let answered = post.inReplyTo,
      let parent = parents[answered]
    else { return false }
    return take(record, row, answered, parent)
  }

  private mutating func finishOne() {
    waiting.removeLast()
    next = 0
  }

  private mutating func take(
    _ record: Feed.Record,
    _ row: Int,
    _ needle: String,
    _ parent: Post.ID?
  ) -> Bool {
    guard case .post(let post) = record, post.inReplyTo == needle, !known.contains(post.id),
      found.count < Self.limit
    else { return false }
    known.insert(post.id)
    if let firstNew, row >= firstNew { news.insert(post.id) }
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
    // What is waiting is looked for from the end: the place of the one in work stays.
    expect(post.id, post.url, parent: post.id, below: true)
    return true
  }

  private mutating func expect(
    _ id: Post.ID,
    _ address: String?,
    parent: Post.ID?,
    below: Bool = false
  ) {
    for needle in Set([id.rawValue, address ?? ""]).sorted() {
      if parents[needle] == nil { parents[needle] = parent }
      guard needle.utf8.count >= Self.shortestNeedle else { continue }
      waiting.insert((needle, parent), at: below ? 0 : waiting.count)
    }
  }
}
