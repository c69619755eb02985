/// A condition on posts: predicates joined by and, or and not.
///
/// Nested conditions lie in one array, each before its parts, so nothing recurses on the depth of one.
/// Equal conditions are equal values: an all within an all is part of it, and no not follows a not.
package struct Filter: Equatable, Sendable {
  enum Node: Equatable {
    case test(Predicate)
    case group(Operator, span: Int)
  }

  enum Operator: Equatable {
    case not, all, any
  }

  let nodes: [Node]
  package let needs: FilterNeeds

  package init(_ predicate: Predicate) { self.init([.test(predicate)]) }

  private init(_ nodes: [Node]) {
    self.nodes = nodes
    needs = FilterNeeds(
      nodes.map { if case .test(let predicate) = $0 { predicate.needs } else { [] } }
    )
  }

  package static func all(_ filters: [Filter]) -> Filter? { joined(filters, by: .all) }
  package static func any(_ filters: [Filter]) -> Filter? { joined(filters, by: .any) }

  package var negated: Filter {
    if case .group(.not, _) = nodes[0] { return Filter(Array(nodes.dropFirst())) }
    return Filter([.group(.not, span: nodes.count + 1)] + nodes)
  }

  package var terms: [Filter] {
    guard case .group(.all, _) = nodes[0] else { return [self] }
    var terms: [Filter] = []
    var at = 1
    while at < nodes.count {
      let end = if case .group(_, let span) = nodes[at] { at + span } else { at + 1 }
      terms.append(Filter(Array(nodes[at..<end])))
      at = end
    }
    return terms
  }

  package var predicates: [Predicate] {
    nodes.compactMap { if case .test(let predicate) = $0 { predicate } else { nil } }
  }

  var only: Predicate? {
    if nodes.count == 1, case .test(let predicate) = nodes[0] { predicate } else { nil }
  }

  func replacing(_ filter: (Predicate) -> Filter?) -> Filter {
    folded {
      filter($0) ?? Filter($0)
    } joined: { group, parts in
      group == .not ? parts.first?.negated : Self.joined(parts, by: group)
    } ?? self
  }

  /// The value of the filter, from the values of its predicates and of the parts of each group.
  func folded<Value>(
    _ value: (Predicate) -> Value,
    joined: (Operator, [Value]) -> Value?
  ) -> Value? {
    // From the last node to the first, so that the parts of a group lie on the stack when it comes.
    var done: [(value: Value, start: Int)] = []
    for (at, node) in nodes.enumerated().reversed() {
      switch node {
      case .test(let predicate): done.append((value(predicate), at))
      case .group(let group, let span):
        var parts: [Value] = []
        while let last = done.last, last.start < at + span {
          parts.append(last.value)
          done.removeLast()
        }
        if let whole = joined(group, parts) { done.append((whole, at)) }
      }
    }
    return done.last?.value
  }

  private static func joined(_ filters: [Filter], by group: Operator) -> Filter? {
    guard filters.count > 1 else { return filters.first }
    let parts = filters.flatMap { filter in
      if case .group(group, _)? = filter.nodes.first { return filter.nodes.dropFirst() }
      return filter.nodes[...]
    }
    return Filter([.group(group, span: parts.count + 1)] + parts)
  }

  package var asksFlags: Bool { needs.contains(.flags) }

  package var asksPosts: Bool { !needs.subtracting(.flags).isEmpty }
  package var asksBodies: Bool { needs.contains(.bodies) }

  /// The sentence that says which facts are missing; nil where `known` is enough.
  ///
  /// A test of a fact that is missing passes no post, so a caller asks this first and shows the answer.
  package func unmet(by known: FilterNeeds) -> String? { needs.subtracting(known).sentence }

  /// Whether a post passes; see ``matches(_:_:_:)`` for expressions that take too long.
  package func matches(_ post: Post, _ facts: FilterFacts) -> Bool {
    var problem: FilterProblem?
    return matches(post, facts, &problem)
  }

  /// Whether a post passes; sets `problem`, which the caller shows, if a test of the post had to be given up.
  package func matches(_ post: Post, _ facts: FilterFacts, _ problem: inout FilterProblem?) -> Bool
  {
    var reading = PostReading(post)
    return evaluate { $0.matches(&reading, facts, &problem) }
  }

  func matches(_ reading: inout PostReading, _ facts: FilterFacts) -> Bool {
    var problem: FilterProblem?
    return evaluate { $0.matches(&reading, facts, &problem) }
  }

  package func matches(flags: PostFlags) -> Bool {
    // No predicate that asks for flags alone looks at the post.
    matches(Post.draft, FilterFacts(flags: flags))
  }

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
}
