package import Foundation

/// A document of another project, and what must come of it.
package struct CorpusDocument: Decodable, Sendable {
  /// The values that other readers take from one entry.
  package struct Entry: Decodable, Sendable {
    package let title: String?
    package let author: String?
    package let link: String?
    package let id: String?
    package let published: String?
    package let text: String?
    package let likes: Int?
    package let attachments: Int?
    package let type: String?
    package let acct: String?
    package let boosted_by: String?
  }

  private struct Expectations: Decodable { let documents: [CorpusDocument] }

  package let doc: String
  package let format: String
  package let must: String
  package let strict: Bool
  package let entries: Int?
  package let counts: [Int]?
  package let first: Entry?
  package let last: Entry?

  /// The folder of documents that nobody here wrote, which `STREAMTUI_CORPORA` names.
  package static let folder = ProcessInfo.processInfo.environment["STREAMTUI_CORPORA"].map {
    URL(fileURLWithPath: $0)
  }

  /// The documents of a corpus.
  package static func all(of corpus: String, in folder: URL) throws -> [Self] {
    let file = folder.appendingPathComponent("\(corpus)/expected.json")
    return try JSONDecoder().decode(Expectations.self, from: Data(contentsOf: file)).documents
  }
}
