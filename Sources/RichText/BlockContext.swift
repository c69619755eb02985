/// Where in quotes and lists the text stands: what is written before its lines.
struct BlockContext {
  private enum Level {
    case quote
    /// `next` is the number of the next item.
    case ordered(next: Int, step: Int, style: String?)
    case unordered
    case item(mark: String, isUsed: Bool)
    case preformatted
  }

  /// Deeper levels are not shown deeper.
  private static let deepest = 8

  private var levels: [Level] = []
  private var space = 0
  /// Right behind a list's or an item's mark nothing is spaced.
  private var isTight = false
  /// The level of the heading that begins.
  var heading: Int?

  var isPreformatted: Bool {
    guard case .preformatted? = levels.last else { return false }
    return true
  }

  var isInList: Bool {
    levels.contains { level in
      switch level {
      case .ordered, .unordered: true
      default: false
      }
    }
  }

  var kind: Block.Kind {
    if isPreformatted { return .preformatted }
    return heading.map { .heading(level: $0) } ?? .paragraph
  }

  mutating func addSpace(_ gap: Int) {
    if !isTight { space = max(space, gap) }
  }

  /// Empty lines before the block that begins.
  mutating func takeSpace() -> Int {
    defer {
      space = 0
      isTight = false
    }
    return space
  }

  /// Empty lines behind an element.
  func gap(after tag: Tag) -> Int {
    switch tag {
    case .paragraph, .blockquote, .preformatted, .heading: 1
    case .unorderedList, .orderedList: isNestedList ? 0 : 1
    default: 0
    }
  }

  mutating func beginQuote() { levels.append(.quote) }
  mutating func beginPreformatted() { levels.append(.preformatted) }
  mutating func beginUnorderedList() { levels.append(.unordered) }

  mutating func beginOrderedList(start: Int, style: String?, isReversed: Bool) {
    levels.append(.ordered(next: start, step: isReversed ? -1 : 1, style: style))
  }

  mutating func beginItem(value: Int?) {
    if !isTight, !isFirstItem { space = 0 }
    isTight = true
    guard let last = levels.indices.last, case .ordered(let next, let step, let style) = levels[last]
    else {
      levels.append(.item(mark: Self.bullet(listDepth), isUsed: false))
      return
    }
    let number = value ?? next
    levels[last] = .ordered(next: number + step, step: step, style: style)
    levels.append(.item(mark: ListNumber.text(number, style: style) + " ", isUsed: false))
  }

  /// Leaves the level that `tag` began.
  mutating func leave(_ tag: Tag) {
    if tag == .heading { heading = nil }
    let index = levels.lastIndex { level in
      switch (tag, level) {
      case (.blockquote, .quote), (.preformatted, .preformatted), (.orderedList, .ordered),
        (.unorderedList, .unordered), (.listItem, .item):
        true
      default: false
      }
    }
    if let index { levels.removeSubrange(index...) }
    if tag == .listItem { isTight = false }
  }

  /// What stands before the first and before each other line; an item's mark is used up.
  mutating func marks() -> (lead: String, hang: String) {
    guard !levels.isEmpty else { return ("", "") }
    var lead = ""
    var hang = ""
    var depth = 0
    for index in levels.indices where depth < Self.deepest {
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
      case .ordered, .unordered, .preformatted: break
      }
    }
    return (lead, hang)
  }

  private var listDepth: Int {
    levels.count { level in
      if case .unordered = level { true } else { false }
    }
  }

  private var isNestedList: Bool {
    levels.count { level in
      switch level {
      case .ordered, .unordered: true
      default: false
      }
    } > 1
  }

  private var isFirstItem: Bool {
    guard case .ordered(let next, _, _)? = levels.last else { return !isTight && space > 0 }
    return next == 1
  }

  private static func bullet(_ depth: Int) -> String {
    switch depth {
    case ...1: "• "
    case 2: "◦ "
    default: "▪ "
    }
  }
}

/// The numbers of ordered lists.
enum ListNumber {
  /// `number` with its full stop, in the style of the list: 1, a, A, i or I.
  static func text(_ number: Int, style: String?) -> String {
    switch style {
    case "a": letters(number) + "."
    case "A": letters(number).uppercased() + "."
    case "i": roman(number) + "."
    case "I": roman(number).uppercased() + "."
    default: "\(number)."
    }
  }

  /// a to z, aa to zz and so on; what is less than 1 stays a number.
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
