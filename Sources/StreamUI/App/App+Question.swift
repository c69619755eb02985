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
        ask(Question(checked, because: "the address of what is selected"))
      } else if checked.columnsToItsHost + Self.statusColumns > size.columns {
        ask(Question(checked, because: "it is long"))
      } else {
        return [.open(checked)]
      }
    case .ask(let checked, let reason): ask(Question(checked, because: reason))
    case .refuse(let reason): warn("not opened: \(reason)")
    }
    return []
  }

  /// Columns of the status line, and of a row of the sheet, besides the target's.
  private static let statusColumns = 11

  /// Puts `question`, if there is room to show it.
  mutating func ask(_ question: Question) {
    guard question.lines(size) != nil else { return warn(Self.tooSmall) }
    self.question = question
  }

  /// A frame was shown: from now on a key answers the question in it.
  package mutating func noteFrameShown() {
    question?.isShown = true
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
    return asked.targets.map { .open($0) }
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
