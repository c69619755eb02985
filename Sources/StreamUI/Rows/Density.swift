/// How much of each post is shown.
package enum Density: UInt8, CaseIterable, Sendable, Hashable {
  /// A line a post: who, when, and how it begins.
  case compact
  /// Long texts cut after some lines.
  case normal
  /// Whole texts.
  case full

  /// The next that shows less; the same at the end.
  var denser: Density { Density(rawValue: rawValue &- 1) ?? self }

  /// The next that shows more; the same at the end.
  var fuller: Density { Density(rawValue: rawValue &+ 1) ?? self }

  /// Lines of a body before "+N lines"; nil shows all.
  var bodyLimit: Int? {
    switch self {
    case .compact: 1
    case .normal: PostRow.bodyLimit
    case .full: nil
    }
  }
}
