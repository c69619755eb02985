import Glibc
import StreamModel

/// The posts of a subscription so far, one a line, in the order in which they were fetched.
///
/// The file only grows, by whole lines, so a viewer that has it open shows new posts as they are
/// written, by whichever process. ``prune(keeping:listed:read:asked:_:now:)`` replaces it by another
/// file; the old one stays readable for those that have it open.
package struct PostLog {
  struct Report {
    var new = 0
    /// The posts whose text differs from that of the log.
    var edited = 0
    /// The other posts with comments that are not in the log.
    var discussed = 0
    /// New boosts of which only the address of their post is known, and which are not in the log yet.
    var held: [Post] = []
    var title: String?
    var listed: Set<PostIdentity> = []
    /// The address to which the document says that its feed has moved for good.
    var newAddress: String?
    /// The reason why the end of the document is missing; nil if it is whole.
    var damage: String?
    /// The reason why the document is not a feed; nil if it is one.
    var noFeed: String?
  }

  /// Receives the identities of posts that are about to be appended.
  typealias OnNew = ([PostIdentity]) -> Void

  static let folderName = "feeds"
  /// The largest log in bytes.
  static let limit = 512 << 20

  package let source: Subscription.Source
  package let folder: StateFolder

  /// Whether its posts have the ids of a server of the fediverse.
  package var isOfStream: Bool {
    if case .served(let feed) = source { feed.isStream } else { false }
  }

  package init(of source: Subscription.Source, in folder: StateFolder) {
    self.source = source
    self.folder = folder
  }

  var name: String { Self.stem(of: source) + ".ndjson" }

  var path: String { "\(Self.folder(in: folder))/\(name)" }

  /// The path of the folder of all logs.
  static func folder(in folder: StateFolder) -> String { "\(folder.path)/\(folderName)" }

  /// The name of a subscription's files without their endings.
  static func stem(of source: Subscription.Source) -> String { stem(of: source.text) }

  static func stem(of text: String) -> String { hexDigits(stableHash(of: text)) }

  /// The size of the file in bytes; 0 where there is none.
  package var size: Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  package func index() throws(StateError) -> PostLogIndex? { try bytes().map { PostLogIndex($0) } }

  /// Returns the ids of the posts, for which only what follows their kept index is read; nil if there is no log.
  func ids(_ table: LibraryTable?) throws(StateError) -> [UInt64]? {
    let feeds = try PrivateFolder.opened(Self.folderName, in: folder, creates: false)
    return try feeds?.read(name) { (file) throws(StateError) in
      let known = table?.posts(of: name) { FileMark(of: file, upTo: $0) } ?? ([], 0)
      let rest = try PrivateFolder.bytes(of: file, named: name, from: known.end, limit: Self.limit)
      let new = PostLogIndex(rest).entries.map(\.identity.id)
      return known.ids + (new.isEmpty ? [] : Set(new).subtracting(known.ids))
    }
  }

  /// Returns the unread posts that were counted before; nil where the log or the marks have changed since.
  func unread(_ table: LibraryTable, _ marks: UInt64) throws(StateError) -> Int? {
    let feeds = try PrivateFolder.opened(Self.folderName, in: folder, creates: false)
    return try feeds?.read(name) { (file) throws(StateError) -> Int? in
      table.unread(of: name, marks) { FileMark(of: file, upTo: $0) }
    } ?? nil
  }

  func bytes() throws(StateError) -> [UInt8]? {
    try PrivateFolder.opened(Self.folderName, in: folder, creates: false)?
      .read(name, limit: Self.limit)
  }

  /// Appends the posts of a fetched document that are new, the oldest first, and those that were edited, have new
  /// comments, or have another address.
  ///
  /// A document that is not a feed, such as the page of a captive portal, changes nothing, nor does one
  /// that ends in the middle.
  ///
  /// - Parameters:
  ///   - address: the document's address after all redirects, for relative links; nil for a file.
  ///   - author: the account whose posts these are, which they may state by its address alone.
  ///   - now: the time of new posts that state none, or one that has not come yet.
  ///   - holding: the number of bare boosts that are not appended, so that their posts can be fetched.
  ///   - isOlder: whether it is a page of older posts: those without a time then come before all others of the log.
  ///   - takesPage: whether a web page is taken as a post.
  ///   - onNew: called with the posts that are new, before they are appended.
  /// - Throws: ``StateError`` if the log cannot be read or written; it is then as it was.
  func take(
    _ document: OpenedSource,
    from address: FeedAddress?,
    by author: Account? = nil,
    at now: Timestamp,
    holding: Int = 0,
    isOlder: Bool = false,
    takesPage: Bool = false,
    onNew: OnNew? = nil
  ) throws(StateError) -> Report {
    var report = Report()
    let check = DocumentCheck(document)
    let feed = check.feed
    // The last post may be a part of one, without its id: it would be there twice for ever.
    report.damage = check.damage
    report.noFeed = check.noFeed
    if check.isGood, feed.isPage, !takesPage { report.noFeed = "a web page, not a feed" }
    if check.isGood, feed.formatName == Vocabulary.opml.rawValue {
      report.noFeed = "a list of feeds, not a feed (streamtui import reads it)"
    }
    guard report.damage == nil, report.noFeed == nil else { return report }
    let posts = FetchedPosts(of: feed, by: author)
    report.title = feed.title ?? author?.name
    report.newAddress = feed.facts.newAddress
    guard !posts.isEmpty else { return report }
    try append(
      posts,
      base: address?.withoutUser,
      at: now,
      holding: holding,
      isOlder: isOlder,
      onNew: onNew,
      &report
    )
    return report
  }

  /// Completes posts of the log by a document that has more of them, and adds none.
  ///
  /// - Throws: ``StateError`` if the log cannot be read or written; it is then as it was.
  func complete(by document: OpenedSource, from address: FeedAddress) throws(StateError) {
    let check = DocumentCheck(document)
    guard check.isGood else { return }
    var report = Report()
    let posts = FetchedPosts(of: check.feed, by: nil)
    let now = Timestamp(secondsSinceEpoch: 0)
    try append(posts, base: address.withoutUser, at: now, to: .complete, &report)
  }

  /// Appends posts that were held; returns how many of them are new still.
  func append(
    _ held: [Post],
    at now: Timestamp,
    isOlder: Bool = false,
    onNew: OnNew? = nil
  ) throws(StateError) -> Int {
    guard !held.isEmpty else { return 0 }
    var report = Report()
    try append(FetchedPosts(held), at: now, isOlder: isOlder, onNew: onNew, &report)
    return report.new
  }

  /// Appends the posts of another program that are new, and leaves the others as they are.
  ///
  /// - Returns: The log, with the entry of each post in their order; nil for one that is not there.
  func move(
    _ posts: [Post],
    at now: Timestamp
  ) throws(StateError) -> (log: [UInt8], index: PostLogIndex, entries: [Int?]) {
    let fetched = FetchedPosts(posts)
    var report = Report()
    let bytes = try append(fetched, at: now, to: .add, &report)
    let index = PostLogIndex(bytes)
    return (bytes, index, fetched.matched(with: index, bytes).map(\.known))
  }

  func remove() throws(StateError) -> Bool {
    try PrivateFolder.opened(Self.folderName, in: folder, creates: false)?.remove(name) ?? false
  }

  /// The purpose of an append: to bring known posts up to date, to add new ones only, or to complete known ones only.
  private enum Aim { case renew, add, complete }

  /// - Returns: the bytes of the log afterwards, for ``Aim/add``.
  @discardableResult private func append(
    _ posts: FetchedPosts,
    base: String? = nil,
    at now: Timestamp,
    holding: Int = 0,
    isOlder: Bool = false,
    to aim: Aim = .renew,
    onNew: OnNew? = nil,
    _ report: inout Report
  ) throws(StateError) -> [UInt8] {
    guard let feeds = try PrivateFolder.opened(Self.folderName, in: folder, creates: true),
      let file = try feeds.lock(name, creates: aim != .complete)
    else { throw .moved }
    let bytes = try PrivateFolder.bytes(of: file.descriptor, named: name, limit: Self.limit)
    var index = PostLogIndex(bytes)
    var new: [Post] = []
    var lines: [UInt8] = []
    for (fetched, known) in posts.matched(with: index, bytes, keepsIDs: isOfStream) {
      guard let known else {
        if aim == .complete { continue }
        report.listed.insert(fetched.identity)
        if fetched.post.state == .deleted { continue }
        if fetched.post.resharedAddress != nil, report.held.count < holding {
          report.held.append(fetched.post)
        } else {
          new.append(fetched.post)
        }
        continue
      }
      let entry = index.entries[known]
      report.listed.insert(entry.identity)
      // A bare boost says less than the post that was fetched for it.
      guard aim != .add, fetched.post.resharedAddress == nil else { continue }
      let last = entry.updates.last ?? entry.line
      if aim == .complete {
        guard let here = PostLogLine.post(in: bytes, at: last),
          let whole = here.completed(by: fetched.post, base: base)
        else { continue }
        lines += PostLogLine.bytes(
          of: whole,
          updating: (entry.identity, bytes[entry.id]),
          base: nil
        )
        continue
      }
      let former = entry.text == fetched.text ? nil : PostLogLine.post(in: bytes, at: last)
      if entry.text != fetched.text, former.map({ fetched.post.isEdited(since: $0) }) ?? true {
        report.edited += 1
        index.setText(fetched.text, of: known)
      } else if former.map({ fetched.post.hasOtherLinks(than: $0) }) != true {
        if PostLogLine.hasNewComments(fetched.post, in: bytes, at: last) {
          report.discussed += 1
        } else {
          // Of a post whose id changes with every fetch, the address may, too.
          guard entry.identity.id == fetched.identity.id,
            PostLogLine.hasOtherAddress(fetched.post, in: bytes, at: last)
          else { continue }
        }
      }
      lines += PostLogLine.bytes(
        of: fetched.post,
        updating: (entry.identity, bytes[entry.id]),
        base: base
      )
    }
    report.new = new.count
    if let onNew, !new.isEmpty { onNew(new.map { PostLogLine.identity(of: $0) }) }
    let ranks = isOlder && !new.isEmpty ? index.ranks(in: bytes) : []
    lines =
      Self.oldestFirst(timed(new, at: now, below: ranks), at: now)
      .flatMap { PostLogLine.bytes(of: $0, base: base) } + lines
    guard !lines.isEmpty else { return bytes }
    // A run that was killed while it wrote may have left a part of a line.
    if index.end < bytes.count, ftruncate(file.descriptor, off_t(index.end)) != 0 {
      throw .refused(errno)
    }
    guard lines.withUnsafeBytes({ Diagnostics.write($0, to: file.descriptor) }) else {
      let reason = errno
      _ = ftruncate(file.descriptor, off_t(index.end))
      throw .refused(reason)
    }
    return aim == .add ? bytes[..<index.end] + lines : []
  }

  /// Gives new posts without a time that of this fetch, and those from the future, too.
  ///
  /// Among posts of one second the log's order holds, so older ones of a stream come a second before those that are there:
  /// their dates have seconds, while those of feeds may be whole days.
  ///
  /// - Parameter ranks: the times of the posts of the log below which these belong; empty for posts that are not older.
  private func timed(
    _ posts: [Post],
    at now: Timestamp,
    below ranks: [(time: Timestamp, stated: Timestamp)]
  ) -> [Post] {
    let latest = ranks.map(\.time).min().map { min(now, $0).advanced(by: -1) } ?? now
    var lowest: [Int64: Timestamp] = [:]
    for rank in isOfStream ? ranks : [] {
      for second in [rank.time, rank.stated] {
        let known = lowest[second.secondsSinceEpoch] ?? rank.time
        lowest[second.secondsSinceEpoch] = min(known, rank.time)
      }
    }
    return posts.map { post in
      guard let time = post.rankTime(at: now) else { return post.firstSeen(at: latest) }
      return lowest[time.secondsSinceEpoch].map { post.firstSeen(at: $0.advanced(by: -1)) } ?? post
    }
  }

  private static func oldestFirst(_ posts: [Post], at now: Timestamp) -> [Post] {
    let timed = posts.enumerated().compactMap { number, post in
      post.rankTime(at: now).map { (time: $0, number: number, post: post) }
    }
    // Feeds name the newer one of two posts of one second first.
    return timed.sorted { ($0.time, $1.number) < ($1.time, $0.number) }.map(\.post)
  }
}
