/// The quotes and lists around the text, and the marks they put before its lines.
struct BlockContext {
  private enum Level {
    case quote
    case list(List)
    case item(mark: String, isUsed: Bool)
    case preformatted
  }

  private struct List {
    /// The number of the next item; nil in an unordered list.
    var number: Int?
    var step = 1
    var style: String?
    var hasItems = false
  }

  private static let deepest = 8

  private var levels: [Level] = []
  private var space = 0
  /// Whether the text follows an item's mark or another cell directly, where no empty line is added.
  var isTight = false
  var heading: Int?

  var isPreformatted: Bool {
    guard case .preformatted? = levels.last else { return false }
    return true
  }

  var isInList: Bool {
    levels.contains { level in if case .list = level { true } else { false } }
  }

  var kind: Block.Kind {
    if isPreformatted { return .preformatted }
    return heading.map { .heading(level: $0) } ?? .paragraph
  }

  mutating func addSpace(_ gap: Int) { if !isTight { space = max(space, gap) } }

  /// Returns the number of empty lines before the next block, and resets it.
  mutating func takeSpace() -> Int {
    defer {
      space = 0
      isTight = false
    }
    return space
  }

  func gap(after tag: Tag) -> Int {
    switch tag {
    case .paragraph, .blockquote, .preformatted, .heading: 1
    case .unorderedList, .orderedList: isNestedList ? 0 : 1
    default: 0
    }
  }

  mutating func beginQuote() { levels.append(.quote) }
  mutating func beginPreformatted() { levels.append(.preformatted) }
  mutating func beginUnorderedList() { levels.append(.list(List())) }

  mutating func beginOrderedList(start: Int, style: String?, isReversed: Bool) {
    levels.append(.list(List(number: start, step: isReversed ? -1 : 1, style: style)))
  }

  mutating func beginItem(value: Int?) {
    var mark = Self.bullet(listDepth)
    if let index = levels.indices.last, case .list(var list) = levels[index] {
      if list.hasItems { space = 0 }
      list.hasItems = true
      if let number = list.number.map({ value ?? $0 }) {
        mark = ListNumber.text(number, style: list.style) + " "
        list.number = number + list.step
      }
      levels[index] = .list(list)
    }
    isTight = true
    levels.append(.item(mark: mark, isUsed: false))
  }

  mutating func leave(_ tag: Tag) {
    if tag == .heading { heading = nil }
    let index = levels.lastIndex { level in
      switch (tag, level) {
      case (.blockquote, .quote), (.preformatted, .preformatted), (.orderedList, .list),
        (.unorderedList, .list), (.listItem, .item):
        true
      default: false
      }
    }
    if let index { levels.removeSubrange(index...) }
    if tag == .listItem { isTight = false }
  }

  /// Returns the prefix of the first line and that of every other line; an item's mark appears once.
  mutating func marks() -> (lead: String, hang: String) {
    guard !levels.isEmpty else { return ("", "") }
    var lead = ""
    var hang = ""
    var depth = 0
    for index in levels.indices {
      if depth == Self.deepest { break }
      switch levels[index] {
      case .quote:
        lead += "│ "
        hang += "│ "
        depth += 1
      case .item(let mark, let isUsed):
        let blank = String(repeating: " ", count: mark.unicodeScalars.count)
        lead += isUsed ? blank : mark
        hang += blank
        levels[index] = .item(mark: mark, isUsed: true)
        depth += 1
      case .list, .preformatted: break
      }
    }
    return (lead, hang)
  }

  var hang: String {
    var copy = self
    return copy.marks().hang
  }

  private var listDepth: Int {
    levels.count { level in if case .list(let list) = level { list.number == nil } else { false } }
  }

  private var isNestedList: Bool {
    levels.count { level in
      if case .list = level { true } else { false }
    } > 1
  }

  private static func bullet(_ depth: Int) -> String {
    switch depth {
    case ...1: "• "
    case 2: "◦ "
    default: "▪ "
    }
  }
}

enum ListNumber {
  /// Returns `number` with a full stop, in the style of the list: 1, a, A, i or I.
  static func text(_ number: Int, style: String?) -> String {
    switch style {
    case "a": letters(number) + "."
    case "A": letters(number).uppercased() + "."
    case "i": roman(number) + "."
    case "I": roman(number).uppercased() + "."
    default: "\(number)."
    }
  }

  /// Returns a to z, then aa, ab and so on; a number below 1 stays a number.
  private static func letters(_ number: Int) -> String {
    guard number > 0 else { return "\(number)" }
    var letters: [UInt8] = []
    var rest = number
    while rest > 0 {
      rest -= 1
      letters.append(UInt8(0x61 + rest % 26))
      rest /= 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<4000).contains(number) else { return "\(number)" }
    let signs = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    var text = ""
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
