import Configuration

package struct OwnCommand: Equatable, Sendable {
  package enum Program: Equatable, Sendable {
    /// The first word has no values.
    case words([CommandWord])
    /// A script for the shell; values are its environment variables, never its text.
    case script(String)
  }

  package enum InputForm: String, CaseIterable, Sendable {
    case json, text, html, markdown, url, none
  }

  package enum RunPlace: String, CaseIterable, Sendable {
    case terminal
    /// It runs unseen; the status line says how it ended.
    case background
    /// It runs unseen, and its output becomes a page.
    case page
  }

  package let name: String
  package let program: Program
  package private(set) var input = InputForm.none
  package private(set) var destination = RunPlace.background
  /// The seconds after which it is ended; nil for none.
  package private(set) var timeout: Int? = Self.usualTimeout
  /// The text on the help page; nil where the configuration has none.
  package private(set) var help: String?

  /// The seconds that a command has in the background or on a page unless the configuration says otherwise.
  package static let usualTimeout = 30

  package var summary: String {
    if let help { return help }
    switch program {
    case .words(let words): return "run \(words.first?.literal ?? "a program")"
    case .script: return "run a script"
    }
  }

  package var values: Set<CommandValue> {
    switch program {
    case .words(let words): Set(words.flatMap(\.values))
    case .script(let script): Set(CommandValue.allCases.filter { script.contains($0.variable) })
    }
  }
}

/// A word of a command: text, with values of the post in it; it stays one argument, whatever its values contain: they are
/// put in after the words were split.
package struct CommandWord: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    case value(CommandValue)
  }

  /// The reason why a text is no word of a command.
  package struct Fault: Error, Equatable {
    package let message: String
  }

  /// The parts in order; two texts never follow each other, and no text is empty.
  package let pieces: [Piece]

  package init(literal text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

  /// Reads a word in which `%{url}` is a value and `%%` a percent sign; any other `%` is itself.
  package init(_ text: String) throws(Fault) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      plain += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        plain += "%"
        rest = rest.dropFirst()
      } else if rest.first == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw Fault(message: "%{ without } (expected a value such as %{url}, or %%{ for %{)")
        }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        guard let value = CommandValue(rawValue: name) else { throw Self.unknown(name) }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.value(value))
        rest = rest[rest.index(after: end)...]
      } else {
        plain += "%"
      }
    }
    plain += rest
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// The text of a word without values; nil for other words.
  package var literal: String? {
    switch (pieces.first, pieces.count) {
    case (nil, _): ""
    case (.text(let text), 1): text
    default: nil
    }
  }

  package var values: [CommandValue] {
    pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  private static func unknown(_ name: String) -> Fault {
    let names = CommandValue.allCases.map(\.rawValue)
    let shown = name.count > 60 ? "\(name.prefix(60))…" : name
    let hint =
      NearestName.of(name, among: names).map { "did you mean %{\($0)}?" }
      ?? "expected \(names.map { "%{\($0)}" }.joined(separator: ", "))"
    return Fault(message: "Unknown value %{\(shown)} (\(hint))")
  }
}

/// A value of the selected post that a command can take: `%{url}` in a word, `$STREAMTUI_URL` in a script.
package enum CommandValue: String, CaseIterable, Sendable {
  case id, url, author, handle, title, text, json, file, selection, link

  package var variable: String { "STREAMTUI_" + rawValue.uppercased() }

  var name: String {
    switch self {
    case .link: "link in focus"
    case .selection: "selected link"
    default: rawValue
    }
  }
}
