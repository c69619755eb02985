/// One of the two halves of the demonstration: left or above, right or below.
package enum Side: CaseIterable, Sendable {
  case left, right
}

/// A value for each half.
package struct Pair<Value> {
  package var left: Value
  package var right: Value

  /// Creates a pair.
  package init(left: Value, right: Value) {
    self.left = left
    self.right = right
  }

  /// The value of the half on `side`.
  package subscript(side: Side) -> Value {
    // In place both ways: a half is large, and every key changes it.
    _read {
      switch side {
      case .left: yield left
      case .right: yield right
      }
    }
    _modify {
      switch side {
      case .left: yield &left
      case .right: yield &right
      }
    }
  }
}

extension Pair: Sendable where Value: Sendable {}
