/// Decodes events and comments of the GitHub API.
///
/// Source: docs.github.com/rest/using-the-rest-api/github-event-types.
extension RecordDecoder {
  mutating func gitHubRecord() throws(JSONError) -> Post {
    try json.open()
    var record = GitHubRecord()
    while let key = try json.nextKey() {
      switch key {
      case "id": record.id = try id()
      case "type": record.type = try textIfAny()
      case "actor", "user", "author":
        // Commits also name their author by e-mail address: one with a login takes precedence.
        let actor = try gitHubThing()
        if record.actor == nil || actor?.login != nil { record.actor = actor ?? record.actor }
      case "sha": record.sha = try textIfAny()
      case "commit": record.commit = try gitHubCommit()
      case "name": record.title = try textIfAny() ?? record.title
      case "tag_name":
        let tag = try textIfAny()
        record.title = record.title ?? tag
      case "published_at": record.published = try date()
      case "repo", "repository": record.repository = try gitHubThing()
      case "payload": record.payload = try gitHubPayload()
      case "created_at": record.created = try date()
      case "updated_at": record.updated = try date()
      case "html_url": record.post.url = try textIfAny()
      case "body": record.body = try bodyText()
      case "body_html": record.html = try bodyText()
      case "path": record.path = try textIfAny()
      case "parent_id": record.post.inReplyTo = try isNext(.number) ? id() : nil
      case "title": record.title = try textIfAny() ?? record.title
      case "comments": record.commentsCount = try isNext(.number) ? count() : nil
      case "reactions": record.post.likesCount = try gitHubReactions()
      default: break
      }
    }
    return record.fields
  }

  /// Decodes a user, a repository, an issue or a comment, which share their keys; nil for anything else.
  private mutating func gitHubThing() throws(JSONError) -> GitHubRecord.Thing? {
    var thing = GitHubRecord.Thing()
    guard try json.peek() == .object else {
      // Events before 2012 contain only the name of their actor.
      thing.login = try textIfAny()
      return thing.login == nil ? nil : thing
    }
    try json.open()
    while let key = try json.nextKey() {
      switch key {
      case "login": thing.login = try textIfAny()
      case "name", "title": thing.name = try textIfAny() ?? thing.name
      case "full_name": thing.fullName = try textIfAny()
      case "tag_name", "page_name":
        let name = try textIfAny()
        thing.name = thing.name ?? name
      case "html_url": thing.url = try textIfAny()
      case "number": thing.number = try id()
      case "state": thing.state = try textIfAny()
      case "body", "description": thing.body = try bodyText() ?? thing.body
      default: break
      }
    }
    return thing
  }

  private mutating func gitHubPayload() throws(JSONError) -> GitHubRecord.Payload {
    var payload = GitHubRecord.Payload()
    guard try enter(.object) else { return payload }
    while let key = try json.nextKey() {
      switch key {
      case "action": payload.action = try textIfAny()
      case "ref": payload.ref = try textIfAny()
      case "ref_type": payload.refType = try textIfAny()
      case "size": payload.size = try count()
      case "description": payload.description = try textIfAny()
      case "commits": payload.commits = try gitHubCommits()
      case "pages":
        payload.pages = try list { decoder throws(JSONError) in try decoder.gitHubThing() }
      case "comment", "review", "issue", "pull_request", "forkee", "release", "member", "target",
        "gist":
        payload.things[json.decode(key).string] = try gitHubThing()
      default: break
      }
    }
    return payload
  }

  private mutating func gitHubCommits() throws(JSONError) -> [GitHubRecord.Commit] {
    try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var commit = GitHubRecord.Commit()
      while let key = try decoder.json.nextKey() {
        switch key {
        case "sha": commit.hash = try decoder.textIfAny() ?? ""
        case "message": commit.message = try decoder.textIfAny() ?? ""
        case "author": commit.author = try decoder.gitHubThing()?.name
        default: break
        }
      }
      return commit
    }
  }

  private mutating func gitHubCommit() throws(JSONError) -> GitHubRecord.Commit {
    var commit = GitHubRecord.Commit()
    guard try enterIfAny(.object) else { return commit }
    while let key = try json.nextKey() {
      switch key {
      case "message": commit.message = try bodyText() ?? ""
      case "author":
        guard try enterIfAny(.object) else { continue }
        while let key = try json.nextKey() {
          if key == "name" { commit.author = try textIfAny() }
          if key == "date" { commit.date = try date() }
        }
      default: break
      }
    }
    return commit
  }

  private mutating func gitHubReactions() throws(JSONError) -> Int? {
    guard try enterIfAny(.object) else { return nil }
    var total: Int?
    while try json.next("total_count") { total = try count() }
    return total
  }

  private mutating func bodyText() throws(JSONError) -> String? {
    try textIfAny(limit: Limits.body)
  }
}

