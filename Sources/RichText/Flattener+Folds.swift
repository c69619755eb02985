/// Hides spoilers and the text of `details` until the reader asks for them.
extension Flattener {
  /// The classes of spoilers: of Discourse and several plugins, of Reddit, of XenForo.
  private static let spoilerClasses: [StaticString] = [
    "spoiler", "md-spoiler-text", "bbCodeSpoiler", "bbCodeInlineSpoiler", "inline-spoiler",
  ]

  /// Begins an element that is a spoiler, with a note in its place; returns false for any other.
  mutating func beginSpoiler(_ tag: Tag) -> Bool {
    guard reader.foldHint != nil, hidden == 0 else { return false }
    // Matrix names the reason in the attribute.
    let reason = tokenizer.attribute("data-mx-spoiler")
    guard
      reason != nil
        || Self.spoilerClasses.contains(where: { tokenizer.attribute("class", has: $0) })
    else { return false }
    noteFold(reason.map { $0.isEmpty ? "spoiler" : "spoiler: \($0)" } ?? "spoiler")
    beginHidden(tag)
    return true
  }

  mutating func beginDetails() {
    endBlock()
    let isOpen = reader.foldHint == nil || tokenizer.attribute("open") != nil
    if push(.details, isOpen ? .none : .fold(isNoted: false)), !isOpen { hidden += 1 }
  }

  /// Begins the heading of `details`, which is shown.
  mutating func beginSummary() {
    endBlock()
    guard let place = stack.lastIndex(where: { $0.tag == .details }),
      case .fold(isNoted: false) = stack[place].effect
    else {
      push(.summary, .none)
      return
    }
    guard push(.summary, .fold(isNoted: false)) else { return }
    stack[place].effect = .fold(isNoted: true)
    hidden -= 1
  }

  mutating func finishFold(_ tag: Tag, isNoted: Bool) {
    if tag == .details { hidden -= 1 }
    if !isNoted, hidden == 0 { noteFold("folded") }
    if tag == .summary { hidden += 1 }
  }

  private mutating func noteFold(_ word: String) {
    let hint = reader.foldHint ?? ""
    pendingSpace = hasText
    write("(\(word)\(hint.isEmpty ? "" : ", \(hint)"))".utf8)
    output.isFolded = true
  }
}
