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
  public func append(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Marks the source as complete.
  public func finish() {
    isComplete = true
  }

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
