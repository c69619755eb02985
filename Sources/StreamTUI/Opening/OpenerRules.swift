import Configuration
import Glibc
import StreamHost

/// The rules that map addresses to commands: of the table `[openers]`, and of the openers file.
///
/// A line of the file is `PATTERN COMMAND…`; "#" begins a comment line. PATTERN is a scheme (`mailto:`), a host
/// (`example.com`, or `*.example.com` for it and its subdomains) or `*`. Words are separated by blanks, except inside
/// double quotes. The first matching line wins. `file:` stands for files of an opened folder, which `*` leaves out.
struct OpenerRules: Equatable, Sendable {
  enum Pattern: Equatable, Sendable {
    case all
    case scheme(String)
    case host(String)
    case domain(String)
  }

  struct Rule: Equatable, Sendable {
    /// Where it stands, for messages: "openers file, line 3".
    let origin: String
    let pattern: Pattern
    let command: OpenerCommand
  }

  /// A line that is not a valid rule, and the position of the error.
  struct Problem: Equatable, Sendable {
    let line: Int
    /// The column in characters, from 1.
    let column: Int
    let message: String
  }

  /// The size of the largest file that is read, in bytes.
  static let limit = 64 << 10

  private(set) var rules: [Rule] = []
  private(set) var problems: [Problem] = []

  init() {}

  /// Parses the bytes of a file; invalid lines become problems, the others stay valid.
  init(_ bytes: some Sequence<UInt8>) {
    let lines = Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      do throws(Failure) {
        guard let rule = try Self.rule(bytes, line: index + 1) else { continue }
        rules.append(rule)
      } catch {
        problems.append(Problem(line: index + 1, column: error.column, message: error.message))
      }
    }
  }

  /// Reads the table `[openers]`: patterns, each with a command as a text or as a list of words.
  ///
  /// - Parameter file: the name of the configuration file.
  init(_ table: ConfigTable, in file: String, problems: inout [ConfigProblem]) {
    for entry in table.entries {
      do throws(Failure) {
        let words =
          switch entry.value.content {
          case .string(let text): try Self.words(of: text).map(\.text)
          case .array(let items):
            items.compactMap { if case .string(let text) = $0.content { text } else { nil } }
          default: [String]()
          }
        let pattern = try Self.pattern(Word(text: entry.key, column: 1))
        let command = try Self.command(words, at: 1)
        let origin = "\(file), line \(entry.place.line)"
        rules.append(Rule(origin: origin, pattern: pattern, command: command))
      } catch {
        problems.append(entry.place.problem("in [openers]: \(error.message)"))
      }
    }
  }

  func before(_ others: OpenerRules) -> OpenerRules {
    var all = self
    all.rules += others.rules
    all.problems += others.problems
    return all
  }

  func rule(scheme: String, host: String) -> Rule? {
    rules.first { rule in
      switch rule.pattern {
      case .all: true
      case .scheme(let name): scheme == name
      case .host(let name): !host.isEmpty && host == name
      case .domain(let name): host == name || host.hasSuffix("." + name)
      }
    }
  }

  /// The first rule for files; "*" is none, because it was written for web addresses.
  var ruleForFiles: Rule? { rules.first { $0.pattern == .scheme("file") } }

  private struct Failure: Error {
    let column: Int
    let message: String
  }

  private struct Word {
    let text: String
    /// The column in characters, from 1.
    let column: Int
  }

  private static func rule(_ bytes: ArraySlice<UInt8>, line: Int) throws(Failure) -> Rule? {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(column: 1, message: "not text (expected UTF-8)")
    }
    let words = try words(of: text)
    guard let first = words.first else { return nil }
    let pattern = try pattern(first)
    let place = words.dropFirst().first?.column ?? text.count + 1
    let command = try command(words.dropFirst().map(\.text), at: place)
    return Rule(origin: "openers file, line \(line)", pattern: pattern, command: command)
  }

  private static func command(_ words: [String], at place: Int) throws(Failure) -> OpenerCommand {
    var command = words
    var getsTerminal = false
    if let program = command.first, program.hasPrefix(terminalSign) {
      getsTerminal = true
      command[0] = String(program.dropFirst(terminalSign.count))
      if command[0].isEmpty { command.removeFirst() }
    }
    guard let program = command.first, !program.isEmpty else {
      throw Failure(column: place, message: "no command (expected a program)")
    }
    guard let command = OpenerCommand(command, getsTerminal: getsTerminal) else {
      throw Failure(
        column: place,
        message: "\"%s\" cannot be the command itself; put it among the arguments"
      )
    }
    return command
  }

  /// The prefix of a program that needs the terminal and is not known to.
  private static let terminalSign = "terminal:"

  /// Returns the words of a line; none for a comment.
  private static func words(of line: String) throws(Failure) -> [Word] {
    var words: [Word] = []
    var text = ""
    // The columns where the current word and its quotation begin.
    var start: Int?
    var quote: Int?
    for (index, character) in line.enumerated() {
      let column = index + 1
      let isBlank = character == " " || character == "\t" || character == "\r"
      if words.isEmpty, start == nil, character == "#" { return [] }
      if isBlank, quote == nil {
        if let began = start { words.append(Word(text: text, column: began)) }
        (text, start) = ("", nil)
      } else if character == "\"" {
        quote = quote == nil ? column : nil
        start = start ?? column
      } else if character.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        throw Failure(column: column, message: "a control character (expected text)")
      } else {
        text.append(character)
        start = start ?? column
      }
    }
    if let quote {
      throw Failure(column: quote, message: "a quotation that does not end (expected a closing \")")
    }
    if let start { words.append(Word(text: text, column: start)) }
    return words
  }

  private static func pattern(_ word: Word) throws(Failure) -> Pattern {
    let text = word.text.lowercased()
    if text == "*" { return .all }
    if text.hasSuffix(":") {
      let scheme = String(text.dropLast())
      guard ["http", "https", "mailto", "file"].contains(scheme) else {
        throw Failure(
          column: word.column,
          message: "no scheme that is opened: \(word.text) "
            + "(expected http:, https:, mailto: or file:)"
        )
      }
      return .scheme(scheme)
    }
    let isDomain = text.hasPrefix("*.")
    let host = isDomain ? String(text.dropFirst(2)) : text
    guard !host.isEmpty, !host.hasPrefix("."), !host.hasSuffix("."), host.allSatisfy(isInHost)
    else {
      throw Failure(
        column: word.column,
        message: "no pattern: \(word.text) "
          + "(expected a host such as example.com or *.example.com, a scheme such as mailto:, or *)"
      )
    }
    return isDomain ? .domain(host) : .host(host)
  }

  private static func isInHost(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || !character.isASCII || "-._[]:%".contains(character)
  }
}

