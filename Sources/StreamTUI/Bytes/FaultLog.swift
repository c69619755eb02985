/// The problems found in all layers of one source's wrapping.
final class FaultLog {
  private(set) var sentences: [String] = []

  /// The most problems that are kept; an honest source has only a few.
  private static let limit = 100

  func add(_ sentence: String) {
    if sentences.count < Self.limit { sentences.append(sentence) }
  }
}
