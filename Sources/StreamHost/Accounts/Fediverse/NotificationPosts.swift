import StreamModel

/// Notifications of a server of the fediverse as posts: who did what, and the post that it is about.
///
/// Source: docs.joinmastodon.org, entities/Notification and methods/grouped_notifications. A type that is not known here
/// is named as the server does.
enum NotificationPosts {
  /// The path of notifications that the server has grouped (Mastodon 4.3).
  static let groupedPath = "/api/v2/notifications"
  private static let group = "group_key"
  private static let count = "notifications_count"
  /// The people of a group that are named.
  private static let mostNames = 3

  /// Reads a list, the newest first; those that say the same of one post, or that somebody follows, become one post.
  static func read(_ document: [UInt8]) -> [Post] {
    var groups: [[[String: String]]] = []
    var known: [[String?]: Int] = [:]
    for values in values(of: document) {
      let isJoined = ["favourite", "reblog", "follow"].contains(values["type"] ?? "")
      let name = values[group].map { [$0] } ?? [values["type"], values["status.id"]]
      if values[group] != nil || isJoined, let group = known[name] {
        groups[group].append(values)
      } else {
        known[name] = groups.count
        groups.append([values])
      }
    }
    return groups.compactMap(post)
  }

  /// The values of each entry of a list of statuses or notifications, by keys such as "status.id"; of notifications that
  /// the server has grouped, an entry for each person that it names.
  static func values(of document: [UInt8]) -> [[String: String]] {
    var entries: [[String: String]] = []
    guard document.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
      _ = JSONStrings.objects(of: document, in: []) { entries.append($0) }
      return entries
    }
    var known: [String: [String: String]] = [:]
    for (list, key) in [("accounts", "account"), ("statuses", "status")] {
      _ = JSONStrings.objects(of: document, in: [list]) { values in
        guard let id = values["id"] else { return }
        let named = values.map { ("\(key).\($0.key)", $0.value) }
        known["\(key) \(id)"] = Dictionary(named) { first, _ in first }
      }
    }
    _ = JSONStrings.objects(of: document, in: ["notification_groups"]) { values in
      var entry = values.filter { [group, count, "type"].contains($0.key) }
      entry["id"] = values["most_recent_notification_id"]
      entry["created_at"] = values["latest_page_notification_at"]
      entry.merge(known["status \(values["status_id"] ?? "")"] ?? [:]) { own, _ in own }
      let people = values.filter { $0.key.hasPrefix("sample_account_ids") }
        .sorted { $0.key < $1.key }
      for (_, person) in people {
        entries.append(entry.merging(known["account \(person)"] ?? [:]) { own, _ in own })
      }
      if people.isEmpty { entries.append(entry) }
    }
    return entries
  }

  private static func post(_ group: [[String: String]]) -> Post? {
    guard let values = group.first, let id = values["id"], !id.isEmpty, let type = values["type"]
    else {
      return nil
    }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    let number = max(group.count, values[count].flatMap { Int($0) } ?? 1)
    var post = Post(id: Post.ID(Post.notificationStart + id), isStated: true)
    post.author = number > 1 ? together(group, number) : account(values)
    post.published = filled("created_at").flatMap { Timestamp(rfc3339: $0) }
    if let words = words(for: type, isPlural: number > 1) { post.title = .text(words) }
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
  ///
  /// - Parameter number: the people, of whom the server may name only some.
  private static func together(_ group: [[String: String]], _ number: Int) -> Account? {
    let names = group.compactMap(account).map { $0.name ?? $0.handle ?? "" }
    guard let final = names.last else { return nil }
    let namesAll = names.count == number && number <= mostNames + 1
    let first = names.prefix(namesAll ? number - 1 : mostNames)
    let rest = number - first.count
    let last = namesAll ? final : rest == 1 ? "1 other" : "\(rest) others"
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
