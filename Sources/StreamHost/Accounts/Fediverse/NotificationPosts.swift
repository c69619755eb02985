import StreamModel

/// Notifications of a server of the fediverse as posts: who did what, and the post that it is about.
///
/// Source: docs.joinmastodon.org, entities/Notification. A type that is not known here is named as the server does.
enum NotificationPosts {
  /// The people of a group that are named.
  private static let mostNames = 3

  /// Reads a list, the newest first; those that say the same of one post, or that somebody follows, become one post.
  static func read(_ document: [UInt8]) -> [Post] {
    var groups: [[[String: String]]] = []
    var known: [[String?]: Int] = [:]
    _ = JSONStrings.objects(of: document, in: []) { values in
      let name = [values["type"], values["status.id"]]
      let isJoined = ["favourite", "reblog", "follow"].contains(values["type"] ?? "")
      if isJoined, let group = known[name] {
        groups[group].append(values)
      } else {
        known[name] = groups.count
        groups.append([values])
      }
    }
    return groups.compactMap(post)
  }

  private static func post(_ group: [[String: String]]) -> Post? {
    guard let values = group.first, let id = values["id"], let type = values["type"] else {
      return nil
    }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    var post = Post(id: Post.ID(Post.notificationStart + id), isStated: true)
    post.author = group.count > 1 ? together(group) : account(values)
    post.published = filled("created_at").flatMap { Timestamp(rfc3339: $0) }
    if let words = words(for: type, isPlural: group.count > 1) { post.title = .text(words) }
    if let text = filled("status.content") { post.body = .html(text) }
    post.contentWarning = filled("status.spoiler_text")
    post.url = filled("status.url") ?? filled("status.uri") ?? filled("account.url")
    post.aliases = [filled("status.id"), filled("status.uri")].compactMap(\.self)
    post.visibility = filled("status.visibility").map { Visibility(stated: $0) }
    return post
  }

  private static func account(_ values: [String: String]) -> Account? {
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    return filled("account.acct").map { handle in
      Account(
        name: filled("account.display_name") ?? filled("account.username"),
        handle: handle,
        url: filled("account.url")
      )
    }
  }

  /// "Ann, Ben, Eve and 2 others".
  private static func together(_ group: [[String: String]]) -> Account? {
    let names = group.compactMap(account).map { $0.name ?? $0.handle ?? "" }
    guard names.count > 1, let final = names.last else { return group.compactMap(account).first }
    let rest = names.count - mostNames
    let last = rest > 1 ? "\(rest) others" : final
    let first = names.prefix(rest > 1 ? mostNames : names.count - 1)
    return Account(name: "\(first.joined(separator: ", ")) and \(last)", handle: nil)
  }

  /// The words for a type of notification; nil for a mention, whose post is enough.
  private static func words(for type: String, isPlural: Bool) -> String? {
    switch type {
    case "mention": nil
    case "favourite": isPlural ? "like your post" : "likes your post"
    case "reblog": "boosted your post"
    case "follow": isPlural ? "follow you" : "follows you"
    case "follow_request": "asks to follow you"
    case "status": "posted"
    case "poll": "A poll has ended"
    case "update": "edited a post"
    case "quote": "quoted your post"
    case "quoted_update": "edited a post that you quoted"
    default: type.replacing("_", with: " ")
    }
  }
}
