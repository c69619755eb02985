import StreamModel

/// A program to run: its words are final but for the path of a file that is made for it.
///
/// Text of a feed is part of a word or a variable, and never a word that is an option, nor the program.
package struct CommandCall: Equatable, Sendable {
  /// A part of a word or variable.
  package enum Part: Equatable, Sendable {
    case text(String)
    case file
  }

  /// Tells calls apart; never used twice in a run; 0 for a call that waits for an answer.
  package private(set) var number: Int
  package let name: String
  package let arguments: [[Part]]
  /// The environment variables of the call; nil removes one.
  package let variables: [String: [Part]?]
  /// The bytes for standard input; nil for an empty one.
  package let input: [UInt8]?
  package let destination: OwnCommand.RunPlace
  /// The seconds after which it is ended; nil for none.
  package let timeout: Int?
  /// The record for a temporary file; nil if the call needs none.
  package let file: [UInt8]?

  /// The longest word or variable in bytes: Linux allows 32 pages with the NUL at its end.
  static let wordLimit = 131_071 - 4_096
  /// The most bytes of all words and variables together; Linux allows a quarter of the stack.
  static let totalLimit = 1 << 20

  /// Makes the call of `command` on a subject.
  ///
  /// - Throws: ``CommandRefusal`` if the subject lacks a value, or a value does not fit, or would become
  ///   an option.
  init(_ command: OwnCommand, on subject: CommandSubject, number: Int = 0) throws(CommandRefusal) {
    self.number = number
    name = command.name
    destination = command.destination
    timeout = command.timeout
    switch command.program {
    case .words(let words):
      arguments = try Self.arguments(words, on: subject)
      variables = [:]
    case .script(let script):
      arguments = ["sh", "-c", script].map { [.text($0)] }
      variables = try Self.variables(named: command.values, on: subject)
    }
    try Self.checkTotal(arguments + variables.values.compactMap(\.self))
    input = try subject.input(command.input).get()
    if command.values.contains(.file) {
      let record = try subject.value(.json).get()
      file = Array("\(record)\n".utf8)
    } else {
      file = nil
    }
  }

  package func numbered(_ number: Int) -> CommandCall {
    var call = self
    call.number = number
    return call
  }

  // MARK: Words

  private static func arguments(
    _ words: [CommandWord],
    on subject: CommandSubject
  ) throws(CommandRefusal) -> [[Part]] {
    var arguments: [[Part]] = []
    // After this word a program takes nothing for an option (POSIX.1-2017, 12.2, guideline 10).
    var optionsHaveEnded = false
    for word in words {
      let parts = try parts(of: word, on: subject)
      if !optionsHaveEnded { try checkStart(of: parts, word) }
      if word.literal == "--" { optionsHaveEnded = true }
      arguments.append(parts.map(\.part))
    }
    return arguments
  }

  private static func parts(
    of word: CommandWord,
    on subject: CommandSubject
  ) throws(CommandRefusal) -> [(part: Part, value: CommandValue?)] {
    var parts: [(part: Part, value: CommandValue?)] = []
    var length = 0
    for piece in word.pieces {
      switch piece {
      case .text(let text):
        parts.append((.text(text), nil))
        length += text.utf8.count
      case .value(.file): parts.append((.file, .file))
      case .value(let value):
        let text = try subject.value(value).get()
        length += text.utf8.count
        guard length <= wordLimit else { throw tooLong(value, text.utf8.count) }
        parts.append((.text(text), value))
      }
    }
    return parts
  }

  /// Refuses a word that begins with the sign of an option only because of a value.
  private static func checkStart(
    of parts: [(part: Part, value: CommandValue?)],
    _ word: CommandWord
  ) throws(CommandRefusal) {
    guard case .value(let first)? = word.pieces.first else { return }
    for (part, value) in parts {
      guard case .text(let text) = part else { return }
      if let sign = CommandSubject.optionSign(of: text) { throw .option(value ?? first, sign) }
      if !text.isEmpty { return }
    }
  }

  // MARK: Variables

  /// The variables of a script; those that it does not name are set where they are short, else removed.
  private static func variables(
    named: Set<CommandValue>,
    on subject: CommandSubject
  ) throws(CommandRefusal) -> [String: [Part]?] {
    var variables: [String: [Part]?] = [:]
    for value in CommandValue.allCases {
      let isNamed = named.contains(value)
      switch value {
      case .file: variables.updateValue(isNamed ? [.file] : nil, forKey: value.variable)
      case .json where !isNamed, .text where !isNamed:
        variables.updateValue(nil, forKey: value.variable)
      default:
        switch subject.value(value) {
        case .success(let text) where text.utf8.count <= wordLimit:
          variables.updateValue([.text(text)], forKey: value.variable)
        case .success(let text):
          guard !isNamed else { throw tooLong(value, text.utf8.count) }
          variables.updateValue(nil, forKey: value.variable)
        case .failure(let refusal):
          guard !isNamed else { throw refusal }
          variables.updateValue(nil, forKey: value.variable)
        }
      }
    }
    return variables
  }

  // MARK: Limits

  private static func tooLong(_ value: CommandValue, _ count: Int) -> CommandRefusal {
    CommandRefusal(
      "the \(value.name) has \(count.grouped) bytes (at most \(wordLimit.grouped) fit into an "
        + "argument; input takes more)"
    )
  }

  private static func checkTotal(_ words: [[Part]]) throws(CommandRefusal) {
    let count = words.joined().reduce(0) { sum, part in
      if case .text(let text) = part { sum + text.utf8.count + 1 } else { sum }
    }
    guard count <= totalLimit else {
      throw CommandRefusal(
        "the arguments have \(count.grouped) bytes (expected at most \(totalLimit.grouped))"
      )
    }
  }
}

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
