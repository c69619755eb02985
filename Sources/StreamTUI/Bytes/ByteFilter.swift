/// Turns bytes into other bytes, front to back, a piece at a time.
enum ByteFilter {
  case gunzip(Gunzip)
  case inflate(DeflatedMember)
  case transcode(Transcoder)

  /// What became of a piece.
  struct Step {
    /// Bytes of the input that are done with.
    var consumed = 0
    /// Bytes that were written to the output.
    var produced = 0
    /// No more will come, whatever else the input holds.
    var isEnd = false
    /// What was found wrong, a sentence.
    var fault: String?
  }

  /// Converts what it can of `input` into `output`.
  ///
  /// Where nothing is consumed and nothing produced, more input is needed.
  /// - Parameter isLast: whether nothing follows `input`.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    switch self {
    case .gunzip(let gunzip): gunzip.convert(input, isLast: isLast, into: output)
    case .inflate(let member): member.convert(input, isLast: isLast, into: output)
    case .transcode(let transcoder): transcoder.convert(input, isLast: isLast, into: output)
    }
  }
}
