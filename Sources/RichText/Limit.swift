/// A bound that hostile or broken markup ran into; what lies beyond it is left out and said.
package enum Limit: Equatable, Sendable {
  /// More bytes of text than one body may keep.
  case textBytes(Int)
  /// More links than one body may have.
  case links(Int)
  /// Deeper nesting than is followed; the text is kept, the structure is not.
  case depth(Int)
}
