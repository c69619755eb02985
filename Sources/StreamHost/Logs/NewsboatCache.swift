import Glibc
import StreamModel

/// The database of newsboat with the posts of its feeds, which is read and never written.
package struct NewsboatCache {
  /// A post with what the reader made of it there.
  struct Item {
    let post: Post
    let isRead: Bool
    /// Whether it has a flag: newsboat knows 52 of them, and none by name.
    let isFlagged: Bool
    let isDeleted: Bool
  }

  /// The reason why a file cannot be read, and the remedy, as the end of a sentence.
  package struct Failure: Error {
    package let reason: String

    fileprivate init(_ reason: String) { self.reason = reason }

    fileprivate init(_ error: DatabaseError) {
      reason =
        switch error.kind {
        case .busy: "it is locked by another program. Close newsboat and repeat the command."
        case .damaged, .older: "it is no cache of newsboat 2 (\(error.text))."
        case .newer: "it was written by \(error.text) (expected newsboat 2)."
        case .readOnly:
          "newsboat has not finished writing it. Start and quit newsboat, then repeat the command."
        case .full, .cannotOpen, .other: "it cannot be read: \(error.text)."
        }
    }
  }

  /// The time in milliseconds that a statement waits for newsboat.
  private static let patience: Int32 = 2_000

  let feeds: [(address: String, title: String)]
  private let database: Database

  /// The path of the cache that belongs to a file of addresses: beside it, or in the data folder where the file lies in
  /// the folder of configurations; nil where there is none.
  package static func path(beside urls: String) -> String? {
    let folder = urls.lastIndex(of: "/").map { String(urls[...$0]) } ?? "./"
    var paths = [folder + "cache.db"]
    let variable = { (name: String, usual: String) in
      Environment.value(name).flatMap { $0.isEmpty ? nil : $0 } ?? Environment.expanded(usual)
    }
    if let configurations = variable("XDG_CONFIG_HOME", "~/.config"),
      let data = variable("XDG_DATA_HOME", "~/.local/share"),
      Self.isSame(folder, configurations + "/newsboat")
    {
      paths.append(data + "/newsboat/cache.db")
    }
    return paths.first { access($0, F_OK) == 0 }
  }

  private static func isSame(_ folder: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(folder, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino
      && one.st_dev == two.st_dev
  }

  package init(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure("\(SystemError.text(errno)).") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("it is no ordinary file.") }
    do throws(DatabaseError) {
      database = try Database(reading: path)
      database.wait(milliseconds: Self.patience)
      let tables = "SELECT 1 FROM sqlite_master WHERE name = 'metadata'" as StaticString
      // Before 2.11 there was none.
      let hasVersion = try !database.rows(tables) { $0.integer(0) }.isEmpty
      let versions = "SELECT db_schema_version_major FROM metadata" as StaticString
      let version = hasVersion ? try database.rows(versions) { $0.integer(0) }.last ?? 2 : 2
      guard version <= 2 else { throw DatabaseError(kind: .newer, text: "newsboat \(version)") }
      feeds = try database.rows("SELECT rssurl, title FROM rss_feed") { ($0.text(0), $0.text(1)) }
      _ = try Self.items(of: "", database)
    } catch {
      throw Failure(error)
    }
  }

  func items(of feed: String) throws(Failure) -> [Item] {
    do throws(DatabaseError) {
      return try Self.items(of: feed, database)
    } catch {
      throw Failure(error)
    }
  }

  private static func items(
    of feed: String,
    _ database: Database
  ) throws(DatabaseError) -> [Item] {
    try database.rows(
      """
      SELECT guid, url, title, author, content, pubDate, base, enclosure_url, enclosure_type, unread, flags,
      deleted FROM rss_item WHERE feedurl = ? ORDER BY pubDate DESC, id
      """,
      [.text(feed)]
    ) {
      Item(
        post: post($0, of: feed),
        isRead: $0.integer(9) == 0,
        isFlagged: !$0.text(10).isEmpty,
        isDeleted: $0.integer(11) != 0
      )
    }
  }

  private static func post(_ row: Database.Row, of feed: String) -> Post {
    let (guid, url, title) = (row.text(0), row.text(1), row.text(2))
    // For a post without an id newsboat makes one of its address and date, or of its title.
    let isMade =
      guid.isEmpty || url.isEmpty && guid == title
      || guid != url && guid.hasPrefix(url) && guid.contains(", ") && guid.contains(":")
    var post = Post(id: Post.ID(isMade ? "" : guid), isStated: !isMade)
    post.url = url.isEmpty ? nil : url
    // The title that newsboat makes of an address is a number for the posts of Mastodon, which have none.
    let isNumber = title.allSatisfy(\.isNumber) && url.hasSuffix(title)
    if !title.isEmpty, !isNumber { post.title = body(title, isMarkup: title.contains("&")) }
    if !row.text(3).isEmpty { post.author = Account(name: row.text(3), handle: nil) }
    if !row.text(4).isEmpty { post.body = .html(row.text(4)) }
    post.published = row.integer(5) > 0 ? Timestamp(secondsSinceEpoch: row.integer(5)) : nil
    post.baseURL = row.text(6).isEmpty ? feed : row.text(6)
    if !row.text(7).isEmpty {
      let type = row.text(8).isEmpty ? nil : row.text(8)
      post.attachments = [Attachment(enclosure: row.text(7), mediaType: type)]
    }
    return post
  }

  private static func body(_ text: String, isMarkup: Bool) -> Body {
    isMarkup && !text.contains("<") ? .html(text) : .text(text)
  }
}
