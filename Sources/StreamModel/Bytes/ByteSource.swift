/// A source of a feed's bytes: a file, a spooled pipe, memory.
///
/// Available bytes never change; more may follow while `isComplete` is false.
public protocol ByteSource: AnyObject {
  var name: String { get }
  /// The number of bytes available now.
  var count: Int { get }
  /// Whether no more bytes will come.
  var isComplete: Bool { get }
  /// Copies bytes from `offset` on into `buffer`; returns their number, 0 only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
  /// Produces more bytes, about a slice of 256 KiB; returns false if there is nothing to do now.
  ///
  /// Sources that unpack or convert do their work here, so nothing is done before it is needed.
  ///
  /// - Throws: ``FeedError`` if no bytes can be read at all; further calls throw it again.
  func pull() throws(FeedError) -> Bool
  /// The problems of the bytes' wrapping so far, one sentence each; the list only grows.
  var faults: [String] { get }
}

extension ByteSource {
  /// Does nothing: the bytes are available, or arrive by themselves.
  public func pull() throws(FeedError) -> Bool { false }

  /// Empty: there is no wrapping.
  public var faults: [String] { [] }
}

/// A source of bytes in memory, for samples and tests, including tests of growing sources.
public final class MemoryBytes: ByteSource {
  /// The name for messages, as given.
  public let name: String
  /// Whether no more bytes will come.
  public private(set) var isComplete: Bool
  private var bytes: [UInt8]

  /// The number of bytes available now.
  public var count: Int { bytes.count }

  /// Makes a source; it is complete unless `isComplete` announces that bytes will be appended.
  public init(name: String, bytes: [UInt8], isComplete: Bool = true) {
    self.name = name
    self.bytes = bytes
    self.isComplete = isComplete
  }

  /// Appends bytes, as a pipe would.
  public func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Marks the source as complete.
  public func finish() { isComplete = true }

  /// Copies bytes from `offset` on into `buffer`; never throws.
  public func read(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FeedError) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let length = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { all in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + length]))
    }
    return length
  }
}

/// The bytes of a source that are in memory, valid until its window moves.
struct HeldBytes {
  let range: Range<Int>
  let buffer: Bytes

  /// The bytes of a range that is in memory as a whole; nil for any other.
  func bytes(at offset: Int, length: Int) -> Bytes? {
    guard range.contains(offset), range.upperBound - offset >= length else { return nil }
    let start = offset - range.lowerBound
    return UnsafeBufferPointer(rebasing: buffer[start..<start + length])
  }
}

/// A part of a source in memory, which moves forward with reading.
///
/// Returned bytes are valid until the next call.
final class ByteWindow {
  private let source: any ByteSource
  private static let first = 32 << 10

  private let capacity: Int
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  private var held = 0..<0

  init(_ source: any ByteSource, capacity: Int = 256 << 10) {
    self.source = source
    self.capacity = capacity
    buffer = .allocate(capacity: 0)
  }

  deinit { buffer.deallocate() }

  /// Returns the bytes from `offset` on, at least `needed` of them unless the source has fewer.
  func bytes(at offset: Int, needed: Int = 1) throws(FeedError) -> Bytes {
    guard offset >= 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    let isHeld = held.contains(offset) && held.upperBound - offset >= needed
    let hasMore = source.count > (held.contains(offset) ? held.upperBound : offset)
    if !isHeld, hasMore { try fill(at: offset, needed: needed) }
    guard held.contains(offset) else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = offset - held.lowerBound
    return UnsafeBufferPointer(rebasing: buffer[start..<held.count])
  }

  var heldBytes: HeldBytes { HeldBytes(range: held, buffer: UnsafeBufferPointer(buffer)) }

  func release() {
    held = 0..<0
    buffer.deallocate()
    buffer = .allocate(capacity: 0)
  }

  func slice(at offset: Int, length: Int) throws(FeedError) -> Bytes {
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
      // The parts may overlap.
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(kept))
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

/// FNV-1a, 64 bits: the same for the same bytes on every machine and in every run.
///
/// - Parameter start: the hash of the bytes before, where these follow others.
package func stableHash(
  _ bytes: some Sequence<UInt8>,
  after start: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 {
  var hash = start
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return hash
}

package func stableHash(of text: String) -> UInt64 { stableHash(text.utf8) }

package func stableHash(of bytes: [UInt8]) -> UInt64 { stableHash(bytes) }

package func hexDigits(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
