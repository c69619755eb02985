import CellGrid
import RichText
package import StreamModel

package struct PostDump {
  private let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  /// The record of a post, without a newline; the "Dump" section of the manual page describes it.
  ///
  /// - Parameters:
  ///   - source: The origin of the record as `file:line:column`.
  ///   - replies: The conversation below the post; nil takes the comments that the post lists.
  ///   - flags: The flags of the reader; nil tells none.
  package func json(
    _ post: Post,
    source: String,
    feed: String? = nil,
    replies: DumpedReplies? = nil,
    flags: PostFlags? = nil
  ) -> [UInt8] {
    let replies = replies ?? DumpedReplies(post.comments)
    let export = NativeRecord.Export(
      comments: replies.named,
      parents: replies.parents,
      origin: post.origin ?? PostOrigin(feed: feed, source: source),
      flags: flags,
      read: { body, base, emoji in
        let text = BodyText(body, baseURL: base, customEmoji: emoji, reading: .rich)
        return (
          text.plain, text.links.map { (text.text[$0.range].string, $0.target, $0.kind.rawValue) }
        )
      },
      title: { PostTitle.stated($0)?.string }
    )
    return NativeRecord(post, export).bytes
  }

  package func links(_ post: Post) -> String {
    var rows: [[String]] = []
    func add(_ id: Post.ID, _ body: BodyText, _ attachments: [Attachment]) {
      rows += body.links.map { [id.rawValue, $0.target, body.text[$0.range].string] }
      rows += attachments.compactMap { attachment in
        attachment.url.map { [id.rawValue, $0, attachment.alt ?? ""] }
      }
    }
    let (base, emoji) = (post.baseURL, post.customEmoji)
    let body = BodyText(post.body, baseURL: base, customEmoji: emoji, reading: .rich)
    add(post.id, body, post.attachments)
    for comment in post.comments { add(comment.id, Self.text(of: comment), comment.attachments) }
    return TextTable(rows).tabSeparated
  }

  private static func text(of comment: Comment) -> BodyText {
    BodyText(comment.body, baseURL: comment.baseURL, customEmoji: [], reading: .rich)
  }

  /// The post and its comments as laid out on the post's own page; without `replies` those that it lists.
  ///
  /// The title of its feed stands where it names no author.
  package func text(
    _ record: Feed.Record,
    columns: Int,
    feed: String? = nil,
    sources: [String] = [],
    replies: DumpedReplies? = nil
  ) -> String {
    let layout = RowLayout(columns: columns + RowLayout.gutter)
    switch record {
    case .problem(let problem): return Self.text(of: layout.lay(PostRow(now: now).row(problem)))
    case .post(let post):
      let replies = replies ?? DumpedReplies(post.comments)
      let listed = replies.comments.listedCount
      let row = PostRow(now: now, feedTitle: feed).fullRow(
        post,
        sources: sources,
        folds: .unfolded,
        commentCount: Tally.known(stated: post.knownCommentsCount, listed: listed)
      )
      var text = replies.parents.map { Self.text(of: layout.lay(parentRow($0))) }.joined()
      text += Self.text(of: layout.lay(row))
      for node in Conversation(comments: replies.comments).nodes {
        let row =
          ElsewhereRow.row(node)
          ?? CommentRow(RowClock(now: now)).row(
            node,
            post: replies.post(node.comment.id),
            isCollapsed: false,
            folds: PostRow.Folds(isExpanded: true, isUncovered: true)
          )
        let lines = Self.text(of: layout.lay(row))
        let indent = String(repeating: " ", count: min(2 * node.depth + 2, columns / 2))
        let links = Self.text(of: node.comment).links.enumerated()
          .map { "\(indent)[\($0.offset + 1)] \(SafeText(sanitizing: $0.element.target).string)\n" }
        // Before the line that ends the comment.
        text += lines.hasSuffix("\n\n") ? "\(lines.dropLast())\(links.joined())\n" : lines
      }
      return text
    }
  }

  private func parentRow(_ parent: DumpedReplies.Parent) -> Row {
    switch parent {
    case .elsewhere(let name): ElsewhereRow.parent(name)
    case .post(let post): ElsewhereRow.parent(post, RowClock(now: now))
    }
  }

  static func text(of row: LaidRow) -> String { row.flat.text(from: RowLayout.gutter) }
}

