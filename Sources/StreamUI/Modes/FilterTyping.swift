/// A filter of posts while it is typed: the list shows what it passes with each key.
struct FilterTyping {
  /// A key at the prompt.
  enum Step {
    case typed(Prompt.Outcome)
    /// Goes to the next completion, or the previous one.
    case completes(by: Int)
    case clears
    case explains
  }

  var prompt: Prompt
  var listed: String
  /// Whether a list of them lies over the page on which the prompt was opened.
  var hasList = false
  /// The problem of the text as it stands, in full and with the form to write alone; nil where it reads.
  var problem: (full: String, short: String)?
  /// Whether no key was typed yet.
  private var isFresh = true
  /// Whether the text was offered, and the key that offered it goes on to the next one.
  private var isOffer: Bool

  init(_ prompt: Prompt, isOffer: Bool = false) {
    self.prompt = prompt
    self.isOffer = isOffer
    listed = isOffer ? "" : prompt.text
  }

  mutating func take(_ input: Input) -> Step {
    defer { isFresh = false }
    switch input {
    case .key(Key(.tab)): return .completes(by: 1)
    case .key(Key(.backTab)): return .completes(by: -1)
    case .key("&") where isFresh: return .clears
    // No filter begins with it.
    case .key("?") where prompt.text.isEmpty: return .explains
    case .key(",") where isOffer: return .completes(by: 1)
    default:
      isOffer = false
      return .typed(prompt.take(input))
    }
  }
}
