import Addresses
import CellGrid
package import Configuration

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

  /// The tag of all sources in it, among those that there are; nil for several, and where it is of no tags.
  package func tag(among tags: [String]) -> String? {
    guard case .tags(let choices) = self else { return nil }
    var problem: FilterProblem?
    let meant = Set(tags).filter { tag in choices.contains { $0.isWhole(tag, &problem) } }
    return meant.count == 1 ? meant.first : nil
  }
}

package struct ViewError: Error, Equatable, CustomStringConvertible {
  /// The number of the first character of the error, from 1; characters are Unicode scalars.
  package let column: Int
  package let problem: String
  /// The form to write; nil where the problem says it.
  package let expected: String?

  init(at column: Int, _ problem: String, expected: String? = nil) {
    self.column = column
    self.problem = problem
    self.expected = expected
  }

  /// The sentence that is shown: `column 7: "(" is not closed (expected ")")`.
  package var description: String {
    "column \(column): \(problem)" + (expected.map { " (expected \($0))" } ?? "")
  }
}

/// A view that the user saved in the configuration, under a name.
package struct SavedView: Equatable, Sendable {
  package static let longestName = 40
  package static let nameForm =
    "a letter, then letters, digits and hyphens, at most \(longestName)"

  package let name: String
  package let line: String
  package let place: ConfigPlace
  /// The view that the line states, with the conditions of other saved views in place of their names.
  package let view: View

  package init(name: String, line: String, at place: ConfigPlace, _ view: View) {
    self.name = name
    self.line = line
    self.place = place
    self.view = view
  }

  /// The words of a title that may stand in a name, in lower case and without accents; none of other scripts.
  package static func words(of title: String) -> [String] {
    let folded = TextFolding.caseless.scalars(of: title).compactMap { Unicode.Scalar($0) }
    let plain = String(String.UnicodeScalarView(folded)).lowercased()
    return plain.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  package static func isName(_ text: String) -> Bool {
    text.utf8.count <= longestName && (text.utf8.first.map { $0 >= 0x41 } ?? false)
      && text.utf8.allSatisfy { $0.isAlphanumeric(or: "-") }
  }
}

extension [SavedView] {
  /// Reads the one-line form of a view, with the conditions of these views in place of their names.
  ///
  /// - Throws: ``ViewError`` with its column in the line.
  package func view(_ line: String) throws(ViewError) -> View {
    try View(line).expanded(
      by: { name in first { $0.name == name }?.line },
      among: map(\.name),
      in: line
    )
  }
}

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
    if case .view(let name)? = filter.only, scope == .all, let alone = views[name.text] {
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
    return ViewError(at: (column ?? 0) + 1, problem, expected: expected)
  }
}
