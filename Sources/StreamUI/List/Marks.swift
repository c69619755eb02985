import StreamModel

/// The marks of a page: letters that name places, and where the last jump began.
struct Marks {
  private var places: [Unicode.Scalar: List.Place] = [:]
  /// The marks that a later run can find, or that an earlier one has set.
  private var known: [Unicode.Scalar: SavedPlace.Mark] = [:]
  private(set) var beforeJump: List.Place?

  var saved: [SavedPlace.Mark] { known.values.sorted { $0.letter < $1.letter } }

  /// Sets a mark.
  ///
  /// - Parameter saved: the mark for the next run; nil where the page is not kept.
  mutating func set(_ letter: Unicode.Scalar, to place: List.Place, saved: SavedPlace.Mark?) {
    places[letter] = place
    known[letter] = saved
  }

  /// Takes in the marks of an earlier run.
  mutating func recall(_ marks: [SavedPlace.Mark]) {
    for mark in marks { known[mark.letter] = mark }
  }

  /// The place of a mark that was set in this run.
  func place(of letter: Unicode.Scalar) -> List.Place? { places[letter] }

  /// The posts of a mark, to be searched for.
  func saved(_ letter: Unicode.Scalar) -> SavedPlace.Mark? { known[letter] }

  mutating func noteJump(from place: List.Place) {
    beforeJump = place
  }
}
