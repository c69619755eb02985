/// Which keys mean which commands, on all pages and on each.
///
/// The router, the help page and messages read the same table. A page's own bindings lie over the
/// common ones: they replace bindings of the same keys, and free a key that begins one of them.
package struct Keymap: Equatable, Sendable {
  /// A sequence of keys and its command.
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

  /// The bindings of one page.
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
      for key in entry.keys { common.append(Binding(KeySequence(key), KeyCommand(action))) }
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
  package private(set) var commands: [OwnCommand]
  /// Whether a digit opens a link of an open post at once (``PageKeymap/digitsOpenLinks``).
  var digitsOpenLinks = false

  private init(common: [Binding], layers: [Layer], commands: [OwnCommand] = []) {
    self.common = common
    self.layers = layers
    self.commands = commands
  }

  /// The keymap with the commands that the configuration defines.
  package func defining(_ commands: [OwnCommand]) -> Keymap {
    var keymap = self
    keymap.commands = commands
    return keymap
  }

  /// The keys as they are on `page`.
  package func on(_ page: KeyPage) -> PageKeymap {
    PageKeymap(page, common: common, layer: layers.first { $0.page == page }, of: self)
  }

  /// The first keys of `action` on the timeline; its name where it has no key.
  package func name(of action: Action) -> String { on(.timeline).name(of: action) }

  /// The keymap with changes applied; a later one counts over the earlier.
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
