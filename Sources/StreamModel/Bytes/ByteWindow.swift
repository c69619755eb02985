/// A part of a source in memory, which moves forward with reading.
///
/// Returned bytes are valid until the next call.
final class ByteWindow {
  private let source: any ByteSource
  /// The number of bytes of the first read.
  private static let first = 32 << 10

  private let capacity: Int
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  /// The range of the source that is in the buffer.
  private var held = 0..<0

  init(_ source: any ByteSource, capacity: Int = 256 << 10) {
    self.source = source
    self.capacity = capacity
    buffer = .allocate(capacity: 0)
  }

  deinit {
    buffer.deallocate()
  }

  /// Returns the bytes from `offset` on, at least `needed` of them unless the source has fewer.
  func bytes(at offset: Int, needed: Int = 1) throws(FeedError) -> UnsafeBufferPointer<UInt8> {
    guard offset >= 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    let isHeld = held.contains(offset) && held.upperBound - offset >= needed
    let hasMore = source.count > (held.contains(offset) ? held.upperBound : offset)
    if !isHeld, hasMore {
      try fill(at: offset, needed: needed)
    }
    guard held.contains(offset) else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = offset - held.lowerBound
    return UnsafeBufferPointer(rebasing: buffer[start..<held.count])
  }

  /// Frees the buffer; the next call reads again.
  func release() {
    held = 0..<0
    buffer.deallocate()
    buffer = .allocate(capacity: 0)
  }

  /// Returns `length` bytes from `offset` on, or fewer if the source ends.
  func slice(at offset: Int, length: Int) throws(FeedError) -> UnsafeBufferPointer<UInt8> {
    let bytes = try bytes(at: offset, needed: length)
    return UnsafeBufferPointer(rebasing: bytes.prefix(length))
  }

  /// Returns the buffer size for `length` bytes: a power of two.
  ///
  /// A small source thus uses little memory, and one that grows slowly is not copied each time.
  private static func room(for length: Int) -> Int {
    let least = 4 << 10
    guard length > least else { return least }
    return length > 1 << 40 ? length : 1 << (Int.bitWidth - (length - 1).leadingZeroBitCount)
  }

  private func fill(at offset: Int, needed: Int) throws(FeedError) {
    // The first screen needs little, and soon; sequential reading uses large pieces.
    let most = max(buffer.isEmpty ? min(capacity, Self.first) : capacity, needed)
    let size = min(most, max(needed, Self.room(for: source.count - offset)))
    // Release the memory of an unusually large record once it is no longer needed.
    if buffer.count < size || buffer.count > 4 * most {
      held = 0..<0
      buffer.deallocate()
      buffer = .allocate(capacity: size)
    }
    var offset = offset
    if offset < held.lowerBound, held.lowerBound - offset < size {
      // Records are read from the last to the first: those before this one come next.
      offset = max(0, offset - (size - needed))
    }
    var filled = 0
    if held.contains(offset) {
      filled = held.upperBound - offset
      let kept = UnsafeBufferPointer(rebasing: buffer[(offset - held.lowerBound)..<held.count])
      UnsafeMutableBufferPointer(rebasing: buffer[0..<filled]).update(fromMoved: kept)
    }
    held = offset..<offset + filled
    while filled < size {
      let rest = UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: buffer[filled..<size])
      )
      let count = try source.read(at: offset + filled, into: rest)
      guard count > 0 else { break }
      filled += min(count, rest.count)
      held = offset..<offset + filled
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Copies bytes that may overlap.
  fileprivate func update(fromMoved bytes: UnsafeBufferPointer<UInt8>) {
    UnsafeMutableRawBufferPointer(self).copyMemory(from: UnsafeRawBufferPointer(bytes))
  }
}
