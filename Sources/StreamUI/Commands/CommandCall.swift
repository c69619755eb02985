import Addresses
import CellGrid
import RichText
import StreamModel

/// A program to run: its words are final but for the path of a file that is made for it; text of a feed is part of a word
/// or a variable, and never a word that is an option, nor the program.
package struct CommandCall: Equatable, Sendable {
  package enum Part: Equatable, Sendable {
    case text(String)
    case file
  }

  /// Tells calls apart; never used twice in a run; 0 for a call that waits for an answer.
  package private(set) var number: Int
  package let name: String
  package let arguments: [[Part]]
  package let variables: [String: [Part]?]
  /// The bytes for standard input; nil for an empty one.
  package let input: [UInt8]?
  package let destination: OwnCommand.RunPlace
  /// The seconds after which it is ended; nil for none.
  package let timeout: Int?
  package let file: [UInt8]?

  /// The longest word or variable in bytes: Linux allows 32 pages with the NUL at its end.
  static let wordLimit = 131_071 - 4_096
  /// The most bytes of all words and variables together; Linux allows a quarter of the stack.
  static let totalLimit = 1 << 20

  /// Makes the call of `command` on a subject.
  ///
  /// - Throws: ``CommandRefusal`` if the subject lacks a value, or a value does not fit, or would become an option.
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

  /// The variables of a script; those that it does not name are set where they are short, else removed.
  private static func variables(
    named: Set<CommandValue>,
    on subject: CommandSubject
  ) throws(CommandRefusal) -> [String: [Part]?] {
    var variables: [String: [Part]?] = [:]
    for value in CommandValue.allCases {
      let isNamed = named.contains(value)
      var parts: [Part]?
      switch value {
      case .file: parts = isNamed ? [.file] : nil
      case .json where !isNamed, .text where !isNamed: break
      default:
        switch subject.value(value) {
        case .success(let text) where text.utf8.count <= wordLimit: parts = [.text(text)]
        case .success(let text): if isNamed { throw tooLong(value, text.utf8.count) }
        case .failure(let refusal): if isNamed { throw refusal }
        }
      }
      variables.updateValue(parts, forKey: value.variable)
    }
    return variables
  }

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

struct CommandRefusal: Error, Equatable {
  /// The reason as a clause: "the post has no address".
  let reason: String
  /// The value that would be taken for an option; nil for other reasons.
  let option: CommandValue?

  init(_ reason: String, _ option: CommandValue? = nil) {
    self.reason = reason
    self.option = option
  }

  static func option(_ value: CommandValue, _ sign: Character) -> CommandRefusal {
    CommandRefusal("the \(value.name) begins with \(sign)", value)
  }

  func message(_ command: String) -> String {
    guard let option else { return "Not run: \(reason)" }
    return "Not run: \(reason); put -- before %{\(option.rawValue)} in [commands.\(command)]"
  }
}

struct CommandSubject {
  /// The selected post, or the selected comment as a post; nil where none is selected.
  let post: Post?
  /// The post at the head of documents: on the page of a post that one, whichever comment is selected; nil for ``post``.
  var head: Post?
  /// Searches for the conversation of ``head``, or of ``post``; nil where the comments that it lists are all.
  var replies: () -> DumpedReplies? = { nil }
  let source: String
  /// The target of the link in focus, as the feed writes it; nil without one.
  let link: String?
  /// The target of the link in focus, else the address of the selected row; nil without one.
  let selection: String?
  let now: Timestamp

  /// The columns of the text form.
  private static let columns = 80

  /// The value, or the reason why there is none.
  ///
  /// An address is one that the gate lets out; a name, handle or title that the post lacks is empty. The value of `file`
  /// is made outside.
  func value(_ value: CommandValue) -> Result<String, CommandRefusal> {
    switch (value, post) {
    case (.link, _): address(link, value, else: "no link is in focus")
    case (.selection, _): address(selection, value, else: "the selected row has no address")
    case (_, nil): .failure(CommandRefusal("select a post first"))
    case (.url, let post?): address(post.url, value, else: "the post has no address")
    case (.id, let post?): .success(Self.line(post.id.rawValue))
    case (.author, let post?): .success(Self.line(post.author?.name ?? post.author?.handle ?? ""))
    case (.handle, let post?): .success(Self.line(post.author?.handle ?? ""))
    case (.title, let post?): .success(PostTitle.stated(post)?.string ?? "")
    case (.text, let post?): .success(plain(post))
    case (.json, let post?): .success(String(decoding: json(post), as: UTF8.self))
    case (.file, _): .success("")
    }
  }

  func addresses(for command: OwnCommand) -> [String] {
    var values = command.values
    if command.input == .url { values.insert(.url) }
    let addresses = [
      values.contains(.link) ? link : nil, values.contains(.selection) ? selection : nil,
      values.contains(.url) ? post?.url : nil,
    ].compactMap(\.self)
    return addresses.enumerated().filter { !addresses[..<$0].contains($1) }.map(\.element)
  }

  /// The bytes for standard input; nil for an empty one.
  func input(_ input: OwnCommand.InputForm) -> Result<[UInt8]?, CommandRefusal> {
    let format: PostFormat
    switch input {
    case .none: return .success(nil)
    case .url: return value(.url).map { Array("\($0)\n".utf8) }
    case .json: format = .json
    case .text: format = .text
    case .html: format = .html
    case .markdown: format = .markdown
    }
    guard let post else { return .failure(CommandRefusal("select a post first")) }
    return .success(Array(document(of: post, format).utf8))
  }

  func document(of post: Post, _ format: PostFormat) -> String {
    let post = head ?? post
    return switch format {
    case .json: String(decoding: json(post), as: UTF8.self) + "\n"
    case .text: PostDump(now: now).text(.post(post), columns: Self.columns, replies: replies())
    case .html: PostHTML.document(post, replies())
    case .markdown: PostMarkdown.document(post, replies())
    }
  }

  /// The text of the post alone, after its title if it has one.
  func plain(_ post: Post) -> String {
    let body = BodyText(
      post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      reading: .flat
    ).plain
    let title = PostTitle.shown(post, bodyIsFolded: false)?.string
    return [title, body].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func json(_ post: Post) -> [UInt8] {
    PostDump(now: now).json(head ?? post, source: source, replies: replies())
  }

  private func address(
    _ written: String?,
    _ value: CommandValue,
    else reason: String
  ) -> Result<String, CommandRefusal> {
    guard let written else { return .failure(CommandRefusal(reason)) }
    switch LinkGate.judge(written, label: "") {
    case .open(let target), .ask(let target, _): return .success(target.text)
    case .refuse(let reason):
      if let sign = Self.optionSign(of: written) { return .failure(.option(value, sign)) }
      return .failure(CommandRefusal("the \(value.name) is \(reason)"))
    }
  }

  static func optionSign(of text: String) -> Character? {
    // Editors and pagers run commands that begin with a plus sign.
    text.first == "-" || text.first == "+" ? text.first : nil
  }

  private static func line(_ text: String) -> String { SafeText(sanitizing: text).string }
}
