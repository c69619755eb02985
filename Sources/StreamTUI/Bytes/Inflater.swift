import CZlib

/// One stream of deflated bytes (RFC 1951), by zlib.
final class Inflater {
  /// What is around the deflated bytes.
  enum Wrapper: Int32 {
    /// Header, checksum and length of a gzip member (RFC 1952); zlib checks them.
    case gzip = 31
    /// Nothing.
    case raw = -15
  }

  /// Where the stream stands after a step.
  enum Outcome: Equatable {
    case goesOn
    case ended
    /// zlib's sentence.
    case failed(String)
  }

  private let wrapper: Wrapper
  /// At a fixed address, for zlib points back to it; made when it is first needed.
  private var stream: UnsafeMutablePointer<z_stream>?

  init(_ wrapper: Wrapper) {
    self.wrapper = wrapper
  }

  deinit {
    end()
  }

  /// Inflates what it can; returns how much was taken and made.
  func inflate(
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

  /// Makes ready for the next stream.
  func reset() {
    if let stream { inflateReset(stream) }
  }

  /// Gives the memory back; the next step begins anew.
  func end() {
    guard let stream else { return }
    inflateEnd(stream)
    stream.deallocate()
    self.stream = nil
  }

  /// The checksum (CRC-32) of what `sum` stands for, followed by `bytes`; 0 stands for nothing.
  static func checksum(_ sum: UInt, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt {
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
