/// The fields of a GitHub event or comment before it becomes a post.
struct GitHubRecord {
  /// A user, a repository, an issue or a comment.
  struct Thing {
    var login: String?
    var name: String?
    var fullName: String?
    var url: String?
    var number: String?
    var state: String?
    var body: String?

    var account: Account? {
      guard let login else { return nil }
      return Account(name: login, handle: nil, url: url ?? "https://github.com/\(login)")
    }
  }

  struct Commit {
    var hash = ""
    var message = ""
    var author: String?
    var date: Timestamp?
  }

  /// The subject of an event, depending on its type.
  struct Payload {
    var action: String?
    var ref: String?
    var refType: String?
    var size: Int?
    var description: String?
    var commits: [Commit] = []
    var pages: [Thing] = []
    /// The things of the payload by key.
    var things: [String: Thing] = [:]
  }

  var id: String?
  var type: String?
  var actor: Thing?
  var repository: Thing?
  var payload = Payload()
  /// The hash of a commit in a list of commits.
  var sha: String?
  var commit: Commit?
  var created: Timestamp?
  /// The publication time of a release, which may have been created long before.
  var published: Timestamp?
  var updated: Timestamp?
  var url: String?
  var title: String?
  var path: String?
  var body: String?
  var html: String?
  var commentsCount: Int?
  var reactions: Int?

  var fields: PostFields {
    var post = PostFields()
    post.id = id ?? sha
    post.author = actor?.account ?? commit?.author.map { Account(name: $0, handle: nil) }
    post.published = published ?? created ?? commit?.date
    post.likesCount = reactions
    guard let type, type.hasSuffix("Event") else {
      // A comment, an issue or a pull request.
      post.edited = updated == created ? nil : updated
      post.url = url
      post.title = (title ?? path).map { .text($0) } ?? .missing
      post.commentsCount = commentsCount
      let text = body ?? commit?.message
      post.body = html.map { .html($0) } ?? text.map { .text($0) } ?? .missing
      return post
    }
    post.type = type
    post.activity = Activity(Self.kind(of: type), name: type)
    let page = repositoryName.map { "https://github.com/\($0)" }
    post.url = subject?.url ?? page
    post.title = (subject?.name ?? repositoryName).map { .text($0) } ?? .missing
    post.body = eventBody
    return post
  }
}

extension GitHubRecord {
  private var repositoryName: String? { repository?.fullName ?? repository?.name }

  /// The subject of the event: the comment rather than its issue.
  private var subject: Thing? {
    for key in ["comment", "review"] {
      guard var said = payload.things[key] else { continue }
      let parent = payload.things["issue"] ?? payload.things["pull_request"]
      said.name = parent?.name
      said.url = said.url ?? parent?.url
      return said
    }
    for key in ["pull_request", "issue", "release", "gist"] {
      if let thing = payload.things[key] { return thing }
    }
    return nil
  }

  private static func kind(of type: String) -> Activity.Kind {
    switch type {
    case "WatchEvent": .like
    case "IssueCommentEvent", "CommitCommentEvent", "PullRequestReviewCommentEvent",
      "PullRequestReviewEvent":
      .comment
    case "FollowEvent": .follow
    case "DeleteEvent": .delete
    case "MemberEvent", "TeamAddEvent": .add
    case "PushEvent", "PullRequestEvent", "IssuesEvent", "ReleaseEvent", "GollumEvent",
      "CreateEvent", "PublicEvent", "GistEvent":
      .post
    default: .other
    }
  }

  private var eventBody: Body {
    switch type {
    case "PushEvent": return commitList
    case "CreateEvent", "DeleteEvent":
      let what = [payload.refType, payload.ref].compactMap { $0 }.joined(separator: " ")
      return .text(
        [what, payload.description ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
      )
    case "GollumEvent": return pageList
    case "ForkEvent": return link(to: payload.things["forkee"])
    case "MemberEvent": return link(to: payload.things["member"])
    case "FollowEvent": return link(to: payload.things["target"])
    default: break
    }
    guard let subject else { return payload.action.map { .text($0) } ?? .missing }
    let isComment = payload.things["comment"] != nil
    let number = (payload.things["issue"] ?? payload.things["pull_request"])?.number
    let state = payload.things["review"]?.state
    let line = [payload.action, state, number.map { "#\($0)" }].compactMap { $0 }
    // A comment's text comes first; for an issue, the action says more than its text.
    if isComment || line.isEmpty { return subject.body.map { .text($0) } ?? .missing }
    return .text(
      ([line.joined(separator: " ")] + [subject.body].compactMap { $0 })
        .joined(separator: "\n\n")
    )
  }

  /// The short hash and first line of each commit.
  private var commitList: Body {
    var text = HTMLText()
    if let ref = payload.ref {
      let name = ref.hasPrefix("refs/heads/") ? String(ref.dropFirst(11)) : ref
      let count = payload.size ?? payload.commits.count
      text.append(markup: "<p>")
      text.append("\(count) \(count == 1 ? "commit" : "commits") to \(name)")
      text.append(markup: "</p>")
    }
    guard !payload.commits.isEmpty else { return text.body }
    text.append(markup: "<ul>")
    for commit in payload.commits {
      text.append(markup: "<li><code>")
      let page = repositoryName.map { "https://github.com/\($0)/commit/\(commit.hash)" }
      text.append(String(commit.hash.prefix(7)), link: page)
      text.append(markup: "</code> ")
      text.append(String(commit.message.prefix { !$0.isNewline }))
      if let author = commit.author {
        text.append(markup: " <em>")
        text.append(author)
        text.append(markup: "</em>")
      }
      text.append(markup: "</li>")
    }
    text.append(markup: "</ul>")
    return text.body
  }

  private var pageList: Body {
    var text = HTMLText()
    text.append(markup: "<ul>")
    for page in payload.pages {
      text.append(markup: "<li>")
      text.append(page.name ?? page.url ?? "", link: page.url)
      text.append(markup: "</li>")
    }
    text.append(markup: "</ul>")
    return payload.pages.isEmpty ? .missing : text.body
  }

  private func link(to thing: Thing?) -> Body {
    guard let thing, let name = thing.fullName ?? thing.login ?? thing.name else { return .missing }
    var text = HTMLText()
    text.append(markup: "<p>")
    if let action = payload.action { text.append(action + " ") }
    text.append(name, link: thing.url ?? thing.account?.url)
    text.append(markup: "</p>")
    if let body = thing.body {
      text.append(markup: "<p>")
      text.append(body)
      text.append(markup: "</p>")
    }
    return text.body
  }
}
