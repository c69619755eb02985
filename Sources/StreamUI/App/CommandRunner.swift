/// Carries out what keys mean: the steps of a command in order, after a question where one is due.
enum CommandRunner {
  /// Takes in keys that were pressed one after the other, with the number that was typed before.
  static func press(
    _ keys: KeySequence,
    count: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    let meaning = desk.keymap.meaning(of: keys)
    // A redraw shows the same screen again, with its message.
    if meaning != .command(KeyCommand(.redraw)) { desk.mode.dropMessage() }
    switch meaning {
    case .command(let command): return take(command, count: count, on: &desk, at: moment)
    case .beginning: desk.mode.wait(for: .prefix(KeyPrefix(keys: keys, count: count)))
    case .nothing:
      let subject = keys.isSingle ? "This key does" : "These keys do"
      let help = desk.keymap.name(of: .help)
      desk.say("\(subject) nothing here: \(keys.text) (\(help) lists the keys)")
    }
    return []
  }

  /// Does what the answer to a question about a command means.
  static func take(
    _ asked: Question.Asked,
    isYes: Bool,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard isYes else {
      desk.say("Not done: \(asked.command.calls.map(\.text).joined(separator: "; "))")
      return []
    }
    return run(asked.command, count: asked.count, on: &desk, at: moment)
  }

  private static func take(
    _ command: KeyCommand,
    count: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard command.asksFirst else { return run(command, count: count, on: &desk, at: moment) }
    let question = Question(
      asking: command,
      count: count,
      sentence: sentence(of: command, on: desk)
    )
    guard question.lines(desk.view.size) != nil else {
      desk.warn("Not done: the window is too small to show the question")
      return []
    }
    desk.mode.wait(for: .question(question))
    return []
  }

  private static func run(
    _ command: KeyCommand,
    count: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    var effects: [Effect] = []
    for (number, call) in command.calls.enumerated() {
      // Steps through the links that need no waiting are taken before the next action.
      if number > 0 { Jobs.step(on: &desk, at: moment) }
      guard number == 0 || desk.mode.isBrowsing, !desk.isFinished else {
        if !desk.isFinished {
          desk.warn("Left out: \(call.text), because the action before it has not ended")
        }
        break
      }
      switch call {
      case .action(let action, let argument):
        effects += ActionTable.perform(action, argument, count: count, on: &desk, at: moment)
      case .own(let name): effects += CommandCaller.run(name, on: &desk)
      }
    }
    return effects
  }

  /// The question about a command: "Mark all posts read?".
  private static func sentence(of command: KeyCommand, on desk: Desk) -> String {
    let steps = command.calls.map { call in
      guard case .action(let action, nil) = call else { return call.text }
      let help = desk.keymap.help(of: action)
      return String(help.prefix { $0 != ";" && $0 != ":" })
    }
    let text = steps.joined(separator: ", then ")
    return text.prefix(1).uppercased() + text.dropFirst() + "?"
  }
}
