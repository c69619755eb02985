import Addresses
import CellGrid

/// What waits for a second key: the targets that y opens, and why it is asked.
struct Question: Equatable, Sendable {
  /// More processes are not started by one key.
  static let mostTargets = 50

  let targets: [LinkTarget]
  /// What stands before the targets.
  private let head: String
  private let isOfOne: Bool
  /// What stands behind a single target, or behind the head of several.
  private let reason: String
  /// Whether a frame has shown it; until then nothing answers it.
  var isShown = false

  /// About one target.
  init(_ target: LinkTarget, because reason: String) {
    targets = [target]
    head = "y opens"
    isOfOne = true
    self.reason = "(\(reason))"
  }

  /// About as many of `targets` as a window of `size` can show whole.
  ///
  /// - Parameter leftOut: what was left out before, in words; empty for nothing.
  init(all targets: [LinkTarget], leftOut: String, size: Size) {
    // A line is for the head and two for its words.
    var room = Self.mostLines(size) - 3
    let columns = max(1, QuestionLines.room(size.columns))
    let shown = targets.prefix(Self.mostTargets).prefix { target in
      room -= (target.text.utf8.count + columns - 1) / columns
      return room >= 0
    }
    self.targets = Array(shown)
    isOfOne = false
    head = shown.count == 1 ? "y opens 1 link" : "y opens \(shown.count) links"
    let more = targets.count - shown.count
    let words = [leftOut, more > 0 ? "no room to show \(more == 1 ? "1 more" : "more")" : ""]
      .filter { !$0.isEmpty }
    reason = words.isEmpty ? "" : "(left out: \(words.joined(separator: ", ")))"
  }

  /// The lines that show it, the last of them at the bottom of the screen.
  ///
  /// A long target is cut in the middle, never in its host, and only where the window has no more lines.
  ///
  /// - Returns: nil where there is no room for the targets' hosts, so that it cannot be asked.
  func lines(_ size: Size) -> [CellLine]? {
    guard size.lines > 0, !targets.isEmpty, QuestionLines.room(size.columns) > 0 else { return nil }
    let most = Self.mostLines(size)
    var lines = QuestionLines(columns: size.columns)
    lines.put(SafeText(sanitizing: head))
    if isOfOne, let target = targets.first {
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

  /// Lines that a question may take: the page's but one, and one in any case.
  private static func mostLines(_ size: Size) -> Int { max(1, size.lines - 2) }

  /// The bytes of `target` to leave out so that it fits, with the reason, into `columns`; an empty
  /// range for none, nil where there is not even room for its host.
  private func cut(_ target: LinkTarget, columns: Int) -> Range<Int>? {
    let count = target.text.utf8.count
    let free = columns - head.utf8.count - 1
    // Words break where they end, so that they may take a little more than their columns.
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
