import CZlib

/// Unpacks gzip with one or several consecutive members (RFC 1952, section 2.2).
final class Gunzip {
  private enum State {
    case member
    case between
    /// In the rest of the trailer of a member whose checksum was wrong.
    case skipping(Int)
    case ended
  }

  private let inflater = Inflater(.gzip)
  private var state = State.member
  private var position = 0

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

/// Inflates one stream of deflated bytes (RFC 1951) with zlib.
package final class Inflater {
  /// The format around the deflated bytes.
  package enum Wrapper: Int32 {
    /// The header, checksum and length of a gzip member (RFC 1952), which zlib checks.
    case gzip = 31
    /// The header and checksum of zlib (RFC 1950), as in PNG files.
    case zlib = 15
    /// No format: raw deflated bytes.
    case raw = -15
  }

  package enum Outcome: Equatable {
    case goesOn
    case ended
    case failed(String)
  }

  /// The release of zlib, such as "1.2.13".
  package static var version: String { String(cString: zlibVersion()) }

  private let wrapper: Wrapper
  /// The zlib state at a fixed address, because zlib keeps a pointer to it; allocated on first use.
  private var stream: UnsafeMutablePointer<z_stream>?

  package init(_ wrapper: Wrapper) { self.wrapper = wrapper }

  deinit { end() }

  /// Inflates as much as possible; returns the numbers of bytes consumed and produced.
  package func inflate(
    _ input: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> (consumed: Int, produced: Int, outcome: Outcome) {
    guard let stream = stream ?? begin() else { return (0, 0, .failed("out of memory")) }
    let given = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count)
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = given
    stream.pointee.next_out = output.baseAddress
    stream.pointee.avail_out = room
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let consumed = Int(given - stream.pointee.avail_in)
    let produced = Int(room - stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR: return (consumed, produced, .goesOn)
    case Z_STREAM_END: return (consumed, produced, .ended)
    case Z_NEED_DICT: return (consumed, produced, .failed("needs a dictionary"))
    default:
      let sentence = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)"
      return (consumed, produced, .failed(sentence))
    }
  }

  func reset() { if let stream { inflateReset(stream) } }

  /// Frees the memory; the next step starts a new stream.
  func end() {
    guard let stream else { return }
    inflateEnd(stream)
    stream.deallocate()
    self.stream = nil
  }

  /// Returns the CRC-32 of the bytes of checksum `sum` followed by `bytes`; 0 is the checksum of no bytes.
  package static func checksum(_ sum: UInt, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt {
    crc32_z(sum, bytes.baseAddress, bytes.count)
  }

  private func begin() -> UnsafeMutablePointer<z_stream>? {
    let fresh = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    fresh.initialize(to: z_stream())
    guard cz_inflate_init(fresh, wrapper.rawValue) == Z_OK else {
      fresh.deallocate()
      return nil
    }
    stream = fresh
    return fresh
  }
}

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
