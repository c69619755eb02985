/// Steps through the links that keys asked for, each taken once the rows it needs are rich.
///
/// Where the visible rows have no further link, rows beyond them are looked at in slices; any other
/// key drops what is left.
struct LinkSteps {
  /// Rows looked at between two looks for keys.
  private static let sliceRows = 8

  /// The outcome of a slice of work.
  enum Progress {
    /// The visible rows are to become rich first.
    case waiting
    /// Further rows are to be looked at.
    case looking
    /// The list shows a row with links that was out of sight: it is to become rich.
    case revealed
    /// A link has the focus.
    case stepped
    /// No further link in this direction.
    case exhausted(LinkStep)
    /// All steps are taken.
    case done
  }

  /// Steps that are left, in the order of their keys.
  private var steps: [LinkStep]
  /// The row that was looked at last beyond the viewport, while one is looked for.
  private var lookedAt: RowID?
  private var patience: Patience

  init(_ step: LinkStep, at moment: Moment) {
    steps = [step]
    patience = Patience(from: moment)
  }

  /// Whether the status line says that links are looked for.
  var isAnnounced: Bool { patience.isOver }

  mutating func append(_ step: LinkStep) {
    steps.append(step)
  }

  /// Looks at the time; true when the search for links is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Takes a step, or looks a little further for a row with links.
  mutating func advance(_ list: inout List, in rows: PageRows) -> Progress {
    guard let step = steps.first else { return .done }
    guard list.visibleRowsAreRich(in: rows) else { return .waiting }
    if lookedAt == nil, LinkCursor(list, in: rows).step(step, &list) {
      steps.removeFirst()
      return .stepped
    }
    return look(step, &list, in: rows)
  }

  /// Drops the steps at the front that go in the direction of `step`.
  mutating func drop(_ step: LinkStep) {
    steps = Array(steps.drop { $0 == step })
    lookedAt = nil
  }

  private mutating func look(
    _ step: LinkStep,
    _ list: inout List,
    in rows: PageRows
  ) -> Progress {
    let visible = list.visible(in: rows)
    guard let first = visible.first, let last = visible.last else { return .exhausted(step) }
    let way = step == .next ? 1 : -1
    let start = lookedAt.flatMap { rows.position(of: $0) } ?? (step == .next ? last.row : first.row)
    var position = start
    for _ in 0..<Self.sliceRows {
      position += way
      guard let row = rows.row(at: position) else { return .exhausted(step) }
      if rows.hasLinks(at: position) {
        lookedAt = nil
        list.standpoint.reveal(position, in: rows)
        return .revealed
      }
      lookedAt = row
    }
    return .looking
  }
}
