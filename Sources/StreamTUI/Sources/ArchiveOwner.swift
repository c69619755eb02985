import StreamModel

/// The account that an archive belongs to, as its `actor.json` states it.
struct ArchiveOwner {
  /// The address that posts name the account by.
  let id: String
  /// The account with its biography.
  let account: Account

  /// The largest file that is read, in bytes; that of a real account has a few thousand.
  static let limit = 1 << 20

  /// Reads the account.
  ///
  /// - Throws: ``FeedError`` if the file is too large, cannot be read or describes no account.
  init(_ actor: OpenedSource) throws(FeedError) {
    let name = actor.bytes.name
    let feed = Feed(source: actor.bytes)
    do throws(FeedError) {
      while actor.bytes.count <= Self.limit, try feed.advance(bytes: 64 << 10) == .more {}
    } catch {
      throw Self.failure(Self.reason(error), name)
    }
    guard actor.bytes.count <= Self.limit else {
      throw Self.failure("is larger than \(Self.limit >> 20) MiB", name)
    }
    switch feed.record(at: 0) {
    case .problem(let problem): throw Self.failure(Self.reason(problem), name)
    case .post(let post):
      guard let account = Account(actor: post) else {
        throw Self.failure("describes no account (expected an actor, such as a Person)", name)
      }
      id = post.id.rawValue
      self.account = account
    }
  }

  private static func failure(_ reason: String, _ name: String) -> FeedError {
    .unreadable(name: name, reason: "\(reason); the account's name and biography are left out")
  }

  private static func reason(_ error: FeedError) -> String {
    switch error {
    case .unreadable(_, let reason): reason
    case .unknownFormat(let problem): reason(problem)
    case .empty: "is empty"
    }
  }

  private static func reason(_ problem: FeedProblem) -> String {
    guard let line = problem.line, let column = problem.column else {
      return "is malformed: \(problem.message)"
    }
    return "is malformed at line \(line), column \(column): \(problem.message)"
  }
}
