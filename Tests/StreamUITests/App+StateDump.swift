import Addresses
import CellGrid

@testable import StreamUI

/// The state as text, for tests to compare: the same lines mean that the next event does the same.
extension App {
  /// One fact a line, without what only figures show.
  func stateDump() -> String {
    var lines = pages.map { page in
      let list = page.list
      return
        "page \(page.number) \(page.content.kind) anchor \(list.anchor.row) \(list.anchor.line)"
        + " selection \(list.selection) focus \(list.focus.map { "\($0)" } ?? "none")"
    }
    lines.append("density \(density) panel \(panelIsUncovered) strategy \(strategy)")
    lines.append("pressed \(pressed.map { "\($0)" } ?? "none") gesture \(router.isPressed)")
    lines.append("shown \(shownLink.map { "\($0)" } ?? "none")")
    lines.append(
      "moving \(isMoving) finished \(isFinished) count \(count.map { "\($0)" } ?? "none")"
    )
    lines.append("hints \(hints.map { "\($0.typed)" } ?? "none")")
    lines.append("message \(message?.text.string ?? "none")")
    lines.append(
      "question \(question?.targets.first?.text ?? "none") prompt \(prompt?.text ?? "none")"
    )
    lines.append("search \(search?.wanted.text ?? "none") last \(lastSearch?.text ?? "none")")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Page.Content {
  /// Its name.
  fileprivate var kind: String {
    switch self {
    case .timeline: "timeline"
    case .detail(let detail): "detail of \(detail.record)"
    case .matches: "matches"
    case .people: "people"
    case .links: "links"
    case .help: "help"
    }
  }
}
