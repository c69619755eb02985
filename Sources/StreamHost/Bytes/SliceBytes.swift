package import StreamModel

/// A part of a complete source, such as a file inside an archive.
final class SliceBytes: ByteSource {
  let name: String
  let count: Int
  let isComplete = true
  private let upstream: any ByteSource
  private let start: Int

  /// Makes a source of the bytes in `range`, which must exist.
  init(name: String, of upstream: any ByteSource, range: Range<Int>) {
    self.name = name
    self.upstream = upstream
    start = range.lowerBound
    count = range.count
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count - offset))
    return try upstream.read(at: start + offset, into: part)
  }
}

extension ByteSource {
  /// Returns the bytes of a range, fewer if the source ends inside it.
  package func bytes(in range: Range<Int>) throws(FeedError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(range.count, max(0, count - range.lowerBound)))
    var filled = 0
    while filled < bytes.count {
      let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(FeedError) in
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        return try read(at: range.lowerBound + filled, into: UnsafeMutableRawBufferPointer(rest))
      }
      guard got > 0 else { break }
      filled += got
    }
    return Array(bytes[..<filled])
  }
}
