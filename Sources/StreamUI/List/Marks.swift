/// The marks of a page: letters that name places, and where the last jump began.
struct Marks {
  private var places: [Unicode.Scalar: List.Place] = [:]
  /// Where the reader was before the last jump.
  private(set) var beforeJump: List.Place?

  mutating func set(_ letter: Unicode.Scalar, to place: List.Place) {
    places[letter] = place
  }

  func place(of letter: Unicode.Scalar) -> List.Place? { places[letter] }

  mutating func noteJump(from place: List.Place) {
    beforeJump = place
  }
}
