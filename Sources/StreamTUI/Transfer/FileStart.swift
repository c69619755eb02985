import Glibc

/// Reads the start of a file that another program writes.
enum FileStart {
  /// Returns at most `limit` bytes; none if the file is missing or no ordinary one.
  static func read(_ path: String, limit: Int) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let size = min(limit, Int(status.st_size))
    return [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size]
        )
        let got = Glibc.read(file, rest.baseAddress, rest.count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        count += got
      }
    }
  }
}
