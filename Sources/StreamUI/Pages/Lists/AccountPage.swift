import Addresses
import CellGrid
import StreamModel

/// The page of an account: its biography, what it did, its comments, and below that the posts that mention it; the feed is
/// looked through while the page is open.
struct AccountPage: RecordPage {
  /// The lines above the mentions and above the comments.
  private static let mentionHeading = RowID.entry(0)
  private static let commentHeading = RowID.entry(1)

  private let key: AccountKey
  /// The most that is known about the account.
  private var account: Account
  /// Whether the account comes from its own archive: nothing in a post is better.
  private let isOwner: Bool
  private var activities = FoundRecords()
  private var mentions = FoundRecords()
  private var comments = AccountComments()
  private var tally = AccountTally()
  /// Whether older posts may be fetched: those that are here are not all of the feed.
  private var mayHaveOlder = false
  private var sweep = FeedSweep()
  private var version = 0

  /// - Parameter account: what the row or link that leads here says about the account.
  init(_ key: AccountKey, account: Account? = nil, in feed: Timeline) {
    self.key = key
    let owner = feed.owners.first(where: key.matches)
    isOwner = owner != nil
    self.account = owner ?? account ?? Account(name: nil, handle: key.address, url: key.url)
  }

  let keyPage = KeyPage.account
  let firstRow = RowID.heading

  private var commentLines: Int { comments.count == 0 ? 0 : 1 + comments.count }

