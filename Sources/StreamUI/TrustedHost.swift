package import StreamModel

/// A host whose addresses open without a question, because the reader has let one open.
package struct TrustedHost: Equatable, Sendable {
  /// The host as the gate compares it.
  package let name: String
  /// When the reader let the first one open.
  package let time: Timestamp

  /// Makes an entry.
  package init(name: String, time: Timestamp) {
    self.name = name
    self.time = time
  }
}
