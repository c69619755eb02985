/// How far scrolls went from rest to rest lately, and so whether rows are likely to pass by.
///
/// A row that was prepared at rest saves bytes if it is still on the screen at the next rest, and costs
/// bytes if it only passes by. Which of the two is not known when it comes in, but readers keep a pace.
struct ScrollReach {
  /// Whether the present scroll is expected to be long, so that the rows that come in pass by.
  ///
  /// Two long scrolls of the last three begin this, three short ones end it. One scroll alone does not:
  /// a held key begins with a step and a rest, because keyboards wait before they repeat, and readers
  /// who look for something look around now and then. Other rules were measured; see DECISIONS.
  private var isExpectedLong = false
  /// Lines of the present scroll; the selection of a row that is far off counts as a screen.
  private var lines = 0
  /// Whether the last scrolls were long, the youngest last; at most three.
  private var recent: [Bool] = []

  /// A scroll begins after a rest, on a screen of `screen` lines.
  mutating func begin(screen: Int) {
    recent = recent.suffix(2) + [lines > Self.shortest(screen)]
    lines = 0
    switch recent.count(where: { $0 }) {
    case 0: isExpectedLong = false
    case 1: break
    default: isExpectedLong = true
    }
  }

  /// Whether rows pass by: the scroll is expected to be long, or has left all prepared rows behind.
  func passesRows(screen: Int) -> Bool { isExpectedLong || lines > 2 * screen }

  /// Adds the lines of a step.
  mutating func add(_ step: Int) {
    lines = min(lines &+ max(0, min(step, Self.most)), Self.most)
  }

  /// The lines above which a scroll is long: a screen and a half.
  ///
  /// Up to there, rows that come in rich cost fewer bytes than flat ones that become rich at the rest.
  /// `docs/strategy.md` has the numbers.
  private static func shortest(_ screen: Int) -> Int { screen + screen / 2 }

  /// Lines that are counted at most; all screens are smaller.
  private static let most = 1 << 20

  /// The lines between two views of the same rows; nil where no row is in both.
  static func distance(
    from old: [Viewport.Visible],
    to new: [Viewport.Visible]
  ) -> Int? {
    for one in old {
      guard let other = new.first(where: { $0.row == one.row }) else { continue }
      return abs((one.top - one.firstLine) - (other.top - other.firstLine))
    }
    return nil
  }
}
