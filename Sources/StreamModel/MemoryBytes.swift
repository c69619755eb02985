/// Bytes held in memory: samples, tests, and tests of sources that grow.
public final class MemoryBytes: ByteSource {
  /// The name for messages, as given.
  public let name: String
  /// Whether no more bytes will come.
  public private(set) var isComplete: Bool
  private var bytes: [UInt8]

  /// How many bytes are there now.
  public var count: Int { bytes.count }

  /// Complete from the start, unless `isComplete` says that more will be appended.
  public init(name: String, bytes: [UInt8], isComplete: Bool = true) {
    self.name = name
    self.bytes = bytes
    self.isComplete = isComplete
  }

  /// Adds bytes at the end, as a pipe would.
  public func append(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Says that no more bytes will come.
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
