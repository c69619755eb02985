/// The things that the reader did to a post or comment, kept from run to run.
package struct PostFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A set of several flags.
  ///
  /// The protocol's own initializer is generic, and in other modules it is looked up at run time: 4,000
  /// instructions for two flags.
  package init(arrayLiteral flags: PostFlags...) {
    self.init(rawValue: flags.reduce(0) { $0 | $1.rawValue })
  }

  /// The post was read.
  package static let read = PostFlags(rawValue: 1)
  /// The reader keeps the post, with its record.
  package static let kept = PostFlags(rawValue: 2)
  /// A long text is unfolded.
  package static let expanded = PostFlags(rawValue: 4)
  /// A content warning is unfolded.
  package static let uncovered = PostFlags(rawValue: 8)
  /// The replies to a comment are collapsed.
  package static let collapsed = PostFlags(rawValue: 16)
}
