/// A stream by name: where its posts come from, which of them it shows, and their order.
///
/// A view prints and parses as one line, such as `in:work is:unread sort:newest`.
package struct View: Equatable, Sendable {
  /// The sources that posts come from.
  package let scope: Scope
  /// The condition that a post must meet; nil for all posts.
  package let filter: Filter?
  /// The order of the rows; nil for the configured one.
  package let order: Timeline.Order?

  package init(_ scope: Scope = .all, _ filter: Filter? = nil, order: Timeline.Order? = nil) {
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
