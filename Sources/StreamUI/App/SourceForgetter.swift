import StreamModel

/// Forgets a source that was opened before: asks, and takes its row away once nothing is saved of it.
enum SourceForgetter {
  /// Asks a question, where the window has room for it.
  static func ask(_ question: Question, on desk: inout Desk) {
    guard question.lines(desk.view.size) != nil else {
      return desk.warn("Not forgotten: the window is too small to show the name")
    }
    desk.mode.wait(for: .question(question))
  }

  /// Does what the answer means.
  static func take(_ source: RecentSource, isYes: Bool, on desk: inout Desk) -> [Effect] {
    guard isYes else {
      desk.say("Not forgotten")
      return []
    }
    return [.forget(source.key)]
  }

  /// Takes the row of a source away that was forgotten.
  static func drop(_ key: String, on desk: inout Desk, at moment: Moment) -> [Effect] {
    guard let reply = desk.view.ask({ content, _, _ in content.drop(key) }) else { return [] }
    return desk.carryOut(reply, isShown: false, .focus, at: moment)
  }
}
