/// A condition on posts: predicates joined by and, or and not.
///
/// Nested conditions lie in one array, each before its parts, so nothing recurses on the depth of one.
/// Equal conditions are equal values: an all within an all is part of it, and no not follows a not.
package struct Filter: Equatable, Sendable {
  enum Node: Equatable {
    case test(Predicate)
    /// A condition of the parts after it; it and they are `span` nodes.
    case group(Operator, span: Int)
  }

  enum Operator: Equatable {
    case not, all, any
  }

  /// Never empty.
  let nodes: [Node]

  package init(_ predicate: Predicate) {
    nodes = [.test(predicate)]
  }

  private init(_ nodes: [Node]) {
    self.nodes = nodes
  }

  /// Returns a filter for posts that pass all of `filters`; nil without any.
  package static func all(_ filters: [Filter]) -> Filter? { joined(filters, by: .all) }

  /// Returns a filter for posts that pass any of `filters`; nil without any.
  package static func any(_ filters: [Filter]) -> Filter? { joined(filters, by: .any) }

  /// The filter for all other posts.
  package var negated: Filter {
    if case .group(.not, _) = nodes[0] { return Filter(Array(nodes.dropFirst())) }
    return Filter([.group(.not, span: nodes.count + 1)] + nodes)
  }

  /// Whether a post with these flags passes.
  package func matches(_ post: Post, flags: PostFlags) -> Bool {
    // The groups around the predicate, with the node after each.
    var open: [(group: Operator, end: Int)] = []
    var at = 0
    while at < nodes.count {
      let value: Bool
      switch nodes[at] {
      case .group(let group, let span):
        open.append((group, at + span))
        at += 1
        continue
      case .test(let predicate): value = predicate.matches(post, flags: flags)
      }
      at += 1
      if let result = Self.settle(value, &at, &open) { return result }
    }
    return true
  }

  /// Ends the groups that a value decides; returns it if it decides the filter.
  private static func settle(
    _ value: Bool,
    _ at: inout Int,
    _ open: inout [(group: Operator, end: Int)]
  ) -> Bool? {
    var value = value
    while let last = open.last {
      switch last.group {
      case .not: value.toggle()
      case .all: if value, at < last.end { return nil }
      case .any: if !value, at < last.end { return nil }
      }
      at = last.end
      open.removeLast()
    }
    return value
  }

  private static func joined(_ filters: [Filter], by group: Operator) -> Filter? {
    guard filters.count > 1 else { return filters.first }
    let parts = filters.flatMap { filter in
      if case .group(group, _)? = filter.nodes.first { return filter.nodes.dropFirst() }
      return filter.nodes[...]
    }
    return Filter([.group(group, span: parts.count + 1)] + parts)
  }
}

extension Filter {
  /// The posts that everybody may read, as far as their feeds state that.
  static let isPublic = Filter(.visibility(Choices(.unlisted, .followers, .direct, .unknown)))
    .negated
}
