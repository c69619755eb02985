import Glibc

/// The two ends of a new pipe, which other programs do not inherit.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// Opens a pipe; nil if there are no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // The reason of a failure below stays: to close an open descriptor does not fail.
    defer { for end in ends { close(end) } }
    // Use descriptors above the standard three, of which a child gets copies: a viewer started
    // without standard input would get descriptor 0 here.
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    guard reading >= 0, writing >= 0 else {
      closeBoth()
      return nil
    }
  }

  /// Closes both ends.
  func closeBoth() {
    for end in [reading, writing] where end >= 0 { close(end) }
  }

  /// Makes reads and writes of `descriptor` return at once.
  static func unblock(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
