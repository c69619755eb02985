package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right
    case home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }
  package static func control(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .control) }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(.character(scalar)) }
}

/// Converts keys to and from text: `j`, `<Tab>`, `<C-d>`, `<lt>`, as in key scripts and on the help page.
package enum KeyName {
  private static let names: [(name: String, code: Key.Code)] = [
    ("CR", .enter), ("Enter", .enter), ("Tab", .tab), ("Esc", .escape), ("BS", .backspace),
    ("Backspace", .backspace), ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down),
    ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end), ("PageUp", .pageUp),
    ("PageDown", .pageDown), ("Space", .character(" ")), ("lt", .character("<")),
    ("gt", .character(">")),
  ]

  /// Returns the key called `name`: one character, or the text between "<" and ">"; nil if unknown.
  package static func key(inBrackets name: Substring) -> Key? {
    var rest = name
    var modifiers: Key.Modifiers = []
    while rest.utf8.count > 2, rest.dropFirst().first == "-", let first = rest.first {
      switch first {
      case "C": modifiers.insert(.control)
      case "A", "M": modifiers.insert(.alt)
      case "S": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    if rest == "Tab", modifiers == .shift { return Key(.backTab) }
    if let known = names.first(where: { $0.name.lowercased() == rest.lowercased() }) {
      return Key(known.code, modifiers)
    }
    if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      return Key(.function(number), modifiers)
    }
    guard rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first else { return nil }
    return Key(.character(scalar), modifiers)
  }

  package static func script(of key: Key) -> String {
    let name = text(of: Key(key.code))
    if key.modifiers.isEmpty, name.unicodeScalars.count == 1, name != "<" { return name }
    if key.code == .backTab { return "<S-Tab>" }
    var prefix = ""
    if key.modifiers.contains(.control) { prefix += "C-" }
    if key.modifiers.contains(.alt) { prefix += "A-" }
    if key.modifiers.contains(.shift) { prefix += "S-" }
    return "<\(prefix)\(name == "<" ? "lt" : name == ">" ? "gt" : name)>"
  }

  package static func text(of key: Key) -> String {
    var prefix = ""
    if key.modifiers.contains(.control) { prefix += "^" }
    if key.modifiers.contains(.alt) { prefix += "Alt-" }
    if key.modifiers.contains(.shift) { prefix += "Shift-" }
    switch key.code {
    case .character(" "): return prefix + "Space"
    case .character(let scalar):
      let text = String(Character(scalar))
      return prefix + (key.modifiers.contains(.control) ? text.uppercased() : text)
    case .enter: return prefix + "Enter"
    case .backTab: return prefix + "Shift-Tab"
    case .function(let number): return prefix + "F\(number)"
    default: return prefix + (names.last { $0.code == key.code }?.name ?? "?")
    }
  }
}

/// Keys that are pressed one after the other: at least one.
package struct KeySequence: Hashable, Sendable {
  package let first: Key
  package let rest: [Key]

  package init(_ first: Key, _ rest: [Key] = []) {
    self.first = first
    self.rest = rest
  }

  package var isSingle: Bool { rest.isEmpty }

  /// The sequence as people read it: "g g", "^X ^S".
  package var text: String {
    rest.reduce(KeyName.text(of: first)) { "\($0) \(KeyName.text(of: $1))" }
  }

  /// The sequence as a key script plays it: "gg", "<C-x><C-s>".
  package var script: String {
    rest.reduce(KeyName.script(of: first)) { $0 + KeyName.script(of: $1) }
  }

  /// The sequence as the configuration writes it: "g g", "<C-x> <C-s>".
  package var notation: String {
    rest.reduce(KeyName.script(of: first)) { "\($0) \(KeyName.script(of: $1))" }
  }

  package var quoted: String {
    let escaped = notation.reduce(into: "") { text, character in
      text += character == "\"" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "\"\(escaped)\""
  }

  package func followed(by key: Key) -> KeySequence { KeySequence(first, rest + [key]) }

  package func isBeginning(of other: KeySequence) -> Bool {
    first == other.first && rest.count < other.rest.count && other.rest.starts(with: rest)
  }

  func next(in longer: KeySequence) -> Key? {
    isBeginning(of: longer) ? longer.rest[rest.count] : nil
  }

  /// Whether a keymap cannot hold both: they are the same, or one begins the other.
  package func excludes(_ other: KeySequence) -> Bool {
    self == other || isBeginning(of: other) || other.isBeginning(of: self)
  }
}

package enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste([UInt8])
}

package struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse events: button changes, motion with a button down, and wheel turns.
  package enum Kind: Hashable, Sendable {
    case press, drag, release
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package let kind: Kind
  /// The button: 0 left, 1 middle, 2 right; 0 for wheels.
  package let button: Int
  /// The column, from 0 at the left.
  package let column: Int
  /// The line, from 0 at the top.
  package let line: Int
  package let modifiers: Key.Modifiers

  package init(
    _ kind: Kind,
    button: Int = 0,
    column: Int,
    line: Int,
    modifiers: Key.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }

  package func moved(to column: Int) -> MouseEvent {
    MouseEvent(kind, button: button, column: column, line: line, modifiers: modifiers)
  }
}
