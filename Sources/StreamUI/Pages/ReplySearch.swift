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

  init(of post: Post) {
    root = post
    known = Set(post.comments.map(\.id) + [post.id])
    expect(post.id, post.url, parent: nil)
    for comment in post.comments { expect(comment.id, comment.url, parent: comment.id) }
  }

  /// Whether there is more to look through.
  var isRunning: Bool { !waiting.isEmpty }

  /// Looks through about `budget` bytes; returns whether an answer was found.
  mutating func advance(_ feed: Timeline, bytes budget: Int) -> Bool {
    guard let wanted = waiting.last else { return false }
    switch feed.search(Array(wanted.needle.utf8), from: next, bytes: budget) {
    case .found(let row):
      next = row + 1
      return take(feed.record(at: row), wanted.needle, wanted.parent)
    case .paused(let row):
      // A feed that grows is searched as far as it goes.
      if row <= next, feed.recordCount <= next { finishOne() } else { next = max(row, next) }
    case .exhausted: finishOne()
    }
    return false
  }

  private mutating func finishOne() {
    waiting.removeLast()
    next = 0
  }

  private mutating func take(_ record: Feed.Record, _ needle: String, _ parent: Post.ID?) -> Bool {
    guard case .post(let post) = record, post.inReplyTo == needle, !known.contains(post.id),
      found.count < Self.limit
    else { return false }
    known.insert(post.id)
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
      guard needle.utf8.count >= Self.shortestNeedle else { continue }
      waiting.insert((needle, parent), at: below ? 0 : waiting.count)
    }
  }
}
