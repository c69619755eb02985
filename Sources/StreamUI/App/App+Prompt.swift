import CellGrid
import StreamModel

/// What is typed: lines at the prompt, and numbers before keys.
extension App {
  /// Larger numbers say no more.
  private static let mostCount = 1_000_000_000

  /// Takes an input for what is being typed; nil where it is for the page.
  mutating func takeTyped(_ input: Input, at moment: Moment) -> [Effect]? {
    // What is for the screen and the shell is so wherever it is pressed.
    if input == .key(.control("l")) || input == .key(.control("z")) { return nil }
    if let pendingMark, case .key(let key) = input {
      self.pendingMark = nil
      mark(pendingMark, key)
      return []
    }
    if var prompt {
      switch prompt.take(input) {
      case .typing: self.prompt = prompt
      case .left: self.prompt = nil
      case .entered(let text):
        self.prompt = nil
        accept(text, prompt.kind)
      }
      return []
    }
    if search != nil {
      // Any key stops it; the one for that does nothing else.
      search = nil
      if input == .key(Key(.escape)) || input == .key(.control("c")) {
        say("search stopped")
        return []
      }
    }
    if case .key(let key) = input, takeDigit(key) { return [] }
    if marksHits, input == .key(Key(.escape)) {
      marksHits = false
      return []
    }
    return nil
  }

  /// A digit of a number that stands before a key; false where it is none.
  private mutating func takeDigit(_ key: Key) -> Bool {
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty,
      let digit = scalar.properties.numericType == .decimal && scalar.isASCII
        ? Int(scalar.value) - 0x30 : nil,
      digit > 0 || count != nil
    else {
      if key == Key(.escape), count != nil {
        count = nil
        return true
      }
      return false
    }
    message = nil
    count = min(Self.mostCount, (count ?? 0) * 10 + digit)
    return true
  }

  private mutating func accept(_ text: String, _ kind: Prompt.Kind) {
    switch kind {
    case .search:
      // An empty line means what was looked for last.
      if text.isEmpty {
        searchAgain(isBackward: false)
      } else {
        startSearch(SearchText(text))
      }
    case .goTo: goTo(text)
    }
  }

  /// Goes to what was typed: a number of a post, or a percentage.
  private mutating func goTo(_ text: String) {
    let typed = text.filter { !$0.isWhitespace && $0 != "," }
    guard !typed.isEmpty else { return }
    if typed == "$" { return jump(to: .end) }
    if typed.last == "%", let share = Int(typed.dropLast()), share >= 0 {
      jump(to: .share(min(100, share)))
    } else if let number = Int(typed), number >= 0 {
      jump(to: .row(max(0, number - 1)))
    } else {
      warn("no place: \(text) (expected a post's number, such as 700, or a share, such as 50%)")
    }
  }
}
