import StreamModel

/// The posts of a fetched document in its order, each once, and which posts of the log they are.
///
/// Changelogs and albums give all their posts one address, and feeds made by hand give two posts one id. Such posts are
/// told apart by time and title, and by their texts where these are the same, too.
struct FetchedPosts {
  struct Item {
    let post: Post
    let identity: PostIdentity
    let text: UInt64
    /// Ids that tell the post from others with its id, the shortest first; those that another post of the document has,
    /// too, are left out.
    fileprivate var ids: [String] = []
    /// Whether no other post of the document has its id.
    fileprivate var isAlone = true

    fileprivate init(_ post: Post, identity: PostIdentity? = nil, text: UInt64? = nil) {
      self.post = post
      self.identity = identity ?? PostLogLine.identity(of: post)
      self.text = text ?? post.textHash
    }

    fileprivate func named(_ id: String) -> Item { Item(post.identified(as: id), text: text) }

    /// The ids that may tell it apart.
    fileprivate var allIDs: [String] {
      let stated = post.idIsStated ? post.id.rawValue : hexDigits(PostIdentity(post).id)
      let timed = post.published.map { "\(stated) \($0.rfc3339)" }
      let title = post.title.source
      let titled = title.isEmpty ? nil : "\(timed ?? stated) \(hexDigits(stableHash(of: title)))"
      return [timed, titled, "\(titled ?? timed ?? stated) \(hexDigits(text))"].compactMap(\.self)
    }
  }

  /// The identities that a post may have in the log, alone in a document or beside others with its id.
  static func identities(of post: Post) -> [PostIdentity] {
    let item = Item(post)
    return [item.identity] + item.allIDs.map { PostLogLine.identity(of: post.identified(as: $0)) }
  }

  /// The most posts of a document that are taken: from its start, or from its end where the newest are there.
  static let limit = 10_000

  let items: [Item]

  var isEmpty: Bool { items.isEmpty }

  /// Takes posts that were judged before.
  init(_ posts: [Post]) { items = Self.toldApart(posts.map { Item($0) }) }

  /// - Parameter author: the account whose posts these are, which they may state by its address alone.
  init(of feed: Feed, by author: Account?) {
    var items: [Item] = []
    var seen: Set<[UInt64]> = []
    for number in Self.newest(of: feed) {
      guard case .post(let stated) = feed.inspect(at: number) else { continue }
      let identity = PostLogLine.identity(of: stated)
      let text = stated.textHash
      guard seen.insert([identity.id, text]).inserted else { continue }
      items.append(Item(author.map { stated.naming($0) } ?? stated, identity: identity, text: text))
    }
    let facts = DocumentFacts(of: items.map(\.post))
    items = items.map { item in
      let post = facts.completing(item.post)
      // The log states the text of a reshare as it is completed.
      let isCompleted = item.post.resharedAddress != nil && post.resharedAddress == nil
      return Item(post, identity: item.identity, text: isCompleted ? post.textHash : item.text)
    }
    self.items = Self.toldApart(items)
  }

  /// Finds the ids that tell posts of one id apart.
  private static func toldApart(_ items: [Item]) -> [Item] {
    let groups = Dictionary(grouping: items.indices) { items[$0].identity.id }
    var items = items
    for group in groups.values {
      var counts: [String: Int] = [:]
      for number in group { for id in items[number].allIDs { counts[id, default: 0] += 1 } }
      for number in group {
        items[number].isAlone = group.count == 1
        items[number].ids = items[number].allIDs.filter { counts[$0] == 1 }
      }
    }
    return items
  }

  private static func newest(of feed: Feed) -> Range<Int> {
    let count = feed.recordCount
    guard count > limit else { return 0..<count }
    guard case .post(let first) = feed.inspect(at: 0),
      case .post(let last) = feed.inspect(at: count - 1),
      let start = first.published, let end = last.published, start < end
    else { return 0..<limit }
    return count - limit..<count
  }
}

// MARK: The log

