import Addresses
import CellGrid

/// What passes the gate, and the question that a doubtful target waits behind.
extension App {
  /// Hands a target to the gate, which opens, asks or refuses.
  ///
  /// What was not shown before the key (`isShown`), or not as far as its host, is shown in a
  /// question; where there is no room for that, it is refused.
  mutating func openOutside(_ target: String, label: String, isShown: Bool = true) -> [Effect] {
    guard !isSecure else {
      warn("secure mode: nothing is opened")
      return []
    }
    switch LinkGate.judge(target, label: label) {
    case .open(let checked):
      if !isShown {
        ask(Question(checked, because: "it was not on the screen"))
      } else if !hasRoom(toShow: checked) {
        ask(Question(checked, because: "it is long"))
      } else {
        return open([checked])
      }
    case .ask(let checked, let reason): ask(Question(checked, because: reason))
    case .refuse(let reason): warn("not opened: \(reason)")
    }
    return []
  }

  /// Opens several links together, but those that need a question of their own.
  ///
  /// Where not all were shown (`isShown`), or some are left out, a question shows the others first.
  mutating func openTogether(_ links: [RowLink], isShown: Bool) -> [Effect] {
    guard !isSecure else {
      warn("secure mode: nothing is opened")
      return []
    }
    var targets: [LinkTarget] = []
    var asking = 0
    var refused = 0
    for link in links {
      switch LinkGate.judge(link.target, label: link.label) {
      case .open(let target): if !targets.contains(target) { targets.append(target) }
      case .ask: asking += 1
      case .refuse: refused += 1
      }
      // More are never opened at once; of those behind it is said that they are left out.
      if targets.count > Question.mostTargets { break }
    }
    let left = [(asking, "to be asked about"), (refused, "refused")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    guard !targets.isEmpty else {
      warn("nothing opens: \(left)")
      return []
    }
    if isShown, left.isEmpty, targets.count <= Question.mostTargets,
      targets.allSatisfy(hasRoom)
    {
      return open(targets)
    }
    ask(Question(all: targets, leftOut: left, size: size))
    return []
  }

  /// Opens targets that the gate has let through, and remembers them as visited.
  private mutating func open(_ targets: [LinkTarget]) -> [Effect] {
    visited.formUnion(targets.map(\.written))
    return targets.map { .open($0) }
  }

  /// Whether the status line can show where `target` leads.
  func hasRoom(toShow target: LinkTarget) -> Bool {
    target.columnsToItsHost + Self.statusColumns <= size.columns
  }

  /// Columns of the status line, and of a row of the sheet, besides the target's.
  private static let statusColumns = 11

  /// Puts `question`, if there is room to show it.
  mutating func ask(_ question: Question) {
    guard question.lines(size) != nil else { return warn(Self.tooSmall) }
    self.question = question
  }

  /// The answer to an open question; nil when there is none.
  ///
  /// What was typed before a frame showed the question is dropped: it was meant for something else.
  mutating func takeAnswer(_ input: Input) -> [Effect]? {
    // What is for the screen and the shell is no answer.
    guard let asked = question, !Self.isForTheScreen(input) else { return nil }
    guard case .key(let key) = input, asked.isShown else { return [] }
    question = nil
    message = nil
    guard key == .character("y") else {
      say("not opened")
      return []
    }
    // The window may have become smaller since.
    guard asked.lines(size) != nil else {
      warn(Self.tooSmall)
      return []
    }
    return open(asked.targets)
  }

  /// Draws the question over the bottom of `screen`.
  func drawQuestion(on screen: inout Screen) {
    guard let question else { return }
    let lines = question.lines(size) ?? Self.lines(saying: Self.tooSmall, size)
    for (index, line) in lines.enumerated() {
      screen.set(line: size.lines - lines.count + index, to: line)
    }
  }

  private static let tooSmall = "not opened: the window is too small to show where it leads"

  private static func lines(saying text: String, _ size: Size) -> [CellLine] {
    var lines = QuestionLines(columns: size.columns)
    lines.put(SafeText(sanitizing: text))
    lines.limit(to: 1)
    return lines.lines
  }
}
