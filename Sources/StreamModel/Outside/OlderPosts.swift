package import CellGrid

/// The posts before the first one of a stream, as far as its sources lead to them.
package struct OlderPosts: Equatable, Sendable {
  /// How far they were asked for.
  package enum State: Equatable, Sendable {
    case more
    /// The same, and the page belongs further up: posts were missed between two refreshes.
    case missed
    case fetching
    case failed(SafeText, at: Timestamp)
    /// The next page is at an address on another host, which is asked only after the reader agrees.
    case elsewhere(String, host: SafeText)
    case first
  }

  package let state: State
  package let sources: Int

  package init(_ state: State, sources: Int = 1) {
    self.state = state
    self.sources = sources
  }
}

/// The answer of a place where a post is discussed, or how far that is.
package enum DiscussionAnswer: Equatable, Sendable {
  case asked
  /// The copy of an earlier answer, and when the site last sent or confirmed it.
  case copy(Discussion, of: Timestamp?)
  case discussion(Discussion)
  case unchanged
  case failure(SafeText)

  /// The comments that came; nil for answers without any.
  package var discussion: Discussion? {
    switch self {
    case .copy(let discussion, _), .discussion(let discussion): discussion
    case .asked, .unchanged, .failure: nil
    }
  }
}

/// The subscriptions that a key or a stream is for.
///
/// No ``View`` says this: a place is kept under these very tags and keys, and the tests of a view take texts that differ
/// in case, too.
package enum FeedChoice: Equatable, Sendable {
  case all
  case tag(String)
  /// Those with these keys: the texts of their sources.
  case feeds([String])

  package func contains(_ key: String, tags: [String]) -> Bool {
    switch self {
    case .all: true
    case .tag(let tag): tags.contains(tag)
    case .feeds(let keys): keys.contains(key)
    }
  }
}