  func rowCount(in feed: Timeline) -> Int {
    1 + activities.count + commentLines + (mentions.count == 0 ? 0 : 1 + mentions.count)
  }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    guard position > 0 else { return position == 0 ? .heading : nil }
    let index = position - 1
    if activities.ids.indices.contains(index) { return .record(activities.ids[index]) }
    let comment = index - activities.count
    if comment < commentLines {
      return comment == 0 ? Self.commentHeading : .comment(comments.numbers[comment - 1])
    }
    let below = comment - commentLines
    if below == 0, mentions.count > 0 { return Self.mentionHeading }
    return mentions.ids.indices.contains(below - 1) ? .record(mentions.ids[below - 1]) : nil
  }

  func position(ofNumber number: Int) -> Int {
    number > activities.count ? number + commentLines + 1 : number
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    let above = activities.count + 1
    switch row {
    case .heading: return 0
    case Self.commentHeading: return comments.count > 0 ? above : nil
    case Self.mentionHeading: return mentions.count > 0 ? above + commentLines : nil
    case .comment(let number): return comments.index(of: number).map { above + 1 + $0 }
    case .record(let id) where tally[id] == .mention:
      return mentions.index(of: id, in: feed).map { above + commentLines + 1 + $0 }
    case .record(let id): return activities.index(of: id, in: feed).map { $0 + 1 }
    default: return nil
    }
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch row {
    case .record(let id): return context.text(of: id, folds)
    case .comment(let number):
      guard let comment = comments.comment(number) else { return Row(before: []) }
      return CompactRow(clock: context.clock)
        .row(comment, mark: "· ", news: [], voice: .accountName, indent: 0)
    case Self.commentHeading: return heading("Comments")
    case Self.mentionHeading:
      let name = account.name ?? account.handle ?? account.url ?? "this account"
      return heading("Posts that mention \(name)")
    default:
      let limit = folds.isExpanded ? nil : context.density.bodyLimit(context.foldLines)
      return AccountRow.head(account, counts: words, bodyLimit: limit)
    }
  }

  private func heading(_ text: String) -> Row {
    Row(before: [MetaLine(sanitizing: text, .heading, .bold)])
  }

  private var words: String { tally.words(comments: comments.count) }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    guard case .record(let id) = row else {
      return RowState(revision: version, showsAge: comments.count > 0)
    }
    return RowState(revision: feed.revision(of: id), showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    switch row {
    case .record(let id): feed.subject(of: id)
    case .comment(let number): comments.comment(number).map { .comment($0) } ?? .nothing
    case .heading: .heading(account)
    default: .nothing
    }
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    var row = row
    // A page that was just opened stands on its heading: where it has no posts, the comment below it is meant.
    if row == .heading, activities.count == 0 {
      row = comments.numbers.first.map { .comment($0) } ?? row
    }
    guard case .comment(let number) = row, let comment = comments.comment(number),
      let record = comments.record(of: number)
    else { return enterRecord(row, in: feed) }
    return .openComment(PostIdentity(comment), in: record)
  }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    guard case .older(let posts, _) = delivery else { return nil }
    mayHaveOlder = posts.map { $0.state != .first } ?? false
    return [:]
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty && !changes.isAppendOnly)
    sweep.take(changes, in: feed)
    let gone = activities.take(changes, in: feed)
      .merging(mentions.take(changes, in: feed)) { first, _ in first }
    for (id, next) in gone {
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
      if let next, tally[next] == nil { tally[next] = tally[id] }
      tally[id] = nil
    }
    let uncommented =
      changes.isReordered || !changes.removed.isEmpty
      ? comments.drop { feed.row(of: $0) != nil } : []
    for number in uncommented { growth.replaced[.comment(number)] = .heading }
    if !gone.isEmpty || !uncommented.isEmpty {
      version &+= 1
      replaceHeadings(&growth)
    }
    return growth
  }

  func hasWork(in feed: Timeline, _: PostMemory) -> Bool { sweep.hasWork(in: feed) }

  mutating func work(in feed: Timeline, _: PostMemory) -> PageGrowth {
    var growth = PageGrowth.nothing
    for id in sweep.slice(of: feed, for: .reading) {
      guard case .post(let post) = feed.uncounted(id) else { continue }
      let relation = AccountRelation(post, to: key)
      if relation != nil, relation != .mention { learn(from: post) }
      if let gone = comments.take(comments(in: post), in: id) {
        for number in gone { growth.replaced[.comment(number)] = .heading }
        growth.hasChanged = true
      }
      guard relation != tally[id] else { continue }
      put(id, relation, in: feed)
      if relation == nil { growth.replaced[.record(id)] = .heading }
      growth.hasChanged = true
    }
    if growth.hasChanged {
      version &+= 1
      replaceHeadings(&growth)
    }
    return growth
  }

  private func replaceHeadings(_ growth: inout PageGrowth) {
    if mentions.count == 0 { growth.replaced[Self.mentionHeading] = .heading }
    if comments.count == 0 { growth.replaced[Self.commentHeading] = .heading }
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "\(ordinal(of: row, in: feed))\(progress(in: feed)): \(words)"
  }

  private func progress(in feed: Timeline) -> String {
    guard mayHaveOlder, !sweep.hasWork(in: feed), feed.isIndexed else {
      return sweep.progress(in: feed)
    }
    return "in the \(PostRow.count(feed.recordCount, "post", "posts") ?? "posts") fetched"
  }

  /// Which of the rows of its kind `row` is: "3 of 20 · "; empty for headings.
  private func ordinal(of row: RowID, in feed: Timeline) -> String {
    if case .comment(let number) = row, let index = comments.index(of: number) {
      return "comment \((index + 1).grouped) of \(comments.count.grouped) · "
    }
    guard case .record(let id) = row else { return "" }
    if let index = activities.index(of: id, in: feed), tally[id] != .mention {
      return "\((index + 1).grouped) of \(activities.count.grouped) · "
    }
    return mentions.index(of: id, in: feed).map {
      "mention \(($0 + 1).grouped) of \(mentions.count.grouped) · "
    } ?? ""
  }

  /// The comments of the account that a record lists; those in a dump are mostly records of their own, too.
  private func comments(in post: Post) -> [Comment] {
    guard post.origin == nil else { return [] }
    return post.comments.filter { $0.kind == .written && key.matches($0.author) }
  }

  private mutating func put(_ id: RecordID, _ relation: AccountRelation?, in feed: Timeline) {
    mentions.remove(id, in: feed)
    activities.remove(id, in: feed)
    tally[id] = relation
    switch relation {
    case .mention: mentions.insert(id, in: feed)
    case nil: break
    default: activities.insert(id, in: feed)
    }
  }

  private mutating func learn(from post: Post) {
    guard !isOwner else { return }
    for candidate in [post.author, post.resharedBy] where key.matches(candidate) {
      guard let candidate, candidate.knownFacts > account.knownFacts else { continue }
      account = candidate
      version &+= 1
    }
  }
}

