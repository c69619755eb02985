import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// Dates that nobody here wrote, and what feedparser makes of them.
@Suite(.enabled(if: corpora != nil)) struct FeedDateCorpusTests {
  /// Of the first and last entry, where it has one date, or one date several times.
  @Test(arguments: ["feedparser", "gofeed", "netnewswire", "newsboat"])
  func theDateOfAnEntryIsRead(_ corpus: String) throws {
    let folder = try #require(corpora)
    let entryStart = #/<(?:[\w-]+:)?(?:item|entry)(?:\s[^>]*)?>/#
    var checked = 0
    for document in try CorpusDocument.all(of: corpus, in: folder) where document.strict {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(document.doc)),
        let text = String(bytes: data, encoding: .utf8)
      else { continue }
      let entries = text.split(separator: entryStart).dropFirst()
      for (entry, wanted) in [(entries.first, document.first), (entries.last, document.last)] {
        guard let entry, let published = wanted?.published, let date = onlyDate(entry) else {
          continue
        }
        checked += 1
        #expect(Timestamp(feedDate: date)?.rfc3339 == published, "\(document.doc): \(date)")
      }
    }
    #expect(checked > 0)
  }

  /// A feed of many entries has no date that is none.
  @Test(arguments: ["netnewswire", "newsboat"])
  func everyDateOfARealFeedIsRead(_ corpus: String) throws {
    let folder = try #require(corpora).appendingPathComponent(corpus)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    )
    let element =
      #/<(?:pubDate|published|updated|dc:date|lastBuildDate)>\s*(?:<!\[CDATA\[)?\s*([^<\]]*?)\s*(?:\]\]>)?\s*</#
    var checked = 0
    for case let file as URL in files {
      guard let data = try? Data(contentsOf: file), let text = String(bytes: data, encoding: .utf8)
      else { continue }
      for match in text.matches(of: element) where !match.output.1.isEmpty {
        checked += 1
        #expect(Timestamp(feedDate: match.output.1) != nil, "\(file.path): \(match.output.1)")
      }
    }
    #expect(checked > 0)
  }

  private func onlyDate(_ entry: Substring) -> Substring? {
    let element =
      #/<(?:[\w-]+:)?(?:pubDate|published|updated|issued|created|modified|date)\b[^>\/]*>\s*(?:<!\[CDATA\[)?([^<\]]*)(?:\]\]>)?\s*</#
    let dates = Set(entry.matches(of: element).map { $0.output.1 })
    return dates.count == 1 ? dates.first : nil
  }
}
