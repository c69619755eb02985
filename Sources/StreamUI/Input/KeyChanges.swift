/// Changes of the keys of all pages, or of one.
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

  /// Nil for all pages.
  package let page: KeyPage?
  /// Whether the keys that were there before stay unless they are changed.
  package let inherits: Bool
  package let assignments: [Assignment]
  /// The keys that mean nothing from now on; longer sequences that they begin stay.
  package let unbound: [KeySequence]

  package init(
    page: KeyPage?,
    inherits: Bool = true,
    assignments: [Assignment],
    unbound: [KeySequence] = []
  ) {
    self.page = page
    self.inherits = inherits
    self.assignments = assignments
    self.unbound = unbound
  }

  private var bindings: [Keymap.Binding] {
    assignments.flatMap { row in row.keys.map { Keymap.Binding($0, row.command) } }
  }

  /// The common bindings after the changes.
  func applied(to common: [Keymap.Binding]) -> [Keymap.Binding] {
    remaining(of: inherits ? common : []) + bindings
  }

  /// The bindings of a page after the changes.
  func layer(
    on page: KeyPage,
    over old: Keymap.Layer?,
    common: [Keymap.Binding]
  ) -> Keymap.Layer {
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

  /// The bindings that the changes leave alone.
  private func remaining(of bindings: [Keymap.Binding]) -> [Keymap.Binding] {
    let changed = assignments.map(\.command)
    let taken = assignments.flatMap(\.keys)
    return bindings.filter { binding in
      !(binding.command.map(changed.contains) ?? false) && !unbound.contains(binding.keys)
        && !taken.contains { $0.excludes(binding.keys) }
    }
  }
}
