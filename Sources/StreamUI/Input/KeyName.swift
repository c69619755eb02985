/// Converts keys to and from text: `j`, `<Tab>`, `<C-d>`, `<lt>`, as in key scripts and on the help
/// page.
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

  /// Returns `key` as a key script writes it.
  package static func script(of key: Key) -> String {
    let name = text(of: Key(key.code))
    let isPlain = key.modifiers.isEmpty && name.unicodeScalars.count == 1 && name != "<"
    if isPlain { return name }
    if key.code == .backTab { return "<S-Tab>" }
    var prefix = ""
    if key.modifiers.contains(.control) { prefix += "C-" }
    if key.modifiers.contains(.alt) { prefix += "A-" }
    if key.modifiers.contains(.shift) { prefix += "S-" }
    return "<\(prefix)\(name == "<" ? "lt" : name == ">" ? "gt" : name)>"
  }

  /// Returns the text of `key` for people.
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
    default:
      return prefix + (names.last { $0.code == key.code }?.name ?? "?")
    }
  }
}
