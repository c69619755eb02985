import StreamModel

/// The posts that the reader has answered in any way, in all logs of an account: a post may be in several, and in one several
/// times, as it is, boosted and in notifications.
struct AnsweredPosts {
  struct Copy {
    let source: SourceID
    let identity: PostIdentity
    /// The flags when they were read.
    let flags: PostFlags
    /// The server's name of the post; nil where the log does not have it any more.
    let status: String?
    /// The name by which the author is told from others; nil where nobody is named.
    let author: String?
  }

  private(set) var copies: [Copy] = []

  init(on server: FediverseServer, _ store: StateStore) throws(AccountFailure) {
    let flags: PostFlags = [.answers, .answers.waiting]
    for stream in try server.streams() {
      let source = server.source(of: stream)
      guard let number = store.knownSource(key: SourceName(of: source, title: nil).key) else {
        continue
      }
      guard let ids = store.ids(with: flags, in: SourceFamily(of: source)) else {
        throw Self.unread
      }
      guard !ids.isEmpty else { continue }
      let bytes = try Self.log(of: stream, on: server)
      let index = PostLogIndex(bytes)
      for id in ids.sorted() {
        let entry = index.identities.number(ofID: id).map { index.entries[$0] }
        let identity = entry?.identity ?? PostIdentity(id: id, fallback: id)
        guard let flags = store.flags(of: number, for: [identity])?.first else { throw Self.unread }
        let post = entry.flatMap { PostLogLine.post(in: bytes, at: $0.updates.last ?? $0.line) }
        copies.append(
          Copy(
            source: number,
            identity: identity,
            flags: flags,
            status: post?.statusID,
            author: post?.author.flatMap { $0.url ?? $0.handle }
          )
        )
      }
    }
  }

  /// A log that cannot be read now is not taken for an empty one: what waits in it would be dropped.
  private static func log(
    of stream: String,
    on server: FediverseServer
  ) throws(AccountFailure) -> [UInt8] {
    do throws(StateError) {
      return try server.log(of: stream).bytes() ?? []
    } catch {
      throw AccountFailure(.later, "The posts of \(stream) cannot be read: \(error.reason)")
    }
  }

  /// All of them, if one waits for the server; to read their logs would take time at each refresh.
  static func waiting(
    on server: FediverseServer,
    _ store: StateStore
  ) throws(AccountFailure) -> AnsweredPosts? {
    for stream in try server.streams() {
      let family = SourceFamily(of: server.source(of: stream))
      guard let ids = store.ids(with: .answers.waiting, in: family) else { throw unread }
      if !ids.isEmpty { return try AnsweredPosts(on: server, store) }
    }
    return nil
  }

  static var unread: AccountFailure {
    AccountFailure(.later, "Your marks cannot be read now. Try again later.")
  }

  /// The copies of each post, or of the posts of each author, of which one waits for a flag.
  func waiting(for flag: PostFlags, byAuthor: Bool) -> [[Copy]] {
    let named = copies.filter { $0.status != nil }
    return Dictionary(grouping: named) { (byAuthor ? $0.author : nil) ?? $0.status ?? "" }
      .filter { $0.value.contains { $0.flags.contains(flag.waiting) } }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  /// Those that wait, and cannot be told to the server any more.
  var lost: [Copy] {
    copies.filter { $0.status == nil && !$0.flags.isDisjoint(with: .answers.waiting) }
  }

  /// The number of answers that wait.
  var waitingCount: Int {
    PostDeed.allCases.reduce(waiting(for: .votes, byAuthor: false).count) { sum, deed in
      sum + waiting(for: deed.flag, byAuthor: deed.isAboutAuthor).count
    }
  }
}
