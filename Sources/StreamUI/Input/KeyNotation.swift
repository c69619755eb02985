package struct KeyNotation {
  package struct Fault: Error, Equatable {
    package let message: String
  }

  package let leader: Key?

  package init(leader: Key? = nil) { self.leader = leader }

  package func sequence(_ text: String) throws(Fault) -> KeySequence {
    var keys: [Key] = []
    for word in text.split(whereSeparator: \.isWhitespace) { keys.append(try key(word)) }
    guard let first = keys.first else {
      throw Fault(message: "No key is named. Write keys as in \"j\", \"g g\" or \"<C-d>\".")
    }
    guard keys.count <= Self.longest else {
      throw Fault(message: "\(text) has more than \(Self.longest) keys.")
    }
    if case .character(let digit) = first.code, first.modifiers.isEmpty, ("1"..."9") ~= digit {
      throw Fault(
        message: "\(text) begins with a digit, and the digits 1 to 9 begin a count."
          + " Begin with another key."
      )
    }
    guard !keys.dropFirst().contains(Key(.escape)) else {
      throw Fault(message: "Esc leaves a sequence, so no sequence goes on with it: \(text).")
    }
    return KeySequence(first, Array(keys.dropFirst()))
  }

  private static let longest = 8

  private func key(_ word: Substring) throws(Fault) -> Key {
    let scalars = word.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      return try Self.checked(.character(scalar), as: word)
    }
    guard word.first == "<", word.last == ">" else {
      throw Fault(message: Self.advice(about: word))
    }
    let name = word.dropFirst().dropLast()
    if name.lowercased() == "leader" {
      guard let leader else {
        throw Fault(message: "<Leader> has no key. Set it: leader = \"<Space>\".")
      }
      return leader
    }
    guard let key = KeyName.key(inBrackets: name) else {
      throw Fault(
        message: "Unknown key \(word). Write keys as in \"j\", \"<Space>\", \"<C-d>\" or \"<F1>\"."
      )
    }
    return try Self.checked(key, as: word)
  }

  private static func advice(about word: Substring) -> String {
    if KeyName.key(inBrackets: word) != nil { return "Unknown key \(word). Write <\(word)>." }
    let keys = word.map { String($0) }.joined(separator: " ")
    return word.contains("<") || word.contains(">") || word.unicodeScalars.count > longest
      ? "Unknown key \(word). Part keys with blanks, as in \"g g\"."
      : "Unknown key \(word). Part keys with blanks: \"\(keys)\"."
  }

  /// The key as terminals send it; throws the reason why none does.
  private static func checked(_ key: Key, as word: Substring) throws(Fault) -> Key {
    switch key.code {
    case .character(let scalar): return try checked(scalar, key.modifiers, as: word)
    case .enter, .tab, .backspace:
      guard key.modifiers.isSubset(of: .alt) else {
        throw same(word, as: KeyName.script(of: Key(key.code)))
      }
      return key
    case .backTab, .escape:
      guard key.modifiers.isEmpty else { throw same(word, as: KeyName.script(of: Key(key.code))) }
      return key
    case .function(let number) where number > 12:
      throw Fault(message: "No terminal sends \(word). Write <S-F\(number - 12)>.")
    case .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function:
      return key
    }
  }

  private static func checked(
    _ scalar: Unicode.Scalar,
    _ modifiers: Key.Modifiers,
    as word: Substring
  ) throws(Fault) -> Key {
    guard !scalar.properties.isWhitespace || scalar == " ",
      (0x20..<0x7F) ~= scalar.value
        || scalar.value >= 0xA0
    else { throw Fault(message: "Unknown key: a control character. Write it as in <C-d>.") }
    if modifiers.contains(.shift) {
      let typed = scalar.properties.uppercaseMapping
      throw Fault(
        message: scalar == " "
          ? "Terminals send the same for \(word) as for <Space>."
          : "No terminal sends \(word): Shift shows in the character. Write \(typed)."
      )
    }
    if modifiers.contains(.alt) {
      guard scalar.isASCII else {
        throw Fault(message: "\(word) is not read: Alt works with ASCII characters only.")
      }
      guard !"[]OPX^_".unicodeScalars.contains(scalar) || modifiers.contains(.control) else {
        throw Fault(message: "\(word) cannot be told from the beginning of other keys.")
      }
    }
    guard modifiers.contains(.control) else { return Key(.character(scalar), modifiers) }
    return try controlled(scalar, modifiers, as: word)
  }

  /// A key with Control: terminals send one byte for it, of which there are 32.
  private static func controlled(
    _ scalar: Unicode.Scalar,
    _ modifiers: Key.Modifiers,
    as word: Substring
  ) throws(Fault) -> Key {
    switch scalar {
    case "i", "I": throw same(word, as: "<Tab>")
    case "m", "M", "j", "J": throw same(word, as: "<Enter>")
    case "h", "H", "?": throw same(word, as: "<Backspace>")
    case "[": throw same(word, as: "<Esc>")
    case "@": throw same(word, as: "<C-Space>")
    case "a"..."z", " ", "\\", "]", "^", "_": return Key(.character(scalar), modifiers)
    case "A"..."Z":
      // Control hides Shift.
      return Key(.character(Unicode.Scalar(UInt8(scalar.value) | 0x20)), modifiers)
    default:
      throw Fault(
        message: "No terminal sends \(word): Control works with letters, Space, \\, ], ^ and _."
      )
    }
  }

  private static func same(_ word: Substring, as name: String) -> Fault {
    Fault(message: "Terminals send the same for \(word) as for \(name). Write \(name).")
  }
}
