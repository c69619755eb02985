import Foundation
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamHost
@testable import StreamTUI

/// The XML documents of other projects, as far as they say what must come of them.
@Suite(.enabled(if: CorpusDocument.folder != nil)) struct FeedCorpusTests {
  /// Documents that are read otherwise than expected, each with the reason.
  static let exceptions: [String: String] = [
    "double-encoded-html.xml": "numbers that are bytes of UTF-8 stay the characters they name",
    "entry_link_no_href_link_priority.xml":
      "the alternate link comes first, as the test itself says",
    "entry_link_rel_enclosure_no_href.xml":
      "the alternate link comes first, as the test itself says",
    "entry_authors_email.xml": "several authors are named together, not the last alone",
    "entry_authors_name.xml": "several authors are named together, not the last alone",
    "atom10_feed_entry_author_multiple.xml": "several authors are named together",
    "atom10_feed_authors.xml": "several authors are named together",
    "entity_in_doctype.xml": "private entities are never expanded",
    "entry_content_crazy.xml": "scripts and titles of embedded documents are no text",
    "entry_summary_crazy.xml": "scripts and titles of embedded documents are no text",
    "item_content_encoded_crazy.xml": "scripts and titles of embedded documents are no text",
    "item_description_crazy.xml": "scripts and titles of embedded documents are no text",
    "item_fullitem_crazy.xml": "scripts and titles of embedded documents are no text",
    "item_body_crazy.xml": "scripts and titles of embedded documents are no text",
    "large_atom_feed_that_needs_css_sanitisation.xml": "a picture's description is text",
    "rdf_item_links.xml": "the first link wins, not the last",
    "feed_item_links_-_rss_channel_item_links.xml": "the first link wins, not the last",
    "rss_channel_item_guid_no_permalink.xml": "a guid that says it is no link is none",
    "rss_channel_item_uri_at_protocol.xml": "the text of a link wins, not an attribute of it",
  ]

  @Test(arguments: ["feedparser", "gofeed", "newsboat", "netnewswire"])
  func documentsSayWhatTheyShould(_ corpus: String) throws {
    let folder = try #require(CorpusDocument.folder)
    let documents = try CorpusDocument.all(of: corpus, in: folder)
      .filter { $0.strict && !$0.format.hasPrefix("json") && $0.format != "rss-in-json" }
    var failures: [String] = []
    for document in documents {
      let path = document.doc.hasPrefix(corpus) ? document.doc : "\(corpus)/\(document.doc)"
      let difference = try difference(document, folder.appendingPathComponent(path).path)
      guard let difference else { continue }
      let name = document.doc.split(separator: "/").last.map { String($0) } ?? ""
      if Self.exceptions[name] == nil { failures.append("\(document.doc): \(difference)") }
    }
    #expect(failures == [])
    #expect(documents.count > 5)
  }

  /// How the document differs from what is expected; nil where it does not.
  private func difference(_ document: CorpusDocument, _ path: String) throws -> String? {
    let feed: Feed
    do throws(FeedError) {
      let source = try SourceOpener.open(path)
      while try source.advance() {}
      feed = Feed(source: source.bytes)
      while try feed.advance(bytes: 1 << 20) != .done {}
    } catch {
      return document.must == "refuse" ? nil : "refused: \(error)"
    }
    guard document.must != "refuse" else { return "shown" }
    let dump = PostDump(now: Timestamp(secondsSinceEpoch: 0))
    let rows = try (0..<feed.recordCount).compactMap { row -> [String: Any]? in
      guard case .post(let post) = feed.record(at: row) else { return nil }
      let json = Data(dump.json(post, source: ""))
      return try JSONSerialization.jsonObject(with: json) as? [String: Any]
    }
    if let entries = document.entries, entries != rows.count {
      return "\(rows.count) entries (expected \(entries))"
    }
    for (row, entry) in [(rows.first, document.first), (rows.last, document.last)] {
      guard let row, let entry else { continue }
      if let difference = self.difference(row, entry) { return difference }
    }
    return nil
  }

  private func difference(_ row: [String: Any], _ entry: CorpusDocument.Entry) -> String? {
    func text(_ key: String) -> String { row[key] as? String ?? "" }
    if let id = entry.id, id != text("id") { return "id \(text("id")) (expected \(id))" }
    if let link = entry.link, link != text("url") { return "url \(text("url")) (expected \(link))" }
    let name = (row["author"] as? [String: Any])?["name"] as? String ?? ""
    if let author = entry.author, squeezed(author) != squeezed(name) {
      return "author \(name) (expected \(author))"
    }
    if let time = entry.published, String(time.prefix(19)) != String(text("published").prefix(19)),
      String(time.prefix(19)) != String(text("edited").prefix(19))
    {
      return "published \(text("published")) (expected \(time))"
    }
    if let title = entry.title, squeezed(title) != squeezed(text("title")) {
      return "title \(text("title")) (expected \(title))"
    }
    if let words = entry.text {
      let wanted = String(squeezed(words).prefix(150))
      let got = squeezed(text("text"))
      let isShown = got.contains(wanted) || got.hasPrefix(String(wanted.prefix(60)))
      if !isShown, got.isEmpty || !wanted.hasPrefix(got) {
        return "text \(text("text").prefix(80)) (expected \(words.prefix(80)))"
      }
    }
    return nil
  }

  /// Letters, digits and signs alone: white space, marks of lists and invisible characters aside.
  private func squeezed(_ text: String) -> String {
    String(
      text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default:
          !"•◦▪“”‘’\"'\u{FFFD}".unicodeScalars.contains(scalar)
            && !(0x2400...0x2426 ~= scalar.value)
        }
      }.map(Character.init)
    )
  }
}
