package enum DiscussionReader {
  package enum Failure: Error, Equatable {
    case page, malformed, cut
  }

  /// The format in which the site answers; nil where the answer tells it.
  package static func hint(for site: DiscussionSite) -> FormatHint? {
    switch site {
    case .hackerNews, .lobsters, .lemmy, .discourse: .discussion
    case .reddit: .reddit
    case .gitHub: .github
    case .bluesky: .bluesky
    case .mastodon: .mastodon
    case .activityStreams: .activityStreams
    case .feed: nil
    }
  }

  /// Reads a document that is complete.
  ///
  /// - Parameter feed: the document, read with the ``hint(for:)`` of the site and scanned to its end.
  package static func read(_ feed: Feed, from place: DiscussionPlace) throws(Failure) -> Discussion
  {
    guard !feed.isPage else { throw .page }
    var posts: [Post] = []
    var parents: [Post] = []
    for row in 0..<min(feed.recordCount, Limits.comments) {
      let isAbove = place.site == .mastodon && feed.path(ofRow: row).hasPrefix("$.ancestors")
      switch feed.record(at: row) {
      case .post(let post) where isAbove: parents.append(post)
      case .problem where isAbove: continue
      case .post(let post): posts.append(post)
      case .problem(let problem)
      where feed.endsEarly || problem.message.hasPrefix(JSONReader.endedEarly):
        throw .cut
      // One comment that is malformed costs no other, but a tree is a single record.
      case .problem where feed.recordCount == 1: throw .malformed
      case .problem: continue
      }
    }
    guard !feed.endsEarly else { throw .cut }
    switch place.site {
    case .hackerNews, .lobsters, .lemmy, .discourse, .reddit, .bluesky:
      guard let post = posts.first else { throw .malformed }
      return Discussion(post.comments.map { entry(of: $0, in: place) })
    case .activityStreams:
      let said = posts.filter { [.post, .comment, .update].contains($0.activity.kind) }
      let all = said.flatMap { entries(of: $0, in: place) }
      return Discussion(all.filter { place.part?.isPost($0) != true })
    case .gitHub, .mastodon, .feed:
      let left = feed.recordCount - Limits.comments
      let rest = Comment(id: Post.ID("more"), url: place.page, kind: .stub(count: max(0, left)))
      return Discussion(
        posts.map { entry(of: $0, in: place) }
          + (left > 0 ? [Discussion.Entry(rest, names: [])] : []),
        parents: parents.reversed()
      )
    }
  }

  private static func entry(of comment: Comment, in place: DiscussionPlace) -> Discussion.Entry {
    var comment = comment
    if place.site == .discourse, comment.kind == .written {
      comment.url = "\(place.page)/\(comment.id.rawValue)"
      comment.baseURL = place.page
    }
    // A stub has the address of another page.
    let isStub = if case .stub = comment.kind { true } else { false }
    let names = isStub ? [] : comment.namesInReplies
    return Discussion.Entry(comment, names: names.filter(Post.ID.isGlobal))
  }

  private static func entry(of post: Post, in place: DiscussionPlace) -> Discussion.Entry {
    var post = post
    // WordPress has no titles of comments, and its feeds have this in their place.
    if place.site == .feed, let name = post.author?.name, post.title == .text("By: \(name)") {
      post.title = .missing
    }
    // Servers name the parent by a number of their own, and the post itself by that of its address.
    let parent = post.inReplyTo.flatMap { $0 == place.id ? nil : Post.ID($0) }
    return Discussion.Entry(
      Comment(post, id: post.id, parent: parent),
      names: post.names.filter(Post.ID.isGlobal),
      post: post
    )
  }

  /// Returns a reply of the fediverse with the replies that it holds itself; its address where only that is known.
  package static func entries(
    of post: Post,
    named name: String? = nil,
    in place: DiscussionPlace
  ) -> [Discussion.Entry] {
    if let url = post.url, post.author == nil, post.body == .missing, post.title == .missing,
      post.attachments.isEmpty
    {
      return [Discussion.Entry(Comment(named: url, at: url), names: [url])]
    }
    let root = entry(of: post, in: place)
    let names = root.names + (name.map { [$0] } ?? [])
    let held = post.comments.map { comment in
      var comment = comment
      comment.parent = comment.parent ?? post.id
      return entry(of: comment, in: place)
    }
    return [Discussion.Entry(root.comment, names: names, post: root.post)] + held
  }

  // MARK: Further pages

  package static let mostPages = 10
  private static let mostIDs = 50
  private static let gitHubPage = 100

  /// The address of the next page of a discussion; nil where the site has sent all, or enough.
  ///
  /// - Parameters:
  ///   - page: the page that came last, and `all` the discussion with it.
  ///   - number: the number of pages that came.
  ///   - stated: the page to which a collection of the fediverse itself leads.
  package static func next(
    after page: Discussion,
    of all: Discussion,
    number: Int,
    from place: DiscussionPlace,
    stated: String? = nil
  ) -> String? {
    guard number < mostPages, all.entries.count < Limits.comments else { return nil }
    switch place.site {
    case .activityStreams: return stated
    case .gitHub where page.entries.count >= gitHubPage:
      return "\(place.request)&page=\(number + 1)"
    case .discourse:
      let ids = all.rest.map(DiscourseTopic.restIDs) ?? []
      guard !ids.isEmpty, place.request.hasSuffix(".json") else { return nil }
      let query = ids.prefix(mostIDs).map { "post_ids%5B%5D=\($0)" }.joined(separator: "&")
      return "\(place.request.dropLast(5))/posts.json?\(query)"
    default: return nil
    }
  }

  package static func joined(_ all: Discussion, _ page: Discussion) -> Discussion {
    let left = all.rest.map(DiscourseTopic.restIDs)?.dropFirst(mostIDs) ?? []
    return all.continued(by: page, rest: DiscourseTopic.stub(for: Array(left)))
  }
}
