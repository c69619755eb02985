/// The reason why a command does not run.
struct CommandRefusal: Error, Equatable {
  /// The reason as a clause: "the post has no address".
  let reason: String
  /// The value that would be taken for an option; nil for other reasons.
  let option: CommandValue?

  init(_ reason: String) {
    self.reason = reason
    option = nil
  }

  private init(_ reason: String, _ option: CommandValue) {
    self.reason = reason
    self.option = option
  }

  /// A value that begins with the sign of an option.
  static func option(_ value: CommandValue, _ sign: Character) -> CommandRefusal {
    CommandRefusal("the \(value.name) begins with \(sign)", value)
  }

  /// The sentence for the status line.
  func message(_ command: String) -> String {
    guard let option else { return "Not run: \(reason)" }
    return "Not run: \(reason); put -- before %{\(option.rawValue)} in [commands.\(command)]"
  }
}