struct OpenersFile {
  /// The rules and the problems of the file, the latter as lines for the user.
  struct Reading {
    var rules = OpenerRules()
    var problems: [String] = []
  }

  let path: String
  /// Whether the user named the file, so that it must exist.
  let isNamed: Bool

  /// Locates the file in this environment; nil if none is named and there is no home folder.
  init?(_ environment: (String) -> String? = Environment.value) {
    if let named = environment("STREAMTUI_OPENERS") {
      guard !named.isEmpty else { return nil }
      (path, isNamed) = (named, true)
      return
    }
    // A relative folder must be ignored (XDG Base Directory Specification).
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = folder + "/streamtui/openers"
    } else if let home = environment("HOME"), !home.isEmpty {
      path = home + "/.config/streamtui/openers"
    } else {
      return nil
    }
    isNamed = false
  }

  /// Reads the file; refuses one that others can write to or that is not a regular file.
  func read() -> Reading {
    // O_NONBLOCK: a pipe of that name would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      let reason = errno
      if !isNamed, reason == ENOENT || reason == ENOTDIR { return Reading() }
      return refused("cannot be read: \(SystemError.text(reason))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return refused("no file (expected a text file)")
    }
    guard status.st_uid == getuid() || status.st_uid == 0 else {
      return refused("belongs to somebody else (expected your own file)")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return refused("others can write to it (make it yours alone: chmod go-w)")
    }
    do throws(OpenFile.Failure) {
      let rules = OpenerRules(try OpenFile.bytes(of: file, limit: OpenerRules.limit))
      return Reading(
        rules: rules,
        problems: rules.problems.map { "\(path):\($0.line):\($0.column): \($0.message)" }
      )
    } catch {
      switch error {
      case .tooLarge: return refused("larger than \(OpenerRules.limit) bytes")
      case .refused(let reason): return refused("cannot be read: \(SystemError.text(reason))")
      }
    }
  }

  private func refused(_ reason: String) -> Reading { Reading(problems: ["\(path): \(reason)"]) }
}
