package struct PageKeymap: Sendable {
  package enum Meaning: Equatable, Sendable {
    case command(KeyCommand)
    case beginning, nothing
  }

  package let page: KeyPage
  package let keymap: Keymap
  /// Whether a digit opens a link at once; elsewhere it begins a count.
  var digitsOpenLinks: Bool { keymap.digitsOpenLinks && (page == .detail || page == .article) }

  private let common: [Keymap.Binding]
  private let layer: Keymap.Layer?

  init(_ page: KeyPage, common: [Keymap.Binding], layer: Keymap.Layer?, of keymap: Keymap) {
    self.page = page
    self.keymap = keymap
    self.layer = layer
    self.common = layer?.inherits == false ? [] : common
  }

  package func meaning(of keys: KeySequence) -> Meaning {
    switch layer.map({ Self.look(for: keys, in: $0.bindings) }) {
    case .bound(let command?)?: .command(command)
    case .bound(nil)?: continues(keys) ? .beginning : .nothing
    case .beginning?: .beginning
    case .missing?, nil:
      switch Self.look(for: keys, in: common) {
      case .bound(let command?): .command(command)
      case .beginning: .beginning
      case .bound(nil), .missing: .nothing
      }
    }
  }

  package func command(of key: Key) -> KeyCommand? {
    if case .command(let command) = meaning(of: KeySequence(key)) { command } else { nil }
  }

  /// The action of a single key that does nothing else; nil for other keys.
  package func action(of key: Key) -> Action? { command(of: key)?.plainAction }

  /// The bindings that keys reach on the page: its own, then the common ones.
  package var bindings: [Keymap.Binding] {
    guard let layer else { return common }
    return layer.bindings.filter { $0.command != nil } + common.filter { !isHidden($0.keys) }
  }

  package func keys(of action: Action) -> [KeySequence] {
    bindings.filter { $0.command?.action == action }.map(\.keys)
  }

  package func name(of action: Action) -> String {
    firstKeys(of: action)?.text ?? ":\(action.name)"
  }

  private func firstKeys(of action: Action) -> KeySequence? {
    if let layer, let own = layer.bindings.first(where: { $0.action == action }) { return own.keys }
    // By index: a copy of each binding would cost twenty times as much.
    for index in common.indices
    where common[index].action == action && !isHidden(common[index].keys) {
      return common[index].keys
    }
    return nil
  }

  private func isHidden(_ keys: KeySequence) -> Bool {
    guard let layer else { return false }
    return layer.bindings.contains {
      $0.keys == keys || $0.command != nil && $0.keys.excludes(keys)
    }
  }

  private func continues(_ keys: KeySequence) -> Bool {
    common.contains { keys.isBeginning(of: $0.keys) && !isHidden($0.keys) }
  }

  private enum Place {
    case bound(KeyCommand?)
    case beginning, missing
  }

  private static func look(for keys: KeySequence, in bindings: [Keymap.Binding]) -> Place {
    var found = Place.missing
    for binding in bindings where binding.keys.first == keys.first {
      if binding.keys.rest == keys.rest {
        if binding.command != nil { return .bound(binding.command) }
        if case .missing = found { found = .bound(nil) }
      } else if binding.command != nil, keys.isBeginning(of: binding.keys) {
        found = .beginning
      }
    }
    return found
  }

  package func own(_ name: String) -> OwnCommand? { keymap.commands.first { $0.name == name } }

  /// The text on the help page and in the tables of docs/keys.md and manual.
  package func help(of action: Action) -> String { fill(action.help) }

  package func help(of command: KeyCommand) -> String {
    let steps = command.calls.map { call in
      switch call {
      case .action(let action, nil): help(of: action)
      case .action(_, .some): call.text
      case .own(let name): self.own(name)?.summary ?? call.text
      }
    }
    return (command.asksFirst ? "ask, then " : "") + steps.joined(separator: ", then ")
  }

  /// Replaces each name of an action in braces by its keys: "{help} lists the keys" becomes "? lists the keys".
  ///
  /// "{go-to-post@visit-list}" stands for the keys on another page; a number before the braces is parted from keys that
  /// are not one character.
  package func fill(_ template: String) -> String {
    guard template.contains("{") else { return template }
    var text = ""
    for (number, part) in template.split(separator: "{", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard number > 0, let end = part.firstIndex(of: "}"), let name = name(in: part[..<end])
      else {
        text += number > 0 ? "{\(part)" : part
        continue
      }
      if text.last?.isNumber == true, name.unicodeScalars.count > 1 { text += " " }
      text += name + part[part.index(after: end)...]
    }
    return text
  }

  private func name(in braces: Substring) -> String? {
    let parts = braces.split(separator: "@")
    guard let action = parts.first.flatMap({ Action(named: String($0)) }) else { return nil }
    guard parts.count == 2, let page = KeyPage(rawValue: String(parts[1])) else {
      return name(of: action)
    }
    return keymap.on(page).name(of: action)
  }
}

/// The kinds of pages, each of which can have keys of its own, by their names in the configuration and in messages; none has the name of
/// an action: in the table `[keys]` both would be the same key.
package enum KeyPage: String, CaseIterable, Sendable {
  case timeline, start, detail
  case links = "link-list"
  case visited = "visit-list"
  case people, account, tag
  case unread = "unread-list"
  case matches = "match-list"
  case filtered = "filtered-list"
  case counts = "count-list"
  case rules = "rule-list"
  case problems = "problem-list"
  case output, article, difference, picture
  case feeds = "feed-list"
  case help = "key-list"
}
