package import CellGrid

/// A written script of keys and waits, as `snapshot --keys` takes it.
package struct KeyScript: Equatable, Sendable {
  /// One step of a script.
  package enum Step: Hashable, Sendable {
    case input(Input)
    /// Injected time that passes, in milliseconds.
    case wait(milliseconds: Int)
    case resize(Size)
  }

  /// Why a text is no script: the byte column (from 1) and what was expected there.
  package struct Failure: Error, Equatable, Sendable {
    package let column: Int
    package let message: String
  }

  package let steps: [Step]

  package init(steps: [Step]) {
    self.steps = steps
  }

  /// Reads the notation `jj<Tab><wait 400><C-d><resize 100x30><click 10,5>`.
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
    case "wheel-up", "wheel-down":
      let kind: MouseEvent.Kind = word == "wheel-up" ? .wheelUp : .wheelDown
      let place = words.count == 2 ? numbers(words[1], separator: ",") : (1, 1)
      return place.map { [.input(.mouse(MouseEvent(kind, column: $0.0 - 1, line: $0.1 - 1)))] }
    case "click":
      guard words.count == 2, let place = numbers(words[1], separator: ",") else { return nil }
      return gesture([(.press, place), (.release, place)])
    case "drag":
      guard words.count == 3, let from = numbers(words[1], separator: ","),
        let to = numbers(words[2], separator: ",")
      else { return nil }
      return gesture([(.press, from), (.drag, to), (.release, to)])
    default:
      guard words.count == 1, let key = KeyName.key(inBrackets: name) else { return nil }
      return [.input(.key(key))]
    }
  }

  /// Places in scripts count from 1, as people and terminals do.
  private static func gesture(_ phases: [(MouseEvent.Kind, (Int, Int))]) -> [Step] {
    phases.map { .input(.mouse(MouseEvent($0.0, column: $0.1.0 - 1, line: $0.1.1 - 1))) }
  }

  private static func numbers(_ text: Substring, separator: Character) -> (Int, Int)? {
    let parts = text.split(separator: separator)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      (0...10_000).contains(first), (0...10_000).contains(second)
    else { return nil }
    return (first, second)
  }
}
