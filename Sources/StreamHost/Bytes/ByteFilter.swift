/// Converts bytes to other bytes from front to back, one piece at a time.
enum ByteFilter {
  case gunzip(Gunzip)
  case inflate(DeflatedMember)
  case transcode(Transcoder)

  /// Converts as much of `input` as possible into `output`.
  ///
  /// If nothing is consumed and nothing produced, more input is needed.
  ///
  /// - Parameter isLast: Whether nothing follows `input`.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> FilterStep {
    switch self {
    case .gunzip(let gunzip): gunzip.convert(input, isLast: isLast, into: output)
    case .inflate(let member): member.convert(input, isLast: isLast, into: output)
    case .transcode(let transcoder): transcoder.convert(input, isLast: isLast, into: output)
    }
  }
}
