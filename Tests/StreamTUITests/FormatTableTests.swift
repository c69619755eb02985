import Foundation
import StreamModel
import TestSupport
import Testing

/// docs/formats.md says what is read; every line of its table is true.
@Suite struct FormatTableTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func theDocumentHasALineForEachFormatAndNoOther() throws {
    let document = try String(
      contentsOf: Self.root.appendingPathComponent("docs/formats.md"),
      encoding: .utf8
    )
    let rows = Vocabulary.allCases.map { "| \($0.rawValue) | \(Self.scope(of: $0)) |" }
    let table = "| format | what of it |\n|---|---|\n" + rows.joined(separator: "\n") + "\n\n"
    #expect(document.contains(table))
  }

  @Test func aFeedWrittenHereIsOfEachFormat() throws {
    let folder = Self.root.appendingPathComponent("Tests/StreamUITests/Feeds")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    var found: Set<String> = []
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      let feed = try Feed(
        source: MemoryBytes(name: file.lastPathComponent, bytes: bytes),
        takesLines: true
      ).scanned()
      #expect(feed.recordCount > 0, "\(file.lastPathComponent)")
      found.insert(feed.formatName?.replacing(", one record a line", with: "") ?? "")
    }
    #expect(found == Set(Vocabulary.allCases.map(\.rawValue)))
  }

  /// The document's column of the parts of a format that are read: a new format cannot leave it out.
  private static func scope(of vocabulary: Vocabulary) -> String {
    switch vocabulary {
    case .native:
      "its own JSON and NDJSON, version 1: posts, and likes, comments and reshares as they come; "
        + "what `dump` writes"
    case .mastodon:
      "statuses and boosts with their quotes, contexts, notifications (also in groups), "
        + "searches, conversations, account exports"
    case .activityStreams:
      "collections, pages, activities and objects of every type, actors; embedded or by "
        + "address; quotes (FEP-044f, FEP-e232, Misskey, Fedibird, Pleroma); what a group "
        + "passes on (FEP-1b12)"
    case .activityStreams1: "activities and objects"
    case .lines: "plain text and objects of any other keys, such as logs: a post a line"
    case .jsonFeed: "1.0 and 1.1, with attachments and the feed's authors"
    case .rss:
      "0.90 to 2.0 and RDF, with content, Dublin Core, Media RSS, iTunes, podcast, "
        + "chapters, slash and threading; CDF"
    case .atom:
      "0.3 and 1.0, feeds and single entries, with xml:base, XHTML, threading, OPDS and "
        + "deleted entries (RFC 6721)"
    case .rssJSON: "channels and items"
    case .bluesky: "feeds, threads, posts and bare records, with facets and embeds"
    case .reddit: "listings, whole threads, live updates"
    case .github:
      "events (lists and hourly archives), comments on issues and discussions, commits, gists"
    case .discussion:
      "posts with all comments, of Hacker News (Algolia), Lobsters, Discourse and Lemmy"
    case .html: "a whole page as one post"
    case .opml: "a list of feeds as one post with their links"
    }
  }
}
