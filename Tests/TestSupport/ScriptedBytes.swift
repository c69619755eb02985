package import StreamModel

/// Bytes as those of a file: others may change them, reading them may fail, and it is counted.
package final class ScriptedBytes: ByteSource {
  package let name = "feed"
  package let count: Int
  package let isComplete = true
  package var bytes: [UInt8]
  /// The first byte that cannot be read.
  package var failsFrom = Int.max
  /// How many bytes were read.
  package private(set) var readCount = 0

  package init(_ text: String) {
    bytes = Array(text.utf8)
    count = bytes.count
  }

  package func change(_ old: String, _ new: String) {
    bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
  }

  package func read(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FeedError) -> Int {
    guard offset < failsFrom else { throw .unreadable(name: name, reason: "Input/output error") }
    guard offset < bytes.count else { return 0 }
    let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
    buffer.copyBytes(from: part)
    readCount += part.count
    return part.count
  }
}
