import Glibc

/// Reads of an open file, which others may change meanwhile.
package enum OpenFile {
  package enum Failure: Error {
    case tooLarge
    case refused(Int32)
  }

  /// Copies bytes from `offset` on, which lie before `end`, into `buffer`.
  ///
  /// - Returns: their number, 0 only at the end; nil if they cannot be read, for the reason in `errno`.
  static func read(
    _ file: Int32,
    at offset: Int,
    before end: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let wanted = min(buffer.count, max(0, end - offset))
    while true {
      let got = pread(file, buffer.baseAddress, wanted, off_t(offset))
      if got >= 0 { return got }
      guard errno == EINTR else { return nil }
    }
  }

  /// Returns all bytes.
  ///
  /// - Parameters:
  ///   - start: the first byte that is wanted.
  ///   - limit: the most bytes that the file may have from there on.
  package static func bytes(
    of file: Int32,
    from start: Int = 0,
    limit: Int
  ) throws(Failure) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .refused(errno) }
    let size = max(0, Int(status.st_size) - max(0, start))
    guard size <= limit else { throw .tooLarge }
    // One byte more tells whether the file has grown meanwhile.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while true {
      let got = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return read(file, at: max(0, start) + filled, before: .max, into: rest)
      }
      guard let got else { throw .refused(errno) }
      filled += got
      if got == 0 { break }
      guard filled <= limit else { throw .tooLarge }
      if filled == bytes.count { bytes += [UInt8](repeating: 0, count: max(4096, filled)) }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}

/// The limit on the number of files that this process may have open (RLIMIT_NOFILE).
enum DescriptorLimit {
  /// The descriptors for everything but sources: terminal, state, pipes and transfers.
  private static let reserve = 128

  /// Raises the limit as far as this user may, for `count` files that stay open.
  ///
  /// The usual limit of 1,024 is meant for programs that call `select`.
  ///
  /// - Returns: The number of files for which there is room, at most `count`.
  static func room(for count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
    let wanted = rlim_t(clamping: count) + rlim_t(reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let most = Int(clamping: limit.rlim_cur)
    return min(count, most - min(reserve, most / 2))
  }
}
