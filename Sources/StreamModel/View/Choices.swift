/// The values of which a field may have any: at least one.
package struct Choices<Value: Equatable & Sendable>: Equatable, Sendable {
  package let values: [Value]

  /// Makes choices; nil without a value.
  package init?(_ values: [Value]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  package init(_ first: Value, _ others: Value...) {
    values = [first] + others
  }

  func contains(where isMatch: (Value) -> Bool) -> Bool { values.contains(where: isMatch) }
}
