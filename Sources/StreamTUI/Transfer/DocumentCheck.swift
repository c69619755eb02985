import StreamModel
import StreamUI

/// A look through a document that was fetched: whether it is a whole feed, which may take the place of an
/// earlier one.
struct DocumentCheck {
  /// The feed, as far as it is scanned.
  let feed: Feed
  /// The reason why the document is not a feed; nil if it is one, or a page.
  private(set) var noFeed: String?
  /// The reason why the end of the document is missing; nil if it is whole.
  private(set) var damage: String?
  /// Whether the whole document has been looked at.
  private(set) var isDone = false
  private let document: OpenedSource

  /// Begins with a document that is complete.
  init(_ document: OpenedSource) {
    self.document = document
    feed = Feed(source: document.bytes)
  }

  /// Returns the check of a document, to its end.
  static func whole(_ document: OpenedSource) -> DocumentCheck {
    var check = DocumentCheck(document)
    while !check.isDone { check.advance() }
    return check
  }

  /// Whether the document can be shown: a feed or a page, and whole.
  var isGood: Bool { isDone && noFeed == nil && damage == nil }

  /// Looks at one slice more.
  mutating func advance() {
    guard !isDone else { return }
    do throws(FeedError) {
      guard try document.scanSlice(of: feed) else { return }
      isDone = true
      damage = document.cut ?? (feed.endsEarly ? "it ends in the middle" : nil)
    } catch {
      isDone = true
      noFeed = Self.reason(error)
      damage = document.cut
    }
  }

  /// Returns the reason why a document is not a feed, without the name of the file that has it.
  static func reason(_ error: FeedError) -> String {
    switch error {
    case .unreadable(_, let reason): reason
    case .unknownFormat(let problem): problem.message
    case .empty: "empty (expected a feed)"
    }
  }
}
