/// The problems found in all layers of one source's wrapping.
final class FaultLog {
  private(set) var sentences: [String] = []
  /// The first problem after which bytes are missing at the end; nil if the source is whole.
  private(set) var cut: String?

  /// The most problems that are kept; an honest source has only a few.
  private static let limit = 100

  func add(_ fault: WrappingFault) {
    if fault.cutsEnd, cut == nil { cut = fault.sentence }
    if sentences.count < Self.limit { sentences.append(fault.sentence) }
  }
}
