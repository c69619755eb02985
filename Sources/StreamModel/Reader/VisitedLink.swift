/// A link that the reader followed in this or an earlier run, as the page of followed links lists it.
package struct VisitedLink: Equatable, Sendable {
  package let address: String
  package let time: Timestamp
  package let manner: LinkManner
  /// The name of the source of the post with the link; nil where it is not known.
  package let source: String?
  /// The post with the link; nil where its source is not shown now, or it is not known.
  package let post: Timeline.SourceKey?

  package init(
    address: String,
    time: Timestamp,
    manner: LinkManner,
    source: String?,
    post: Timeline.SourceKey?
  ) {
    self.address = address
    self.time = time
    self.manner = manner
    self.source = source
    self.post = post
  }
}

/// A link that the reader followed, to be kept for later runs.
package struct FollowedLink: Equatable, Sendable {
  package let address: String
  /// The post with the link; nil where no post of the timeline has it.
  package let post: Timeline.SourceKey?
  package let manner: LinkManner

  package init(address: String, post: Timeline.SourceKey?, manner: LinkManner) {
    self.address = address
    self.post = post
    self.manner = manner
  }
}

/// How the reader followed a link.
///
/// The numbers are stored and keep their meaning.
package enum LinkManner: Int64, Sendable, CaseIterable {
  /// By a key that acts on the link in focus or on the selected row, such as `Tab` and Enter.
  case focus = 1
  case number, hint, click, queue

  package var words: String {
    switch self {
    case .focus: "by key"
    case .number: "by number"
    case .hint: "by hint"
    case .click: "by click"
    case .queue: "with others"
    }
  }
}

/// A host whose addresses open without a question, because the reader has let one open, or whose pictures come.
package struct TrustedHost: Equatable, Sendable {
  /// The host as the gate compares it; with an ending that no host has where it is about its pictures.
  package let name: String
  package let time: Timestamp

  package init(name: String, time: Timestamp) {
    self.name = name
    self.time = time
  }

  package init(picturesOf host: String, time: Timestamp) {
    self.init(name: host + Self.pictures, time: time)
  }

  private static let pictures = " (pictures)"

  /// Returns the host whose pictures an entry of a name is about; nil for its addresses.
  package static func pictureHost(_ name: String) -> String? {
    name.hasSuffix(pictures) ? String(name.dropLast(pictures.count)) : nil
  }
}
