import StreamModel

/// The subscriptions' part of an exchange: the user's list and the feeds of the account.
///
/// Changes of the list are sent, and changes on the server are taken over. Each side is compared with its own former state,
/// because servers change what they are told: FreshRSS replaces signs in titles, and has one folder for each feed.
struct FeedExchange {
  /// The feeds of the account, each address once.
  private(set) var feeds: [ServerFeed] = []
  /// The reasons why the server refused feeds, by address.
  private(set) var refused: [String: String] = [:]

  private let sides: ExchangeSides
  /// The feeds at the last exchange, by their addresses.
  private var former: [String: AccountTable.Feed] = [:]

  init(on sides: ExchangeSides) { self.sides = sides }

  mutating func run() throws(AccountFailure) {
    let before = try sides.table.feeds()
    former = Dictionary(before.map { ($0.there.address, $0) }) { first, _ in first }
    var there = try sides.server.feeds()
    // One empty answer is no reason to leave everything.
    if there.isEmpty, !former.isEmpty { there = try sides.server.feeds() }
    try follow(before, there)
    if try tell(there) { there = try sides.server.feeds() }
    var seen: Set<String> = []
    feeds = there.filter { seen.insert($0.address).inserted }
    try adopt()
    let now = try take()
    let ids = Set(feeds.map(\.id))
    try sides.table.forget(itemsOf: Set(former.values.map(\.there.id).filter { !ids.contains($0) }))
    if now != before { try sides.table.keep(now) }
  }

  // MARK: Addresses

  /// Moves posts and marks of feeds whose addresses have changed on the sides.server.
  private mutating func follow(
    _ before: [AccountTable.Feed],
    _ there: [ServerFeed]
  ) throws(AccountFailure) {
    let addresses = Set(there.map(\.address))
    let byID = Dictionary(before.map { ($0.there.id, $0) }) { first, _ in first }
    for feed in there {
      guard let old = byID[feed.id], old.there.address != feed.address else { continue }
      if addresses.contains(old.there.address) || former[feed.address] != nil {
        // The server has renumbered its feeds, so the numbers of its posts may be new, too.
        try sides.table.forget(itemsOf: [feed.id])
        continue
      }
      try move(sides.source(at: old.there.address), to: sides.source(of: feed))
      former[old.there.address] = nil
      former[feed.address] = AccountTable.Feed(there: feed, name: old.name, tags: old.tags)
    }
  }

  private func move(
    _ from: Subscription.Source,
    to: Subscription.Source
  ) throws(AccountFailure) {
    try changing { () throws(StateError) in
      try LogMove.run(from, to: to, in: sides.folder, sides.store)
      try SubscriptionFile(folder: sides.folder).change(isTold: true) { list in
        if list.contains(where: { $0.source == to }) { return }
        list = list.map { $0.source == from ? $0.moved(to: to) : $0 }
      }
    }
  }

  // MARK: Telling

  /// Sends changes of the list; returns whether there were any.
  private mutating func tell(_ there: [ServerFeed]) throws(AccountFailure) -> Bool {
    let known = Dictionary(there.map { ($0.address, $0) }) { first, _ in first }
    var isTold = false
    for address in try sides.table.leaving() {
      if let feed = known[address] {
        try sides.server.unsubscribe(from: feed)
        isTold = true
      }
      try sides.table.note(leaving: address, isTold: true)
    }
    for (address, line) in try lines() {
      if let feed = known[address] {
        guard let former = former[address] else { continue }
        if try tell(of: line, as: feed, after: former) { isTold = true }
      } else if former[address] == nil {
        if try subscribe(line, to: address) { isTold = true }
      }
    }
    return isTold
  }

  private func tell(
    of line: Subscription,
    as feed: ServerFeed,
    after former: AccountTable.Feed
  ) throws(AccountFailure) -> Bool {
    var isTold = false
    if let name = line.name, name != former.name {
      try sides.server.rename(feed, to: name)
      isTold = true
    }
    if line.tags != former.tags {
      try sides.server.move(feed, to: line.tags)
      isTold = true
    }
    return isTold
  }

