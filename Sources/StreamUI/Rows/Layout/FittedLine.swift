import CellGrid

/// The pieces of a line that fit into a number of columns: a long handle must not push the date off the screen.
///
/// So the handle is shortened and then dropped, further authors follow, then the feeds that hold the post, then the name
/// is shortened. Notes come next, from the last one on. Who may read a post and its date go last.
struct FittedLine {
  struct Piece {
    let run: MetaLine.Run
    /// Bytes of the whole line that the piece shows; "…" is none of them.
    let range: Range<Int>
  }

  private struct Step {
    let rank: MetaLine.Rank
    /// The columns that a piece keeps at least when it is shortened.
    let least: Int
    /// Whether a piece that does not fit at its least width is dropped.
    var drops = false
  }

  private static let leastHandle = 6
  private static let leastName = 8
  private static let leastNote = 6
  private static let leastLabel = 4

  private static let steps = [
    Step(rank: .handle, least: leastHandle, drops: true),
    Step(rank: .companion, least: leastHandle, drops: true),
    Step(rank: .source, least: leastNote, drops: true),
    Step(rank: .name, least: leastName),
    Step(rank: .note, least: leastNote, drops: true),
    Step(rank: .name, least: 2, drops: true),
    Step(rank: .label, least: leastLabel),
    Step(rank: .time, least: 1),
  ]

  private static let stepsOfHead = [
    Step(rank: .handle, least: leastHandle, drops: true),
    Step(rank: .companion, least: leastHandle, drops: true),
    Step(rank: .name, least: 4),
  ]

  private let runs: [MetaLine.Run]
  /// The columns of each run in full.
  private let widths: [Int]
  /// The columns that each run is left; 0 if it is dropped.
  private var room: [Int]

  static func isTooLong(_ runs: [MetaLine.Run], columns: Int) -> Bool {
    // No cluster has more columns than bytes, so most lines need not be measured.
    guard runs.reduce(0, { $0 + $1.text.count }) > columns else { return false }
    return runs.reduce(0) { $0 + ColumnWidth.columns(of: $1.text) } > columns
  }

  static func pieces(_ runs: [MetaLine.Run], columns: Int) -> [Piece] {
    guard isTooLong(runs, columns: columns) else { return Array(WholeLine(runs)) }
    var line = FittedLine(runs)
    line.shrink(to: columns, steps)
    line.widenNames(to: columns)
    return line.pieces
  }

  /// Fits the start of a line into `share` columns as long as that leaves a name, and into `columns` in any case.
  static func head(_ runs: [MetaLine.Run], share: Int, columns: Int) -> [Piece] {
    guard isTooLong(runs, columns: share) else { return Array(WholeLine(runs)) }
    var line = FittedLine(runs)
    line.shrink(to: share, stepsOfHead)
    line.shrink(to: columns, steps)
    return line.pieces
  }

  private init(_ runs: [MetaLine.Run]) {
    self.runs = runs
    widths = runs.map { ColumnWidth.columns(of: $0.text) }
    room = widths
  }

  private var pieces: [Piece] {
    var offset = 0
    var pieces: [Piece] = []
    pieces.reserveCapacity(runs.count)
    let shows = shown
    for (index, run) in runs.enumerated() {
      let start = offset
      offset += run.text.count
      guard shows[index] else { continue }
      guard room[index] < widths[index] else {
        pieces.append(Piece(run: run, range: start..<offset))
        continue
      }
      let text = run.text
      let end = ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: room[index] - 1)
      var cut = text[0..<end]
      cut.append("…")
      let shown = MetaLine.Run(cut, run.role, run.emphasis, rank: run.rank)
      pieces.append(Piece(run: shown, range: start..<start + end))
    }
    return pieces
  }

  private mutating func shrink(to columns: Int, _ steps: [Step]) {
    guard excess(over: columns) > 0 else { return }
    for step in steps {
      for index in runs.indices.reversed() where runs[index].rank == step.rank {
        let excess = excess(over: columns)
        guard excess > 0 else { return }
        guard room[index] > 0 else { continue }
        if room[index] - excess >= step.least || !step.drops {
          room[index] = min(room[index], max(step.least, room[index] - excess))
        } else {
          room[index] = 0
        }
      }
    }
  }

  /// Gives the names what the pieces that were dropped after them have left.
  private mutating func widenNames(to columns: Int) {
    for index in runs.indices where runs[index].rank == .name && room[index] > 0 {
      let spare = -excess(over: columns)
      if spare > 0 { room[index] = min(widths[index], room[index] + spare) }
    }
  }

  private func excess(over columns: Int) -> Int {
    var sum = 0
    for (width, isShown) in zip(room, shown) where isShown { sum += width }
    return sum - columns
  }

  /// Whether each run is shown: a separator needs a piece before it and, unless it ends the line, one after it.
  private var shown: [Bool] {
    var shown = zip(room, widths).map { $0 > 0 || $1 == 0 }
    var hasPiece = false
    var joint: Int?
    for (index, run) in runs.enumerated() {
      switch run.rank {
      case .joint:
        if let joint { shown[joint] = false }
        joint = index
      case .sign: continue
      default:
        guard shown[index] else { continue }
        if let joint { shown[joint] = hasPiece }
        joint = nil
        hasPiece = true
      }
    }
    if let joint, joint != runs.count - 1 || !hasPiece { shown[joint] = false }
    return shown
  }
}

/// The pieces of a line that is shown in full, as far as it has room.
struct WholeLine: Sequence, IteratorProtocol {
  private let runs: [MetaLine.Run]
  private var index = 0
  private var offset = 0

  init(_ runs: [MetaLine.Run]) { self.runs = runs }

  mutating func next() -> FittedLine.Piece? {
    guard index < runs.count else { return nil }
    let run = runs[index]
    let range = offset..<offset + run.text.count
    index += 1
    offset = range.upperBound
    return FittedLine.Piece(run: run, range: range)
  }
}
