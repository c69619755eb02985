/// A stream by name: where its posts come from, which of them it shows, and their order.
///
/// A view prints and parses as one line, such as `in:work is:unread sort:newest`.
package struct View: Equatable, Sendable {
  package let scope: Scope
  /// The condition that a post must meet; nil for all posts.
  package let filter: Filter?
  /// The order of the rows; nil for the configured one.
  package let order: StreamOrder?

  package init(_ scope: Scope = .all, _ filter: Filter? = nil, order: StreamOrder? = nil) {
    self.scope = scope
    self.filter = filter
    self.order = order
  }
}

/// The sources of a view, by the names that the user gave them.
package enum Scope: Equatable, Sendable {
  case all
  /// The subscriptions with any of these tags.
  case tags(Choices<TextTest>)
  /// The sources with any of these names.
  case sources(Choices<TextTest>)
}

/// An error in the one-line form of a view.
package struct ViewError: Error, Equatable, CustomStringConvertible {
  /// The number of the first character of the error, from 1; characters are Unicode scalars.
  package let column: Int
  package let problem: String
  package let expected: String

  /// The sentence that is shown: `column 7: "(" is not closed (expected ")")`.
  package var description: String { "column \(column): \(problem) (expected \(expected))" }
}

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

  package var negated: Filter {
    if case .group(.not, _) = nodes[0] { return Filter(Array(nodes.dropFirst())) }
    return Filter([.group(.not, span: nodes.count + 1)] + nodes)
  }

  /// Whether it asks for flags, which are known later than the posts.
  package var asksFlags: Bool { predicates.contains(where: \.asksFlags) }

  /// Whether it asks for more than flags, so that the post must be decoded.
  package var asksPosts: Bool { predicates.contains { !$0.asksFlagsOnly } }

  private var predicates: [Predicate] {
    nodes.compactMap { if case .test(let predicate) = $0 { predicate } else { nil } }
  }

  package func matches(_ post: Post, flags: PostFlags) -> Bool {
    evaluate { $0.matches(post, flags: flags) }
  }

  /// Whether a post with these flags passes a filter that does not ask for more.
  package func matches(flags: PostFlags) -> Bool { evaluate { $0.matches(flags: flags) } }

  private func evaluate(_ test: (Predicate) -> Bool) -> Bool {
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
      case .test(let predicate): value = test(predicate)
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
