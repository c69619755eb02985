import StreamModel
import StreamUI

/// The wait for the answer to a question, which not every terminal gives.
struct ReplyWait {
  /// The longest time between question and answer in milliseconds, over a slow line.
  private static let patience = 2_000

  /// The time of the question; nil before it, and after the answer.
  private var asked: Moment?

  mutating func begin(at moment: Moment) { asked = moment }

  mutating func end() { asked = nil }

  /// Whether an answer may still arrive; after a while the terminal has none.
  func isPending(at moment: Moment) -> Bool {
    asked.map { moment < $0.advanced(byMilliseconds: Self.patience) } ?? false
  }
}
