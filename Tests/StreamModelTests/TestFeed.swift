import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// A feed of a text, scanned to its end.
func feed(_ text: String, hint: FormatHint? = nil, name: String = "feed") throws -> Feed {
  try scanned(Feed(source: MemoryBytes(name: name, text: text), hint: hint))
}

/// The first post of a text.
func firstPost(_ text: String, hint: FormatHint? = nil) throws -> Post {
  try #require(try feed(text, hint: hint).posts.first)
}

func scanned(_ feed: Feed, bytes: Int = 1 << 20) throws -> Feed {
  for _ in 0..<10_000_000 { if try feed.advance(bytes: bytes) != .more { return feed } }
  Issue.record("the scan does not end")
  return feed
}

extension Feed {
  /// The rows so far; those that cannot be read join the problems.
  var rows: [Record] { (0..<recordCount).map { inspect(at: $0) } }

  var posts: [Post] { rows.compactMap { if case .post(let post) = $0 { post } else { nil } } }

  /// One word a row: its id, or the problem without the source's name.
  var outline: [String] {
    rows.map {
      switch $0 {
      case .post(let post): post.id.rawValue
      case .problem(let problem): "!\(problem.line ?? 0):\(problem.column ?? 0)"
      }
    }
  }
}

extension Timeline {
  /// The records that the rows show, in order.
  var ids: [RecordID] { (0..<recordCount).compactMap { id(at: $0) } }

  /// One word a row: its id, or "!" where it is a problem.
  var outline: [String] {
    ids.map { if case .post(let post) = record($0) { post.id.rawValue } else { "!" } }
  }
}

/// The problems of a feed as a user reads them, once all its rows were read.
func problems(_ feed: Feed) -> [String] {
  _ = feed.rows
  return feed.problems.map(\.description)
}

/// The problems of a post as a user reads them.
func problems(_ post: Post) -> [String] { post.problems.map(\.description) }

extension Body {
  /// The HTML; nil where it is plain text, or there is none.
  var markup: String? { if case .html(let text) = self { text } else { nil } }
}

/// Why a document is of no format that is read here; nil where it is of one.
func unknownFormat(_ bytes: [UInt8]) -> FeedProblem? {
  if case .unknownFormat(let problem)? = refusal(bytes) { problem } else { nil }
}

func unknownFormat(_ text: String) -> FeedProblem? { unknownFormat(Array(text.utf8)) }

/// The error of opening a text, if it is none that is read here.
func refusal(_ bytes: [UInt8], hint: FormatHint? = nil) -> FeedError? {
  do {
    _ = try scanned(Feed(source: MemoryBytes(name: "feed", bytes: bytes), hint: hint))
    return nil
  } catch let error as FeedError {
    return error
  } catch {
    return nil
  }
}

func refusal(_ text: String, hint: FormatHint? = nil) -> FeedError? {
  refusal(Array(text.utf8), hint: hint)
}

/// The folder of documents that nobody here wrote, if there is one.
let corpora = CorpusDocument.folder
