import Glibc
import StreamModel

/// The mark of the first bytes of a file, which tells whether they are still the same.
struct FileMark: Equatable {
  private static let size = 256

  /// The number of the file in its file system.
  let number: UInt64
  /// The hash of the first and the last of the bytes.
  let hash: UInt64
  /// The time of the last change in nanoseconds since 1970; 0 if more bytes follow, because the time is theirs.
  let changed: Int64
}

extension FileMark {
  /// Reads the mark of the first `end` bytes of an open file; nil if they cannot be read.
  init?(of descriptor: Int32, upTo end: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, end >= 0, end <= Int(status.st_size) else { return nil }
    let size = min(Self.size, end)
    var bytes = [UInt8](repeating: 0, count: 2 * size)
    let isRead = bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return pread(descriptor, base, size, 0) == size
        && pread(descriptor, base + size, size, off_t(end - size)) == size
    }
    guard isRead else { return nil }
    // Bytes that are written over in place do not change the size.
    let time = Int(status.st_size) == end ? status.st_mtim : timespec()
    self.init(
      number: UInt64(status.st_ino),
      hash: stableHash(of: bytes),
      changed: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    )
  }

  func isSame(as other: FileMark) -> Bool {
    number == other.number && hash == other.hash && (changed == other.changed || changed == 0)
  }
}
