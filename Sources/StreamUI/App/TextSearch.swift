import CellGrid

/// A text that is looked for, and how far the looking has come.
///
/// Capitals count only where the text has some, as in most viewers.
struct TextSearch: Sendable {
  let text: String
  let ignoresCase: Bool
  let isBackward: Bool
  /// The page that it looks through.
  let page: Int
  /// The row that is looked at next; backward, the row behind it.
  var next: Int

  init(_ text: String, from next: Int, isBackward: Bool, page: Int) {
    self.text = text
    ignoresCase = text == text.lowercased()
    self.isBackward = isBackward
    self.page = page
    self.next = next
  }

  /// The word that documents are searched for: markup may stand between words, and signs may be
  /// written as references.
  var word: [UInt8] {
    let words = text.split { !($0.isLetter || $0.isNumber) }
    let longest = words.max { $0.utf8.count < $1.utf8.count }
    return Array((longest.map { String($0) } ?? text).utf8)
  }

  /// Whether `candidate` holds the text.
  func isHit(_ candidate: String) -> Bool {
    ignoresCase ? candidate.lowercased().contains(text) : candidate.contains(text)
  }
}

extension Row {
  /// All that the row says, also where it is folded.
  var words: String {
    var words = ""
    for line in before + after {
      for run in line.runs { words += run.text.string }
      words += "\n"
    }
    return words + BodyText(body, customEmoji: customEmoji).oneLine
  }
}
