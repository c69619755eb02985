import Configuration

extension View {
  /// The most tests of a filter with those of the views that it names.
  private static let mostTests = 4_000

  /// Returns the view with the conditions of saved views in place of their names.
  ///
  /// A view that is nothing but `view:NAME` takes the order and limit of that one, too.
  ///
  /// - Parameters:
  ///   - named: returns the line of a saved view; nil if there is none of this name.
  ///   - names: the names of the saved views, of which an error offers the nearest.
  ///   - line: the line that was read as this view, for the columns of errors; without it they are 1.
  /// - Throws: ``ViewError`` if a view is unknown, does not read, or names itself, also by way of others.
  package func expanded(
    by named: (String) -> String?,
    among names: [String] = [],
    in line: String = ""
  ) throws(ViewError) -> View {
    var known: [String: View] = [:]
    // The views that are being expanded, each named by the one before it.
    var open: [(name: String, view: View)] = [("", self)]
    while let (name, view) = open.last {
      if let next = view.viewNames.first(where: { known[$0] == nil }) {
        let path = open.map(\.name).dropFirst() + [next]
        let inner = path.dropLast().last.map { "view \"\($0)\": " } ?? ""
        guard !open.contains(where: { $0.name == next }) else {
          throw Self.error(Self.circle(path.drop { $0 != next }), nil, at: path.first, in: line)
        }
        guard let text = named(next) else {
          throw Self.error(
            "\(inner)there is no view \"\(next)\"",
            "the name of a saved view\(NearestName.offer(next, among: names))",
            at: path.first,
            in: line
          )
        }
        do { open.append((next, try View(text))) } catch {
          throw Self.error("view \"\(next)\": \(error)", nil, at: path.first, in: line)
        }
        continue
      }
      let expanded = view.replacing(known)
      guard expanded.filter?.nodes.count ?? 0 <= Self.mostTests else {
        throw Self.error(
          "too many tests in all views together",
          "at most \(Self.mostTests)",
          at: open.dropFirst().first?.name,
          in: line
        )
      }
      open.removeLast()
      if open.isEmpty { return expanded }
      known[name] = expanded
    }
    return self
  }

  private static func circle(_ names: ArraySlice<String>) -> String {
    names.count == 2
      ? "view \"\(names.first ?? "")\" names itself"
      : "the views name each other: " + names.joined(separator: ", ")
  }

  package var viewNames: [String] {
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

  /// - Parameter names: the views that are being expanded, the first of which has no name.
  /// - Parameter name: the view in the line that leads to the error; nil for the line as a whole.
  private static func error(
    _ problem: String,
    _ expected: String?,
    at name: String?,
    in line: String
  ) -> ViewError {
    let scalars = Array(line.unicodeScalars)
    let wanted = Array((name ?? "").unicodeScalars)
    let column = scalars.indices.first { start in
      start > 0 && !wanted.isEmpty && ":\"'".unicodeScalars.contains(scalars[start - 1])
        && scalars[start...].starts(with: wanted)
    }
    return ViewError(column: (column ?? 0) + 1, problem: problem, expected: expected)
  }
}
