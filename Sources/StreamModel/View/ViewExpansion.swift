extension View {
  /// The most tests of a filter with those of the views that it names.
  private static let mostTests = 4_000

  /// Returns the view with the conditions of saved views in place of their names.
  ///
  /// A view that is nothing but `view:NAME` takes the order and limit of that one, too.
  ///
  /// - Parameter named: returns the line of a saved view; nil if there is none of this name.
  /// - Throws: ``ViewError`` at column 1 if a view is unknown, does not read, or names itself, also by way of others.
  package func expanded(by named: (String) -> String?) throws(ViewError) -> View {
    var known: [String: View] = [:]
    // The views that are being expanded, each named by the one before it.
    var open: [(name: String, view: View)] = [("", self)]
    while let (name, view) = open.last {
      if let next = view.viewNames.first(where: { known[$0] == nil }) {
        guard !open.contains(where: { $0.name == next }) else {
          let circle = open.map(\.name).drop { $0 != next } + [next]
          throw Self.error("the views name each other: " + circle.joined(separator: ", "))
        }
        guard let line = named(next) else {
          throw Self.error("there is no view \"\(next)\"", "the name of a saved view")
        }
        do { open.append((next, try View(line))) } catch {
          throw Self.error("view \"\(next)\": \(error)")
        }
        continue
      }
      let expanded = view.replacing(known)
      guard expanded.filter?.nodes.count ?? 0 <= Self.mostTests else {
        throw Self.error("too many tests in all views together", "at most \(Self.mostTests)")
      }
      open.removeLast()
      if open.isEmpty { return expanded }
      known[name] = expanded
    }
    return self
  }

  private var viewNames: [String] {
    filter?.predicates.compactMap { if case .view(let name) = $0 { name.text } else { nil } } ?? []
  }

  private func replacing(_ views: [String: View]) -> View {
    guard let filter, !viewNames.isEmpty else { return self }
    let alone: View? =
      if case .view(let name)? = filter.only, scope == .all { views[name.text] } else { nil }
    if let alone {
      return View(
        alone.scope,
        alone.filter,
        order: order ?? alone.order,
        limit: limit ?? alone.limit
      )
    }
    // A view without a condition passes all posts: a test that holds for each of them.
    let every = Filter.any([Filter(.state(Choices(.unread))), Filter(.state(Choices(.read)))])
    let replaced = filter.replacing { predicate in
      guard case .view(let name) = predicate, let view = views[name.text] else { return nil }
      return view.condition ?? every
    }
    return View(scope, replaced, order: order, limit: limit)
  }

  private static func error(_ problem: String, _ expected: String? = nil) -> ViewError {
    ViewError(column: 1, problem: problem, expected: expected)
  }
}
