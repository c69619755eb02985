import CellGrid

/// Finds a sign that a cell of ncurses has room for, for a cluster that it has not.
///
/// The sign means the same with less detail, or nothing: a part of a family would be another family,
/// and half a couple another person.
enum LongCluster {
  private static let most = 5
  private static let kiss: UInt32 = 0x1F48B
  private static let heart: UInt32 = 0x2764
  private static let joiner: UInt32 = 0x200D
  /// Man, woman, boy, girl, baby, person.
  private static let people: Set<UInt32> = [
    0x1F466, 0x1F467, 0x1F468, 0x1F469, 0x1F476, 0x1F9D1, 0x1F9D2,
  ]

  /// Returns a cell as wide as `cell` for the cluster of `scalars`.
  static func substitute(_ scalars: [UInt32], like cell: Cell) -> Cell {
    cell.replacing(sign(for: scalars))
  }

  private static func sign(for scalars: [UInt32]) -> [UInt32] {
    // A flag of a region is a black flag with tags.
    if scalars.contains(where: { (0xE0020...0xE007F).contains($0) }) {
      return Array(scalars.prefix(1))
    }
    // Without skin tones and selectors, the picture is the neutral one.
    let neutral = scalars.filter { !(0x1F3FB...0x1F3FF).contains($0) && $0 != 0xFE0F }
    if neutral.count <= most { return neutral }
    if neutral.contains(kiss) { return [0x1F48F] }
    if neutral.contains(heart) { return [0x1F491] }
    if neutral.count(where: people.contains) >= 3 { return [0x1F46A] }
    // A base with marks keeps those that fit; a joined picture of another kind is told to be missing.
    return neutral.contains(joiner) ? [0x3013] : Array(neutral.prefix(most))
  }
}
