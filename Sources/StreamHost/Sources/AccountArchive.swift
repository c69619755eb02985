import StreamModel

/// The export of a Mastodon account: posts, likes, bookmarks and the account itself.
struct AccountArchive {
  /// The posts; all sources are named like "archive.zip/outbox.json".
  let outbox: OpenedSource
  let likes: OpenedSource?
  let bookmarks: OpenedSource?
  /// Nil if the archive does not identify it.
  let owner: ArchiveOwner?
}

extension AccountArchive {
  struct Files {
    let outbox: Int
    /// The folder of the outbox, with a slash at its end; empty at the top.
    let folder: String
    fileprivate(set) var all: [Int] = []
  }

  /// Opens the files of an export.
  ///
  /// - Throws: ``FeedError`` if the outbox cannot be read; failures of the other files become problems.
  init(
    _ archive: Archive,
    _ files: Files,
    in archived: ArchiveFiles,
    room: Spool.Room,
    problems: inout [FeedError]
  ) throws(FeedError) {
    let paths = archive.paths
    outbox = try archive.source(at: files.outbox, in: archived, room: room)
    var others: [String: OpenedSource] = [:]
    for index in files.all {
      let file = String(paths[index].text.dropFirst(files.folder.count))
      guard Self.others.contains(file) else { continue }
      do throws(FeedError) {
        others[file] = try archive.source(at: index, in: archived, room: room)
      } catch {
        problems.append(error)
      }
    }
    likes = others["likes.json"]
    bookmarks = others["bookmarks.json"]
    do throws(FeedError) {
      owner = try others["actor.json"].map { source throws(FeedError) in try ArchiveOwner(source) }
    } catch {
      owner = nil
      problems.append(error)
    }
  }

  /// Splits the files of an archive into exports, in the order of their folders, and other files.
  ///
  /// An export lies at the top or in a folder there, and holds no other one.
  static func split(_ paths: [ArchivePath]) -> (exports: [Files], others: [Int]) {
    let found = paths.indices.filter { index in
      paths[index].name == "outbox.json" && !paths[index].isHidden
        && paths[index].text.split(separator: "/").count <= 2
    }
    if let top = found.first(where: { paths[$0].text == "outbox.json" }) {
      return ([Files(outbox: top, folder: "", all: Array(paths.indices))], [])
    }
    var exports = found.sorted { paths[$0].text < paths[$1].text }.map { index in
      Files(outbox: index, folder: String(paths[index].text.dropLast("outbox.json".count)))
    }
    var places: [String: Int] = [:]
    for (place, export) in exports.enumerated() { places[export.folder] = place }
    var others: [Int] = []
    for index in paths.indices {
      let folder = paths[index].text.firstIndex(of: "/").map { paths[index].text[...$0] } ?? ""
      if let place = places[String(folder)] {
        exports[place].all.append(index)
      } else {
        others.append(index)
      }
    }
    return (exports, others)
  }

  private static let others = ["likes.json", "bookmarks.json", "actor.json"]
}

/// The account that an archive belongs to, as its `actor.json` states it.
struct ArchiveOwner {
  let id: String
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
