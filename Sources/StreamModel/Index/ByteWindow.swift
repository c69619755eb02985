/// A part of a source in memory, moved along as it is read.
///
/// What is handed out stands until the next call.
final class ByteWindow {
  private let source: any ByteSource
  /// Bytes that are read first.
  private static let first = 32 << 10

  private let capacity: Int
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  /// The source's bytes that are in the buffer.
  private var held = 0..<0

  init(_ source: any ByteSource, capacity: Int = 256 << 10) {
    self.source = source
    self.capacity = capacity
    buffer = .allocate(capacity: 0)
  }

  deinit {
    buffer.deallocate()
  }

  /// The bytes from `offset` on, at least `needed` of them unless the source has fewer.
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

  /// Exactly `length` bytes from `offset` on, or fewer where the source ends.
  func slice(at offset: Int, length: Int) throws(FeedError) -> UnsafeBufferPointer<UInt8> {
    let bytes = try bytes(at: offset, needed: length)
    return UnsafeBufferPointer(rebasing: bytes.prefix(length))
  }

  /// Memory for `length` bytes: a power of two, so that a small source costs little and one that
  /// grows by and by is not copied each time.
  private static func room(for length: Int) -> Int {
    let least = 4 << 10
    guard length > least else { return least }
    return length > 1 << 40 ? length : 1 << (Int.bitWidth - (length - 1).leadingZeroBitCount)
  }

  private func fill(at offset: Int, needed: Int) throws(FeedError) {
    // The first screen wants little, and wants it soon; what is read on and on is read in large pieces.
    let most = max(buffer.isEmpty ? min(capacity, Self.first) : capacity, needed)
    let size = min(most, max(needed, Self.room(for: source.count - offset)))
    // A record beyond the usual size takes its memory along when it goes.
    if buffer.count < size || buffer.count > 4 * most {
      held = 0..<0
      buffer.deallocate()
      buffer = .allocate(capacity: size)
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
