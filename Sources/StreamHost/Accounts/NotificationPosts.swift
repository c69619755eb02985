import StreamModel

/// Notifications of a server of the fediverse as posts: who did what, and the post that it is about.
///
/// Source: docs.joinmastodon.org, entities/Notification. A type that is not known here is named as the server does.
enum NotificationPosts {
  /// The id of such a post begins with this word, and that of the notification follows.
  static let start = "notification:"

  static func read(_ document: [UInt8]) -> [Post] {
    var posts: [Post] = []
    _ = JSONStrings.objects(of: document, in: []) { values in
      if let post = post(values) { posts.append(post) }
    }
    return posts
  }

  private static func post(_ values: [String: String]) -> Post? {
    guard let id = values["id"], let type = values["type"] else { return nil }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    var post = Post(id: Post.ID(start + id), isStated: true)
    post.author = filled("account.acct").map { handle in
      Account(
        name: filled("account.display_name") ?? filled("account.username"),
        handle: handle,
        url: filled("account.url")
      )
    }
    post.published = filled("created_at").flatMap { Timestamp(rfc3339: $0) }
    if let words = words(for: type) { post.title = .text(words) }
    if let text = filled("status.content") { post.body = .html(text) }
    post.contentWarning = filled("status.spoiler_text")
    post.url = filled("status.url") ?? filled("status.uri") ?? filled("account.url")
    post.visibility = filled("status.visibility").flatMap { Visibility(rawValue: $0) }
    return post
  }

  /// The words for a type of notification; nil for a mention, whose post is enough.
  private static func words(for type: String) -> String? {
    switch type {
    case "mention": nil
    case "favourite": "likes your post"
    case "reblog": "boosted your post"
    case "follow": "follows you"
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
