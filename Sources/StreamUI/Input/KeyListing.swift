/// The keys of a page as lines: headings, actions, and commands of the configuration's own.
package struct KeyListing: Sendable {
  /// A line of the listing.
  package enum Line: Sendable {
    case heading(String)
    case command(KeyCommand, keys: [KeySequence], help: String)
  }

  /// The lines in the order of the help page.
  package let lines: [Line]

  /// Lists the keys of `keymap`, the configuration's own commands with and without one.
  ///
  /// - Parameter withKeyless: whether to list the actions without a key, but those that other pages have keys for.
  package init(_ keymap: PageKeymap, withKeyless: Bool = false) {
    var plain: [Action: [KeySequence]] = [:]
    var own: [String: [KeySequence]] = [:]
    var others: [(command: KeyCommand, keys: [KeySequence])] = []
    for binding in keymap.bindings {
      guard let command = binding.command else { continue }
      if let action = command.plainAction {
        plain[action, default: []].append(binding.keys)
      } else if case .own(let name) = command.first, command.rest.isEmpty, !command.asksFirst,
        keymap.own(name) != nil
      {
        own[name, default: []].append(binding.keys)
      } else if let known = others.firstIndex(where: { $0.command == command }) {
        others[known].keys.append(binding.keys)
      } else {
        others.append((command, [binding.keys]))
      }
    }
    if withKeyless {
      for action in Self.keyless(on: keymap) { plain[action] = [] }
    }
    var lines: [Line] = []
    for group in Action.Group.allCases {
      lines.append(.heading(group.rawValue))
      for action in Action.allCases where action.group == group {
        guard let keys = plain[action] else { continue }
        lines.append(.command(KeyCommand(action), keys: keys, help: keymap.help(of: action)))
      }
    }
    if !others.isEmpty { lines.append(.heading("Your own")) }
    for (command, keys) in others {
      lines.append(.command(command, keys: keys, help: keymap.help(of: command)))
    }
    if !keymap.keymap.commands.isEmpty { lines.append(.heading("Your commands")) }
    for command in keymap.keymap.commands {
      lines.append(
        .command(
          KeyCommand(.own(command.name)),
          keys: own[command.name] ?? [],
          help: command.summary
        )
      )
    }
    self.lines = lines
  }

  private static func keyless(on keymap: PageKeymap) -> [Action] {
    let actions = { (keymap: PageKeymap) in keymap.bindings.compactMap(\.action) }
    let bound = Set(actions(keymap))
    let usual = Set(actions(Keymap.standard.on(keymap.page)))
    let elsewhere = Set(KeyPage.allCases.flatMap { actions(keymap.keymap.on($0)) })
    return Action.allCases.filter {
      !bound.contains($0) && (usual.contains($0) || !elsewhere.contains($0))
    }
  }
}
