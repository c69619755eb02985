/// A command of the reader without a screen: one line of input.
enum LinearCommand: Equatable {
  case next, previous
  /// To the post of this number, counted from 1.
  case go(Int)
  case last
  /// Opens the link of this number, counted from 1.
  case link(Int)
  case open, comments, uncover, again
  /// Nil for the text before.
  case search(String?)
  case help, quit
  case unknown(String)

  /// Interprets a line; blanks around it do not count.
  init(_ line: String) {
    let text = Self.trimmed(line[...])
    if text.hasPrefix("/") {
      let wanted = Self.trimmed(text.dropFirst())
      self = .search(wanted.isEmpty ? nil : String(wanted))
    } else if let number = Self.number(text) {
      self = .link(number)
    } else if text.hasPrefix("g"), let number = Self.number(Self.trimmed(text.dropFirst())) {
      self = .go(number)
    } else {
      self = Self.words[String(text)] ?? .unknown(String(text))
    }
  }

  private static let words: [String: LinearCommand] = [
    "": .next, "n": .next, "next": .next,
    "p": .previous, "previous": .previous,
    "first": .go(1), "last": .last,
    "o": .open, "open": .open,
    "c": .comments, "comments": .comments,
    "x": .uncover,
    "r": .again, "again": .again,
    "h": .help, "?": .help, "help": .help,
    "q": .quit, "quit": .quit,
  ]

  static let listing = """
    n, or Enter   next post
    p             previous post
    g 12          post 12; first and last go to the ends
    3             open link 3
    o             open the page of the post
    c             comments, 20 at a time
    x             show the text under a content warning
    r             print the post again
    /text         next post with the text; / alone searches again
    h             this list
    q             quit

    """

  /// Returns the number that a text of digits is; a number beyond all posts is the largest one.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