struct GitHubRecord {
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

  struct Payload {
    var action: String?
    var ref: String?
    var refType: String?
    var size: Int?
    var description: String?
    var commits: [Commit] = []
    var pages: [Thing] = []
    var things: [String: Thing] = [:]
  }

  /// The fields that need no other one beside them.
  var post = Post.draft
  var id: String?
  var type: String?
  var actor: Thing?
  var repository: Thing?
  var payload = Payload()
  var sha: String?
  var commit: Commit?
  var created: Timestamp?
  /// The publication time of a release, which may have been created long before.
  var published: Timestamp?
  var updated: Timestamp?
  var title: String?
  var path: String?
  var body: String?
  var html: String?
  var commentsCount: Int?

  var fields: Post {
    var post = post
    post.statedID = id ?? sha
    post.author = actor?.account ?? commit?.author.map { Account(name: $0, handle: nil) }
    post.published = published ?? created ?? commit?.date
    guard let type, type.hasSuffix("Event") else {
      // A comment, an issue or a pull request.
      post.edited = updated == created ? nil : updated
      post.title = (title ?? path).map { .text($0) } ?? .missing
      post.commentsCount = commentsCount
      let text = body ?? commit?.message
      post.body = html.map { .html($0) } ?? text.map { .text($0) } ?? .missing
      return post
    }
    post.type = type
    post.statedActivity = Activity(Self.kinds[type] ?? .other, name: type)
    let page = repositoryName.map { "https://github.com/\($0)" }
    post.url = subject?.url ?? page
    post.title = (subject?.name ?? repositoryName).map { .text($0) } ?? .missing
    post.body = eventBody
    return post
  }

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

  private static let kinds: [String: Activity.Kind] = [
    "WatchEvent": .like, "IssueCommentEvent": .comment, "CommitCommentEvent": .comment,
    "PullRequestReviewCommentEvent": .comment, "PullRequestReviewEvent": .comment,
    "FollowEvent": .follow, "DeleteEvent": .delete, "MemberEvent": .add, "TeamAddEvent": .add,
    "PushEvent": .post, "PullRequestEvent": .post, "IssuesEvent": .post, "ReleaseEvent": .post,
    "GollumEvent": .post, "CreateEvent": .post, "PublicEvent": .post, "GistEvent": .post,
  ]

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
    // Its action is "started", whatever was done.
    case "WatchEvent": return .missing
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

  private var commitList: Body {
    var text = HTMLText()
    if let ref = payload.ref {
      let name = ref.hasPrefix("refs/heads/") ? String(ref.dropFirst(11)) : ref
      let count = payload.size ?? payload.commits.count
      text.append("\(count) \(count == 1 ? "commit" : "commits") to \(name)", in: "p")
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
        text.append(markup: " ")
        text.append(author, in: "em")
      }
      text.append(markup: "</li>")
    }
    text.append(markup: "</ul>")
    return text.body
  }

  private var pageList: Body {
    guard !payload.pages.isEmpty else { return .missing }
    var text = HTMLText()
    text.append(markup: "<ul>")
    for page in payload.pages { text.append(page.name ?? page.url ?? "", link: page.url, in: "li") }
    text.append(markup: "</ul>")
    return text.body
  }

  private func link(to thing: Thing?) -> Body {
    guard let thing, let name = thing.fullName ?? thing.login ?? thing.name else { return .missing }
    var text = HTMLText()
    text.append(markup: "<p>")
    if let action = payload.action { text.append(action + " ") }
    text.append(name, link: thing.url ?? thing.account?.url)
    text.append(markup: "</p>")
    if let body = thing.body { text.append(body, in: "p") }
    return text.body
  }
}
