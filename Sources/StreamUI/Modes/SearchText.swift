import CellGrid

/// A text to search for, in the forms that a search needs.
///
/// Capitals count only where the text has some, as in most viewers.
struct SearchText: Sendable {
  let text: String
  let ignoresCase: Bool
  /// The longest word, which documents are searched for: markup may stand between words, and signs may
  /// be written as references.
  let word: [UInt8]
  /// The first scalar of each cluster, as cells show the text.
  let scalars: [UInt32]

  init(_ text: String) {
    self.text = text
    ignoresCase = text == text.lowercased()
    let words = text.split { !($0.isLetter || $0.isNumber) }
    let longest = words.max { $0.utf8.count < $1.utf8.count }
    word = Array((longest.map { String($0) } ?? text).utf8)
    scalars = text.compactMap { $0.unicodeScalars.first?.value }
  }

  /// Whether `candidate` contains the text.
  func matches(_ candidate: String) -> Bool {
    ignoresCase ? candidate.lowercased().contains(text) : candidate.contains(text)
  }
}

extension Row {
  /// The whole text of the row, with what is folded.
  var words: String {
    var words = ""
    for line in before + after {
      for run in line.runs { words += run.text.string }
      words += "\n"
    }
    return words + BodyText(body, customEmoji: customEmoji).oneLine
  }
}
