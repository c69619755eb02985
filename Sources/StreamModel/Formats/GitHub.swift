/// Decodes events and comments of the GitHub API.
///
/// Source: docs.github.com/rest/using-the-rest-api/github-event-types.
extension RecordDecoder {
  mutating func gitHubRecord() throws(JSONFault) -> PostFields {
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
      case "html_url": record.url = try textIfAny()
      case "body": record.body = try bodyText()
      case "body_html": record.html = try bodyText()
      case "path": record.path = try textIfAny()
      case "title": record.title = try textIfAny() ?? record.title
      case "comments": record.commentsCount = try isNext(.number) ? count() : nil
      case "reactions": record.reactions = try gitHubReactions()
      default: try json.skipValue()
      }
    }
    return record.fields
  }

  /// Decodes a user, a repository, an issue or a comment, which share their keys; nil for anything
  /// else.
  private mutating func gitHubThing() throws(JSONFault) -> GitHubRecord.Thing? {
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
      default: try json.skipValue()
      }
    }
    return thing
  }

  private mutating func gitHubPayload() throws(JSONFault) -> GitHubRecord.Payload {
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
        payload.pages = try list { decoder throws(JSONFault) in try decoder.gitHubThing() }
      case "comment", "review", "issue", "pull_request", "forkee", "release", "member", "target",
        "gist":
        payload.things[json.decode(key).string] = try gitHubThing()
      default: try json.skipValue()
      }
    }
    return payload
  }

  private mutating func gitHubCommits() throws(JSONFault) -> [GitHubRecord.Commit] {
    try list { decoder throws(JSONFault) in
      guard try decoder.enter(.object) else { return nil }
      var commit = GitHubRecord.Commit()
      while let key = try decoder.json.nextKey() {
        switch key {
        case "sha": commit.hash = try decoder.textIfAny() ?? ""
        case "message": commit.message = try decoder.textIfAny() ?? ""
        case "author": commit.author = try decoder.gitHubThing()?.name
        default: try decoder.json.skipValue()
        }
      }
      return commit
    }
  }

  /// Decodes a commit in a list of commits.
  private mutating func gitHubCommit() throws(JSONFault) -> GitHubRecord.Commit {
    var commit = GitHubRecord.Commit()
    guard try enterIfAny(.object) else { return commit }
    while let key = try json.nextKey() {
      switch key {
      case "message": commit.message = try bodyText() ?? ""
      case "author":
        guard try enterIfAny(.object) else { continue }
        while let key = try json.nextKey() {
          switch key {
          case "name": commit.author = try textIfAny()
          case "date": commit.date = try date()
          default: try json.skipValue()
          }
        }
      default: try json.skipValue()
      }
    }
    return commit
  }

  private mutating func gitHubReactions() throws(JSONFault) -> Int? {
    guard try enterIfAny(.object) else { return nil }
    var total: Int?
    while let key = try json.nextKey() {
      switch key {
      case "total_count": total = try count()
      default: try json.skipValue()
      }
    }
    return total
  }

  private mutating func bodyText() throws(JSONFault) -> String? {
    try textIfAny(limit: Limits.body)
  }
}
