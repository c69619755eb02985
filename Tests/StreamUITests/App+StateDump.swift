import Addresses
import CellGrid
import StreamModel

@testable import StreamUI

/// The state as text, for tests to compare: the same lines mean that the next event does the same.
extension App {
  /// One fact a line, without what only figures show.
  func stateDump() -> String {
    var lines = view.pages.pages.map { page in
      let list = page.list
      return
        "page \(page.number) \(page.content.name) anchor \(list.anchor.row) \(list.anchor.line)"
        + " selection \(list.selection) focus \(list.focus.map { "\($0)" } ?? "none")"
    }
    lines.append("\(view.options)")
    lines.append(
      "pressed \(pointer.pressed.map { "\($0)" } ?? "none") gesture \(pointer.isPressed)"
    )
    lines.append("shown \(links.shown.link.map { "\($0)" } ?? "none")")
    lines.append(
      "moving \(isMoving) finished \(isFinished) count \(mode.count.map { "\($0)" } ?? "none")"
    )
    lines.append("hints \(mode.hints.map { "\($0.typed)" } ?? "none")")
    lines.append("message \(mode.message?.text.string ?? "none")")
    lines.append(
      "question \(mode.question.map { "\($0.object)" } ?? "none") prompt \(mode.prompt?.text ?? "none")"
    )
    lines.append("search \(mode.search?.searched ?? "none") last \(search.last?.text ?? "none")")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Question {
  /// The targets that the question is about.
  var targets: [LinkTarget] {
    switch object {
    case .target(let target): [target]
    case .targets(let targets): targets
    case .none, .name: []
    }
  }
}

extension RowID {
  /// The first row of a feed, and those after it.
  static func record(_ number: Int) -> RowID { .record(RecordID(source: 0, number: number)) }
}