  /// Subscribes on the server, which may use another address, such as that of the feed of a page.
  private mutating func subscribe(
    _ line: Subscription,
    to address: String
  ) throws(AccountFailure) -> Bool {
    let id: String?
    do throws(AccountFailure) {
      id = try sides.server.subscribe(to: address)
    } catch {
      // The other feeds, and all marks, do not wait for one that the server does not want.
      guard error.kind == .answer || error.kind == .refused else { throw error }
      refused[address] = error.text
      return false
    }
    let there = try sides.server.feeds()
    guard let feed = there.first(where: { $0.id == id || $0.address == address }) else {
      return true
    }
    if feed.address != address { try move(sides.source(at: address), to: sides.source(of: feed)) }
    let none = AccountTable.Feed(there: feed, name: nil, tags: [])
    _ = try tell(of: line, as: feed, after: none)
    let name = line.name ?? text(of: feed).name
    let tags = line.tags.isEmpty ? text(of: feed).tags : line.tags
    former[feed.address] = AccountTable.Feed(there: feed, name: name, tags: tags)
    return true
  }

  /// The subscriptions of the account in the user's list, by the addresses of their feeds.
  private func lines() throws(AccountFailure) -> [(address: String, line: Subscription)] {
    let list = try changing { () throws(StateError) in
      try SubscriptionFile(folder: sides.folder).read().list.subscriptions
    }
    return list.compactMap { line in
      guard case .served(let feed) = line.source, feed.account == sides.account.name else {
        return nil
      }
      return (feed.address, line)
    }
  }

  // MARK: Taking

  /// Lets own subscriptions of feeds that are new in the account be those of the account, with their posts and marks.
  private func adopt() throws(AccountFailure) {
    let new = feeds.filter { former[$0.address] == nil }
    guard !new.isEmpty else { return }
    let own = try changing { () throws(StateError) in
      Set(try SubscriptionFile(folder: sides.folder).read().list.subscriptions.map(\.source))
    }
    for feed in new where !own.contains(sides.source(of: feed)) {
      guard let web = FeedAddress.judge(feed.address).address, own.contains(.web(web)) else {
        continue
      }
      try move(.web(web), to: sides.source(of: feed))
    }
  }

  /// Updates the list to the feeds of the server; posts of feeds that were left elsewhere go, kept ones stay.
  private func take() throws(AccountFailure) -> [AccountTable.Feed] {
    let there = Dictionary(feeds.map { ($0.address, $0) }) { first, _ in first }
    let (gone, now) = try changing { () throws(StateError) in
      try SubscriptionFile(folder: sides.folder).change(isTold: true) { list in
        var gone: [Subscription.Source] = []
        var lines: [String: Subscription] = [:]
        list = list.compactMap { old in
          guard case .served(let feed) = old.source, feed.account == sides.account.name else {
            return old
          }
          guard let new = there[feed.address] else {
            // One that was added here, and that the server does not have, waits.
            guard former[feed.address] != nil else { return old }
            gone.append(old.source)
            return nil
          }
          let line = line(old, with: new)
          lines[feed.address] = line
          return line
        }
        let now = feeds.map { feed -> AccountTable.Feed in
          let line = lines[feed.address] ?? text(of: feed)
          if lines[feed.address] == nil { list.append(line) }
          return AccountTable.Feed(there: feed, name: line.name, tags: line.tags)
        }
        return (gone, now)
      }
    }
    for source in gone {
      _ = try changing { () throws(StateError) in try FeedFiles(folder: sides.folder).remove(source)
      }
    }
    return now
  }

  /// Returns a line with the changes of the server, except where the reader has changed it, too.
  private func line(_ old: Subscription, with new: ServerFeed) -> Subscription {
    let text = text(of: new)
    guard let former = former[new.address] else {
      return old.with(name: old.name ?? text.name, tags: old.tags.isEmpty ? text.tags : old.tags)
    }
    let isRenamed = former.there.title != new.title && old.name == former.name
    let isMoved = former.there.folders != new.folders && old.tags == former.tags
    return old.with(name: isRenamed ? text.name : old.name, tags: isMoved ? text.tags : old.tags)
  }

  private func text(of feed: ServerFeed) -> Subscription {
    Subscription(sides.source(of: feed), name: feed.title, tags: feed.folders)
  }

  private func changing<T>(_ body: () throws(StateError) -> T) throws(AccountFailure) -> T {
    do throws(StateError) {
      return try body()
    } catch {
      throw AccountFailure(.refused, "The subscriptions cannot be changed: \(error.reason)")
    }
  }
}

/// The move of posts and marks from one source to another, which has none.
enum LogMove {
  static func run(
    _ old: Subscription.Source,
    to new: Subscription.Source,
    in folder: StateFolder,
    _ store: StateStore
  ) throws(StateError) {
    let feeds = try PrivateFolder.opened(PostLog.folderName, in: folder, creates: false)
    _ = feeds?.rename(PostLog(of: old, in: folder).name, to: PostLog(of: new, in: folder).name)
    store.rename(SourceName(of: old, title: nil).key, to: SourceName(of: new, title: nil).key)
  }
}
