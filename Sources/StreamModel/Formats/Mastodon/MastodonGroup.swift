/// A group of notifications of one kind about one status, which names accounts and status by their ids (API 2,
/// Mastodon 4.3).
struct MastodonGroup {
  fileprivate var accountIDs: [String] = []
  fileprivate var statusID: String?
  fileprivate var count: Int?
  fileprivate var time: Timestamp?

  /// Returns the group as one notification: those who did it, what they did and the status concerned.
  func notification(_ record: MastodonRecord, _ facts: FeedFacts) -> Post {
    var record = record
    record.status = statusID.flatMap { facts.namedPosts[$0] }
    var outer = Post.draft
    outer.statedID = record.groupKey
    outer.published = time
    let known = accountIDs.compactMap { facts.namedAccounts[$0] }
    let others = max(
      0,
      (count ?? accountIDs.count).subtractingReportingOverflow(known.count).partialValue
    )
    let rest =
      others == 0
      ? nil : "\(others) \(known.isEmpty ? "account" : "other")\(others == 1 ? "" : "s")"
    outer.author = Account(
      together: known + [rest].compactMap(\.self).map { Account(name: $0, handle: nil) }
    )
    return record.notification(record.type ?? "", outer)
  }
}

extension RecordDecoder {
  /// Decodes a key that only groups of notifications have.
  mutating func readGroup(
    _ key: JSONReader.Text,
    of record: inout MastodonRecord
  ) throws(JSONError) {
    var group = record.group ?? MastodonGroup()
    switch key {
    case "sample_account_ids":
      group.accountIDs = try list { decoder throws(JSONError) in try decoder.id() }
    case "status_id": group.statusID = try id()
    case "notifications_count": group.count = try countIfAny()
    case "latest_page_notification_at": group.time = try timestamp()
    default: try json.skipValue()
    }
    record.group = group
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
