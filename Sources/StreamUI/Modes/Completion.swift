/// The lines that complete a command, which `Tab` goes through.
struct Completion: Equatable {
  /// All lines that fit the text that was typed.
  let candidates: [String]
  private let common: String
  /// The candidate that stands in the line now; nil while it holds only what all have in common.
  private(set) var current: Int?

  /// Completes `text` by one of `lines`; nil without any.
  ///
  /// - Parameter areListed: whether they stand beside the text already; else the first `Tab` shows them, and the reader
  ///   may type on.
  init?(_ lines: [String], of text: String, areListed: Bool) {
    candidates = lines
    guard !candidates.isEmpty else { return nil }
    let beginning = candidates.dropFirst().reduce(candidates[0]) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    // Names may be written with other capitals than those that were typed.
    common = beginning.count < text.count ? text : beginning
    // Without progress the first candidate is the progress.
    current = candidates.count == 1 || areListed && beginning.count <= text.count ? 0 : nil
  }

  /// Lines of which the first stands there; nil without any.
  init?(choices: [String]) {
    guard let first = choices.first else { return nil }
    candidates = choices
    common = first
    current = 0
  }

  var text: String {
    current.map { candidates[$0] } ?? common
  }

  /// Goes to the next candidate, or the previous one, around the ends.
  mutating func step(by step: Int) {
    let next = current.map { $0 + step } ?? (step > 0 ? 0 : -1)
    current = (next + candidates.count) % candidates.count
  }
}
