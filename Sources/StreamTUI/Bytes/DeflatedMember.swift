/// Unpacks a deflated file of a zip archive and checks it against the directory.
final class DeflatedMember {
  private let inflater = Inflater(.raw)
  private let checksum: UInt32
  private let size: Int
  private var sum: UInt = 0
  private var made = 0
  private var position = 0

  init(checksum: UInt32, size: Int) {
    self.checksum = checksum
    self.size = size
  }

  /// Converts as much as possible; see ``ByteFilter/convert(_:isLast:into:)``.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> FilterStep {
    let result = inflater.inflate(input, into: output)
    var step = FilterStep(consumed: result.consumed, produced: result.produced)
    sum = Inflater.checksum(sum, UnsafeBufferPointer(rebasing: output[..<result.produced]))
    made += result.produced
    position += result.consumed
    switch result.outcome {
    case .goesOn:
      guard isLast, step.consumed == input.count, step.produced < output.count else { return step }
      step.fault = .cut("zip: ends in the middle; the rest is missing")
    case .failed(let sentence):
      step.fault = .cut("zip: damaged before byte \(position) (\(sentence)); the rest is left out")
    case .ended:
      if made != size {
        step.fault = .blemish("zip: \(made) bytes (expected \(size)); what it holds may be damaged")
      } else if UInt32(truncatingIfNeeded: sum) != checksum {
        step.fault = .blemish("zip: wrong checksum; what it holds may be damaged")
      }
    }
    step.isEnd = true
    inflater.end()
    return step
  }
}
