/// The result of converting a piece of the bytes of a source.
struct FilterStep {
  var consumed = 0
  var produced = 0
  /// Whether the output ends here, whatever else the input contains.
  var isEnd = false
  var fault: WrappingFault?
}

/// A problem of the layers in which the bytes of a source are wrapped.
struct WrappingFault: Equatable {
  /// The problem in words, such as "gzip: wrong checksum; what it holds may be damaged".
  let sentence: String
  /// Whether bytes are missing at the end because of it.
  let cutsEnd: Bool

  /// A problem that leaves all bytes there.
  static func blemish(_ sentence: String) -> WrappingFault {
    WrappingFault(sentence: sentence, cutsEnd: false)
  }

  /// A problem that ends the bytes too early.
  static func cut(_ sentence: String) -> WrappingFault {
    WrappingFault(sentence: sentence, cutsEnd: true)
  }
}

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
