import StreamModel

/// Steps through the links that keys asked for, each taken once the rows it needs are rich.
///
/// Where the visible rows have no further link, it looks at the rows beyond them.
struct LinkSteps {
  /// Steps that are left, in the order of their keys.
  private var steps: [LinkStep]
  /// The row that was looked at last beyond the viewport; nil before.
  private var cursor: RowCursor?

  init(_ step: LinkStep) {
    steps = [step]
  }

  mutating func append(_ step: LinkStep) {
    steps.append(step)
  }

  /// Takes the steps that can be taken now, and looks further for a row with links.
  mutating func slice(
    of list: inout List,
    in rows: PageRows,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    var exhausted: LinkStep?
    while let step = steps.first {
      guard list.visibleRowsAreRich(in: rows) else { break }
      if cursor == nil, LinkCursor(list, in: rows).step(step, &list) {
        steps.removeFirst()
        continue
      }
      guard look(step, &list, in: rows, &budget) else { break }
      exhausted = step
      steps = Array(steps.drop { $0 == step })
      cursor = nil
    }
    return .links(without: exhausted, isDone: steps.isEmpty)
  }

  /// Looks for the next row with links and shows it, where it becomes rich; true where there is none.
  private mutating func look(
    _ step: LinkStep,
    _ list: inout List,
    in rows: PageRows,
    _ budget: inout SliceBudget
  ) -> Bool {
    let visible = list.visible(in: rows)
    guard let edge = step == .next ? visible.last : visible.first else { return true }
    var cursor = cursor ?? RowCursor(at: edge.row, in: rows)
    var laps = SliceLaps()
    while laps.goOn(budget) {
      guard let row = cursor.step(step == .next ? 1 : -1, in: rows) else { return true }
      budget.spend(on: .reading, bytes: rows.byteCount(of: row))
      let position = cursor.position(in: rows)
      if rows.hasLinks(at: position) {
        self.cursor = nil
        list.standpoint.reveal(position, in: rows)
        return false
      }
    }
    self.cursor = cursor
    return false
  }
}
