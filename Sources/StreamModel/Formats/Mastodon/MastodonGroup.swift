/// A group of notifications of one kind about one status, which names accounts and status by their ids (API 2,
/// Mastodon 4.3).
struct MastodonGroup {
  fileprivate var accountIDs: [String] = []
  fileprivate var statusID: String?
  fileprivate var count: Int?
  fileprivate var time: Timestamp?

  /// The status concerned, among those beside the groups.
  func status(_ facts: FeedFacts) -> Post? { statusID.flatMap { facts.namedPosts[$0] } }

  /// Returns the time of the group and those who did it, as a post under its key.
  func head(_ key: String?, _ facts: FeedFacts) -> Post {
    var post = Post.draft
    post.statedID = key
    post.published = time
    let known = accountIDs.compactMap { facts.namedAccounts[$0] }
    let others = max(0, min(count ?? accountIDs.count, 1_000_000_000) - known.count)
    let word = (known.isEmpty ? "account" : "other") + (others == 1 ? "" : "s")
    let rest = others == 0 ? [] : [Account(name: "\(others) \(word)", handle: nil)]
    post.author = Account(together: known + rest)
    return post
  }
}

extension RecordDecoder {
  /// Decodes a key that only groups of notifications have.
  mutating func readGroup(
    _ key: JSONReader.Text,
    into stated: inout MastodonGroup?
  ) throws(JSONError) {
    var group = stated ?? MastodonGroup()
    switch key {
    case "sample_account_ids":
      group.accountIDs = try list { decoder throws(JSONError) in try decoder.id() }
    case "status_id": group.statusID = try id()
    case "notifications_count": group.count = try countIfAny()
    case "latest_page_notification_at": group.time = try timestamp()
    default: try json.skipValue()
    }
    stated = group
  }

  /// Decodes the accounts beside the groups, by their ids.
  mutating func mastodonAccounts() throws(JSONError) -> [String: Account] {
    var accounts: [String: Account] = [:]
    _ = try list(limit: Limits.comments) { decoder throws(JSONError) -> Account? in
      var id: String?
      let account = try decoder.mastodonAccount(id: &id)
      if let id { accounts[id] = account }
      return account
    }
    return accounts
  }

  /// Decodes the statuses beside the groups, by their ids.
  mutating func mastodonStatuses() throws(JSONError) -> [String: Post] {
    var posts: [String: Post] = [:]
    _ = try list(limit: Limits.comments) { decoder throws(JSONError) -> Post? in
      guard let post = try decoder.mastodonStatus(inside: 0) else { return nil }
      if let id = post.statedID { posts[id] = post }
      return post
    }
    return posts
  }
}
