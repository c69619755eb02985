/// Which keys mean which commands, on all pages and on each: the one table of router, help page and messages.
///
/// A page's own bindings lie over the common ones: they replace bindings of the same keys, and free a key that begins one
/// of them.
package struct Keymap: Equatable, Sendable {
  package struct Binding: Hashable, Sendable {
    package let keys: KeySequence
    /// Nil hides the common binding of these keys on a page.
    package let command: KeyCommand?
    /// The action of a command that is one, for messages that name its keys in every frame.
    let action: Action?

    package init(_ keys: KeySequence, _ command: KeyCommand?) {
      self.keys = keys
      self.command = command
      action = command?.action
    }
  }

  struct Layer: Equatable, Sendable {
    let page: KeyPage
    let bindings: [Binding]
    /// Whether the common bindings hold, too.
    let inherits: Bool
  }

  package static let standard: Keymap = {
    var common: [Binding] = []
    common.reserveCapacity(128)
    var pages: [(page: KeyPage, binding: Binding)] = []
    for action in Action.allCases {
      let entry = action.entry
      for keys in entry.keys { common.append(Binding(keys, KeyCommand(action))) }
      for (page, key) in entry.pageKeys {
        pages.append((page, Binding(KeySequence(key), KeyCommand(action))))
      }
    }
    let layers = KeyPage.allCases.compactMap { page -> Layer? in
      let bindings = pages.filter { $0.page == page }.map(\.binding)
      return bindings.isEmpty ? nil : Layer(page: page, bindings: bindings, inherits: true)
    }
    return Keymap(common: common, layers: layers)
  }()

  private(set) var common: [Binding]
  private var layers: [Layer]
  package private(set) var commands: [OwnCommand] = []
  /// Whether a digit opens a link of an open post at once (``PageKeymap/digitsOpenLinks``).
  var digitsOpenLinks = false

  package func defining(_ commands: [OwnCommand]) -> Keymap {
    var keymap = self
    keymap.commands = commands
    return keymap
  }

  package func on(_ page: KeyPage) -> PageKeymap {
    PageKeymap(page, common: common, layer: layers.first { $0.page == page }, of: self)
  }

  package func name(of action: Action) -> String { on(.timeline).name(of: action) }

  package func applying(_ changes: [KeyChanges]) -> Keymap {
    changes.reduce(self) { keymap, change in
      var changed = keymap
      guard let page = change.page else {
        changed.common = change.applied(to: keymap.common)
        return changed
      }
      let layer = change.layer(
        on: page,
        over: keymap.layers.first { $0.page == page },
        common: keymap.common
      )
      changed.layers = keymap.layers.filter { $0.page != page } + [layer]
      return changed
    }
  }
}

/// The meaning of a key sequence: actions and commands in order, after a question if that is wanted.
package struct KeyCommand: Hashable, Sendable {
  /// One step of a command.
  package enum Call: Hashable, Sendable {
    case action(Action, argument: String?)
    case own(String)
  }

  package let first: Call
  package let rest: [Call]
  package let asksFirst: Bool
  /// The action, if the command is one action without argument, asked about or not.
  package let action: Action?

  package init(_ first: Call, _ rest: [Call] = [], asksFirst: Bool = false) {
    self.first = first
    self.rest = rest
    self.asksFirst = asksFirst
    if rest.isEmpty, case .action(let action, nil) = first {
      self.action = action
    } else {
      action = nil
    }
  }

  package init(_ action: Action, argument: String? = nil) {
    self.init(.action(action, argument: argument))
  }

  package var calls: [Call] { [first] + rest }
  package var plainAction: Action? { asksFirst ? nil : action }

  /// The command as the configuration writes it: "mark-read; row-down", "mark-all-read?".
  package var text: String { calls.map(\.text).joined(separator: "; ") + (asksFirst ? "?" : "") }
}

extension KeyCommand.Call {
  /// The step as the configuration writes it: "order likes", ":fetch".
  package var text: String {
    switch self {
    case .action(let action, let argument?): "\(action.name) \(argument)"
    case .action(let action, nil): action.name
    case .own(let name): ":\(name)"
    }
  }
}

package struct KeyChanges: Sendable {
  /// The keys of a command: they replace all that it had.
  package struct Assignment: Sendable {
    package let command: KeyCommand
    /// None unbinds it.
    package let keys: [KeySequence]

    package init(_ command: KeyCommand, _ keys: [KeySequence]) {
      self.command = command
      self.keys = keys
    }
  }

  let page: KeyPage?
  /// Whether the keys that were there before stay unless they are changed.
  var inherits = true
  let assignments: [Assignment]
  /// The keys that mean nothing from now on; longer sequences that they begin stay.
  var unbound: [KeySequence] = []

  private var bindings: [Keymap.Binding] {
    assignments.flatMap { row in row.keys.map { Keymap.Binding($0, row.command) } }
  }

  func applied(to common: [Keymap.Binding]) -> [Keymap.Binding] {
    remaining(of: inherits ? common : []) + bindings
  }

  func layer(on page: KeyPage, over old: Keymap.Layer?, common: [Keymap.Binding]) -> Keymap.Layer {
    guard inherits else { return Keymap.Layer(page: page, bindings: bindings, inherits: false) }
    var kept = remaining(of: old?.bindings ?? []) + bindings
    if old?.inherits ?? true {
      let changed = assignments.map(\.command)
      let hidden = common.filter { $0.command.map(changed.contains) ?? false }.map(\.keys) + unbound
      for keys in hidden where !kept.contains(where: { $0.keys == keys }) {
        kept.append(Keymap.Binding(keys, nil))
      }
    }
    return Keymap.Layer(page: page, bindings: kept, inherits: old?.inherits ?? true)
  }

  private func remaining(of bindings: [Keymap.Binding]) -> [Keymap.Binding] {
    let changed = assignments.map(\.command)
    let taken = assignments.flatMap(\.keys)
    return bindings.filter { binding in
      !(binding.command.map(changed.contains) ?? false) && !unbound.contains(binding.keys)
        && !taken.contains { $0.excludes(binding.keys) }
    }
  }
}
