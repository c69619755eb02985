import Foundation
import TestSupport
import Testing

@testable import StreamModel

@Suite(.enabled(if: corpora != nil)) struct CorpusTests {
  private func bytes(_ document: CorpusDocument) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(corpora).appendingPathComponent(document.doc)))
  }

  @Test(arguments: ["mastodon-api", "stackexchange", "git-history"])
  func statusesAreWhatTheyShouldBe(_ corpus: String) throws {
    let formats = ["mastodon-status", "mastodon-statuses", "native"]
    var checked = 0
    for document in try CorpusDocument.all(of: corpus, in: #require(corpora)) where document.strict
    {
      let base = document.format.replacingOccurrences(of: "+ndjson", with: "")
      guard formats.contains(base), document.must == "accept" || base == "native" else { continue }
      checked += 1
      let feed = try scanned(
        Feed(source: MemoryBytes(name: document.doc, bytes: try bytes(document)))
      )
      #expect(feed.recordCount == document.entries, "\(document.doc)")
      #expect(feed.problems == [], "\(document.doc)")
      #expect(feed.posts.count == feed.recordCount, "\(document.doc)")
      for (post, entry) in [(feed.posts.first, document.first), (feed.posts.last, document.last)] {
        guard let post, let entry else { continue }
        #expect(post.problems == [], "\(document.doc)")
        if let id = entry.id { #expect(post.id.rawValue == id, "\(document.doc)") }
        if let link = entry.link { #expect(post.url == link, "\(document.doc)") }
        if let name = entry.author { #expect(post.author?.name == name, "\(document.doc)") }
        if let acct = entry.acct {
          #expect(
            post.author?.handle == (acct.hasPrefix("@") ? acct : "@" + acct),
            "\(document.doc)"
          )
        }
        #expect(post.resharedBy?.handle == entry.boosted_by.map { "@" + $0 }, "\(document.doc)")
        if let time = entry.published {
          #expect(post.published == Timestamp(rfc3339: time), "\(document.doc)")
        }
      }
    }
    #expect(checked > 0)
  }

  @Test func everyDocumentOfEveryCorpusIsShownOrRefusedInWords() throws {
    let folder = try #require(corpora)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    )
    for case let file as URL in files
    where ["json", "ndjson", "xml", "html"].contains(file.pathExtension) {
      guard let data = try? Data(contentsOf: file) else { continue }
      let feed = Feed(source: MemoryBytes(name: file.lastPathComponent, bytes: Array(data)))
      do {
        _ = try scanned(feed)
        #expect(feed.rows.count == feed.recordCount)
      } catch let error as FeedError {
        if case .unknownFormat(let problem) = error {
          #expect(problem.line != nil && problem.message.contains("expected"), "\(file.path)")
        }
      }
    }
  }
}