package struct DumpedReplies {
  typealias Parent = NativeRecord.Export.Parent

  package let comments: [Comment]
  /// The posts above, the first of the conversation first; empty where the post is exported without them.
  let parents: [Parent]
  private let posts: [Post.ID: Post]

  init(_ comments: [Comment], posts: [Post.ID: Post] = [:], parents: [Parent] = []) {
    self.comments = comments
    self.posts = posts
    self.parents = parents
  }

  /// Searches a timeline, all of whose posts are known by their names, for the conversation below a post.
  init(
    below post: Post,
    _ record: RecordID,
    in timeline: Timeline,
    reach: ConversationSearch.Reach
  ) {
    var search = ConversationSearch(below: post, record: record, in: timeline, reach: reach)
    var budget = SliceBudget(bytes: .max)
    while search.hasWork(in: timeline) { _ = search.advance(timeline, within: &budget) }
    self.init(found: search, in: timeline)
  }

  init(found search: ConversationSearch, in timeline: Timeline) {
    var posts: [Post.ID: Post] = [:]
    let comments = search.comments
    for comment in comments {
      if let id = search.record(of: comment.id), case .post(let post) = timeline.uncounted(id) {
        posts[comment.id] = post
      } else if let post = search.fetchedPost(comment.id) {
        posts[comment.id] = post
      }
    }
    let parents = search.ancestors.reversed().compactMap { ancestor -> Parent? in
      switch ancestor {
      case .elsewhere(let name): return .elsewhere(name)
      case .fetched(let post): return .post(post)
      case .post(let id):
        guard case .post(let post) = timeline.uncounted(id) else { return nil }
        return .post(post)
      }
    }
    self.init(comments, posts: posts, parents: parents)
  }

  func below(_ parents: [Parent]) -> DumpedReplies {
    DumpedReplies(comments, posts: posts, parents: parents)
  }

  /// The comments in reading order, by the ids of the posts that they are, where no two share one.
  var named: [Comment] {
    var names: [Post.ID: Post.ID] = [:]
    var taken: Set<Post.ID> = []
    return nodes.map { node in
      var comment = node.comment
      let name = posts[comment.id]?.id ?? comment.id
      comment.id = taken.insert(name).inserted ? name : comment.id
      names[node.comment.id] = comment.id
      comment.parent = comment.parent.map { names[$0] ?? $0 }
      return comment
    }
  }

  /// The comments in reading order, each with its depth.
  var nodes: [Conversation.Node] { Conversation(comments: comments).nodes }

  /// "12 comments", or "12 comments, 5 of them below" where the post has more than are listed.
  func heading(of post: Post) -> String? {
    let listed = comments.count { $0.kind == .written }
    guard let known = Tally.known(stated: post.knownCommentsCount, listed: comments.listedCount),
      let all = PostRow.count(known, "comment", "comments")
    else { return nil }
    return listed < known ? "\(all), \(listed.grouped) of them below" : all
  }

  func post(_ comment: Post.ID) -> Post? { posts[comment] }
}

/// Reads the conversations of all sources for an export, to their ends.
package struct ReplyReader {
  private let timeline: Timeline

  package init(_ timeline: Timeline) {
    self.timeline = timeline
    while case .more? = try? timeline.advance(bytes: 4 << 20) {}
  }

  /// Gets to know all posts by name, which decodes each of them: not before a conversation is asked for.
  private func nameAll() {
    guard timeline.hasConversationWork else { return }
    var budget = SliceBudget(bytes: .max)
    timeline.advanceConversations(within: &budget)
  }

  /// Returns a record with the number of comments in the whole conversation, whatever else is read.
  package func record(_ id: RecordID) -> FeedRecord {
    nameAll()
    return timeline.record(id)
  }

  /// The conversation below a post: whole below the post that begins it.
  ///
  /// A reply has its own direct replies only, since a thread of a thousand would be written a thousand times otherwise. A
  /// reshare has none of its own.
  package func replies(to post: Post, _ record: RecordID) -> DumpedReplies {
    guard !post.isReshare else {
      return DumpedReplies(post.comments.filter { $0.kind == .written })
    }
    nameAll()
    let parent = timeline.parentName(of: post, record).flatMap {
      timeline.post(named: $0, near: record.source)
    }
    let isReply = parent.map { $0 != record } ?? false
    return DumpedReplies(below: post, record, in: timeline, reach: isReply ? .direct : .whole)
  }

  /// The number of posts of these ids or addresses that no source has.
  package func missingCount(of names: [String], near source: Int) -> Int {
    nameAll()
    return names.count { timeline.post(named: $0, near: source) == nil }
  }
}
