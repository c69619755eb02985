import Addresses
import CellGrid

/// A question that waits for a second key: its words, and what the answer "y" does.
struct Question {
  enum Answer { case yes, no, other }

  /// The thing that the question is about, as it stands between its words.
  enum Object {
    case none
    case name(String)
    case target(LinkTarget)
    case targets([LinkTarget])
  }

  let object: Object
  private let head: String
  private let reason: String
  /// The message after another answer than "y".
  let refusal: String
  /// The warning where the window has no room for the question.
  let isTooLarge: String
  let yes: Reply
  /// The reply to "n"; nil where it only cancels.
  var no: Reply?
  /// The targets whose hosts a yes trusts: those about which nothing was in doubt, but that no frame had shown; and
  /// whether a direct message is known to name one.
  var trusted: [(target: LinkTarget, isSecret: Bool)] = []
  /// The target that a yes agrees to although the gate asks about it.
  var agreed: LinkTarget?
  /// Whether the hosts are trusted only as long as the targets open.
  var opens = false
  /// Until a frame has shown the question, no key answers it.
  var isShown = false

  /// - Parameters:
  ///   - refused: the words for what a no leaves undone, such as "Not opened".
  ///   - noun: the thing that a small window cannot show.
  init(
    _ head: String,
    _ object: Object,
    because reason: String,
    refused: String,
    noun: String = "link target",
    refusal: String? = nil,
    yes: Reply
  ) {
    self.head = head
    self.object = object
    self.reason = reason
    self.refusal = refusal ?? refused
    isTooLarge = "\(refused): the window is too small to show the \(noun)"
    self.yes = yes
  }

  /// A reason in brackets, with the way out.
  static func because(_ reason: String) -> String { "(\(reason); other keys cancel)" }

  /// Asks about one target that the gate doubts, or that was only not shown.
  init(
    _ head: String,
    _ target: LinkTarget,
    because reason: String,
    isDoubtful: Bool,
    refused: String = "Not fetched",
    yes: Reply
  ) {
    self.init(head, .target(target), because: Self.because(reason), refused: refused, yes: yes)
    if !isDoubtful { trusted = [(target, false)] }
  }

  /// The lines of the question, the last of them for the bottom of the screen; nil if there is no room for the targets' hosts.
  ///
  /// A long target is cut in the middle, never in its host, and only if the window has no more lines.
  func lines(_ size: Size) -> [CellLine]? {
    let room = QuestionLines.room(size.columns)
    guard size.lines > 0, room > 0 else { return nil }
    let most = max(1, size.lines - 2)
    let start = SafeText(sanitizing: head)
    let end = SafeText(sanitizing: reason)
    var lines = QuestionLines(columns: size.columns)
    switch object {
    case .none: lines.putWords(SafeText(sanitizing: "\(head) \(reason)"))
    case .name(let name):
      lines.put(start)
      lines.put(" ")
      lines.put(SafeText(sanitizing: name), emphasis: .bold)
      lines.putWords(end)
    case .target(let target):
      guard let cut = cut(target, columns: most * room) else { return nil }
      lines.put(start)
      lines.put(" ")
      put(target, cut, into: &lines)
      lines.putWords(end)
      lines.limit(to: most)
    case .targets(let targets):
      guard !targets.isEmpty else { return nil }
      lines.put(start)
      lines.putWords(end)
      for target in targets {
        lines.startLine()
        put(target, nil, into: &lines)
      }
    }
    return lines.lines.count <= most ? lines.lines : nil
  }

  /// The bytes of `target` to omit so that it fits, with the reason; empty if all of it fits, nil if not even its host does.
  private func cut(_ target: LinkTarget, columns: Int) -> Range<Int>? {
    let count = target.text.utf8.count
    let free = columns - head.utf8.count - 1
    // Words are not split across lines, so they may need a few more columns.
    let words = min(reason.utf8.count + 12, columns / 3)
    if count + words <= free || count + reason.utf8.count + 1 <= free { return 0..<0 }
    let host = target.columnsToItsHost
    guard host + 1 <= free else { return nil }
    let room = max(host + 1, free - words)
    guard count > room else { return 0..<0 }
    let start = max(host, (room - 1) / 2)
    return start..<(count - (room - 1 - start))
  }

  private func put(_ target: LinkTarget, _ cut: Range<Int>?, into lines: inout QuestionLines) {
    let text = SafeText(sanitizing: target.text)
    let host = target.hostRange
    let end = cut.map { $0.isEmpty ? text.count : $0.lowerBound } ?? text.count
    lines.put(text[0..<host.lowerBound])
    lines.put(text[host], emphasis: [.bold, .underline])
    lines.put(text[min(host.upperBound, end)..<end])
    guard let cut, !cut.isEmpty else { return }
    lines.put("…")
    lines.put(text[cut.upperBound..<text.count])
  }
}

/// Builds the lines of a question, or of a long message, from texts that break anywhere and words that stay whole.
struct QuestionLines {
  private(set) var lines: [CellLine] = []
  private let columns: Int
  private let role: Role
  private var column = QuestionLines.margin

  /// The blank columns on either side.
  private static let margin = 1

  init(columns: Int, role: Role = .statusWarning) {
    self.columns = columns
    self.role = role
    startLine()
  }

  static func room(_ columns: Int) -> Int { max(0, columns - 2 * margin) }

  mutating func startLine() {
    lines.append(CellLine(columns: columns, role: role))
    column = Self.margin
  }

  mutating func put(_ text: SafeText, emphasis: Emphasis = []) {
    var start = 0
    while start < text.count {
      let left = columns - Self.margin - column
      let end = ColumnWidth.prefix(of: text, in: start..<text.count, fitting: left)
      if end > start {
        column = lines[lines.count - 1]
          .put(text, start..<end, at: column, role: role, emphasis: emphasis)
        start = end
      } else {
        // A cluster wider than a whole line is dropped.
        guard column > Self.margin else { return }
        startLine()
      }
    }
  }

  /// Adds `text` after a blank, broken between words that fit on a line.
  mutating func putWords(_ text: SafeText) {
    for word in text.string.split(separator: " ") {
      let word = SafeText(sanitizing: word)
      let width = ColumnWidth.columns(of: word)
      let isFirst = column == Self.margin
      if !isFirst, width + 1 > columns - Self.margin - column, width <= Self.room(columns) {
        startLine()
      } else if !isFirst {
        put(" ")
      }
      put(word)
    }
  }

  /// Drops the lines after the first `count` and marks that there was more.
  mutating func limit(to count: Int) {
    guard lines.count > count, count > 0 else { return }
    lines.removeLast(lines.count - count)
    lines[count - 1].put("…", at: columns - Self.margin - 1, role: role)
  }
}
