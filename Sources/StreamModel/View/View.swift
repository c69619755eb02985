/// A stream by name: where its posts come from, which of them it shows, and their order.
///
/// A view prints and parses as one line, such as `in:work is:unread sort:newest`. This is what the rest of the
/// program needs of the language:
/// - ``View/init(_:)`` reads a line, ``ViewError`` says what is wrong with it, and ``View/description`` prints the
///   canonical line, which reads back as an equal view. Ages stay as they were typed.
/// - ``View/hints`` says what a reader may have meant instead, such as "Did you mean is:unread?".
/// - ``View/expanded(by:)`` replaces `view:NAME` by the filters of saved views.
/// - ``View/condition`` is scope and filter as one ``Filter``; ``Filter/matches(_:_:)`` evaluates it over a post and
///   the ``FilterFacts`` that the caller has, ``Filter/unmet(by:)`` says which are missing.
/// - ``Filter/terms`` are the parts that must all hold.
/// - ``FieldEntry/all`` lists the names and values, for completion and help.
package struct View: Equatable, Sendable {
  package let scope: Scope
  /// The condition that a post must meet; nil for all posts.
  package let filter: Filter?
  /// Nil for the configured order.
  package let order: StreamOrder?
  /// The most posts that are shown; nil for all.
  package let limit: Int?

  /// Makes a view; without a scope, the first `in:` or `feed:` that all posts must meet becomes its scope.
  package init(
    _ scope: Scope = .all,
    _ filter: Filter? = nil,
    order: StreamOrder? = nil,
    limit: Int? = nil
  ) {
    self.order = order
    self.limit = limit
    let terms = filter?.terms ?? []
    for (at, term) in terms.enumerated() where scope == .all {
      guard let only = term.only, let found = Scope(only) else { continue }
      self.scope = found
      self.filter = Filter.all(Array(terms[..<at] + terms[(at + 1)...]))
      return
    }
    self.scope = scope
    self.filter = filter
  }

  /// The scope and the filter as one condition; nil for all posts.
  package var condition: Filter? {
    let scope: Filter? =
      switch scope {
      case .all: nil
      case .tags(let tags): Filter(.source(.tag, .usual, tags))
      case .sources(let names): Filter(.source(.feed, .usual, names))
      }
    return Filter.all([scope, filter].compactMap(\.self))
  }
}

extension View {
  /// The line of a view whose posts pass a filter, too; its order and limit stay.
  ///
  /// - Parameter line: the line of the view; nil, or one that does not read, for all posts.
  package static func line(_ line: String?, narrowedBy filter: Filter) -> String {
    guard let line, let view = try? View(line) else { return filter.description }
    let both = Filter.all([view.condition, filter].compactMap(\.self))
    return View(.all, both, order: view.order, limit: view.limit).description
  }
}

/// The sources of a view, by the names that the user gave them.
package enum Scope: Equatable, Sendable {
  case all
  case tags(Choices<TextTest>)
  case sources(Choices<TextTest>)

  fileprivate init?(_ predicate: Predicate) {
    switch predicate {
    case .source(.tag, .usual, let tags): self = .tags(tags)
    case .source(.feed, .usual, let names): self = .sources(names)
    default: return nil
    }
  }
}

/// An error in the one-line form of a view.
package struct ViewError: Error, Equatable, CustomStringConvertible {
  /// The number of the first character of the error, from 1; characters are Unicode scalars.
  package let column: Int
  package let problem: String
  /// The form to write; nil where the problem says it.
  package let expected: String?

  package init(column: Int, problem: String, expected: String? = nil) {
    self.column = column
    self.problem = problem
    self.expected = expected
  }

  /// The sentence that is shown: `column 7: "(" is not closed (expected ")")`.
  package var description: String {
    "column \(column): \(problem)" + (expected.map { " (expected \($0))" } ?? "")
  }
}
