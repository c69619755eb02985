import Glibc
import StreamModel

/// One run of the machine, from its start to the loss of its power.
enum MachineRun {
  /// A number of the run; nil where the system has none.
  static let number: Int64? = {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let text = try? OpenFile.bytes(of: file, limit: 64)
    return text.map { Int64(bitPattern: stableHash(of: $0)) }
  }()
}

/// The mark of the first bytes of a file, which tells whether they are still the same.
struct FileMark: Equatable {
  private static let size = 256

  /// The number of the file in its file system.
  let number: UInt64
  /// The hash of the first and the last of the bytes.
  let hash: UInt64
  /// The time of the last change in nanoseconds since 1970; 0 if more bytes follow, because the time is theirs.
  let changed: Int64
  /// The time of the last change of the file or of what its system says of it; 0 if more bytes follow.
  let touched: Int64
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
    let isAll = Int(status.st_size) == end
    self.init(
      number: UInt64(status.st_ino),
      hash: stableHash(of: bytes),
      changed: isAll ? Self.nanoseconds(status.st_mtim) : 0,
      touched: isAll ? Self.nanoseconds(status.st_ctim) : 0
    )
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether a file was not written to since its mark was read, by all that its system says of it: no bytes are read.
  ///
  /// After a loss of power this may be true of a file that has lost its last bytes.
  func isUntouched(_ status: stat) -> Bool {
    touched != 0 && touched == Self.nanoseconds(status.st_ctim)
      && changed == Self.nanoseconds(status.st_mtim) && number == UInt64(status.st_ino)
  }

  func isSame(as other: FileMark) -> Bool {
    number == other.number && hash == other.hash && (changed == other.changed || changed == 0)
  }
}