extension Account {
  /// How much is known about the account: a name says more than a biography, and that more than a handle.
  fileprivate var knownFacts: Int {
    (name == nil ? 0 : 4) + (bioHTML == nil ? 0 : 2) + (handle == nil ? 0 : 1)
  }
}

/// The records of an account, each with its relation to it, and how many there are of each.
struct AccountTally {
  private var relations: [RecordID: AccountRelation] = [:]
  private var counts: [AccountRelation: Int] = [:]

  subscript(id: RecordID) -> AccountRelation? {
    get { relations[id] }
    set {
      if let old = relations[id] { counts[old, default: 0] -= 1 }
      if let newValue { counts[newValue, default: 0] += 1 }
      relations[id] = newValue
    }
  }

  /// The counts in words: "12 posts · 4 comments · 3 reshares · 5 likes · 2 mentions".
  func words(comments commentCount: Int) -> String {
    let isCommenter = commentCount > 0 && counts[.post] ?? 0 == 0
    var words = AccountRelation.allCases.filter { !isCommenter || $0 != .post }
      .compactMap { $0.words(counts[$0] ?? 0) }
    if let comments = PostRow.count(commentCount, "comment", "comments") {
      words.insert(comments, at: isCommenter ? 0 : 1)
    }
    return words.joined(separator: " · ")
  }
}

/// The comments of an account that records list, each with the number that it got when it was found.
struct AccountComments {
  private var entries: [Int: (comment: Comment, record: RecordID)] = [:]
  private(set) var numbers: [Int] = []
  private var records: [RecordID: [Int]] = [:]
  private var next = 0

  var count: Int { numbers.count }

  func comment(_ number: Int) -> Comment? { entries[number]?.comment }
  func record(of number: Int) -> RecordID? { entries[number]?.record }

  /// Where a comment stands among them, from 0; nil for one that is gone.
  func index(of number: Int) -> Int? {
    let index = numbers.partitioningIndex { $0 >= number }
    return index < numbers.count && numbers[index] == number ? index : nil
  }

  /// Takes in the comments of the account in a record; the numbers of those that are gone, nil if nothing has changed.
  mutating func take(_ comments: [Comment], in record: RecordID) -> [Int]? {
    let former = records[record] ?? []
    guard former.compactMap(comment) != comments else { return nil }
    var known: [Post.ID: Int] = [:]
    for number in former { if let id = comment(number)?.id { known[id] = known[id] ?? number } }
    var listed: [Int] = []
    for comment in comments {
      let number = known.removeValue(forKey: comment.id) ?? next
      if number == next {
        numbers.append(next)
        next += 1
      }
      entries[number] = (comment, record)
      listed.append(number)
    }
    records[record] = listed.isEmpty ? nil : listed
    let gone = Set(former).subtracting(listed)
    if !gone.isEmpty { numbers.removeAll(where: gone.contains) }
    for number in gone { entries[number] = nil }
    return Array(gone)
  }

  mutating func drop(unless isRow: (RecordID) -> Bool) -> [Int] {
    records.keys.filter { !isRow($0) }.flatMap { take([], in: $0) ?? [] }
  }
}

enum AccountRelation: Int, CaseIterable {
  case post, reshare, like, bookmark
  /// Anything else that it did, such as to follow.
  case otherActivity
  /// A post of the account that somebody else passed on.
  case reshareByOthers
  case mention

