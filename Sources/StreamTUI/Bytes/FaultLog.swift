/// What was found wrong with the wrapping of one source's bytes, shared by all layers of it.
final class FaultLog {
  private(set) var sentences: [String] = []

  /// No source has more than a few; whoever makes more is not listened to.
  private static let limit = 100

  func add(_ sentence: String) {
    if sentences.count < Self.limit { sentences.append(sentence) }
  }
}
