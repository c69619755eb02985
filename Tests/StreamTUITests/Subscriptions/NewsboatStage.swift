import Foundation

@testable import StreamHost

/// A cache of newsboat, made as its releases make it (newsboat's src/cache.cpp).
struct NewsboatStage {
  struct Item {
    var guid: String
    var url: String
    var title = "A title"
    var content = "<p>A text</p>"
    var time: Int64 = 1_700_000_000
    var unread = true
    var flags: String?
    var deleted = false
    var enclosure: String?
  }

  let database: Database

  /// - Parameter major: the version in the table of metadata; nil without the table, as before 2.11.
  init(at path: String, major: Int64? = 2, isNew: Bool = true) throws {
    try Data().write(to: URL(filePath: path))
    database = try Database(path: path)
    for statement in Self.tables { try database.run(statement) }
    guard let major else { return }
    try database.run(
      "CREATE TABLE metadata(db_schema_version_major INTEGER NOT NULL, db_schema_version_minor INTEGER NOT NULL)"
    )
    try database.run("INSERT INTO metadata VALUES(?, 33)", [.integer(major)])
    guard isNew else { return }
    for statement in Self.additions { try database.run(statement) }
  }

  func add(_ address: String, _ items: [Item], title: String = "A feed") throws {
    try database.run(
      "INSERT INTO rss_feed(rssurl, url, title) VALUES(?, '', ?)",
      [.text(address), .text(title)]
    )
    for item in items {
      try database.run(
        """
        INSERT INTO rss_item(guid, title, author, url, feedurl, pubDate, content, unread, deleted)
        VALUES(?, ?, 'Olga', ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(item.guid), .text(item.title), .text(item.url), .text(address), .integer(item.time),
          .text(item.content), .integer(item.unread ? 1 : 0), .integer(item.deleted ? 1 : 0),
        ]
      )
      if let flags = item.flags {
        try database.run(
          "UPDATE rss_item SET flags = ? WHERE id = last_insert_rowid()",
          [.text(flags)]
        )
      }
      if let enclosure = item.enclosure {
        try database.run(
          "UPDATE rss_item SET enclosure_url = ?, enclosure_type = 'audio/mpeg' WHERE id = last_insert_rowid()",
          [.text(enclosure)]
        )
      }
    }
  }

  private static let tables: [StaticString] = [
    """
    CREATE TABLE rss_feed(rssurl VARCHAR(1024) PRIMARY KEY NOT NULL, url VARCHAR(1024) NOT NULL, \
    title VARCHAR(1024) NOT NULL, lastmodified INTEGER(11) NOT NULL DEFAULT 0, \
    is_rtl INTEGER(1) NOT NULL DEFAULT 0, etag VARCHAR(128) NOT NULL DEFAULT '')
    """,
    """
    CREATE TABLE rss_item(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, guid VARCHAR(64) NOT NULL, \
    title VARCHAR(1024) NOT NULL, author VARCHAR(1024) NOT NULL, url VARCHAR(1024) NOT NULL, \
    feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL, content VARCHAR(65535) NOT NULL, \
    unread INTEGER(1) NOT NULL, enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024), \
    enqueued INTEGER(1) NOT NULL DEFAULT 0, flags VARCHAR(52), deleted INTEGER(1) NOT NULL DEFAULT 0, \
    base VARCHAR(128) NOT NULL DEFAULT '')
    """,
    "CREATE INDEX idx_feedurl ON rss_item(feedurl)",
  ]

  private static let additions: [StaticString] = [
    "ALTER TABLE rss_item ADD COLUMN content_mime_type VARCHAR(255) NOT NULL DEFAULT ''",
    "ALTER TABLE rss_item ADD COLUMN enclosure_description VARCHAR(1024) NOT NULL DEFAULT ''",
  ]
}
