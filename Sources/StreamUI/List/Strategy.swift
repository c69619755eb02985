import CellGrid

/// When rows become rich; can be changed while running.
///
/// This file holds the whole policy: what each strategy does with a frame and a scroll, how far scrolls
/// are expected to go, and which rows repeat others.
package enum Strategy: String, CaseIterable, Sendable {
  /// While rows move none becomes rich, and rows that are rich stay so; at rest all do, one by one. Rows
  /// that repeat the row before are rich in each frame.
  case idle
  /// Every row is flat while rows move; at rest they become rich, one by one.
  case strict
  /// Rows are enriched inside the frame, within a time budget.
  case sync
  /// Every row is rich before its frame is shown.
  case eager
  /// Never rich.
  case flat

  package var next: Strategy {
    let all = Self.allCases
    guard let index = all.firstIndex(of: self) else { return .idle }
    return all[(index + 1) % all.count]
  }

  /// The strategy in at most 48 columns.
  package var sentence: String {
    switch self {
    case .idle: "plain while it moves, then styles, which stay"
    case .strict: "every row is plain while it moves, then styles"
    case .sync: "styles in the frame; after 4 ms no row begins"
    case .eager: "every row gets its styles before its frame"
    case .flat: "rows stay plain, at rest too"
    }
  }

  /// Whether the time that a frame spends on making rows rich is limited.
  var limitsFrames: Bool { self == .sync }

  /// Whether visible rows become rich before their frame, in the present state of `enrichment`.
  func enrichesFrames(_ enrichment: Enrichment) -> Bool {
    switch self {
    case .eager: true
    case .sync: enrichment.isMoving
    case .idle: enrichment.showsRepeatedRows
    case .strict, .flat: false
    }
  }
}

struct EnrichmentPolicy {
  let strategy: Strategy
  /// Milliseconds without a scroll until the stream is at rest.
  let idleDelay: Int
  /// Whether a key waits for the links of the visible rows, which the strategy `flat` then enriches.
  let wantsLinks: Bool

  /// Whether rows become rich by themselves at rest.
  var enrichesRows: Bool { strategy != .flat || wantsLinks }
}

/// Whether rows repeat the one before, so that a terminal shows the next one in few bytes, styles included.
///
/// A row that passes by saves bytes in flat form only if its styles would have to be sent. Where the next
/// row has the same cells they stand there already, and taking the styles off costs more than the row itself.
struct RowRepetition {
  /// Cells with a character, of all rows but the first, in lines that have styles.
  private var written = 0
  /// Those of them that the row before has, too: the same character and style at the same place.
  private var repeated = 0
  private var last: [CellLine] = []
  private var compared = 0

  /// Whether a third of the cells repeat those of the row before; in texts a tenth does.
  ///
  /// Of fewer than five rows two may be alike by chance, as the only links of two posts in the same columns.
  var isRepeating: Bool { compared >= 4 && repeated * 3 > written }

  /// Adds a row, in the order of the page.
  mutating func add(flat: [CellLine], rich: [CellLine]) {
    defer { last = rich }
    guard !last.isEmpty else { return }
    compared += 1
    for index in rich.indices where rich[index] != flat[index] {
      let line = rich[index].cells
      let before = last.indices.contains(index) ? last[index].cells : []
      for column in line.indices where line[column].text != " " {
        written += 1
        if before.indices.contains(column), before[column] == line[column] { repeated += 1 }
      }
    }
  }
}

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

  /// Whether rows come in that were not prepared at the last rest, or are not to be shown rich.
  func leavesPreparedRows(screen: Int) -> Bool { isExpectedLong || lines > screen }
  mutating func add(_ step: Int) { lines = min(lines &+ max(0, min(step, Self.most)), Self.most) }

  /// The lines above which a scroll is long: a screen and a half.
  ///
  /// Up to there, rows that come in rich cost fewer bytes than flat ones that become rich at the rest.
  /// `docs/strategy.md` has the numbers.
  private static func shortest(_ screen: Int) -> Int { screen + screen / 2 }

  /// Lines that are counted at most; all screens are smaller.
  private static let most = 1 << 20

  /// The lines between two views of the same rows; nil where no row is in both.
  static func distance(from old: [Viewport.Visible], to new: [Viewport.Visible]) -> Int? {
    for one in old {
      guard let other = new.first(where: { $0.row == one.row }) else { continue }
      return abs((one.top - one.firstLine) - (other.top - other.firstLine))
    }
    return nil
  }
}
