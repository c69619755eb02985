/// The meaning of a key sequence: actions and commands in order, after a question if that is wanted.
package struct KeyCommand: Hashable, Sendable {
  /// One step of a command.
  package enum Call: Hashable, Sendable {
    /// An action, with its argument if it takes one and the binding gives it.
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

  /// Makes the command of a single action.
  package init(_ action: Action, argument: String? = nil) {
    self.init(.action(action, argument: argument))
  }

  package var calls: [Call] { [first] + rest }

  package var plainAction: Action? { asksFirst ? nil : action }

  /// The command as the configuration writes it: "mark-read; row-down", "mark-all-read?".
  package var text: String {
    calls.map(\.text).joined(separator: "; ") + (asksFirst ? "?" : "")
  }
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
