/// Unpacks gzip with one or several consecutive members (RFC 1952, section 2.2).
final class Gunzip {
  private enum State {
    case member
    /// After a member, where another may begin.
    case between
    /// In the rest of the trailer of a member whose checksum was wrong.
    case skipping(Int)
    case ended
  }

  private let inflater = Inflater(.gzip)
  private var state = State.member
  /// The offset of the next byte of the input.
  private var position = 0

  /// Converts as much as possible; see ``ByteFilter/convert(_:isLast:into:)``.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> FilterStep {
    var step = FilterStep()
    switch state {
    case .member: inflate(input, isLast, output, &step)
    case .between:
      lookForMember(input, isLast, &step)
      // A step that does nothing would ask for more input.
      if case .member = state { inflate(input, isLast, output, &step) }
    case .skipping(let count):
      step.consumed = min(count, input.count)
      state = count > step.consumed ? .skipping(count - step.consumed) : .between
      if isLast, step.consumed == input.count { state = .ended }
    case .ended: break
    }
    position += step.consumed
    if case .ended = state {
      step.isEnd = true
      inflater.end()
    }
    return step
  }

  private func inflate(
    _ input: UnsafeBufferPointer<UInt8>,
    _ isLast: Bool,
    _ output: UnsafeMutableBufferPointer<UInt8>,
    _ step: inout FilterStep
  ) {
    let result = inflater.inflate(input, into: output)
    step.consumed = result.consumed
    step.produced = result.produced
    switch result.outcome {
    case .ended: state = .between
    case .goesOn:
      guard isLast, step.consumed == input.count, step.produced < output.count else { return }
      step.fault = .cut(
        "gzip: ends in the middle, at byte \(position + input.count); the rest is missing"
      )
      state = .ended
    case .failed("incorrect data check"):
      step.fault = .blemish("gzip: wrong checksum; what it holds may be damaged")
      state = .skipping(4)
    case .failed("incorrect length check"):
      step.fault = .blemish("gzip: wrong length; what it holds may be damaged")
      state = .between
    case .failed(let sentence):
      let place = position + step.consumed
      step.fault = .cut("gzip: damaged before byte \(place) (\(sentence)); the rest is left out")
      state = .ended
    }
  }

  private func lookForMember(
    _ input: UnsafeBufferPointer<UInt8>,
    _ isLast: Bool,
    _ step: inout FilterStep
  ) {
    guard let first = input.first else {
      if isLast { state = .ended }
      return
    }
    if first == 0 {
      // Tapes and block devices are padded with zeros.
      step.consumed = input.prefix { $0 == 0 }.count
      return
    }
    if input.count == 1, !isLast, first == 0x1F { return }
    if input.starts(with: [0x1F, 0x8B]) {
      inflater.reset()
      state = .member
      return
    }
    step.fault = .blemish("gzip: something else follows at byte \(position); it is left out")
    state = .ended
  }
}