extension FetchedPosts {
  /// Each post, under the id that the log has for it, with the number of the entry that it is; nil for new ones.
  ///
  /// - Parameter keepsIDs: whether a post never has another id: two people like one post in the same words.
  func matched(
    with index: PostLogIndex,
    _ log: [UInt8],
    keepsIDs: Bool = false
  ) -> [(item: Item, known: Int?)] {
    var rematch = Rematch<Int>(of: index.identities)
    var known: [Int?] = items.map { item in
      // One that had to be told apart stays so when the others have left the document.
      item.ids.reversed().lazy.compactMap { entry(named: $0, in: index) }.first
    }
    let owners = owners(besides: known, in: index, log)
    for number in items.indices where known[number] == nil {
      let identity = items[number].identity
      guard owners[identity.id].map({ $0 == number }) ?? true else { continue }
      known[number] = rematch.take(identity, as: number)
    }
    var names: Set<String> = []
    return items.indices.map { number in
      let item = items[number]
      if let entry = known[number] { return (item, entry) }
      guard owners[item.identity.id].map({ $0 == number }) ?? true else {
        let free = item.ids.first { !names.contains($0) && entry(named: $0, in: index) == nil }
        guard let name = free else { return (item, nil) }
        names.insert(name)
        return (item.named(name), nil)
      }
      return (item, keepsIDs ? nil : former(of: number, rematch, in: index, log))
    }
  }

  private func entry(named id: String, in index: PostLogIndex) -> Int? {
    index.identities.number(ofID: PostIdentity.id(stated: id))
  }

  /// The post of the document that has each id which several have, or which an address alone gives; -1 where none of
  /// them is the one that the log has under it.
  private func owners(
    besides known: [Int?],
    in index: PostLogIndex,
    _ log: [UInt8]
  ) -> [UInt64: Int] {
    var owners: [UInt64: Int] = [:]
    var best: [UInt64: Likeness] = [:]
    for (number, item) in items.enumerated() where !(item.isAlone && item.post.idIsStated) {
      let id = item.identity.id
      guard let entry = index.identities.number(ofID: id) else {
        // The oldest keeps the id: it is the one that other documents have had alone.
        let other = owners[id].flatMap { items[$0].post.published }
        let isOlder = item.post.published.flatMap { time in other.map { time <= $0 } } ?? true
        if owners[id] == nil || isOlder { owners[id] = number }
        continue
      }
      owners[id] = owners[id] ?? -1
      guard known[number] == nil,
        let likeness = likeness(of: item, to: index.entries[entry], in: log),
        best[id].map({ $0 < likeness }) ?? true
      else { continue }
      best[id] = likeness
      owners[id] = number
    }
    return owners
  }

  /// How surely two posts with one id are the same.
  private enum Likeness: Int, Comparable {
    case title, time, text

    static func < (one: Likeness, other: Likeness) -> Bool { one.rawValue < other.rawValue }
  }

  /// How a post is like that of an entry with its id; nil where it is another one: title and time are others.
  private func likeness(of item: Item, to entry: PostLogIndex.Entry, in log: [UInt8]) -> Likeness? {
    if item.text == entry.text { return .text }
    guard let former = PostLogLine.post(in: log, at: entry.updates.last ?? entry.line) else {
      return nil
    }
    let (title, other) = (item.post.title.source, former.title.source)
    let haveTimes = item.post.published != nil && former.published != nil
    if haveTimes, item.post.published == former.published { return .time }
    if title == other, !title.isEmpty || !haveTimes { return .title }
    return nil
  }

  /// The entry that a post is under another id: some feeds have new ids in each fetch.
  private func former(
    of number: Int,
    _ rematch: Rematch<Int>,
    in index: PostLogIndex,
    _ log: [UInt8]
  ) -> Int? {
    let item = items[number]
    guard let former = rematch.former(of: item.identity, number) else { return nil }
    let entry = index.entries[former]
    let isSame = rematch.isSame(
      text: entry.text == item.text,
      time: item.post.published != nil
        && item.post.published
          == PostLogLine.published(in: log, at: entry.updates.last ?? entry.line)
    )
    return isSame ? former : nil
  }
}

/// The facts that the records of a document state about each other: the names of accounts that others state by their addresses alone,
/// and the posts that others reshare.
struct DocumentFacts {
  private var accounts: [String: Account] = [:]
  private var originals: [String: Post] = [:]

  init(of posts: [Post]) {
    let reshared = Set(posts.compactMap(\.resharedAddress))
    for post in posts {
      for account in [post.author, post.resharedBy].compactMap(\.self) {
        guard let url = account.url, account.name != nil || account.handle != nil else { continue }
        accounts[url] = accounts[url] ?? account
      }
      guard !reshared.isEmpty, !post.isReshare else { continue }
      for name in post.names where reshared.contains(name) {
        originals[name] = originals[name] ?? post
      }
    }
  }

  /// Returns a post of the document with what the other records say of it.
  func completing(_ post: Post) -> Post {
    let original = post.resharedAddress.flatMap { originals[$0] }
    let whole = original.map { $0.reshared(by: post) } ?? post
    return [whole.author?.url, whole.resharedBy?.url].compactMap(\.self).compactMap { accounts[$0] }
      .reduce(whole) { $0.naming($1) }
  }
}
