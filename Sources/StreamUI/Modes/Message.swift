import CellGrid

/// Words for the reader, until the next key.
struct Message {
  enum Kind {
    /// A sentence in the status line.
    case news
    /// A sentence in the status line about something that went wrong.
    case warning
    /// A sentence in place of a mode that a key should have begun: the `Esc` that the reader types for that mode
    /// takes it away, and does nothing else.
    case noMode
    /// Words after the place of the reader, which stays in the status line.
    case hint
    /// The first screen of all: lines over the rows say what the program can do.
    case welcome
  }

  let text: SafeText
  let kind: Kind

  init(_ text: SafeText, _ kind: Kind = .news) {
    self.text = text
    self.kind = kind
  }

  init(_ text: String, _ kind: Kind = .news) { self.init(SafeText(sanitizing: text), kind) }

  static let welcome = Message("", .welcome)

  var isWarning: Bool { kind == .warning }

  /// Whether the status line still says where the reader is.
  var leavesPlace: Bool { kind == .hint || kind == .welcome }
}