  /// Nil for no relation; a post of the account that mentions it, as threads do, is its post and no mention.
  init?(_ post: Post, to key: AccountKey) {
    if key.matches(post.resharedBy) {
      self = .reshare
    } else if key.matches(post.author) {
      self = post.resharedBy == nil ? Self.activity(post.activity) : .reshareByOthers
    } else if post.mentionedAccounts.contains(where: key.matches) {
      self = .mention
    } else {
      return nil
    }
  }

  private static func activity(_ activity: Activity) -> AccountRelation {
    switch activity.kind {
    case .post, .comment, .update: .post
    case .reshare: .reshare
    case .like: .like
    case .other where activity.name == "Bookmark": .bookmark
    case .dislike, .follow, .delete, .add, .remove, .other: .otherActivity
    }
  }

  /// Returns "1 post" or "3 posts"; nil for none, except that "0 posts" is always said.
  func words(_ count: Int) -> String? {
    switch self {
    case .post: PostRow.count(count, "post", "posts") ?? "0 posts"
    case .reshare: PostRow.count(count, "reshare", "reshares")
    case .like: PostRow.count(count, "like", "likes")
    case .bookmark: PostRow.count(count, "bookmark", "bookmarks")
    case .otherActivity: PostRow.count(count, "other activity", "other activities")
    case .reshareByOthers:
      PostRow.count(count, "post reshared by others", "posts reshared by others")
    case .mention: PostRow.count(count, "mention", "mentions")
    }
  }
}

/// The identity of an account: its handle, its address, or both; where a feed states neither, its name.
package struct AccountKey: Sendable, Equatable {
  /// In lower case, without the leading "@".
  let handle: String?
  let url: String?
  /// nil where a handle or an address tells accounts apart.
  private let name: String?

  init(handle: String?, url: String?, name: String? = nil) {
    self.name = handle == nil && url == nil ? name : nil
    self.handle = handle.map { $0.lowercased().trimmingPrefix("@") }.map { String($0) }
    self.url = url
  }

  init(_ account: Account) {
    let handle = account.handle ?? account.url.flatMap { AccountKey(mention: $0).handle }
    self.init(handle: handle, url: account.url, name: account.name)
  }

  /// The account that a mention's address belongs to, as Mastodon and its kin write addresses:
  /// `https://host/@user` or `https://host/users/user`.
  init(mention target: String) {
    var handle: String?
    if let address = WebAddress(target), !address.host.isEmpty {
      let bytes = Array(target.utf8)
      let parts = AddressParts(AddressParts.trimmed(bytes))
      let rest = parts.authority.map { bytes[$0.endIndex...] } ?? []
      let path = String(decoding: rest, as: UTF8.self).split(separator: "/")
      if let last = path.last,
        let user = path.count == 1 && last.hasPrefix("@")
          ? last.dropFirst()
          : path.count == 2 && path.first == "users" ? last : nil
      {
        handle = user.contains("@") ? String(user) : "\(user)@\(address.host)"
      }
    }
    self.init(handle: handle, url: target)
  }

  var address: String? { handle.map { "@\($0)" } }

  func matches(_ account: Account?) -> Bool {
    guard let account else { return false }
    if let name { return account.handle == nil && account.url == nil && account.name == name }
    if let url, let other = account.url, url == other { return true }
    guard let handle else { return false }
    // An archive names accounts by their addresses alone.
    guard let other = account.handle else {
      return account.url.flatMap { AccountKey(mention: $0).handle } == handle
    }
    return other.lowercased().trimmingPrefix("@") == handle
  }

  /// Whether `mention` is one of this account; its handle may lack the host, its address does not.
  func matches(_ mention: Mention) -> Bool {
    matches(Account(name: nil, handle: mention.handle, url: mention.url))
      || matches(Account(name: nil, handle: nil, url: mention.url))
  }
}
