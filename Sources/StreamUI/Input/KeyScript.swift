package import CellGrid

/// A script of keys, mouse events and waits, as `snapshot --keys` accepts it.
package struct KeyScript: Equatable, Sendable {
  package enum Step: Hashable, Sendable {
    case input(Input)
    case wait(milliseconds: Int)
    case resize(Size)
  }

  /// A syntax error: the byte column, from 1, and the expected text.
  package struct Failure: Error, Equatable, Sendable {
    /// The byte column of the error, from 1.
    package let column: Int
    package let message: String
  }

  package let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// Parses the notation `jj<Tab><wait 400><C-d><resize 100x30><click 10,5>`.
  ///
  /// - Throws: ``Failure`` at the first step that is malformed.
  package init(_ text: String) throws(Failure) {
    var steps: [Step] = []
    var rest = Substring(text)
    while let first = rest.unicodeScalars.first {
      let column = text.utf8.distance(from: text.startIndex, to: rest.startIndex) + 1
      guard first == "<" else {
        steps.append(.input(.key(.character(first))))
        rest = Substring(rest.unicodeScalars.dropFirst())
        continue
      }
      guard let end = rest.firstIndex(of: ">") else {
        throw Failure(column: column, message: "'<' without '>' (write <lt> for the key itself)")
      }
      let name = rest[rest.index(after: rest.startIndex)..<end]
      guard let found = Self.steps(named: name) else {
        throw Failure(column: column, message: "unknown key <\(name)>")
      }
      steps += found
      rest = rest[rest.index(after: end)...]
    }
    self.steps = steps
  }

  private static func steps(named name: Substring) -> [Step]? {
    let words = name.split(separator: " ")
    guard let word = words.first else { return nil }
    switch word {
    case "wait":
      guard words.count == 2, let time = Int(words[1]), (0...86_400_000).contains(time)
      else { return nil }
      return [.wait(milliseconds: time)]
    case "resize":
      guard words.count == 2, let size = numbers(words[1], separator: "x") else { return nil }
      return [.resize(Size(columns: size.0, lines: size.1))]
    default:
      if let mouse = mouse(word, Array(words.dropFirst())) { return mouse }
      guard words.count == 1, let key = KeyName.key(inBrackets: name) else { return nil }
      return [.input(.key(key))]
    }
  }

  /// Returns the steps of a mouse gesture; positions in scripts count from 1, as terminals do.
  private static func mouse(_ name: Substring, _ words: [Substring]) -> [Step]? {
    var name = name
    var modifiers: Key.Modifiers = []
    for (prefix, modifier) in [("ctrl-", Key.Modifiers.control), ("shift-", .shift)]
    where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    guard let (kinds, counts) = gestures[String(name)], counts.contains(words.count) else {
      return nil
    }
    let places = words.compactMap { numbers($0, separator: ",") }
    guard places.count == words.count else { return nil }
    return kinds.map { kind in
      let place = (kind == .press ? places.first : places.last) ?? (1, 1)
      let event = MouseEvent(kind, column: place.0 - 1, line: place.1 - 1, modifiers: modifiers)
      return .input(.mouse(event))
    }
  }

  private static let gestures: [String: (kinds: [MouseEvent.Kind], places: ClosedRange<Int>)] = [
    "press": ([.press], 1...1), "move": ([.drag], 1...1), "release": ([.release], 1...1),
    "click": ([.press, .release], 1...1),
    "double-click": ([.press, .release, .press, .release], 1...1),
    "drag": ([.press, .drag, .release], 2...2),
    "wheel-up": ([.wheelUp], 0...1), "wheel-down": ([.wheelDown], 0...1),
    "wheel-left": ([.wheelLeft], 0...1), "wheel-right": ([.wheelRight], 0...1),
  ]

  private static func numbers(_ text: Substring, separator: Character) -> (Int, Int)? {
    let parts = text.split(separator: separator)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      (0...10_000).contains(first), (0...10_000).contains(second)
    else { return nil }
    return (first, second)
  }
}
