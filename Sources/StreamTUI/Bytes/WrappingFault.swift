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
