import StreamModel

/// The parts of a page's status that a narrow line leaves out, in this order.
///
/// The place of the reader and the number of unread posts are none of them.
enum StatusPart: Int, CaseIterable, Comparable {
  /// Facts that have a page of their own: hidden posts, posts that are left out, and the order.
  case aside
  case title
  /// Changes, and work that goes on: new posts, problems, sorting.
  case news

  /// Whether this is left out of a line that leaves `last` out, and all that goes before it.
  func goes(with last: StatusPart?) -> Bool { last.map { self <= $0 } ?? false }

  static func < (first: StatusPart, second: StatusPart) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension Timeline {
  /// " · source changed (r)"; empty where a reload would show nothing else.
  func noteOfChange(_ keymap: PageKeymap) -> String {
    isOutdated ? " · source changed (\(keymap.name(of: .reload)))" : ""
  }
}
