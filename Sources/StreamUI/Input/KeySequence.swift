/// Keys that are pressed one after the other: at least one.
package struct KeySequence: Hashable, Sendable {
  package let first: Key
  /// The keys after it; empty for a single key.
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

  /// The sequence with `key` at its end.
  package func followed(by key: Key) -> KeySequence { KeySequence(first, rest + [key]) }

  /// Whether `other` begins with all keys of this sequence and goes on.
  package func isBeginning(of other: KeySequence) -> Bool {
    first == other.first && rest.count < other.rest.count && other.rest.starts(with: rest)
  }

  /// The key of `longer` after the keys of this sequence; nil unless this is its beginning.
  func next(in longer: KeySequence) -> Key? {
    isBeginning(of: longer) ? longer.rest[rest.count] : nil
  }

  /// Whether a keymap cannot hold both: they are the same, or one begins the other.
  package func excludes(_ other: KeySequence) -> Bool {
    self == other || isBeginning(of: other) || other.isBeginning(of: self)
  }
}
