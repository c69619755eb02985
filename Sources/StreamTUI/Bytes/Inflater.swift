import CZlib

/// Inflates one stream of deflated bytes (RFC 1951) with zlib.
final class Inflater {
  /// The format around the deflated bytes.
  enum Wrapper: Int32 {
    /// The header, checksum and length of a gzip member (RFC 1952), which zlib checks.
    case gzip = 31
    /// No format: raw deflated bytes.
    case raw = -15
  }

  /// The state of the stream after a step.
  enum Outcome: Equatable {
    case goesOn
    case ended
    /// An error, with zlib's message.
    case failed(String)
  }

  /// The release of zlib, such as "1.2.13".
  static var version: String { String(cString: zlibVersion()) }

  private let wrapper: Wrapper
  /// The zlib state at a fixed address, because zlib keeps a pointer to it; allocated on first use.
  private var stream: UnsafeMutablePointer<z_stream>?

  init(_ wrapper: Wrapper) {
    self.wrapper = wrapper
  }

  deinit {
    end()
  }

  /// Inflates as much as possible; returns the numbers of bytes consumed and produced.
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

  /// Prepares for the next stream.
  func reset() {
    if let stream { inflateReset(stream) }
  }

  /// Frees the memory; the next step starts a new stream.
  func end() {
    guard let stream else { return }
    inflateEnd(stream)
    stream.deallocate()
    self.stream = nil
  }

  /// Returns the CRC-32 of the bytes of checksum `sum` followed by `bytes`; 0 is the checksum of no
  /// bytes.
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
