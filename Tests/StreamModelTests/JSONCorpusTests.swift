import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// Documents of other projects in all JSON formats, against what two other readers make of them.
@Suite(.enabled(if: corpora != nil)) struct JSONCorpusTests {
  /// Where this reader differs on purpose, by the end of the name.
  private static let exceptions = [
    // The first link is a video, the second a page: the page is what a browser opens.
    "url_9.json", "url_10.json",
    // Invalid UTF-8 in one text: shown with U+FFFD and a problem instead of not at all.
    "bad-character-set.json",
  ]

  @Test(arguments: [
    "activitystreams", "granary", "fedify", "fediverse-pasture", "mastodon-api",
    "mastodon-archive", "github", "reddit", "bluesky", "stackexchange", "git-history",
    "netnewswire", "json-suite", "gofeed",
  ])
  func documentsShowWhatTheyShould(_ corpus: String) throws {
    let folder = try #require(corpora)
    var checked = 0
    for document in try CorpusDocument.all(of: corpus, in: folder)
    where document.strict && Self.isJSON(document.format) {
      if Self.exceptions.contains(where: document.doc.hasSuffix) { continue }
      checked += 1
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(document.doc)))
      let feed = Feed(source: MemoryBytes(name: document.doc, bytes: bytes))
      do {
        _ = try scanned(feed)
      } catch is FeedError {
        #expect(document.must != "accept" && document.entries ?? 0 == 0, "\(document.doc)")
        continue
      }
      let posts = feed.posts
      if document.must == "refuse" {
        #expect(posts.isEmpty, "\(document.doc)")
        continue
      }
      let total = posts.reduce(posts.count) { $0 + $1.comments.count }
      let counts = (document.counts ?? []) + [document.entries].compactMap { $0 }
      #expect(
        counts.isEmpty || counts.contains { $0 == posts.count || $0 == total },
        "\(document.doc)"
      )
      if let first = document.first { compare(posts.first, first, document.doc) }
      guard let last = document.last else { continue }
      let found = posts.first { $0.id.rawValue == last.id } ?? posts.last
      let isComment = posts.last?.comments.contains { $0.id.rawValue == last.id } ?? false
      if !isComment { compare(found, last, document.doc) }
    }
    #expect(checked > 0)
  }

  private static func isJSON(_ format: String) -> Bool {
    if format.hasPrefix("rss-in-json") { return true }
    return !["rss", "atom", "unknown", "opml", "html", "text"].contains {
      format.hasPrefix($0)
    }
  }

  private func compare(_ post: Post?, _ entry: CorpusDocument.Entry, _ name: String) {
    guard let post else {
      Issue.record("nothing shown of \(name)")
      return
    }
    if let id = entry.id { #expect(post.id.rawValue == id, "\(name)") }
    if let link = entry.link { #expect(post.url == link, "\(name)") }
    if let time = entry.published {
      #expect(post.published == Timestamp(feedDate: time), "\(name)")
    }
    if let author = entry.author, !(author.contains("://") && post.author?.name != nil) {
      let known = [post.author, post.resharedBy].flatMap { [$0?.name, $0?.url] }
      #expect(known.contains(author), "\(name)")
    }
    if let likes = entry.likes { #expect(post.likesCount == likes, "\(name)") }
    if let count = entry.attachments { #expect(post.attachments.count >= count, "\(name)") }
    if let type = entry.type, post.type != nil {
      #expect(post.type == type || post.activity.name == type, "\(name)")
    }
    if let title = entry.title {
      let titles = [Self.letters(Self.text(post.title)), Self.letters(post.contentWarning ?? "")]
      #expect(titles.contains(Self.letters(title)), "\(name)")
    }
    guard let text = entry.text else { return }
    let shown = Self.letters(Self.text(post.body))
    let words = text.split(separator: " ").dropLast().filter { !$0.contains("://") }
    for word in words.map({ Self.letters(String($0)) }) where !word.isEmpty {
      #expect(shown.contains(word), "\(name): \(word)")
    }
  }

  private static func text(_ body: Body) -> String {
    switch body {
    case .html(let text), .text(let text): text
    case .missing: ""
    }
  }

  /// Letters and digits of a text, entities that matter decoded: what no reader may change.
  private static func letters(_ text: String) -> String {
    var text = text
    // Twice, for what is escaped twice.
    for _ in 0..<2 {
      for (entity, sign) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")] {
        text = text.replacingOccurrences(of: entity, with: sign)
      }
    }
    text = text.replacing(/&#?\w+;/, with: "").replacing(/<[^>]*>/, with: "")
    return String(
      text.precomposedStringWithCompatibilityMapping.filter { $0.isLetter || $0.isNumber }
    )
  }
}
