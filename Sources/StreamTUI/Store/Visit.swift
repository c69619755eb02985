import StreamModel
import StreamUI

/// A link that the reader followed.
struct Visit: Hashable, Sendable {
  /// The way in which it was followed.
  ///
  /// The numbers are stored and keep their meaning.
  enum Manner: Int64, Sendable {
    case tab = 1
    case number, hint, click, queue

    init(_ manner: LinkManner) {
      switch manner {
      case .focus: self = .tab
      case .number: self = .number
      case .hint: self = .hint
      case .click: self = .click
      case .queue: self = .queue
      }
    }

    /// The manner as the viewer knows it.
    var shown: LinkManner {
      switch self {
      case .tab: .focus
      case .number: .number
      case .hint: .hint
      case .click: .click
      case .queue: .queue
      }
    }
  }

  let address: String
  /// The hash of the address by which rows find out that it was visited.
  let hash: UInt64
  /// When it was followed, in seconds since 1970.
  let time: Int64
  /// The source and the post with the link; nil where they are not remembered.
  let source: SourceID?
  let post: PostIdentity?
  let manner: Manner
}
