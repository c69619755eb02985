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
