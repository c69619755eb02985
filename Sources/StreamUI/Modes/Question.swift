import Addresses
import CellGrid

/// A question that waits for a second key: the targets to open, the source to forget or the command to
/// carry out, and the reason for asking.
struct Question: Equatable, Sendable {
  /// A command that waits for the answer.
  struct Asked: Equatable {
    let command: KeyCommand
    let count: Int?
  }

  /// The most targets of one question: one key never starts more processes.
  static let mostTargets = 50

  let targets: [LinkTarget]
  /// Whether the page of the target is to be fetched, instead of opened outside.
  private(set) var isOfFetch = false
  /// The file to open, if the question is about one; then there is no other target.
  let file: FileTarget?
  /// The source to forget, if the question is about that; then there is nothing to open.
  let forgotten: RecentSource?
  /// The command to carry out, if the question is about that, with the number before its keys.
  private(set) var asked: Asked?
  /// How the reader follows the targets, and the posts with them; nil where nothing is to be opened.
  let origin: LinkOrigin?
  /// The text before the targets.
  private let head: String
  private let isOfOne: Bool
  /// The text after a single target, or after the head of several.
  private let reason: String
  private static let wayOut = "other keys cancel"
  /// Whether a frame has shown the question; until then no key answers it.
  var isShown = false

  /// Asks about one target.
  init(_ target: LinkTarget, because reason: String, _ origin: LinkOrigin) {
    targets = [target]
    self.origin = origin
    file = nil
    forgotten = nil
    head = "y opens"
    isOfOne = true
    self.reason = "(\(reason); \(Self.wayOut))"
  }

  /// Asks about fetching the page of one target.
  init(fetching target: LinkTarget, because reason: String) {
    targets = [target]
    isOfFetch = true
    origin = nil
    file = nil
    forgotten = nil
    head = "y fetches"
    isOfOne = true
    self.reason = "(\(reason); \(Self.wayOut))"
  }

  /// Asks about one file.
  init(_ file: FileTarget, because reason: String, _ origin: LinkOrigin) {
    targets = []
    self.origin = origin
    self.file = file
    forgotten = nil
    head = "y opens the file"
    isOfOne = true
    self.reason = "(\(reason); \(Self.wayOut))"
  }

  /// Asks whether to forget a source.
  init(forgetting source: RecentSource) {
    targets = []
    file = nil
    origin = nil
    forgotten = source
    head = "y forgets"
    isOfOne = true
    reason = "(its place, read marks, kept posts and links; \(Self.wayOut))"
  }

  /// Asks whether to carry out a command.
  ///
  /// - Parameter sentence: the command in words.
  init(asking command: KeyCommand, count: Int?, sentence: String) {
    targets = []
    file = nil
    origin = nil
    forgotten = nil
    asked = Asked(command: command, count: count)
    head = sentence
    isOfOne = true
    reason = "y/n"
  }

  /// Asks about as many of `targets` as a window of `size` can show in full.
  ///
  /// - Parameter leftOut: The targets that were dropped earlier, in words; empty if there were
  ///   none.
  init(all targets: [LinkTarget], leftOut: String, _ origin: LinkOrigin, size: Size) {
    self.origin = origin
    // One line is reserved for the head and two for its text.
    var room = Self.mostLines(size) - 3
    let columns = max(1, QuestionLines.room(size.columns))
    let shown = targets.prefix(Self.mostTargets).prefix { target in
      room -= (target.text.utf8.count + columns - 1) / columns
      return room >= 0
    }
    self.targets = Array(shown)
    file = nil
    forgotten = nil
    isOfOne = false
    head = shown.count == 1 ? "y opens 1 link" : "y opens \(shown.count) links"
    let more = targets.count - shown.count
    let words = [leftOut, more > 0 ? "no room to show \(more == 1 ? "1 more" : "more")" : ""]
      .filter { !$0.isEmpty }
    let left = words.isEmpty ? "" : "left out: \(words.joined(separator: ", ")); "
    reason = "(\(left)\(Self.wayOut))"
  }

  /// Returns the lines of the question, the last of them for the bottom of the screen.
  ///
  /// A long target is cut in the middle, never in its host, and only if the window has no more
  /// lines.
  ///
  /// - Returns: Nil if there is no room for the targets' hosts, so that the question cannot be
  ///   asked.
  func lines(_ size: Size) -> [CellLine]? {
    let name = forgotten?.name ?? file?.reference.path
    guard size.lines > 0, !targets.isEmpty || name != nil || asked != nil,
      QuestionLines.room(size.columns) > 0
    else { return nil }
    let most = Self.mostLines(size)
    var lines = QuestionLines(columns: size.columns)
    if asked != nil {
      lines.putWords(SafeText(sanitizing: "\(head) \(reason)"))
      guard lines.lines.count <= most else { return nil }
      return lines.lines
    }
    lines.put(SafeText(sanitizing: head))
    if let name {
      lines.put(" ")
      lines.put(SafeText(sanitizing: name), emphasis: .bold)
      lines.putWords(SafeText(sanitizing: reason))
      guard lines.lines.count <= most else { return nil }
    } else if isOfOne, let target = targets.first {
      guard let cut = cut(target, columns: most * QuestionLines.room(size.columns)) else {
        return nil
      }
      lines.put(" ")
      put(target, cut, into: &lines)
      lines.putWords(SafeText(sanitizing: reason))
      lines.limit(to: most)
    } else {
      lines.putWords(SafeText(sanitizing: reason))
      for target in targets {
        lines.startLine()
        put(target, nil, into: &lines)
      }
      guard lines.lines.count <= most else { return nil }
    }
    return lines.lines
  }

  /// Returns the most lines for a question: all lines of the page but one, and at least one.
  private static func mostLines(_ size: Size) -> Int { max(1, size.lines - 2) }

  /// Returns the bytes of `target` to omit so that it fits, with the reason, into `columns`.
  ///
  /// - Returns: An empty range if all of it fits, nil if not even its host does.
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
